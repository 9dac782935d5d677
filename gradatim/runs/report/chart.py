"""One chart as an SVG figure that keeps its text size at every width.

Paths live in a stretched inner canvas; labels, marks and grid lines are placed by percentages in the outer one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gradatim.runs.report.markup import Html, join, tag
from gradatim.runs.report.scales import CANVAS, Scale, step_ticks
from gradatim.runs.report.series import Values

COLORS = 8
"""Colours in the style sheet; further series start again with the first."""

INK = "ink"
"""The look of a line in the text's colour, for totals."""

_MARK_ROWS = 3
_MARK_GAP = 0.05


@dataclass(frozen=True)
class Line:
    """A curve; lines of one `label` share a legend entry, `word` tells their values apart there."""

    label: str
    color: int
    values: Values
    look: str = "solid"
    word: str = ""


@dataclass(frozen=True)
class Band:
    """A filled area between two curves; `values` is what the read-out shows."""

    label: str
    color: int
    low: Sequence[float]
    high: Sequence[float]
    values: Values


@dataclass(frozen=True)
class Level:
    """A horizontal line between two steps: a goal."""

    value: float
    first: int
    last: int
    text: str


@dataclass(frozen=True)
class Mark:
    """A vertical line at a step."""

    step: int
    label: str
    text: str


@dataclass(frozen=True)
class Dot:
    """A single measurement."""

    step: int
    value: float
    color: int
    text: str


@dataclass(frozen=True)
class Chart:
    """Everything one figure shows; `unit` labels the vertical axis, `digits` are those of the read-out."""

    title: str
    unit: str
    steps: tuple[int, ...]
    scale: Scale
    lines: tuple[Line, ...] = ()
    bands: tuple[Band, ...] = ()
    levels: tuple[Level, ...] = ()
    marks: tuple[Mark, ...] = ()
    dots: tuple[Dot, ...] = ()
    note: str = ""
    digits: int = 2
    size: str = "half"


def draw(chart: Chart) -> Html:
    """Returns the chart as a figure with legend, drawing and the data of its read-out."""
    last = max(chart.steps[-1], 1)
    canvas = tag(
        "svg",
        [_band(band, chart, last) for band in chart.bands],
        [_level(level, chart.scale, last) for level in chart.levels],
        [_line(line, chart, last) for line in chart.lines],
        viewBox=f"0 0 {CANVAS} {CANVAS}",
        preserveAspectRatio="none",
        width="100%",
        height="100%",
    )
    drawing = tag(
        "svg",
        [_grid_line(chart.scale, tick) for tick in chart.scale.ticks],
        _step_axis(last),
        tag("text", "GRPO step", x="100%", y="100%", dy=32, class_="end"),
        _marks(chart.marks, last),
        canvas,
        [_dot(dot, chart.scale, last) for dot in chart.dots],
        tag("line", y1="0", y2="100%", class_="cursor"),
        class_="plot",
        role="img",
        aria_label=_summary(chart),
        tabindex=0,
        data_steps=json.dumps(chart.steps, separators=(",", ":")),
        data_values=_readout(chart),
        data_digits=chart.digits,
    )
    return tag(
        "figure",
        tag("figcaption", chart.title),
        _legend(chart),
        tag("p", chart.unit, class_="unit"),
        tag("div", drawing, class_="frame marked" if chart.marks else "frame"),
        tag("p", chart.note, class_="note") if chart.note else None,
        class_=chart.size,
    )


def _x(step: int, last: int) -> str:
    return f"{100 * step / last:.2f}%"


def _grid_line(scale: Scale, tick: float) -> Html:
    y = f"{100 * (1 - scale.share(tick)):.2f}%"
    base = " base" if tick == 0 and not scale.log else ""
    return join(
        tag("line", x1="0", x2="100%", y1=y, y2=y, class_=f"grid{base}"),
        tag("text", f"{tick:g}", x=-9, y=y, dy=4, class_="end"),
    )


def _step_axis(last: int) -> Html:
    ticks = step_ticks(last)
    places = [" start" if tick == 0 else " end" if tick > 0.96 * last else " middle" for tick in ticks]
    return join(
        tag("text", f"{tick:,}", x=_x(tick, last), y="100%", dy=16, class_=place.strip())
        for tick, place in zip(ticks, places, strict=True)
    )


def _marks(marks: Sequence[Mark], last: int) -> Html:
    drawn: list[Html] = []
    row, before = 0, -1.0
    for mark in marks:
        share = mark.step / last
        row = (row + 1) % _MARK_ROWS if share - before < _MARK_GAP else 0
        before = share
        x = _x(mark.step, last)
        label = tag("text", mark.label, x=x, y=-9 - 11 * row, class_="middle")
        drawn.append(
            tag("g", tag("title", mark.text), tag("line", x1=x, x2=x, y1="0", y2="100%"), label, class_="mark")
        )
    return join(drawn)


def _dot(dot: Dot, scale: Scale, last: int) -> Html:
    y = f"{100 * (1 - scale.share(dot.value)):.2f}%"
    return tag(
        "circle", tag("title", dot.text), cx=_x(dot.step, last), cy=y, r=3.5, class_=f"dot c{dot.color % COLORS}"
    )


def _level(level: Level, scale: Scale, last: int) -> Html:
    x1, x2 = (round(CANVAS * step / last) for step in (level.first, level.last))
    y = scale.y(level.value)
    return tag("path", tag("title", level.text), d=f"M{x1} {y}H{x2}", class_="level")


def _line(line: Line, chart: Chart, last: int) -> Html:
    path = "".join(_segments(line.values, chart, last))
    return tag("path", d=path, class_=f"line {line.look} {_color(line)}")


def _segments(values: Values, chart: Chart, last: int) -> Iterator[str]:
    """A lone point becomes a line of no length, which round caps turn into a dot."""
    drawing = False
    for index, (step, value) in enumerate(zip(chart.steps, values, strict=True)):
        if value is None:
            drawing = False
            continue
        yield f"{'L' if drawing else 'M'}{round(CANVAS * step / last)} {chart.scale.y(value)}"
        alone = not drawing and (index + 1 == len(values) or values[index + 1] is None)
        if alone:
            yield "h0"
        drawing = True


def _band(band: Band, chart: Chart, last: int) -> Html:
    xs = [round(CANVAS * step / last) for step in chart.steps]
    upper = [f"{x} {chart.scale.y(y)}" for x, y in zip(xs, band.high, strict=True)]
    lower = [f"{x} {chart.scale.y(y)}" for x, y in zip(xs, band.low, strict=True)]
    return tag("path", d=f"M{'L'.join([*upper, *reversed(lower)])}Z", class_=f"band c{band.color % COLORS}")


def _entries(chart: Chart) -> list[Line | Band]:
    return [*chart.bands, *chart.lines]


def _readout(chart: Chart) -> str:
    digits = chart.digits + 1
    rows = [[None if v is None else float(f"{v:.{digits}g}") for v in each.values] for each in _entries(chart)]
    return json.dumps(rows, separators=(",", ":"))


def _legend(chart: Chart) -> Html:
    groups: dict[str, list[tuple[int, Line | Band]]] = {}
    for index, entry in enumerate(_entries(chart)):
        groups.setdefault(entry.label, []).append((index, entry))
    items = [_legend_item(label, entries) for label, entries in groups.items()]
    step = tag("li", "step ", tag("b", data_step=True), class_="at", hidden=True)
    return tag("ul", items, step, class_="legend")


def _legend_item(label: str, entries: Sequence[tuple[int, Line | Band]]) -> Html:
    kind = "swatch" if isinstance(entries[0][1], Band) else "stroke"
    outputs = [
        join(" ", tag("span", tag("b", data_series=index), f" {entry.word}" if isinstance(entry, Line) else ""))
        for index, entry in (entries[:1] if kind == "swatch" else entries)
    ]
    return tag("li", tag("i", class_=f"{kind} {_color(entries[0][1])}"), label, outputs)


def _color(entry: Line | Band) -> str:
    return INK if isinstance(entry, Line) and entry.look == INK else f"c{entry.color % COLORS}"


def _summary(chart: Chart) -> str:
    ends = [f"{each.label}{_word(each)} {_last(each.values, chart.digits)}" for each in _entries(chart)]
    return f"{chart.title}, {chart.unit}, steps {chart.steps[0]} to {chart.steps[-1]}. Last values: {'; '.join(ends)}."


def _word(entry: Line | Band) -> str:
    return f" {entry.word}" if isinstance(entry, Line) and entry.word else ""


def _last(values: Values, digits: int) -> str:
    known = [value for value in values if value is not None]
    return f"{known[-1]:.{digits}f}" if known else "none"
