"""Rows that must never change by accident, as every saved run rests on them: on purpose only, and with a note."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gradatim.curricula import PhaseMark, Schedule, load_curriculum

GOLDEN = Path(__file__).parent / "golden_stream.json"
FINGERPRINT = "a06519edc2d0c597"
SLOTS = (0, 1, 2, 39, 40, 41, 42, 43, 79, 80, 81, 82, 1_000_000)
CURRICULUM: dict[str, Any] = {
    "name": "pinned",
    "seed": 7,
    "answer": "plain",
    "prompt": "{question}=",
    "reward": {"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}},
    "gate": {"pass_rate": 0.8},
    "replay": 0.4,
    "stages": [
        {"name": "facts", "problems": {"arithmetic": {"operations": ["add"], "digits": 1}}, "holdout": "none"},
        {
            "name": "mixed",
            "problems": [
                {"weight": 2, "arithmetic": {"operations": ["add", "sub"], "digits": [1, 2]}},
                {"arithmetic": {"operations": ["mul"], "ranges": [[2, 40]]}, "prompt": "{question} = "},
            ],
        },
        {
            "name": "long",
            "problems": {"arithmetic": {"operations": ["add"], "digits": 5, "layout": "lowest_first"}},
            "holdout": 0.1,
        },
    ],
    "finish": {"pass_rate": 0.8, "weights": [1, 2, 3]},
}


def stream() -> dict[str, Any]:
    """What is pinned: rows of every phase, probes and warm-up."""
    curriculum = load_curriculum(CURRICULUM)
    schedule = Schedule([PhaseMark(0, 0), PhaseMark(40, 1), PhaseMark(60, 2), PhaseMark(80, 3)])
    rows = [curriculum.row(slot, schedule) for slot in SLOTS]
    return {
        "rows": [[row.slot, row.stage, row.role, row.prompt, row.problem.gold, row.problem.id] for row in rows],
        "probes": {
            stage.name: [[problem.question, problem.gold] for _, problem in stage.probe(6)]
            for stage in curriculum.stages
        },
        "warm-up": {stage.name: stage.draw("train", "warm-up", 3)[1].question for stage in curriculum.stages},
    }


def test_rows_probes_and_warm_up_are_those_of_every_earlier_version() -> None:
    assert stream() == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_the_fingerprint_still_accepts_checkpoints_of_earlier_versions() -> None:
    # A new setting of a source, term or gate changes it, although its default changes no row. Then the change log must
    # say that runs of earlier versions cannot be resumed.
    assert load_curriculum(CURRICULUM).fingerprint == FINGERPRINT


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_stream_is_the_same_in_a_process_with_other_hashes(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    code = (
        f"import runpy, json; pins = runpy.run_path({__file__!r}); "
        "print(json.dumps([pins['stream'](), pins['load_curriculum'](pins['CURRICULUM']).fingerprint]))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [json.loads(GOLDEN.read_text(encoding="utf-8")), FINGERPRINT]
