"""Every example of docs/math.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gradatim.verifiers import REASONS, MathVerifier

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "math.md").read_text(encoding="utf-8")


def rows(columns: int) -> list[list[str]]:
    """The table rows of that many cells whose first cells are code."""
    cells = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in PAGE.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`").replace(r"\|", "|") for cell in row] for row in cells if len(row) == columns]


def outcome(verifier: MathVerifier, gold: str, answer: str) -> str:
    verdict = verifier.verify(answer, gold)
    return verdict.reason or verdict.status


@pytest.mark.parametrize(("gold", "answer", "expected"), rows(3))
def test_examples(gold: str, answer: str, expected: str) -> None:
    assert outcome(MathVerifier("plain"), gold, answer) == expected


@pytest.mark.parametrize(("gold", "answer", "default", "setting", "then"), rows(5))
def test_settings(gold: str, answer: str, default: str, setting: str, then: str) -> None:
    assert outcome(MathVerifier("plain"), gold, answer) == default
    fields: Any = {
        key: tuple(value) if isinstance(value, list) else value for key, value in yaml.safe_load(setting).items()
    }
    assert outcome(MathVerifier("plain", **fields), gold, answer) == then


def test_every_reason_is_listed() -> None:
    pages = PAGE + (DOCS / "code.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| (\w+) \| (.*) \|$", pages, re.MULTILINE))
    assert {reason: listed.get(reason) for reason in REASONS} == dict(REASONS)


def test_the_page_has_its_tables() -> None:
    assert len(rows(3)) > 70
    assert len(rows(5)) == 20
