"""The verifier against case files kept outside of the repository."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers import AnswerStyle, MathVerifier, Verdict, nothing_after_answer

STYLES: dict[str, AnswerStyle] = {
    "plain": "plain",
    "xml": "tags",
    "boxed": "boxed",
    "hash": "gsm8k",
    "last_number": "last_number",
}
NUMERIC_KINDS = """int_basic decimal fraction thousands percent gsm_style mixed_number scientific extract_boxed
extract_hash extract_xml extract_last_number adv_think adv_multibox"""


def rows(name: str) -> Iterator[dict[str, Any]]:
    folder = os.environ.get("GRADATIM_CASES")
    if not folder:
        pytest.skip("GRADATIM_CASES names no folder with case files")
    path = Path(folder) / name
    if not path.exists():
        pytest.skip(f"no case file {path}")
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def judged(row: dict[str, Any]) -> Verdict:
    return MathVerifier(answer=STYLES[row["answer_format"]]).verify(row["completion"], row["gold"])


def test_no_false_positive() -> None:
    assert [row["id"] for row in rows("math/dev.jsonl") if judged(row).correct and not row["expected"]] == []


def test_numeric_kinds() -> None:
    total, right = Counter[str](), Counter[str]()
    for row in rows("math/dev.jsonl"):
        if row["kind"] in NUMERIC_KINDS.split():
            total["all"] += 1
            right["all"] += judged(row).status == row["verdict"]
    assert right["all"] / total["all"] >= 0.98


def test_denial_of_service_cases() -> None:
    for row in rows("math/dos.jsonl"):
        started = time.process_time()
        correct = judged(row).correct
        assert time.process_time() - started < row["limit_s"], row["id"]
        assert row["expected"] in (correct, None), row["id"]


def test_text_after_the_answer() -> None:
    for row in rows("format/dev.jsonl"):
        if row["term"] not in ("stop", "trailing"):
            continue
        clean_end = nothing_after_answer(row["completion"], STYLES[row["config"]["answer"]])
        if row["term"] == "stop":
            clean_end = clean_end and row["terminated"] is True
        assert clean_end is row["expected"], row["id"]
