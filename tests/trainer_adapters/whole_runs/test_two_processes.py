"""Two processes with a group split over both: one curriculum, the same decisions, exact resumption, no hanging."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from gradatim.curricula import Outcome, Progress

Make = Callable[..., Any]
Launch = Callable[..., subprocess.CompletedProcess[str]]
Seen = dict[str, Any]

pytestmark = pytest.mark.slow

WORKER = Path(__file__).with_name("worker.py")


@pytest.fixture(scope="module")
def launch(command: Launch) -> Launch:
    """Starts two processes of a script or module under torchrun."""
    return lambda *args, **env: command("-m", "torch.distributed.run", "--nproc_per_node", 2, *args, **env)


@pytest.fixture(scope="module")
def both(
    launch: Launch, curriculum_file: Path, warm: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[Seen]]:
    """A run of two processes: its folder, and what each process saw."""
    folder = tmp_path_factory.mktemp("two") / "run"
    done = launch(WORKER, curriculum_file, warm, folder)
    assert done.returncode == 0, done.stderr
    return folder, seen(folder)


def seen(folder: Path) -> list[Seen]:
    return [json.loads((folder / f"rank-{rank}.json").read_text()) for rank in (0, 1)]


def test_both_processes_train_the_same_stage_in_every_round(both: tuple[Path, list[Seen]]) -> None:
    first, second = both[1]
    assert first["phases"] == second["phases"]
    assert len(dict(first["phases"]).keys()) == 7
    assert first["progress"] == second["progress"]
    assert [event["event"] for event in first["events"]].count("opened") >= 1
    assert first["weights"] == second["weights"]
    # The group of each prompt is split: four completions on each process.
    for rank in (first, second):
        slots = [row[1] for row in rank["mine"]]
        assert all(slots.count(slot) == 4 for slot in slots)
    assert {row[1] for row in first["mine"]} == {row[1] for row in second["mine"]}
    assert first["mine"] != second["mine"]


def test_decisions_rest_on_the_completions_of_both(both: tuple[Path, list[Seen]], ladder: Make) -> None:
    # What one process would decide on the same outcomes.
    first, second = both[1]
    assert first["all"] == second["all"]
    alone = Progress(ladder().rules)
    mine = {rank: [(*row[:3], row[-1]) for row in seen["mine"]] for rank, seen in enumerate((first, second))}
    told = []
    for step in range(1, 8):
        outcomes = []
        for slot in sorted({row[1] for row in first["all"] if row[0] == step}):
            group = [row for row in first["all"] if row[1] == slot]
            assert sorted(row[-1] for row in group) == sorted(
                row[-1] for rows in mine.values() for row in rows if row[1] == slot
            )
            _, _, stage, role, phase, _, _ = group[0]
            outcomes.append(Outcome(slot, stage, role, phase, sum(row[5] for row in group) / 8, 8))
        told += alone.observe(outcomes, step, 4 * step + 1)
    assert json.loads(json.dumps(told)) == first["events"]
    assert json.loads(json.dumps(alone.to_json())) == first["progress"]
    halves = [sorted((row[1], row[-1] > 0) for row in seen["mine"]) for seen in (first, second)]
    assert halves[0] != halves[1], "each process alone would have counted otherwise"


def test_resumption_is_exact_on_both(
    both: tuple[Path, list[Seen]], launch: Launch, curriculum_file: Path, warm: Path, tmp_path: Path
) -> None:
    whole, ranks = both
    step = next(event["step"] for event in ranks[0]["events"] if event["event"] == "opened")
    for rank in ranks:
        later: dict[int, set[float]] = {}
        for row in rank["mine"]:
            if row[0] > step:
                later.setdefault(row[0], set()).add(row[-1])
        assert len(later) >= 2
        assert all(len(rewards) > 1 for rewards in later.values()), "no gradients, nothing to compare"
    done = launch(WORKER, curriculum_file, warm, tmp_path / "rest", whole / f"checkpoint-{step}")
    assert done.returncode == 0, done.stderr
    for before, after in zip(ranks, seen(tmp_path / "rest"), strict=True):
        assert after["weights"] == before["weights"]
        assert after["progress"] == before["progress"]
        for key in ("phases", "mine", "all", "rates"):
            assert after[key] == [row for row in before[key] if row[0] > step], key


def test_an_exception_on_one_process_ends_both_with_its_message(
    both: tuple[Path, list[Seen]], launch: Launch, curriculum_file: Path, warm: Path, tmp_path: Path
) -> None:
    first, second = both[1]
    elsewhere = {tuple(row[3:5]) for row in first["mine"]}
    step, slot, _, prompt, completion, _ = next(
        row for row in second["mine"] if row[0] > 2 and tuple(row[3:5]) not in elsewhere
    )
    data = yaml.safe_load(curriculum_file.read_text())
    data["reward"]["fussy"] = {"kind": "plugins:Fussy", "weight": 0.1, "prompt": prompt, "completion": completion}
    path = tmp_path / "fussy.yaml"
    path.write_text(yaml.safe_dump(data))

    start = time.monotonic()
    done = launch(WORKER, path, warm, tmp_path / "run")
    assert done.returncode not in (0, -9), done.stderr
    assert time.monotonic() - start < 180
    kept = tmp_path / "run" / f"failure-step{step - 1}-rank1.json"
    here, there = (rank["error"] for rank in reversed(seen(tmp_path / "run")))
    message = f"ZeroDivisionError: cannot score {completion!r}"
    assert here == [
        "ZeroDivisionError",
        message.partition(": ")[2],
        f"while scoring the completion that is kept in {kept}",
    ]
    assert there == ["ScoringError", f"process 1 failed while scoring: {message} (kept in {kept} there)"]
    record = json.loads(kept.read_text())
    assert (record["slot"], record["prompt"], record["completion"]) == (slot, prompt, completion)
    assert record["error"] == message
    assert record["gold"] == str(sum(int(part) for part in prompt.rstrip("=").split("+")))


def test_gradatim_train_runs_on_two_processes(launch: Launch, curriculum_file: Path, tmp_path: Path) -> None:
    data = yaml.safe_load(curriculum_file.read_text())
    data["model"] = {"preset": "tiny"}
    data["sft"] = {"steps": 12, "gold": ["ones", "teens"], "batch_size": 16}
    data["trainer"] |= {"per_device_train_batch_size": 4, "gradient_accumulation_steps": 2, "max_steps": 6}
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump(data))
    folder = tmp_path / "run"
    done = launch("-m", "gradatim", "train", path, "-o", folder, "--display", "plain", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["status"], summary["steps"], summary["completions"]) == ("max_steps", 6, 6 * 16)

    def lines(name: str) -> list[Seen]:
        return [json.loads(line) for line in (folder / name).read_text().splitlines()]

    assert [record["step"] for record in lines("metrics.jsonl")] == [1, 2, 3, 4, 5, 6]
    assert {record["completions"] for record in lines("metrics.jsonl")} == {16}
    told = [event["event"] for event in lines("events.jsonl") if event["event"] != "opened"]
    assert told == ["start", "sft", "probe", "probe", "end"]
    assert (folder / "report.html").is_file()
    # The display of the first process only.
    assert done.stderr.count("step 6/6") <= 1

    again = launch("-m", "gradatim", "train", path, "-o", folder, "--display", "none")
    assert again.returncode != 0
    assert "is not empty" in again.stderr


def test_a_signal_to_one_process_stops_both_at_the_same_step(
    launch: Launch, curriculum_file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    overrides = ["trainer.per_device_train_batch_size=8", "trainer.max_steps=30", "trainer.save_steps=30"]
    arguments = ["train", curriculum_file, *overrides, "-o", folder, "--display", "none"]
    # Only the first process writes records, so only it is interrupted.
    done = launch(WORKER.with_name("dying.py"), "interrupt:3", *arguments)
    assert "stopping after this round" in done.stderr
    last = json.loads((folder / "events.jsonl").read_text().splitlines()[-1])
    assert (last["event"], last["step"]) == ("interrupted", 4), done.stderr
    assert (folder / "checkpoint-4" / "trainer_state.json").is_file()
    assert (folder / "checkpoint-4" / "rng_state_1.pth").is_file()
