"""What came out of a run, as one JSON object."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from gradatim.curricula import Curriculum
from gradatim.runs.events import Event, Opened, Probe, ProbeStage
from gradatim.runs.folder import RunFolder

Status = Literal["finished", "max_steps", "stuck", "interrupted"]


@dataclass(frozen=True, slots=True)
class StageSummary:
    """One stage in the end.

    Attributes:
        name: its name.
        opened_at_step: the optimizer step after which it opened; None if it never did.
        after_sft: greedy pass rate before GRPO, in [0, 1].
        at_end: the same after it; None for an interrupted run.
        interval: 95 % Wilson interval of `at_end`.
        decoding: how the completions of both rates were decoded.
        split: `probe` (held out), or `train` where nothing is held out and the rates mean recall.
    """

    name: str
    opened_at_step: int | None
    after_sft: float | None
    at_end: float | None
    interval: list[float] | None
    decoding: str
    split: str


@dataclass(frozen=True, slots=True)
class Summary:
    """One run in the end.

    Attributes:
        schema_version: rises when a key changes its meaning.
        status: `finished`: every gate opened, and the finish held; `max_steps`, `stuck` or `interrupted` otherwise.
        curriculum: its name.
        seed: the seed of model, warm-up, streams and sampling.
        stages: one entry per stage, in order.
        steps: optimizer steps of GRPO.
        completions: completions generated in training.
        cpu_seconds: CPU time of this process, imports and earlier parts of a resumed run included.
        run_dir: the run folder.
        model_dir: the trained model; None for an interrupted run.
    """

    schema_version: int
    status: Status
    curriculum: str
    seed: int
    stages: list[StageSummary]
    steps: int
    completions: int
    cpu_seconds: float
    run_dir: str
    model_dir: str | None

    def to_json(self) -> dict[str, Any]:
        """Returns plain JSON."""
        return asdict(self)


def summarize(
    curriculum: Curriculum, folder: RunFolder, status: Status, steps: int, completions: int, cpu_seconds: float
) -> Summary:
    """Reads the events of a run folder and returns the summary."""
    events = folder.read_events()
    opened = {curriculum.stages[0].name: 0} | {event.stage: event.step for event in events if isinstance(event, Opened)}
    before, after = _rates(events, "after_sft"), _rates(events, "at_end")
    stages = [
        StageSummary(
            stage.name,
            opened.get(stage.name),
            before[stage.name].rate if stage.name in before else None,
            after[stage.name].rate if stage.name in after else None,
            _interval(after.get(stage.name)),
            "greedy",
            "probe" if stage.split.share else "train",
        )
        for stage in curriculum.stages
    ]
    model_dir = folder.path / "model"
    return Summary(
        1,
        status,
        curriculum.name,
        curriculum.seed,
        stages,
        steps,
        completions,
        round(cpu_seconds, 1),
        str(folder.path),
        str(model_dir) if model_dir.is_dir() and status != "interrupted" else None,
    )


def _rates(events: Iterable[Event], label: str) -> dict[str, ProbeStage]:
    probes = [event for event in events if isinstance(event, Probe) and event.label == label]
    return {result.name: result for probe in probes for result in probe.stages}


def _interval(result: ProbeStage | None) -> list[float] | None:
    return list(result.interval) if result and result.interval else None
