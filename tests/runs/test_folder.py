"""Writing a run folder: what is made, refused, kept and cut back."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradatim.core.errors import RunFolderError
from gradatim.runs import RunFolder, read_run
from gradatim.runs.atomic import write_atomically
from gradatim.runs.report import write_report

Ladder = Callable[..., Any]


@pytest.fixture
def written(tmp_path: Path, ladder: Ladder) -> RunFolder:
    """The folder of a run of 40 steps, as a trainer that has no config to keep leaves it."""
    folder, simulated = RunFolder.create(tmp_path / "run"), ladder(40)
    for row in simulated.metrics():
        folder.on_metrics(row)
    for event in simulated.events():
        folder.on_event(event)
    for step in (10, 20, 30, 40):
        folder.on_completions(step, list(simulated.completions(step)))
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_written_is_read_back(written: RunFolder, ladder: Ladder) -> None:
    run = read_run(written.path)
    assert [row.to_json() for row in run.metrics] == list(ladder(40).metrics())
    assert [event.event for event in run.events] == [event["event"] for event in ladder(40).events()]
    assert len(run.completion_files) == 4
    assert {"gradatim", "python", "command", "started"} <= set(run.env)
    assert "seed" not in run.env


def test_a_folder_without_a_config_has_a_report(written: RunFolder) -> None:
    page = write_report(written.path).read_text(encoding="utf-8")
    assert "<h1>run</h1>" in page
    assert "All 5 stages opened and held." in page


def test_a_folder_in_use_is_never_written_over(written: RunFolder, tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="is not empty"):
        RunFolder.create(written.path)
    foreign = tmp_path / "thesis"
    foreign.mkdir()
    (foreign / "thesis.tex").write_text("")
    with pytest.raises(RunFolderError, match="leaves it alone"):
        RunFolder.create(foreign, overwrite=True)
    with pytest.raises(RunFolderError, match="is a file"):
        RunFolder.create(foreign / "thesis.tex")
    with pytest.raises(RunFolderError, match=r"no env\.json"):
        RunFolder.open(foreign)
    RunFolder.create(written.path, overwrite=True, seed=7)
    assert sorted(path.name for path in written.path.iterdir()) == ["completions", "env.json"]
    assert json.loads((written.path / "env.json").read_text())["seed"] == 7


def test_logs_are_cut_back_to_a_checkpoint(written: RunFolder) -> None:
    written.on_event({"event": "interrupted", "step": 20})
    assert RunFolder.open(written.path).cut_back(20) == pytest.approx(40 + 0.19 * 20)
    run = read_run(written.path)
    assert run.last_step == 20
    assert max(event.step for event in run.events) <= 20
    assert "interrupted" not in {event.event for event in run.events}
    assert [path.name for path in run.completion_files] == ["step-00000010.jsonl", "step-00000020.jsonl"]
    assert written.cut_back(-1) == 0.0
    assert read_run(written.path).metrics == ()


def test_what_a_later_version_wrote_is_kept(written: RunFolder) -> None:
    written.on_metrics({"step": 41, "news": {"a": [1]}})
    written.cut_back(41)
    assert lines(written.metrics)[-1] == {"step": 41, "news": {"a": [1]}}


def test_only_a_torn_last_line_is_dropped(written: RunFolder) -> None:
    with written.metrics.open("ab") as log:
        log.write(b'{"step": 41, "ti')
    written.cut_back(50)
    assert [row["step"] for row in lines(written.metrics)] == list(range(1, 41))
    assert written.metrics.read_bytes().endswith(b"}\n")


@pytest.mark.parametrize("damage", [b'{"step": 2, "ti', b"[2]", b'{"time": 1.0}', b"\xff"])
@pytest.mark.parametrize("name", ["metrics.jsonl", "events.jsonl"])
def test_damage_elsewhere_is_named_and_nothing_is_changed(written: RunFolder, damage: bytes, name: str) -> None:
    log = written.path / name
    all_lines = log.read_bytes().splitlines()
    log.write_bytes(b"\n".join([all_lines[0], damage, *all_lines[2:]]) + b"\n")
    before = {path: path.read_bytes() for path in written.path.rglob("*") if path.is_file()}
    with pytest.raises(RunFolderError, match=rf"{name}:2: "):
        written.cut_back(20)
    assert {path: path.read_bytes() for path in written.path.rglob("*") if path.is_file()} == before


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.json"
    write_atomically(target, "old")

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        write_atomically(target, "new")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_overwriting_takes_only_what_a_run_wrote(tmp_path: Path) -> None:
    run = tmp_path / "run"
    RunFolder.create(run)
    (run / "model").mkdir()
    (run / "checkpoint-50").mkdir()
    RunFolder.create(run, overwrite=True)
    assert not (run / "checkpoint-50").exists()
    (run / "thesis.txt").write_text("all of it", encoding="utf-8")
    with pytest.raises(RunFolderError, match=r"holds more than a run \(thesis.txt\)"):
        RunFolder.create(run, overwrite=True)
    assert (run / "thesis.txt").is_file()


# A lock is held until its process ends, so nothing closes the file.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_second_process_is_kept_out_until_the_first_has_ended(tmp_path: Path) -> None:
    first = RunFolder.create(tmp_path / "run")
    first.lock()
    second = RunFolder.open(tmp_path / "run")
    with pytest.raises(RunFolderError, match="another process is running in"):
        second.lock()
    with pytest.raises(RunFolderError, match="another process is running in"):
        RunFolder.create(tmp_path / "run", overwrite=True)
    assert (tmp_path / "run" / "env.json").is_file()
    del first
    RunFolder.open(tmp_path / "run").lock()
