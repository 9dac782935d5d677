"""Ctrl-C finishes the round, saves, and exits with 130; a second one ends at once."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gradatim = Callable[..., subprocess.CompletedProcess[str]]
Story = Callable[[Path], dict[str, Any]]

pytestmark = pytest.mark.slow


def events(folder: Path) -> list[tuple[str, int]]:
    found = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    return [(event["event"], event["step"]) for event in found if event["event"] != "opened"]


def test_ctrl_c_saves_and_the_rest_of_the_run_is_the_same(
    gradatim: Gradatim, curriculum_file: Path, whole: Path, story: Story, tmp_path: Path
) -> None:
    folder = tmp_path / "stopped"
    stopped = gradatim("train", curriculum_file, "-o", folder, "--display", "none", moment="interrupt:6")
    assert stopped.returncode == 130, stopped.stderr
    assert "stopping after this round" in stopped.stderr
    assert f"gradatim train --resume {folder}" in stopped.stderr
    # The signal came when step 6 was logged; step 7 was the next chance to stop.
    assert events(folder) == [("start", 0), ("probe", 0), ("interrupted", 7)]
    assert (folder / "checkpoint-7" / "trainer_state.json").is_file()
    assert (folder / "report.html").is_file()

    done = gradatim("train", "--resume", folder, "--display", "none")
    assert done.returncode == 0, done.stderr
    assert story(folder) == story(whole)
    assert events(folder) == [("start", 0), ("probe", 0), ("resumed", 7), ("probe", 14), ("end", 14)]


def test_a_second_ctrl_c_ends_at_once(gradatim: Gradatim, curriculum_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    stopped = gradatim("train", curriculum_file, "-o", folder, "--display", "none", moment="twice:6")
    assert stopped.returncode == 130, stopped.stderr
    assert not (folder / "checkpoint-7").exists()
    assert "Traceback" not in stopped.stderr


def test_a_round_is_finished_before_the_run_stops(gradatim: Gradatim, curriculum_file: Path, tmp_path: Path) -> None:
    # Four steps use one round of completions; a checkpoint inside it could not be resumed exactly.
    folder = tmp_path / "stopped"
    rounds = ["trainer.per_device_train_batch_size=4", "trainer.steps_per_generation=4"]
    stopped = gradatim("train", curriculum_file, *rounds, "-o", folder, "--display", "none", moment="interrupt:5")
    assert stopped.returncode == 130, stopped.stderr
    assert events(folder)[-1] == ("interrupted", 8)
