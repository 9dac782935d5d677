"""What the recorder writes is what the readers of a run folder parse, with no field left over on either side."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import Problem, Verdict
from gradatim.curricula import Outcome, Progress, Row, load_curriculum
from gradatim.rewards import load_reward
from gradatim.runs import RunFolder, read_run
from gradatim.runs.events import KINDS, Demoted, Finished, Opened, ProbeStage, Scrambled, Sft, Stuck
from gradatim.runs.records import Completion, GateReading, Record, StepMetrics
from gradatim.runs.report import write_report
from gradatim.runs.run import read_completions
from gradatim.trainer_adapters.trl import ProbeResult, Recorder
from gradatim.trainer_adapters.trl.live import Graded, Transcript

Played = tuple[dict[str, Any], list[float]]

GRADER = load_reward({"answer": "plain", "reward": {"correctness": 1.0}})
GATE = {"pass_rate": 0.3, "alpha": 0.2, "min_prompts": 6}


def graded(slot: int, stage: str, correct: bool) -> Graded:
    terms = {"correctness": float(correct), "stop": 0.25 * correct}
    return Graded(slot, stage, "fresh", 0, correct, sum(terms.values()), terms, True, 3)


def transcript(one: Graded) -> Transcript:
    verdict = (
        Verdict("correct", None, "3", (0, 1), "exact")
        if one.correct
        else Verdict("incorrect", "wrong_value", detail="KeyError in test 3")
    )
    problem = Problem(id="0" * 16, question="1+2", gold="3")
    chat = [{"role": "user", "content": "1+2="}]
    return Transcript(
        Row(one.slot, one.stage, "fresh", 0, problem, chat, GRADER), "3" if one.correct else "?", verdict, one
    )


def play(recorder: Recorder, progress: Progress, rates: list[float]) -> None:
    """Feeds a run whose prompts all have one pass rate per step, as the callback does."""
    for step, rate in enumerate(rates, 1):
        phase, gates = progress.phase_name, progress.active()
        slots = range(8 * step, 8 * step + 8)
        stages = list(progress.rules.names) if phase == "finish" else [phase]
        asked = [(slot, stages[slot % len(stages)]) for slot in slots]
        outcomes = [Outcome(slot, stage, "fresh", progress.phase, rate, 4) for slot, stage in asked]
        events = progress.observe(outcomes, step, 8 * step + 8)
        scored = [graded(slot, stage, slot % 8 < 8 * rate) for slot, stage in asked]
        readings = {name: asdict(r) | {"pass_rate": gates[name].bound} for name, r in progress.readings.items()}
        facts = {"phase": phase, "gates": readings}
        recorder.on_step(step, scored, [transcript(one) for one in scored], facts, logs_follow=True)
        recorder.on_log(step, {"loss": 0.1, "grad_norm": 0.2, "learning_rate": 1e-4, "entropy": 0.3, "kl": 0.0})
        for event in events:
            recorder.on_event(event)


def unknown(data: Any, kind: type[Record]) -> set[str]:
    """The keys of a line that its record does not know."""
    return set(data) - set(kind.model_fields)


@pytest.fixture
def run(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    changes, rates = request.param
    gate = GATE | {"demote_below": 0.2, "patience": 6, "on_stuck": "demote", "cooldown": 0}
    stage = {"problems": {"arithmetic": {"operations": ["add"], "ranges": [[0, 9]]}}, "holdout": "none"}
    data = {
        "name": "two", "seed": 1, "prompt": "{question}=", "answer": "plain", "reward": {"correctness": 1.0},
        "gate": gate, "stages": [{"name": "a", **stage}, {"name": "b", **stage}], **changes,
    }  # fmt: skip
    folder = RunFolder.create(tmp_path / "run")
    play(Recorder([folder]), Progress(load_curriculum(data).rules), rates)
    return folder.path


FINISHING: Played = ({}, [1.0] * 12)
MIXING: Played = ({"finish": {"pass_rate": 0.5}}, [1.0] * 40)
FALLING: Played = ({}, [1.0] + [0.0] * 4 + [1.0] * 8)
STICKING: Played = ({}, [0.25] * 12)


@pytest.mark.parametrize("run", [FINISHING, MIXING, FALLING, STICKING], indirect=True)
def test_readers_know_every_field_that_is_written(run: Path) -> None:
    read = read_run(run)
    for line, row in zip((run / "metrics.jsonl").read_text().splitlines(), read.metrics, strict=True):
        assert not unknown(json.loads(line), StepMetrics)
        assert row.to_json() == json.loads(line)
    for line, event in zip((run / "events.jsonl").read_text().splitlines(), read.events, strict=True):
        assert not unknown(json.loads(line), KINDS[event.event])
        assert event.to_json() == json.loads(line)
    for path in read.completion_files:
        for line, completion in zip(path.read_text().splitlines(), read_completions(path), strict=True):
            assert not unknown(json.loads(line), Completion)
            assert completion.to_json() == json.loads(line)


def test_readers_know_what_is_written_of_warm_up_and_probes(ladder: Callable[..., Any]) -> None:
    warm_up = ladder(sft={"steps": 9, "gold": ["ones"], "scrambled": {"stages": ["teens"], "keep": 1}}).spec.sft.facts()
    assert not unknown(warm_up, Sft)
    assert not unknown(warm_up["scrambled"], Scrambled)
    assert set(ProbeResult("ones", "train", 3, 4).to_json()) == set(ProbeStage.model_fields)


@pytest.mark.parametrize("run", [FINISHING], indirect=True)
def test_writers_write_every_field_of_a_step_that_readers_know(run: Path) -> None:
    read = read_run(run)
    assert set(StepMetrics.model_fields) == read.metrics[0].model_fields_set
    assert set(GateReading.model_fields) == read.metrics[0].gates["a"].model_fields_set
    assert set(Completion.model_fields) == next(read_completions(read.completion_files[0])).model_fields_set
    assert next(read_completions(read.completion_files[0])).prompt == "1+2="


@pytest.mark.parametrize("run", [STICKING], indirect=True)
def test_what_is_behind_a_reason_is_kept(run: Path) -> None:
    verdicts = [one.verdict for path in read_run(run).completion_files for one in read_completions(path)]
    assert {one.reason: one.detail for one in verdicts} == {None: None, "wrong_value": "KeyError in test 3"}


@pytest.mark.parametrize(
    ("run", "kinds", "said"),
    [
        (FINISHING, [Opened, Finished], "All 2 stages opened and held"),
        (MIXING, [Opened, Opened, Finished], "All 2 stages opened and held"),
        (FALLING, [Opened, Demoted, Opened, Finished], "All 2 stages opened and held"),
        (STICKING, [Stuck], "1 of 1 stages opened, 0 held"),
    ],
    indirect=["run"],
)
def test_a_folder_of_the_users_own_script_has_a_report(run: Path, kinds: list[type], said: str) -> None:
    assert [type(event) for event in read_run(run).events][: len(kinds)] == kinds
    assert said in write_report(run).read_text(encoding="utf-8")
