from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import ValidationError

from gradatim.verifiers import MathVerifier, Verdict

PLAIN = MathVerifier(answer="plain")


def test_verdict_names_what_was_read_and_what_decided() -> None:
    completion = r"So $x=\boxed{ 0.50 }$."
    verdict = MathVerifier().verify(completion, r"\frac12")
    assert verdict == Verdict("correct", None, "0.50", (14, 18), "exact")
    assert completion[14:18] == "0.50"


JUDGED: list[tuple[str, str, tuple[str, str | None, str | None]]] = [
    ("7", "7", ("correct", None, "text")),
    ("7.0", "7", ("correct", None, "exact")),
    ("8", "7", ("incorrect", "wrong_value", "exact")),
    ("7 or 8", "7", ("incorrect", "several_answers", "structure")),
    ("seven", "7", ("incorrect", "wrong_value", "text")),
    ("2^3", "8", ("correct", None, "exact")),
    ("7 m", "7 cm", ("incorrect", "wrong_unit", "exact")),
    ("", "7", ("unparsed", "empty_answer", None)),
    ("<think>7", "7", ("unparsed", "open_reasoning", None)),
    ("7" * 2001, "7", ("incorrect", "too_long", None)),
    ("7", "", ("gold_unparsed", "empty_gold", None)),
    ("7", " \n", ("gold_unparsed", "empty_gold", None)),
    ("7", "$$", ("gold_unparsed", "empty_gold", None)),
    ("", "", ("gold_unparsed", "empty_gold", None)),
    ("7", "7" * 2001, ("gold_unparsed", "gold_too_long", None)),
    ("7", "x+1", ("incorrect", "wrong_value", "numeric")),
    ("7", r"\frac{1}{", ("gold_unparsed", "gold_unreadable", None)),
    ("7", "a whole sentence instead of an answer", ("gold_unparsed", "gold_unreadable", None)),
    ("7=8", "7=8", ("correct", None, "text")),
    (r"9^{9^{9}}", r"9^{9^{9}}", ("correct", None, "text")),
    (r"\text{Tuesday}.", "tuesday", ("correct", None, "text")),
    ("No", "no", ("correct", None, "text")),
    ("10 - 2x", "10-2x", ("correct", None, "text")),
    (r"\left( 1 , x \right)", "(1,x)", ("correct", None, "text")),
    ("A", "a", ("incorrect", "wrong_value", "numeric")),
]


@pytest.mark.parametrize(("answer", "gold", "expected"), JUDGED)
def test_status_reason_and_stage(answer: str, gold: str, expected: tuple[str, str | None, str | None]) -> None:
    verdict = PLAIN.verify(answer, gold)
    assert (verdict.status, verdict.reason, verdict.decided_by) == expected


WRONG = [
    ("15", "5"),
    ("5", "15"),
    ("-3", "3"),
    ("2.125", "2,125"),
    ("15", "15%"),
    ("0.33", "1/3"),
    ("0.333333333", "1/3"),
    ("0.285714285713", "2/7"),
    ("0.285714285715", "2/7"),
    ("31/2", "3 1/2"),
    ("-1/2", "-1 1/2"),
    ("9007199254740993", "9007199254740992"),
    ("0.1000000000000000001", "0.1"),
    ("1e-400", "0"),
    ("1e-999999999", "0"),
    ("24\u202e", "42"),
    ("5²", "52"),
    ("52", "5²"),
    ("False", "0"),
    ("inf", "1e400"),
    ("0/0", "0"),
    ("__import__('os').getpid() or 4", "4"),
]


@pytest.mark.parametrize(("answer", "gold"), WRONG)
def test_near_misses_are_not_correct(answer: str, gold: str) -> None:
    assert not PLAIN.verify(answer, gold).correct


@pytest.mark.parametrize("answer", ["0.2857142857", "0.28571428571428", "0.285714285714", "0.28571429"])
def test_long_decimal_stands_for_a_value_that_no_decimal_can_express(answer: str) -> None:
    assert PLAIN.verify(answer, "2/7").correct is (len(answer) > 11)
    assert not PLAIN.verify(answer, "0.2857142857142").correct
    assert not PLAIN.verify(answer[:-1] + "0", "2/7").correct


EVALUATED: list[tuple[str, str, bool]] = [
    ("21", "21", True),
    ("21.0", "21", True),
    ("2.1e1", "21", True),
    ("84/4", "21", False),
    ("21/1", "21", False),
    (r"\frac{42}{2}", "21", False),
    ("10^2", "100", False),
    ("1/2", "0.5", True),
    ("0.5", "1/2", True),
    ("2/4", "1/2", False),
    ("3 1/2", "7/2", True),
    ("3 2/4", "7/2", False),
    ("84/4", "84/4", True),
    ("21, 2/4", "21, 1/2", False),
    ("1/2, 21", "21, 1/2", True),
]


@pytest.mark.parametrize(("answer", "gold", "expected"), EVALUATED)
def test_require_evaluated_refuses_open_forms(answer: str, gold: str, expected: bool) -> None:
    verdict = MathVerifier(answer="plain", require_evaluated=True).verify(answer, gold)
    assert (verdict.correct, verdict.reason) == (expected, None if expected else "not_evaluated")


def test_wrong_value_is_named_before_its_form() -> None:
    assert MathVerifier(answer="plain", require_evaluated=True).verify("84/2", "21").reason == "wrong_value"


def test_open_forms_are_correct_by_default() -> None:
    assert all(PLAIN.verify(answer, gold).correct for answer, gold, _ in EVALUATED)


def test_answer_of_any_length_is_correct_if_it_is_the_gold_letter_for_letter() -> None:
    digits = "123456789" * 500
    assert PLAIN.verify(digits, digits).decided_by == "text"
    longer = PLAIN.verify(digits + "1", digits)
    assert (longer.status, longer.reason) == ("incorrect", "too_long")
    assert longer.extracted == digits[:2000]
    assert longer.span == (0, 4501)


def test_batch_equals_single_verdicts_in_any_thread() -> None:
    pairs = [(f"{n} or {n % 7}", str(n % 5)) for n in range(300)] + [(str(n), f"{n}.0") for n in range(300)]
    expected = [PLAIN.verify(*pair) for pair in pairs]
    with ThreadPoolExecutor(4) as pool:
        batches = list(pool.map(PLAIN.verify_batch, [pairs] * 8))
    assert batches == [expected] * 8


@pytest.mark.parametrize("fields", [{"answer": "box"}, {"require_evaluated": 1}, {"tolerance": 1}])
def test_refuses_wrong_settings(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        MathVerifier(**fields)  # type: ignore[arg-type]
