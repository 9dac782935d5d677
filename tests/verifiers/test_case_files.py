"""The verifiers against case files that may be kept outside of the repository.

The environment variable GRADATIM_CASES names their folder: `math/dev.jsonl`, `math/policy.jsonl`, `math/dos.jsonl` and
`format/dev.jsonl`, each skipped where it is missing. The labelled cases that the repository has are in `math/cases`.
"""

from __future__ import annotations

import json
import os
import runpy
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers import MathVerifier, WrittenStyle, nothing_after_answer

STYLES: dict[str, WrittenStyle] = {
    "plain": "plain",
    "xml": "tags",
    "boxed": "boxed",
    "hash": "gsm8k",
    "last_number": "last_number",
}


def rows(name: str) -> Iterator[dict[str, Any]]:
    folder = os.environ.get("GRADATIM_CASES")
    if not folder:
        pytest.skip("GRADATIM_CASES names no folder with case files")
    path = Path(folder) / name
    if not path.exists():
        pytest.skip(f"no case file {path}")
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def correct(row: dict[str, Any], **options: Any) -> bool:
    return MathVerifier(answer=STYLES[row["answer_format"]], **options).verify(row["completion"], row["gold"]).correct


def test_math_cases() -> None:
    cases = list(rows("math/dev.jsonl"))
    verdicts = [(row["id"], correct(row), row["expected"]) for row in cases]
    assert sum(paid and not expected for _, paid, expected in verdicts) <= 2
    assert sum(paid is expected for _, paid, expected in verdicts) / len(cases) >= 0.97


def test_cases_that_an_option_decides() -> None:
    cases = list(rows("math/policy.jsonl"))
    options = runpy.run_path(str(Path(__file__).with_name("math") / "test_policy_cases.py"))["OPTIONS"]
    assert [row["id"] for row in cases if correct(row) is not row["expected_default"]] == []
    wrong = [row["id"] for row in cases if correct(row, **options[row["option"]]) is not row["expected_with_option"]]
    assert wrong == []


def test_denial_of_service_cases() -> None:
    for row in rows("math/dos.jsonl"):
        started = time.process_time()
        paid = correct(row)
        assert time.process_time() - started < row["limit_s"], row["id"]
        assert row["expected"] in (paid, None), row["id"]


def test_text_after_the_answer() -> None:
    for row in rows("format/dev.jsonl"):
        if row["term"] not in ("stop", "trailing"):
            continue
        clean_end = nothing_after_answer(row["completion"], STYLES[row["config"]["answer"]])
        if row["term"] == "stop":
            clean_end = clean_end and row["terminated"] is True
        assert clean_end is row["expected"], row["id"]
