"""Laws of the settings: what only accepts more loses nothing, and golds are read alike under all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers import LENIENT_RULES, MathVerifier, WrittenStyle

STYLES: dict[str, WrittenStyle] = {"xml": "tags", "hash": "gsm8k"}
FOLDER = Path(__file__).with_name("cases")
CASES = [json.loads(line) for line in (FOLDER / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
CASES += [json.loads(line) for line in (FOLDER / "own.jsonl").read_text(encoding="utf-8").splitlines()[::3]]
ACCEPTING: list[dict[str, Any]] = [{"lenient": [rule]} for rule in LENIENT_RULES]
ACCEPTING += [{"percent": "optional"}, {"units": "convert"}, {"tolerance": 1e-9}, {"lenient": list(LENIENT_RULES)}]
SOLUTION = "She buys 6 bags of 7 apples, that is 6*7 = <<6*7=42>>42 apples.\n#### 42"


def verifier(case: dict[str, Any], **settings: Any) -> MathVerifier:
    return MathVerifier(answer=STYLES.get(case["answer_format"], case["answer_format"]), **settings)


@pytest.mark.parametrize("settings", ACCEPTING, ids=str)
def test_what_accepts_more_loses_nothing(settings: dict[str, Any]) -> None:
    lost = [
        (case["completion"], case["gold"])
        for case in CASES
        if verifier(case).verify(case["completion"], case["gold"]).correct
        and not verifier(case, **settings).verify(case["completion"], case["gold"]).correct
    ]
    assert lost == []


@pytest.mark.parametrize("settings", [{}, *ACCEPTING, {"strict": ["no_chains"]}, {"require_evaluated": True}], ids=str)
@pytest.mark.parametrize(("answer", "status"), [("42", "correct"), ("17", "incorrect"), ("banana", "incorrect")])
def test_a_solution_in_prose_is_a_gold_under_all_settings(settings: dict[str, Any], answer: str, status: str) -> None:
    assert MathVerifier("gsm8k", **settings).verify(f"#### {answer}", SOLUTION).status == status


@pytest.mark.parametrize("gold", ["42", "x+1", "B", "yes", r"\{1,2\}", SOLUTION, "Answer: 42", r"$\frac12$"])
def test_usable_golds_have_no_problem(gold: str) -> None:
    assert MathVerifier().gold_problem(gold) is None


@pytest.mark.parametrize(
    ("gold", "problem"),
    [
        ("", "empty_gold"),
        (r"\frac{1}{", "gold_unreadable"),
        ("Anya climbs one floor while Vanya climbs five", "gold_unreadable"),
        ("9^{9^{9^{9}}}", "gold_too_complex"),
        (r"\frac{1}{0}", "gold_undefined"),
        ("7" * 2001, "gold_too_long"),
    ],
)
def test_unusable_golds_are_known_beforehand(gold: str, problem: str) -> None:
    assert MathVerifier().gold_problem(gold) == problem
    assert MathVerifier("plain").verify("5", gold).reason == problem


def test_texts_only() -> None:
    with pytest.raises(TypeError, match="the gold must be a str, got int 18"):
        MathVerifier().verify(r"\boxed{18}", 18)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the completion must be a str, got None"):
        MathVerifier().verify(None, "18")  # type: ignore[arg-type]
