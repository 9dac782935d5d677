from __future__ import annotations

import pytest

from gradatim.core import Problem
from gradatim.verifiers import CallTest, CodeGold, CodeVerifier, Limits, StdinTest
from gradatim.verifiers.code.child.locks import HAS_LOCKS

pytestmark = pytest.mark.skipif(not HAS_LOCKS, reason="the sandbox's locks exist on Linux x86_64 only")

TESTS = [CallTest([n], n % 3 == 0) for n in range(6)]
GOLD = CodeGold("third", TESTS)
RIGHT = "```python\ndef third(n):\n    return n % 3 == 0\n```"
VERIFIER = CodeVerifier()


def test_a_right_program() -> None:
    verdict = VERIFIER.verify(f"So:\n{RIGHT}\nDone.", GOLD)
    assert (verdict.status, verdict.reason, verdict.decided_by) == ("correct", None, "execution")
    assert verdict.extracted == "def third(n):\n    return n % 3 == 0\n"
    assert verdict.span is not None
    assert f"So:\n{RIGHT}"[slice(*verdict.span)] == verdict.extracted
    assert VERIFIER.verify(RIGHT, GOLD.text()).correct


@pytest.mark.parametrize(
    ("completion", "status", "reason"),
    [
        ("", "unparsed", "no_code"),
        (f"<think>{RIGHT}", "unparsed", "open_reasoning"),
        (RIGHT.replace("3", "4"), "incorrect", "wrong_value"),
        (RIGHT.replace("third", "fourth"), "incorrect", "missing_entry_point"),
        (f"x = 1 #{'#' * 300_000}", "incorrect", "code_too_long"),
    ],
)
def test_what_is_not_right(completion: str, status: str, reason: str) -> None:
    verdict = VERIFIER.verify(completion, GOLD)
    assert (verdict.status, verdict.reason) == (status, reason)


@pytest.mark.parametrize(
    ("gold", "reason"),
    [("18", "gold_no_tests"), ("", "gold_no_tests"), (CodeGold("f", TESTS, setup="1 / 0").text(), "gold_setup")],
)
def test_a_gold_that_cannot_be_used_excludes_the_sample(gold: str, reason: str) -> None:
    verdict = VERIFIER.verify(RIGHT.replace("third", "f"), gold)
    assert (verdict.status, verdict.reason) == ("gold_unparsed", reason)
    assert verdict.excluded
    assert verdict.detail


def test_a_gold_of_another_type_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="must be a CodeGold or its text, got int 4"):
        VERIFIER.verify(RIGHT, 4)  # type: ignore[arg-type]


def test_a_batch_is_in_order() -> None:
    wrong = RIGHT.replace("3", "4")
    pairs: list[tuple[str, CodeGold | str]] = [(RIGHT, GOLD), (wrong, GOLD), ("", GOLD), (RIGHT, "18")]
    pairs += [(wrong, GOLD.text()), (RIGHT, GOLD.text())]
    statuses = [verdict.status for verdict in VERIFIER.verify_batch(pairs)]
    assert statuses == ["correct", "incorrect", "unparsed", "gold_unparsed", "incorrect", "correct"]
    assert VERIFIER.verify_batch([]) == []


@pytest.mark.parametrize(
    ("body", "fraction"),
    [
        ("n % 3 == 0", 1.0),
        ("False", 0.0),
        ("True", 0.0),
        ("n == 0", 0.5),
        ("n in (0, 3, 4)", 0.5),
        ("1 / 0", 0.0),
    ],
)
def test_partial_credit_pays_nothing_for_a_constant(body: str, fraction: float) -> None:
    verdict = CodeVerifier(partial="fraction").verify(f"def third(n): return {body}", GOLD)
    assert verdict.fraction == pytest.approx(fraction)
    assert VERIFIER.verify(f"def third(n): return {body}", GOLD).fraction is None


def test_a_constant_that_only_looks_different_is_one() -> None:
    tests = [StdinTest(str(n), text) for n, text in enumerate(["YES\n", "YES", "NO", "NO\n"])]
    verdict = CodeVerifier(partial="fraction").verify("print('YES')", CodeGold(tests=tests))
    assert verdict.fraction == 0.0


def problem(gold: CodeGold, solution: str | None = RIGHT) -> Problem:
    return Problem("0", "question", gold.text(), solution)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (problem(GOLD), None),
        (problem(GOLD, None), "it has no solution that could show that its tests can be passed"),
        (problem(CodeGold("third", TESTS[:1])), "it has 1 test; at least 3 are needed to tell solutions apart"),
        (problem(CodeGold("third", [*TESTS[:1], *TESTS[3:4]] * 2)), "a constant passes all its tests"),
        (problem(CodeGold("third", [CallTest([n], n) for n in range(4)])), "returning an argument as it is passes all"),
        (problem(GOLD, RIGHT.replace("3", "2")), "its own solution is incorrect (wrong_value: test 3)"),
        (problem(CodeGold("third", program="assert third(3)")), "a stub passes its program of assertions"),
        (problem(CodeGold("third", program="assert third(3)\nassert not third(4)")), None),
    ],
)
def test_which_problems_can_be_used(asked: Problem, fault: str | None) -> None:
    (found,) = VERIFIER.problem_faults([asked])
    assert (found or "").startswith(fault or "")
    assert (found is None) == (fault is None)


def test_limits_are_its_own() -> None:
    slow = "def third(n):\n    sum(range(25_000_000))\n    return n % 3 == 0"
    gold = CodeGold("third", TESTS[:2])
    assert CodeVerifier(limits=Limits(cpu=20.0)).verify(slow, gold).correct
    assert CodeVerifier(limits=Limits(cpu=1.0, memory=64 << 20)).verify(
        "def third(n): return bytearray(200 << 20)", gold
    ).reason in ("memory", "crash")
