"""What a reader should be warned of, derived from the data alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from gradatim.cli.report.overview import RECENT_STEPS, Overview, StageRow
from gradatim.cli.report.records import StepMetrics
from gradatim.cli.report.run import Run
from gradatim.cli.report.text import listing, number, percent

MANY_CUT = 0.1
MANY_SILENT = 0.9


def findings(run: Run, facts: Overview) -> list[str]:
    """Returns the warnings, gravest first, in whole sentences."""
    recent = run.metrics[-RECENT_STEPS:]
    return [
        *_ending(run, facts),
        *_stages(facts),
        *_measurements(facts),
        *_our_faults(run.metrics),
        *_numbers(run.metrics),
        *_truncation(recent),
        *_signal(recent),
    ]


def _ending(run: Run, facts: Overview) -> Iterator[str]:
    where = f"after step {run.last_step}" if run.metrics else "before the first GRPO step"
    if facts.status is None:
        yield f"The log stops {where} without an end: the run is still going on, or it was killed."
    if facts.status == "interrupted":
        yield f"The run was interrupted {where}; it can be resumed."
    if facts.status == "stuck":
        yield f"The run gave up {where}: a gate did not open within the patience that the curriculum allows."
    if facts.status == "max_steps" and not facts.all_held:
        yield f"The run reached its step limit {where} before all stages held."
    for name in dict.fromkeys(run.torn):
        yield f"The last line of {name} was cut off and is left out."


def _stages(facts: Overview) -> Iterator[str]:
    closed = [stage.name for stage in facts.stages if stage.opened_at is None]
    if closed:
        yield f"{listing(closed)} never opened, so GRPO trained no problem of {'it' if len(closed) == 1 else 'them'}."
    if facts.finish_at is not None:
        missing = [stage.name for stage in facts.stages if stage.mastered_at is None]
        if missing:
            yield f"{listing(missing)} did not reach the goal {number(facts.finish_goal, 2)} in the final mixture."


def _measurements(facts: Overview) -> Iterator[str]:
    if facts.status is not None and not any(stage.last for stage in facts.stages):
        yield "No stage was measured at the end of the run: the pass rates below are of sampled training completions."
    for stage in facts.stages:
        yield from _last_rate(stage)


def _last_rate(stage: StageRow) -> Iterator[str]:
    first, last = stage.first, stage.last
    if last is None or last.result.rate is None or stage.opened_at is None:
        return
    rate, kind = last.result.rate, "recall" if last.result.recall else "held-out rate"
    if stage.goal is not None and rate < stage.goal:
        yield f"{stage.name}: the last {last.decoding} {kind} {rate:.3f} is below the goal {stage.goal:g}."
    before, after = first.result.interval if first else None, last.result.interval
    if first and before and after and after[1] < before[0]:
        yield f"{stage.name} got worse: {last.decoding} {kind} {number(first.result.rate)} before, {rate:.3f} now."


def _our_faults(rows: Sequence[StepMetrics]) -> Iterator[str]:
    excluded, total = sum(row.excluded for row in rows), sum(row.completions for row in rows)
    if excluded:
        share = f" ({percent(excluded / total)} of {total:,})" if total else ""
        yield f"{excluded:,} completions{share} were excluded: gold answers or the verifier failed, not the model."
    unknown = sum(row.unknown_golds for row in rows)
    if unknown:
        yield f"{unknown:,} completions could not be matched to a problem of the curriculum."


def _numbers(rows: Sequence[StepMetrics]) -> Iterator[str]:
    broken = [row.step for row in rows if _not_finite(row.loss) or _not_finite(row.grad_norm)]
    if broken:
        yield f"Loss or gradient norm was no finite number in {len(broken)} steps, first in step {broken[0]}."


def _not_finite(value: float | None) -> bool:
    return value is not None and not math.isfinite(value)


def _truncation(recent: Sequence[StepMetrics]) -> Iterator[str]:
    ended = _mean(recent, lambda row: row.eos_rate)
    if ended is not None and 1 - ended > MANY_CUT:
        yield (
            f"{percent(1 - ended)} of the completions of the last {len(recent)} steps were cut at the length limit "
            "instead of ending with EOS; cut completions rarely show an answer."
        )


def _signal(recent: Sequence[StepMetrics]) -> Iterator[str]:
    total = sum(row.groups.total for row in recent)
    silent = sum(row.groups.no_signal for row in recent)
    if total and silent / total > MANY_SILENT:
        right = sum(row.groups.all_correct for row in recent) / total
        wrong = sum(row.groups.all_wrong for row in recent) / total
        yield (
            f"{percent(silent / total)} of the groups of the last {len(recent)} steps gave no signal "
            f"({percent(right)} all right, {percent(wrong)} all wrong): these steps taught little."
        )


def _mean(rows: Sequence[StepMetrics], read: Callable[[StepMetrics], float | None]) -> float | None:
    values = [value for row in rows if (value := read(row)) is not None]
    return sum(values) / len(values) if values else None
