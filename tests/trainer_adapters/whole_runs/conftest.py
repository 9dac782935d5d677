"""Whole runs of `gradatim train` on the ladder, in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Make = Callable[..., Any]

HERE = Path(__file__).parent

TRAINER = {
    "max_steps": 14,
    "save_steps": 4,
    "save_total_limit": 2,
    "logging_steps": 1,
    "learning_rate": 2e-4,
    "per_device_train_batch_size": 16,
    "num_generations": 4,
    "max_completion_length": 6,
}


@pytest.fixture(scope="session")
def curriculum_file(ladder_data: Make, warm: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ladder as a file, with a model that is warmed up already."""
    data = ladder_data(model={"path": str(warm)}, trainer=TRAINER)
    path = tmp_path_factory.mktemp("curriculum") / "ladder.yaml"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a Python script or module to its end, on one thread and without a display."""

    def run(*args: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *map(str, args)],
            env={**os.environ, "OMP_NUM_THREADS": "1", **(env or {})},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def gradatim(command: Callable[..., Any]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `gradatim` in a process of its own; `moment` makes it die or be interrupted there, as `dying.py` says."""

    def run(*args: object, moment: str | None = None) -> subprocess.CompletedProcess[str]:
        start = ["-m", "gradatim"] if moment is None else [HERE / "dying.py", moment]
        completed: subprocess.CompletedProcess[str] = command(*start, *args)
        return completed

    return run


@pytest.fixture(scope="session")
def whole(gradatim: Callable[..., Any], curriculum_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nothing happened to."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    done = gradatim("train", curriculum_file, "-o", folder, "--display", "none", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "max_steps"
    return folder


@pytest.fixture(scope="session")
def story() -> Callable[[Path], dict[str, Any]]:
    """Reads what a run folder tells, without times and without how often the run was interrupted."""

    def read(folder: Path) -> dict[str, Any]:
        events = [strip(line) for line in lines(folder / "events.jsonl")]
        return {
            "metrics": [strip(line) for line in lines(folder / "metrics.jsonl")],
            "events": [event for event in events if event["event"] != "resumed"],
            "completions": {path.name: path.read_text() for path in (folder / "completions").iterdir()},
            "weights": (folder / "model" / "model.safetensors").read_bytes(),
        }

    return read


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def strip(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in ("time", "cpu_seconds")}
