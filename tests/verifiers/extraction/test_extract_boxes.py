from __future__ import annotations

import pytest

from gradatim.verifiers import extract

BOXES: list[tuple[str, tuple[str, ...]]] = [
    (r"\boxed{7}", ("7",)),
    (r"\fbox{7}", ("7",)),
    (r"\boxed {7}", ("7",)),
    ("\\boxed\n{7}", ("7",)),
    (r"\\boxed{7}", ("7",)),
    (r"x \\\boxed{7}", ("7",)),
    (r"\\boxed{\frac12}", (r"\frac12",)),
    (r"\\boxed{{7}}", ("{7}",)),
    (r"\boxed{ 7 }", ("7",)),
    (r"\boxed{\frac{1}{2}}", (r"\frac{1}{2}",)),
    (r"\boxed{\{1,2\}}", (r"\{1,2\}",)),
    (r"\boxed{\left\{1\right.}", (r"\left\{1\right.",)),
    (r"\boxed{a \\}", (r"a \\",)),
    (r"the set {1, 2 gives \boxed{3}", ("3",)),
    (r"} \boxed{3} }", ("3",)),
    (r"\boxed{\boxed{3}}", (r"\boxed{3}",)),
    (r"\boxed{1 + \boxed{2}}", (r"1 + \boxed{2}",)),
    (r"\boxed 4 and \boxed{5}", ("5",)),
    (r"\boxed{4} as in a box", ("4",)),
    (r"\boxed{3 and \boxed{4}", ("4",)),
]


@pytest.mark.parametrize(("completion", "answers"), BOXES)
def test_box_content(completion: str, answers: tuple[str, ...]) -> None:
    found = extract(completion, "boxed")
    assert (found.answers, found.reason) == (answers, None)


STATEMENTS: list[tuple[str, tuple[str, ...]]] = [
    (r"\boxed{1} or \boxed{2}", ("1", "2")),
    (r"$\boxed{1}$, $\boxed{2}$ and $\boxed{3}$", ("1", "2", "3")),
    (r"\boxed{1}\boxed{2}", ("1", "2")),
    (r"\boxed{1}, i.e.\boxed{2}", ("1", "2")),
    (r"about 0.5 \boxed{1} for 0.25 \boxed{2}", ("1", "2")),
    (r"\boxed{1}. \boxed{2}", ("2",)),
    (r"$\boxed{1}.$ Then $\boxed{2}$", ("2",)),
    (r"Is it \boxed{1}? No, \boxed{2}!", ("2",)),
    ("\\boxed{1}\n\\boxed{2}", ("2",)),
    ("\\boxed{1}。 \\boxed{2}", ("2",)),
    (r"\boxed{1}. \boxed{2} or \boxed{3}", ("2", "3")),
    (r"\boxed{ } \boxed{2}", ("2",)),
    (r"\boxed{1.} \boxed{2}", ("1.", "2")),
]


@pytest.mark.parametrize(("completion", "answers"), STATEMENTS)
def test_boxes_of_the_last_sentence_are_one_statement(completion: str, answers: tuple[str, ...]) -> None:
    assert extract(completion, "boxed").answers == answers


def test_joint_span_reaches_from_the_first_box_to_the_last() -> None:
    completion = r"No. $\boxed{1}$ or $\boxed{2}$."
    found = extract(completion, "boxed")
    assert found.span is not None
    assert completion[slice(*found.span)] == r"\boxed{1}$ or $\boxed{2}"
    assert completion[found.end :] == "$."


def test_boxes_far_before_the_last_one_do_not_join() -> None:
    assert extract(r"\boxed{1}" + " so" * 700 + r" \boxed{2}", "boxed").answers == ("2",)


MISSED = [
    ("42", "no_marker"),
    (r"\boxed 42", "no_marker"),
    (r"boxed{42}", "no_marker"),
    (r"\boxed{}", "empty_answer"),
    (r"\boxed{1} \boxed{ }", "empty_answer"),
    (r"\boxed{42", "unclosed"),
    (r"\boxed{42\}", "unclosed"),
    (r"\boxed{\frac{1}{2}", "unclosed"),
    (r"\boxed{1}. So \boxed{2", "unclosed"),
    (r"\boxed{1}. So \boxed{\text{a}", "unclosed"),
]


@pytest.mark.parametrize(("completion", "reason"), MISSED)
def test_says_why_there_is_no_box(completion: str, reason: str) -> None:
    found = extract(completion, "boxed")
    assert (found.answers, found.span, found.reason) == ((), None, reason)
