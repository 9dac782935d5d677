"""A run that is killed at the worst moments goes on as if nothing had happened."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gradatim = Callable[..., subprocess.CompletedProcess[str]]
Story = Callable[[Path], dict[str, Any]]

pytestmark = pytest.mark.slow


def test_the_uninterrupted_run_is_worth_comparing_with(whole: Path, story: Story) -> None:
    told = story(whole)
    steps = [record["step"] for record in told["metrics"]]
    assert steps == list(range(1, 15))
    assert list(told["completions"]) != []
    # Each step has unequal rewards within groups, hence gradients, and a stage opened on the way.
    assert all(record["groups"]["no_signal"] < record["groups"]["total"] for record in told["metrics"])
    assert [event["step"] for event in told["events"] if event["event"] == "opened"]
    assert sorted(path.name for path in whole.glob("checkpoint-*")) == ["checkpoint-12", "checkpoint-14"]


@pytest.mark.parametrize(
    ("moment", "resumed_at"),
    [
        # Before there is any checkpoint: the run starts anew.
        ("record:3", None),
        ("record:7", 4),
        ("state:8", 4),
        ("optimizer:8", 4),
        # Everything is trained: only the final probe and the model are missing.
        ("last-probe", None),
    ],
)
def test_a_killed_run_goes_on_as_if_nothing_had_happened(
    gradatim: Gradatim,
    curriculum_file: Path,
    whole: Path,
    story: Story,
    tmp_path: Path,
    moment: str,
    resumed_at: int | None,
) -> None:
    folder = tmp_path / "killed"
    killed = gradatim("train", curriculum_file, "-o", folder, "--display", "none", moment=moment)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (folder / "model").exists()

    done = gradatim("train", "--resume", folder, "--display", "none", "--json")
    assert done.returncode == 0, done.stderr
    assert story(folder) == story(whole)
    resumed = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    steps = [event["step"] for event in resumed if event["event"] == "resumed"]
    assert steps == ([] if resumed_at is None else [resumed_at])
    summary = json.loads(done.stdout)
    assert (summary["status"], summary["steps"], summary["completions"]) == ("max_steps", 14, 14 * 16)
