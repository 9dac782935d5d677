"""From the completions of a step to the records that run folders and displays take."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any

from gradatim.runs.records import Completion, Groups, Lengths, StageCounts, StepFigures, VerdictRecord
from gradatim.runs.sinks import Sink
from gradatim.trainer_adapters.trl.live import Graded, Transcript
from gradatim.trainer_adapters.trl.texts import text_of

_TRAINER_FIGURES = ("loss", "grad_norm", "learning_rate", "entropy", "kl")
_PROMPTS_KEPT = 4
_COMPLETIONS_KEPT = 2


class Recorder:
    """A listener that turns what happens into records, and hands each to every sink.

    Args:
        sinks: a run folder, a live display; none on processes other than the first.
        cpu_offset: CPU seconds that earlier processes of this run have used.
    """

    def __init__(self, sinks: Sequence[Sink], cpu_offset: float = 0.0) -> None:
        self._sinks = list(sinks)
        self._cpu_offset = cpu_offset
        self._pending: dict[str, Any] | None = None
        self._events: list[dict[str, Any]] = []

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of the run so far, all its processes' lives on this rank together."""
        return self._cpu_offset + time.process_time()

    def on_event(self, event: dict[str, Any]) -> None:
        """Stamps an event and hands it on, after the record of the step that it belongs to."""
        self._events.append({"time": time.time(), **event})
        if self._pending is None:
            self._flush()

    def on_step(
        self,
        step: int,
        graded: Sequence[Graded],
        transcripts: Sequence[Transcript],
        facts: dict[str, Any],
        *,
        logs_follow: bool,
    ) -> None:
        """Makes the step's record; holds it back while the trainer's own figures for it are still to come."""
        self._flush()
        if not self._sinks:
            return
        for sink in self._sinks:
            sink.on_completions(step, completion_rows(step, transcripts))
        self._pending = {
            "step": step,
            "time": time.time(),
            "cpu_seconds": self.cpu_seconds,
            **metrics_of(graded),
            **facts,
        }
        if not logs_follow:
            self._flush()

    def on_log(self, step: int, logs: dict[str, Any]) -> None:
        """Adds the trainer's figures to the record of the same step."""
        if self._pending is not None and self._pending["step"] == step:
            self._pending |= {name: logs[name] for name in _TRAINER_FIGURES if name in logs}
        self._flush()

    def _flush(self) -> None:
        pending, self._pending = self._pending, None
        events, self._events = self._events, []
        for sink in self._sinks:
            if pending is not None:
                sink.on_metrics(pending)
            for event in events:
                sink.on_event(event)


def metrics_of(graded: Sequence[Graded]) -> dict[str, Any]:
    """Returns the figures of the completions of one step, over all processes; there is at least one."""
    rewarded = [g for g in graded if g.total is not None]
    totals = [g.total for g in rewarded if g.total is not None]
    names = dict.fromkeys(name for g in rewarded for name in g.terms)
    stages: dict[str, dict[str, list[int]]] = {}
    groups: dict[int, list[Graded]] = {}
    for one in graded:
        groups.setdefault(one.slot, []).append(one)
        if one.correct is not None:
            count = stages.setdefault(one.stage, {}).setdefault(one.role, [0, 0])
            count[0] += one.correct
            count[1] += 1
    figures = StepFigures(
        completions=len(graded),
        prompts=len(groups),
        reward=fmean(totals) if totals else None,
        reward_std=pstdev(totals) if totals else None,
        terms={name: fmean(g.terms.get(name, 0.0) for g in rewarded) for name in names},
        stages={stage: StageCounts.model_validate(roles) for stage, roles in stages.items()},
        length=Lengths(mean=fmean(g.length for g in graded), max=max(g.length for g in graded)),
        eos_rate=fmean(g.terminated for g in graded),
        groups=_signal(list(groups.values())),
        excluded=len(graded) - len(totals),
    )
    return figures.to_json()


def _signal(groups: Sequence[Sequence[Graded]]) -> Groups:
    """Counts groups; one whose totals are all equal has advantage 0 everywhere and teaches nothing."""
    return Groups(
        total=len(groups),
        all_correct=sum(all(g.correct is True for g in group) for group in groups),
        all_wrong=sum(all(g.correct is False for g in group) for group in groups),
        no_signal=sum(len({g.total for g in group if g.total is not None}) <= 1 for group in groups),
    )


def completion_rows(step: int, transcripts: Sequence[Transcript]) -> list[dict[str, Any]]:
    """Returns the first distinct completions of the first prompts of a step."""
    kept: dict[int, dict[str, Transcript]] = {}
    for one in transcripts:
        slot = one.row.slot
        if slot not in kept and len(kept) == _PROMPTS_KEPT:
            continue
        group = kept.setdefault(slot, {})
        if len(group) < _COMPLETIONS_KEPT:
            group.setdefault(one.completion, one)
    return [_completion(step, one).to_json() for group in kept.values() for one in group.values()]


def _completion(step: int, one: Transcript) -> Completion:
    row, verdict, graded = one.row, one.verdict, one.graded
    return Completion(
        step=step,
        slot=row.slot,
        stage=row.stage,
        role=row.role,
        prompt=text_of(row.prompt),
        gold=row.problem.gold,
        completion=one.completion,
        verdict=VerdictRecord(
            status=verdict.status,
            reason=verdict.reason,
            extracted=verdict.extracted,
            span=verdict.span,
            decided_by=verdict.decided_by,
            detail=verdict.detail,
        ),
        terms=graded.terms,
        total=graded.total,
        terminated=graded.terminated,
        length=graded.length,
    )
