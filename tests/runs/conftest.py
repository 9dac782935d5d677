"""Run folders as a trainer would leave them, from a simulated five-stage ladder."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from gradatim.runs.events import End, Event, Finished, Note, Opened, Probe, ProbeStage, Scrambled, Sft, Start
from gradatim.runs.records import Completion, GateReading, Groups, Lengths, StageCounts, StepMetrics, VerdictRecord

Row = dict[str, Any]
MakeRun = Callable[..., Path]

STAGES = ("add-1", "add-2", "add-3", "add-4", "add-5")
GROUPS, PER_GROUP = 32, 8


@dataclass
class Ladder:
    """Simulates a run: each stage is learned along a logistic curve once it is open."""

    steps: int = 350
    stages: Sequence[str] = STAGES
    seed: int = 1
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def opened_at(self, index: int) -> int:
        """The step at which stage `index` opens; one past the last stage: the final mixture."""
        return round((0.0, 0.003, 0.015, 0.3, 0.45, 0.66)[index] * self.steps)

    def phase(self, step: int) -> int:
        return max(index for index in range(len(self.stages) + 1) if self.opened_at(index) <= step)

    def skill(self, index: int, step: int) -> float:
        if index < 2:
            return 0.99
        since = step - self.opened_at(index) - 0.06 * self.steps
        return 0.02 + 0.95 / (1 + math.exp(-since / (0.025 * self.steps)))

    def metrics(self) -> Iterable[Row]:
        for step in range(1, self.steps + 1):
            yield self._step(step)

    def _step(self, step: int) -> Row:
        phase = self.phase(step)
        finishing = phase == len(self.stages)
        shares = {name: [0, 0, 0, 0] for name in self.stages[: phase + 1]}
        right = wrong = 0
        for _ in range(GROUPS):
            replayed = not finishing and phase > 0 and self.rng.random() < 0.33
            index = self.rng.randrange(5 if finishing else phase) if finishing or replayed else phase
            correct = sum(self.rng.random() < self.skill(index, step) for _ in range(PER_GROUP))
            right, wrong = right + (correct == PER_GROUP), wrong + (correct == 0)
            offset = 2 if replayed else 0
            shares[self.stages[index]][offset] += correct
            shares[self.stages[index]][offset + 1] += PER_GROUP
        total = sum(counts[0] + counts[2] for counts in shares.values()) / (GROUPS * PER_GROUP)
        terms: dict[str, float | None] = {"correctness": total, "stop": 0.25 * total, "brevity": -0.08 * (1 - total)}
        active = self.stages if finishing else [self.stages[phase]]
        row = StepMetrics(
            step=step,
            time=1.79e9 + 0.4 * step,
            cpu_seconds=40 + 0.19 * step,
            phase="finish" if finishing else self.stages[phase],
            completions=GROUPS * PER_GROUP,
            prompts=GROUPS,
            reward=sum(value or 0 for value in terms.values()),
            reward_std=0.3,
            terms=terms,
            stages={name: _counts(*counts) for name, counts in shares.items() if any(counts)},
            gates={name: self._gate(name, step, 0.9 if finishing else 0.8) for name in active},
            length=Lengths(mean=2.0 + phase + self.rng.random() / 10, max=7),
            eos_rate=min(1.0, 0.93 + 0.07 * step / self.steps),
            groups=Groups(total=GROUPS, all_correct=right, all_wrong=wrong, no_signal=right + wrong),
            excluded=0,
            loss=0.01 * self.rng.random(),
            grad_norm=0.2 + 0.1 * self.rng.random(),
            learning_rate=4e-4 * min(1, step / 10),
            entropy=0.4 - 0.2 * step / self.steps,
        )
        return row.to_json()

    def _gate(self, name: str, step: int, goal: float) -> GateReading:
        index = self.stages.index(name)
        begun = self.opened_at(5) if goal == 0.9 else self.opened_at(index)
        ended = self.steps if goal == 0.9 else self.opened_at(index + 1)
        done = (step - begun) / max(1, ended - begun)
        evidence = 0.4 if done < 0.7 else 10 ** (3.1 * (done - 0.7) / 0.3)
        rate = round(self.skill(index, step), 3)
        return GateReading(
            opens=evidence >= 1000, prompts=24 + step - begun, evidence=evidence, threshold=1000.0,
            rate=rate, interval=(max(0, rate - 0.08), min(1, rate + 0.05)), pass_rate=goal,
        )  # fmt: skip

    def events(self) -> Iterable[Row]:
        yield from (event.to_json() for event in self._events())

    def _events(self) -> Iterable[Event]:
        last = self.steps
        yield Start(event="start", curriculum="arithmetic", caveats=("A uniform mixture of all stages may end equal.",))
        scrambled = Scrambled(stages=tuple(self.stages[2:]), keep=2)
        yield Sft(event="sft", steps=900, gold=tuple(self.stages[:2]), scrambled=scrambled)
        yield self._probe("after_sft", 0)
        yield Note(event="note", field="shuffle_dataset", given="True", value="False", reason="rows have an order")
        for index in range(1, 6):
            step, by = self.opened_at(index), self.stages[index - 1]
            yield Opened(
                event="opened", step=step, by=by, decision=self._gate(by, step, 0.8),
                stage=self.stages[index] if index < 5 else "finish", effective_slot=32 * (step + 2),
            )  # fmt: skip
        decisions = {name: self._gate(name, last, 0.9) for name in self.stages}
        yield Finished(event="finished", step=last, decisions=decisions)
        yield self._probe("at_end", last)
        yield End(event="end", step=last, status="finished")

    def probe(self, label: str, step: int) -> Row:
        return self._probe(label, step).to_json()

    def _probe(self, label: str, step: int) -> Probe:
        rates = (1.0, 0.99, 0.16, 0.01, 0.0) if label == "after_sft" else (0.993, 0.973, 0.963, 0.953, 0.94)
        stages = tuple(
            ProbeStage(
                name=name, split="train" if name == "add-1" else "probe", correct=round(1000 * rate),
                total=1000, rate=rate, interval=(max(0, rate - 0.015), min(1, rate + 0.012)),
            )
            for name, rate in zip(self.stages, rates, strict=True)
        )  # fmt: skip
        return Probe(event="probe", step=step, label=label, decoding="greedy", stages=stages)

    def completions(self, step: int) -> Iterable[Row]:
        phase = min(self.phase(step), 4)
        for slot in range(GROUPS):
            index = self.rng.randrange(phase + 1) if slot % 3 == 0 else phase
            correct = self.rng.random() < self.skill(index, step)
            yield completion(
                step=step, slot=32 * step + slot, stage=self.stages[index], role="replay" if slot % 3 == 0 else "fresh",
                completion="2360" if correct else "2361", correct=correct,
            )  # fmt: skip


def completion(correct: bool = True, **fields: Any) -> Row:
    """A completion as it is kept, with fields changed, also to what no writer would write."""
    text = fields.get("completion", "2360")
    status, reason = ("correct", None) if correct else ("incorrect", "wrong_value")
    row = Completion(
        step=1, slot=0, stage="add-3", role="fresh", prompt="74300+58200=", gold="2360", completion=text,
        verdict=VerdictRecord(status=status, reason=reason, extracted=text, span=(0, len(text)), decided_by="exact"),
        terms={"correctness": float(correct), "stop": 0.25 * correct, "brevity": -0.05 * (not correct)},
        total=1.25 if correct else -0.05, terminated=True, length=len(text) + 1,
    )  # fmt: skip
    return row.to_json() | fields


def _counts(fresh_right: int, fresh: int, replay_right: int, replay: int) -> StageCounts:
    """As the recorder counts: a role that had no completion is not there."""
    roles = {"fresh": (fresh_right, fresh), "replay": (replay_right, replay)}
    return StageCounts.model_validate({role: pair for role, pair in roles.items() if pair[1]})


def write_lines(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def make_run(tmp_path: Path) -> MakeRun:
    """Writes a run folder; every log can be replaced by one's own rows, None leaves it out."""

    def make(
        steps: int = 120,
        *,
        every: int = 20,
        metrics: Iterable[Row] | None = (),
        events: Iterable[Row] | None = (),
        samples: Sequence[Row] = (),
        folder: str = "run",
    ) -> Path:
        ladder, run = Ladder(steps), tmp_path / folder
        run.mkdir()
        if metrics is not None:
            write_lines(run / "metrics.jsonl", metrics or ladder.metrics())
        if events is not None:
            write_lines(run / "events.jsonl", events or ladder.events())
        for step in range(every, steps + 1, every):
            write_lines(run / "completions" / f"step-{step:08}.jsonl", ladder.completions(step))
        if samples:
            write_lines(run / "completions" / f"step-{steps + 1:08}.jsonl", samples)
        gate = {"pass_rate": 0.8}
        stages = [{"name": name, "gate": gate} for name in ladder.stages]
        config = {"name": "arithmetic", "seed": 7, "gate": gate, "stages": stages, "finish": {"pass_rate": 0.9}}
        (run / "config.resolved.yaml").write_text(yaml.safe_dump(config, sort_keys=False))
        env = {"gradatim": "0.1.0", "python": "3.12.1", "trl": "1.16.0", "seed": 7, "command": ["gradatim", "train"]}
        (run / "env.json").write_text(json.dumps(env))
        return run

    return make


@pytest.fixture
def ladder() -> type[Ladder]:
    return Ladder


@pytest.fixture
def make_completion() -> Callable[..., Row]:
    return completion
