"""Which charts a run has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gradatim.runs.events import FINISH, Demoted, Finished, Opened
from gradatim.runs.records import Counts, GateReading, StepMetrics
from gradatim.runs.report.chart import INK, Chart, Dot, Level, Line, Mark
from gradatim.runs.report.overview import Overview, StageRow
from gradatim.runs.report.scales import SHARES, decades, linear
from gradatim.runs.report.series import Sampler, Values, sampler
from gradatim.runs.report.stack import stacked
from gradatim.runs.run import Run
from gradatim.runs.text import listing

_EVIDENCE_CAP = 10.0
_EVIDENCE_FLOOR = 0.1


def charts(run: Run, facts: Overview) -> list[Chart]:
    """Returns the charts of a run that has steps, most telling first."""
    points = sampler(run.metrics)
    marks = _marks(run, facts)
    smooth = f"Mean over the last {points.window} steps."
    drawn = [
        _pass_rates(run, facts, points, marks),
        _rewards(points, marks, smooth),
        _evidence(run, facts, points, marks),
        _groups(points, marks, smooth),
        _eos(points, marks, smooth),
        _lengths(points, marks, smooth),
        *_optimizer(points),
    ]
    return [chart for chart in drawn if chart is not None]


def _marks(run: Run, facts: Overview) -> tuple[Mark, ...]:
    numbers = {stage.name: str(stage.number) for stage in facts.stages} | {FINISH: "mix"}
    opened = [
        Mark(event.step, numbers.get(event.stage, event.stage), f"step {event.step}: {_opens(event)}")
        for event in run.of_kind(Opened)
    ]
    demoted = [
        Mark(
            event.step,
            f"↓{numbers.get(event.stage, '')}",
            f"step {event.step}: back to {event.stage} from {event.by}",
        )
        for event in run.of_kind(Demoted)
    ]
    return tuple(sorted([*opened, *demoted], key=lambda mark: mark.step))


def _opens(event: Opened) -> str:
    what = "the final mixture of all stages begins" if event.stage == FINISH else f"{event.stage} opens"
    return f"{what}, by the gate of {event.by}" if event.by else what


def _pass_rates(run: Run, facts: Overview, points: Sampler, marks: tuple[Mark, ...]) -> Chart:
    lines: list[Line] = []
    for stage in facts.stages:
        replay, fresh = (_role_counts(stage.name, role) for role in ("replay", "fresh"))
        label = f"{stage.number} {stage.name}"
        lines.append(Line(label, stage.number - 1, points.rate(fresh, own=True), "solid", "fresh"))
        lines.append(Line(label, stage.number - 1, points.rate(replay), "thin", "replay"))
    return Chart(
        title="Pass rate per stage",
        unit="share of sampled completions correct",
        steps=points.steps,
        scale=SHARES,
        lines=tuple(line for line in lines if any(value is not None for value in line.values)),
        levels=_goal_levels(run, facts),
        marks=marks,
        dots=tuple(dot for stage in facts.stages for dot in _probe_dots(stage)),
        note=f"Pooled over the last {points.window} steps. Thick: fresh problems, which the gate counts; thin: replay. "
        "Dashed: the gate's goal. Vertical lines: the step at which that stage opened (mix: the final mixture of all "
        f"stages). {_dots_note(facts)}",
        size="full",
    )


def _role_counts(stage: str, role: str) -> Callable[[StepMetrics], Counts]:
    def read(row: StepMetrics) -> Counts:
        counts = row.stages.get(stage)
        return (0, 0) if counts is None else counts.fresh if role == "fresh" else counts.replay

    return read


def _probe_dots(stage: StageRow) -> Iterator[Dot]:
    for each in stage.measured:
        if each.result.rate is not None:
            kind = "recall" if each.result.recall else "held-out"
            text = f"{stage.name}, step {each.step}: {each.decoding} {kind} {each.result.rate:.3f}"
            yield Dot(each.step, each.result.rate, stage.number - 1, text)


def _dots_note(facts: Overview) -> str:
    probed = [stage for stage in facts.stages if stage.measured]
    if not probed:
        return ""
    recall = [stage.name for stage in probed if stage.recall]
    kind = f" (recall of trained problems for {listing(recall)})" if recall else ""
    return f"Circles: {probed[0].measured[0].decoding} decoding on held-out problems{kind}."


def _goal_levels(run: Run, facts: Overview) -> tuple[Level, ...]:
    spans: list[tuple[str, int, int]] = []
    for row in run.metrics:
        if spans and spans[-1][0] == row.phase:
            spans[-1] = (row.phase, spans[-1][1], row.step)
        else:
            spans.append((row.phase, max(0, row.step - 1), row.step))
    goals = {stage.name: stage.goal for stage in facts.stages} | {FINISH: facts.finish_goal}
    return tuple(
        Level(goal, first, last, f"goal of {phase}: {goal:g}")
        for phase, first, last in spans
        if (goal := goals.get(phase)) is not None
    )


def _rewards(points: Sampler, marks: tuple[Mark, ...], smooth: str) -> Chart:
    names = dict.fromkeys(name for row in points.rows for name in row.terms)
    values = {name: points.mean(_term(name)) for name in names}
    total = points.mean(lambda row: row.reward)
    bands = stacked(values)
    edges = [edge for band in bands for edge in (*band.low, *band.high)]
    return Chart(
        title="Reward by term",
        unit="mean weighted contribution",
        steps=points.steps,
        scale=linear([*edges, *total]),
        bands=bands,
        lines=(Line("total", 0, total, INK),),
        marks=marks,
        note=f"{smooth} Terms are stacked: gains upwards from zero, penalties downwards.",
    )


def _term(name: str) -> Callable[[StepMetrics], float | None]:
    return lambda row: row.terms.get(name)


def _evidence(run: Run, facts: Overview, points: Sampler, marks: tuple[Mark, ...]) -> Chart | None:
    shares = {
        stage.name: points.peak(_evidence_share(stage.name, _decisions(run, stage.name))) for stage in facts.stages
    }
    known = [value for values in shares.values() for value in values if value is not None and value > 0]
    if not known:
        return None
    scale = decades(known, low=max(min([*known, _EVIDENCE_FLOOR]), 1e-4), high=_EVIDENCE_CAP)
    return Chart(
        title="Gate evidence",
        unit="share of what opens the gate (log scale)",
        steps=points.steps,
        scale=scale,
        lines=tuple(
            Line(f"{stage.number} {stage.name}", stage.number - 1, _at_least(shares[stage.name], scale.low))
            for stage in facts.stages
            if any(value is not None for value in shares[stage.name])
        ),
        levels=(Level(1.0, 0, points.steps[-1], "the gate opens"),),
        marks=marks,
        note="The dashed line is the threshold; a gate opens when its evidence reaches it.",
        digits=3,
    )


def _decisions(run: Run, stage: str) -> dict[int, GateReading]:
    """Returns the readings that opened a gate; the metrics of their step may already show the next gate."""
    opened = {event.step: event.decision for event in run.of_kind(Opened) if event.by == stage and event.decision}
    held = {e.step: e.decisions[stage] for e in run.of_kind(Finished) if stage in e.decisions}
    return opened | held


def _evidence_share(stage: str, decisions: Mapping[int, GateReading]) -> Callable[[StepMetrics], float | None]:
    def read(row: StepMetrics) -> float | None:
        gate = decisions.get(row.step, row.gates.get(stage))
        if gate is None or gate.evidence is None or not gate.threshold:
            return None
        return min(gate.evidence / gate.threshold, _EVIDENCE_CAP)

    return read


def _at_least(values: Values, low: float) -> Values:
    return tuple(None if value is None else max(value, low) for value in values)


def _groups(points: Sampler, marks: tuple[Mark, ...], smooth: str) -> Chart | None:
    if not any(row.groups.total for row in points.rows):
        return None
    right = points.rate(lambda row: (row.groups.all_correct, row.groups.total))
    wrong = points.rate(lambda row: (row.groups.all_wrong, row.groups.total))
    silent = points.rate(lambda row: (row.groups.no_signal, row.groups.total))
    return Chart(
        title="Groups without signal",
        unit="share of groups",
        steps=points.steps,
        scale=SHARES,
        bands=stacked({"all right": right, "all wrong": wrong}),
        lines=(Line("no signal", 0, silent, INK),),
        marks=marks,
        note=f"{smooth} No signal: all rewards of the group are equal, so it teaches nothing.",
        size="third",
    )


def _eos(points: Sampler, marks: tuple[Mark, ...], smooth: str) -> Chart | None:
    ended = points.mean(lambda row: row.eos_rate)
    line = Line("ended with EOS", 0, ended)
    return _simple("Completions that end by themselves", "share ending with EOS", points, (line,), marks, smooth)


def _lengths(points: Sampler, marks: tuple[Mark, ...], smooth: str) -> Chart | None:
    mean = Line("mean", 0, points.mean(lambda row: row.length.mean))
    longest = Line("longest", 1, points.peak(lambda row: row.length.max), "thin")
    return _simple("Completion length", "tokens, EOS included", points, (mean, longest), marks, smooth)


def _optimizer(points: Sampler) -> Iterator[Chart | None]:
    for title, unit, read in _OPTIMIZER:
        lines = (Line(title.lower(), 0, points.mean(read)),)
        yield _simple(title, unit, points, lines, (), "", digits=4)


def _simple(
    title: str,
    unit: str,
    points: Sampler,
    lines: tuple[Line, ...],
    marks: tuple[Mark, ...],
    note: str,
    digits: int = 2,
) -> Chart | None:
    kept = tuple(line for line in lines if any(value is not None for value in line.values))
    if not kept:
        return None
    scale = SHARES if unit.startswith("share") else linear(value for line in kept for value in line.values)
    return Chart(title, unit, points.steps, scale, kept, marks=marks, note=note, digits=digits, size="third")


_OPTIMIZER: tuple[tuple[str, str, Callable[[StepMetrics], float | None]], ...] = (
    ("Loss", "policy loss", lambda row: row.loss),
    ("Gradient norm", "before clipping", lambda row: row.grad_norm),
    ("Learning rate", "per step", lambda row: row.learning_rate),
    ("Entropy", "nats per token", lambda row: row.entropy),
    ("KL to the reference", "nats per token", lambda row: row.kl),
)
