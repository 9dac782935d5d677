"""The stage table: pass rates after the warm-up and at the end, stage by stage."""

from __future__ import annotations

from gradatim.runs.report.markup import Html, join, tag
from gradatim.runs.report.overview import Measured, Overview, StageRow
from gradatim.runs.text import MISSING, number

_HEADS = ("Stage", "When", "Greedy pass rate [95 % interval]", "", "Goal", "State", "Opened at step", "In training")
_STATE_CLASS = {"held": "good", "opened the next": "odd", "training": "odd", "closed again": "bad", "waiting": "bad"}


def stage_table(facts: Overview) -> Html:
    """Returns one group of two rows per stage: before GRPO and newest."""
    decoding = next((each.decoding for stage in facts.stages for each in stage.measured), "greedy")
    heads = [head.replace("Greedy", decoding.capitalize()) for head in _HEADS]
    return tag(
        "div",
        tag(
            "table",
            tag("caption", f"Pass rates with {decoding} decoding on held-out problems, with 95 % intervals"),
            tag("thead", tag("tr", [tag("th", head, scope="col") if head else tag("td") for head in heads])),
            [_group(stage, facts) for stage in facts.stages],
            class_="stages",
        ),
        class_="scroll",
        tabindex=0,
        role="region",
        aria_label="Stages",
    )


def _group(stage: StageRow, facts: Overview) -> Html:
    name = tag("th", f"{stage.number} {stage.name}", _recall_badge(stage), scope="rowgroup", rowspan=2)
    shared = [
        tag("td", _goal(stage, facts), rowspan=2, class_="number"),
        tag("td", tag("span", stage.state, class_=f"badge {_STATE_CLASS[stage.state]}"), _reached(stage), rowspan=2),
        tag("td", _opened(stage), rowspan=2, class_="number"),
        tag("td", _training(stage), rowspan=2, class_="number"),
    ]
    return tag(
        "tbody",
        tag("tr", name, _cells("after warm-up" if facts.warmed_up else "at start", stage.first, stage), shared),
        tag("tr", _cells("at end", stage.last, stage)),
    )


def _training(stage: StageRow) -> Html:
    correct, total = stage.recent
    return join(number(correct / total), tag("small", f"{total:,} sampled")) if total else join(MISSING)


def _recall_badge(stage: StageRow) -> Html | None:
    if not stage.recall:
        return None
    return tag("small", tag("span", "recall", class_="badge odd", title="measured on problems that are trained on"))


def _opened(stage: StageRow) -> str:
    return "never" if stage.opened_at is None else f"{stage.opened_at:,}" if stage.opened_at else "start"


def _goal(stage: StageRow, facts: Overview) -> Html:
    finish = tag("small", f"{facts.finish_goal:g} in the mix") if facts.finish_goal is not None else None
    return join(MISSING if stage.goal is None else f"{stage.goal:g}", finish)


def _reached(stage: StageRow) -> Html | None:
    step = stage.held_at if stage.held_at is not None else stage.passed_at
    return None if step is None else tag("small", f"at step {step:,}")


def _cells(when: str, measured: Measured | None, stage: StageRow) -> Html:
    if measured is None or measured.result.rate is None:
        return join(tag("td", when), tag("td", "not measured", colspan=2, class_="quiet"))
    result = measured.result
    interval = f"[{result.interval[0]:.3f}, {result.interval[1]:.3f}]" if result.interval else ""
    kind = "recall" if result.recall else f"of {result.total:,}"
    rate = tag("td", tag("strong", f"{result.rate:.3f}"), f" {interval} ", tag("small", kind), class_="number rate")
    return join(tag("td", when), rate, tag("td", _range(measured, stage.goal)))


def _range(measured: Measured, goal: float | None) -> Html:
    """Draws the rate as a dot with its interval on an axis from 0 to 1; the tick is the goal."""
    rate = measured.result.rate or 0.0
    low, high = measured.result.interval or (rate, rate)
    return tag(
        "svg",
        tag("line", x1="0", x2="100%", y1="50%", y2="50%", class_="grid"),
        tag("line", x1=_at(goal), x2=_at(goal), y1="1", y2="15", class_="level") if goal is not None else None,
        tag("line", x1=_at(low), x2=_at(high), y1="50%", y2="50%", class_="interval"),
        tag("circle", cx=_at(rate), cy="50%", r=4, class_="rate"),
        class_="range",
        width=120,
        height=16,
        aria_hidden="true",
    )


def _at(rate: float) -> str:
    return f"{4 + 92 * min(max(rate, 0.0), 1.0):.1f}%"
