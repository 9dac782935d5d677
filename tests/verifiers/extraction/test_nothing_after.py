from __future__ import annotations

import pytest

from gradatim.verifiers import AnswerStyle, nothing_after_answer

CASES: list[tuple[AnswerStyle, str, bool]] = [
    ("plain", "12", True),
    ("plain", "12 \n", True),
    ("plain", "0", True),
    ("plain", "", False),
    ("plain", " \n", False),
    ("plain", "word " * 900, True),
    ("tags", "<answer>12</answer>", True),
    ("tags", "<answer>12</answer> \n\t\n", True),
    ("tags", "<answer>12</answer>.", False),
    ("tags", "<answer>12</answer> done", False),
    ("tags", "<answer>12</answer></answer>", False),
    ("tags", "<answer></answer>", False),
    ("tags", "<answer>12", False),
    ("tags", f"<answer>{'1 ' * 4000}</answer>", True),
    ("gsm8k", "#### 12", True),
    ("gsm8k", "#### 12\n\n", True),
    ("gsm8k", "#### 12 apples", True),
    ("gsm8k", "#### 12\nso", False),
    ("gsm8k", "####\n", False),
    ("boxed", r"\boxed{12}", True),
    ("boxed", r"$\boxed{12}$.", True),
    ("boxed", r"$\boxed{12}.$", True),
    ("boxed", "$$\n\\boxed{12}\n$$\n", True),
    ("boxed", r"\(\boxed{12}\).", True),
    ("boxed", "\\[ \\boxed{12}. \\]", True),
    ("boxed", r"\boxed{1} or \boxed{2}.", True),
    ("boxed", r"\boxed{12}..", False),
    ("boxed", r"\boxed{12}, done", False),
    ("boxed", r"\boxed{12}!", False),
    ("boxed", r"\boxed{12} cm", False),
    ("boxed", r"\boxed{12", False),
    ("boxed", r"<think>\boxed{12}", False),
    ("last_number", "It is 12", True),
    ("last_number", "It is **12**.", True),
    ("last_number", r"\(x = 12\).", True),
    ("last_number", "12 left", False),
    ("last_number", "12..", False),
    ("last_number", "none", False),
]


@pytest.mark.parametrize(("style", "completion", "expected"), CASES)
def test_only_white_space_and_closing_mark_up_may_follow(style: AnswerStyle, completion: str, expected: bool) -> None:
    assert nothing_after_answer(completion, style) is expected
