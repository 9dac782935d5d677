"""Cases that a convention decides: what the default says, and what the option that flips it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers import MathVerifier

OPTIONS: dict[str, dict[str, Any]] = {
    "require_evaluated": {"require_evaluated": True},
    "require_lowest_terms": {"strict": ("lowest_terms",)},
    "respect_domain": {"strict": ("same_domain",)},
    "reject_chains": {"strict": ("no_chains",)},
    "reject_relations": {"strict": ("no_relations",)},
    "base_literal_text": {"strict": ("same_base",)},
    "strict_time": {"strict": ("same_time",)},
    "percent_sign_optional": {"percent": "optional"},
    "convert_units": {"units": "convert"},
    "rel_tol=1e-4": {"tolerance": 1e-4},
    "rel_tol=1e-3": {"tolerance": 1e-3},
    "gold_type=interval": {"gold_type": "interval"},
    "gold_type=tuple_loose": {"lenient": ("bare_tuple",)},
    "degrees_are_angles": {"lenient": ("degrees",)},
    "number_words": {"lenient": ("number_words",)},
    "decimal_comma": {"lenient": ("decimal_comma",)},
    "gold_is_rounded": {"lenient": ("rounded_gold",)},
    "constant_optional": {"lenient": ("missing_constant",)},
    "case_insensitive_symbols": {"lenient": ("any_case",)},
    "bag_of_quantities": {"lenient": ("any_order",)},
    "fallback_last_number": {"lenient": ("last_number",)},
    "accept_unclosed_box": {"lenient": ("unclosed",)},
    "base_optional": {"lenient": ("missing_base",)},
}
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("cases").joinpath("policy.jsonl").read_text(encoding="utf-8").splitlines()
]
CASES = [pytest.param(row, id=f"{row['kind']}-{row['id']}") for row in ROWS]


@pytest.mark.parametrize("case", CASES)
def test_default(case: dict[str, Any]) -> None:
    verdict = MathVerifier().verify(case["completion"], case["gold"])
    assert verdict.correct is case["expected_default"], f"{case['why']}: {verdict}"


@pytest.mark.parametrize("case", CASES)
def test_with_the_option(case: dict[str, Any]) -> None:
    verdict = MathVerifier(**OPTIONS[case["option"]]).verify(case["completion"], case["gold"])
    assert verdict.correct is case["expected_with_option"], f"{case['why']}: {verdict}"


def test_every_option_is_tried() -> None:
    assert {row["option"] for row in ROWS} == OPTIONS.keys()
