"""Every judged row of a case file, for developers who have one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import Sample, Verdict
from gradatim.rewards import Format, Stop
from gradatim.verifiers import AnswerStyle, nothing_after_answer

STYLES: dict[str, AnswerStyle] = {"xml": "tags", "hash": "gsm8k", "boxed": "boxed", "plain": "plain"}


def rows() -> list[Any]:
    folder = os.environ.get("GRADATIM_CASES")
    path = Path(folder, "format", "dev.jsonl") if folder else None
    if path is None or not path.is_file():
        reason = "GRADATIM_CASES does not name a folder with format/dev.jsonl"
        return [pytest.param({}, marks=pytest.mark.skip(reason=reason), id="absent")]
    cases = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [pytest.param(case, id=case["id"]) for case in cases]


def format_of(config: dict[str, Any]) -> Format:
    prefilled = config.get("prefilled", "")
    if "tags" in config:
        return Format("tags", tags=tuple(config["tags"]), prefilled=prefilled)
    if "json" in config:
        return Format(json_keys=tuple(config["json"]), prefilled=prefilled)
    return Format("boxed" if "boxed" in config else "gsm8k", prefilled=prefilled)


@pytest.mark.parametrize("case", rows())
def test_case(case: dict[str, Any]) -> None:
    config, completion = case["config"], case["completion"]
    sample = Sample(completion, Verdict("correct"), terminated=case["terminated"])
    match case["term"]:
        case "format":
            passes = format_of(config)(sample) == 1
        case "stop":
            passes = Stop(STYLES[config["answer"]])(sample) == 1
        case "trailing":
            passes = nothing_after_answer(completion, STYLES[config["answer"]])
        case term:
            pytest.fail(f"unknown term {term}")
    assert passes is case["expected"], case["why"]
