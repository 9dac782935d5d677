"""Labelled cases of 48 kinds: what is a right answer, what only looks like one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers import MathVerifier, Verdict, WrittenStyle

STYLES: dict[str, WrittenStyle] = {
    "plain": "plain",
    "xml": "tags",
    "boxed": "boxed",
    "hash": "gsm8k",
    "last_number": "last_number",
}
ATTACKS = frozenset({"adv_code", "adv_think", "adv_multibox", "gold_problems", "bigint_exact"})
"""Kinds in which no wrong answer may be paid."""
OWN_MISSES: frozenset[str] = frozenset()
"""Ids of the cases that are judged wrongly; one that is judged rightly must leave this list."""

OWN_MISSES = frozenset({r"\text{A3}_{16}"})
"""Golds of the cases of `own.jsonl` that are judged wrongly."""


def cases(name: str) -> list[dict[str, Any]]:
    path = Path(__file__).with_name("cases") / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


CASES = cases("dev.jsonl")
OWN = cases("own.jsonl")


def judged(case: dict[str, Any]) -> Verdict:
    return MathVerifier(answer=STYLES[case["answer_format"]]).verify(case["completion"], case["gold"])


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    verdict = judged(case)
    assert verdict.correct is case["expected"], f"{case['why']}: {verdict}"


def test_accuracy_and_false_positives_of_all_cases() -> None:
    right = [case["id"] for case in CASES if judged(case).correct is case["expected"]]
    paid = [case for case in CASES if judged(case).correct and not case["expected"]]
    assert len(right) / len(CASES) >= 0.98
    assert len(paid) <= 2, [case["id"] for case in paid]
    assert [case["id"] for case in paid if case["kind"] in ATTACKS] == []


@pytest.mark.parametrize("kind", sorted({case["kind"] for case in OWN}))
def test_cases_written_without_knowing_the_verifier(kind: str) -> None:
    of_kind = [case for case in OWN if case["kind"] == kind]
    wrong = {case["gold"] for case in of_kind if judged(case).correct is not case["expected"]}
    assert wrong == {case["gold"] for case in of_kind} & OWN_MISSES


def test_samples_are_excluded_only_where_the_gold_is_no_answer() -> None:
    excluded = {case["id"] for case in CASES if judged(case).excluded}
    assert excluded == {case["id"] for case in CASES if case["verdict"] == "gold_unparsed"}
