from __future__ import annotations

import pytest

from gradatim.verifiers import AnswerStyle, ExactVerifier

CASES: list[tuple[AnswerStyle, str, str, tuple[str, str | None]]] = [
    ("plain", "02100", "02100", ("correct", None)),
    ("plain", " 02100\n", "02100", ("correct", None)),
    ("plain", "02100", "02100\n", ("correct", None)),
    ("plain", "2100", "02100", ("incorrect", "wrong_value")),
    ("plain", "0 2100", "02100", ("incorrect", "wrong_value")),
    ("plain", "02100.", "02100", ("incorrect", "wrong_value")),
    ("plain", "A", "a", ("incorrect", "wrong_value")),
    ("plain", "", "0", ("unparsed", "empty_answer")),
    ("plain", "7", " ", ("gold_unparsed", "empty_gold")),
    ("plain", "7" * 3000, "7" * 3000, ("correct", None)),
    ("plain", "7" * 3000, "7", ("incorrect", "too_long")),
    ("tags", "<answer>0210</answer>", "0210", ("correct", None)),
    ("tags", "0210", "0210", ("unparsed", "no_marker")),
    ("boxed", r"\boxed{0210} so \boxed{0210}", "0210", ("correct", None)),
    ("boxed", r"\boxed{0210} so \boxed{0210}", " 0210", ("correct", None)),
    ("boxed", r"\boxed{0210} or \boxed{0211}", "0210", ("incorrect", "several_answers")),
    ("gsm8k", "#### 1,250", "1250", ("incorrect", "wrong_value")),
    ("last_number", "it is 0210.", "0210", ("correct", None)),
]


@pytest.mark.parametrize(("style", "completion", "gold", "expected"), CASES)
def test_compares_letter_for_letter(
    style: AnswerStyle, completion: str, gold: str, expected: tuple[str, str | None]
) -> None:
    verdict = ExactVerifier(answer=style).verify(completion, gold)
    assert (verdict.status, verdict.reason) == expected


def test_batch_keeps_the_order() -> None:
    verdicts = ExactVerifier().verify_batch([("1", "1"), ("2", "1"), ("", "1")])
    assert [verdict.status for verdict in verdicts] == ["correct", "incorrect", "unparsed"]
