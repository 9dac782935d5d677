from __future__ import annotations

import pytest

from gradatim.verifiers import MathVerifier
from gradatim.verifiers.math.numbers.clean import clean
from gradatim.verifiers.math.numbers.joint import split_joint

SPLIT: list[tuple[str, tuple[str, ...]]] = [
    ("", ()),
    ("7", ("7",)),
    ("1,250", ("1,250",)),
    ("1,2", ("1", "2")),
    ("1, 250", ("1", "250")),
    ("1,250,5", ("1", "250", "5")),
    ("1,250, 1,300 and 2", ("1,250", "1,300", "2")),
    ("100,200", ("100,200",)),
    ("1 or 2", ("1", "2")),
    ("1, 2, AND 3", ("1", "2", "3")),
    (r"1 \text{ or } 2", ("1", "2")),
    ("$1$ or $2$", ("1", "2")),
    ("**1** or **2**", ("1", "2")),
    ("(1,2)", ("(1,2)",)),
    ("[0,1),2", ("[0,1)", "2")),
    (r"\{1,2\}", (r"\{1,2\}",)),
    (r"\{1,2\}, 3", (r"\{1,2\}", "3")),
    ("for 1", ("for 1",)),
    (",7,", ("7",)),
    (")1,2", (")1", "2")),
]


@pytest.mark.parametrize(("text", "values"), SPLIT)
def test_splits_at_commas_and_words_outside_of_brackets(text: str, values: tuple[str, ...]) -> None:
    assert split_joint(clean(text)) == values


JUDGED: list[tuple[str, str, str | None]] = [
    # one gold
    ("42 or 43", "42", "several_answers"),
    ("42, 43", "43", "several_answers"),
    ("1,2", "12", "several_answers"),
    ("42 or x", "42", "several_answers"),
    ("5 apples and 3 pears", "5", "several_answers"),
    ("5 apples and 5 pears", "5", "several_answers"),
    ("42 or 42.0", "42", None),
    ("0.5, 1/2", r"\frac12", None),
    # a gold list: no order, no repetitions
    ("1,2", "1,2", None),
    ("2 and 1", "1,2", None),
    ("1,2,2.0", "1,2", None),
    ("0.5 or 3/4", r"\frac34, \frac12", None),
    ("1", "1,2", "wrong_value"),
    ("1,3", "1,2", "wrong_value"),
    ("1,2,3", "1,2", "wrong_value"),
    ("12", "1,2", "wrong_value"),
    ("1,x", "1,2", "wrong_value"),
    ("red and blue", "blue, red", None),
    ("5 cm, 3 m", "3 m, 5 m", "wrong_unit"),
]


@pytest.mark.parametrize(("answer", "gold", "reason"), JUDGED)
def test_joint_answer_equals_a_list_and_never_a_single_gold(answer: str, gold: str, reason: str | None) -> None:
    verdict = MathVerifier(answer="plain").verify(answer, gold)
    assert (verdict.correct, verdict.reason) == (reason is None, reason)


BOXES: list[tuple[str, str, str | None]] = [
    (r"\boxed{3} or \boxed{4}", "3", "several_answers"),
    (r"\boxed{3} \boxed{4}", "4", "several_answers"),
    (r"\boxed{4} or $\boxed{3}$", "3,4", None),
    (r"\boxed{3} which is \boxed{3.0}", "3", None),
    (r"\boxed{3}. No: \boxed{4}", "3", "wrong_value"),
    (r"\boxed{3}. No: \boxed{4}", "4", None),
    (r"\boxed{3} or \boxed{4, 5}", "5,4,3", None),
]


@pytest.mark.parametrize(("completion", "gold", "reason"), BOXES)
def test_boxes_of_one_sentence_are_a_joint_answer(completion: str, gold: str, reason: str | None) -> None:
    verdict = MathVerifier(answer="boxed").verify(completion, gold)
    assert (verdict.correct, verdict.reason) == (reason is None, reason)
