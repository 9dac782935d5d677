"""What a reader should be warned of, derived from the data alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from gradatim.runs.records import StepMetrics
from gradatim.runs.report.overview import RECENT_STEPS, Overview, StageRow
from gradatim.runs.run import Run
from gradatim.runs.text import listing, number, percent

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
        yield f"Not opened, so never trained by GRPO: {listing(closed)}."
    if facts.finish_at is not None:
        missing = [stage.name for stage in facts.stages if stage.held_at is None]
        if missing:
            yield f"{listing(missing)} did not reach the goal {number(facts.finish_goal, 2)} in the final mixture."


def _measurements(facts: Overview) -> Iterator[str]:
    if facts.status is not None and not any(stage.last for stage in facts.stages):
        yield "No stage was measured at the end of the run: the pass rates below are of sampled training completions."
    below = [text for stage in facts.stages if (text := _below_goal(stage))]
    if below:
        yield f"Below the goal at the last measurement: {listing(below)}."
    worse = [text for stage in facts.stages if (text := _worse(stage))]
    if worse:
        yield f"Worse than before GRPO, beyond the intervals: {listing(worse)}."


def _below_goal(stage: StageRow) -> str | None:
    if stage.opened_at is None or stage.goal is None or stage.last is None or stage.last.result.rate is None:
        return None
    kind = "recall" if stage.last.result.recall else f"{stage.last.decoding} held-out rate"
    below = stage.last.result.rate < stage.goal
    return f"{stage.name} ({kind} {stage.last.result.rate:.3f}, goal {stage.goal:g})" if below else None


def _worse(stage: StageRow) -> str | None:
    if stage.first is None or stage.last is None:
        return None
    first, last = stage.first.result, stage.last.result
    lost = first.interval is not None and last.interval is not None and last.interval[1] < first.interval[0]
    return f"{stage.name} ({number(first.rate)} before, {number(last.rate)} now)" if lost else None


def _our_faults(rows: Sequence[StepMetrics]) -> Iterator[str]:
    excluded, total = sum(row.excluded for row in rows), sum(row.completions for row in rows)
    if excluded:
        share = f" ({percent(excluded / total)} of {total:,})" if total else ""
        yield f"{excluded:,} completions{share} were excluded: gold answers or the verifier failed, not the model."


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
