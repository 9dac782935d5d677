from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from gradatim.runs import read_run
from gradatim.runs.report.chart import Chart
from gradatim.runs.report.charts import charts
from gradatim.runs.report.overview import overview

MakeRun = Callable[..., Path]


def charts_of(folder: Path) -> dict[str, Chart]:
    run = read_run(folder)
    return {chart.title: chart for chart in charts(run, overview(run))}


def test_fresh_lines_cover_their_phase_and_replay_the_rest(make_run: MakeRun, ladder: Any) -> None:
    chart = charts_of(make_run(400))["Pass rate per stage"]
    lines = {(line.label, line.word): line for line in chart.lines}
    fresh, replay = lines["3 add-3", "fresh"], lines["3 add-3", "replay"]
    opened, passed = (ladder(400).opened_at(index) for index in (2, 3))
    seen = [step for step, value in zip(chart.steps, fresh.values, strict=True) if value is not None]
    assert [step for step in seen if step < ladder(400).opened_at(5)] == list(range(opened, passed))
    assert all(value is None for step, value in zip(chart.steps, replay.values, strict=True) if step < passed)


def test_marks_goals_and_greedy_rates_are_in_the_pass_rate_chart(make_run: MakeRun) -> None:
    folder = make_run(400)
    with (folder / "events.jsonl").open("a") as stream:
        stream.write('{"step": 390, "event": "demoted", "stage": "add-4", "by": "add-5"}\n')
    chart = charts_of(folder)["Pass rate per stage"]
    assert [(mark.step, mark.label) for mark in chart.marks] == [
        (1, "2"), (6, "3"), (120, "4"), (180, "5"), (264, "mix"), (390, "↓4"),
    ]  # fmt: skip
    assert [(level.value, level.last) for level in chart.levels] == [
        (0.8, 5), (0.8, 119), (0.8, 179), (0.8, 263), (0.9, 400),
    ]  # fmt: skip
    assert len(chart.dots) == 10


def test_evidence_reaches_the_threshold_where_a_gate_opened(make_run: MakeRun, ladder: Any) -> None:
    rows = list(ladder(400).metrics())
    for row in rows:
        row["gates"] = {name: gate for name, gate in row["gates"].items() if not gate["opens"]}
    chart = charts_of(make_run(400, metrics=rows))["Gate evidence"]
    line = next(line for line in chart.lines if line.label == "4 add-4")
    reached = [step for step, value in zip(chart.steps, line.values, strict=True) if value is not None and value >= 1]
    assert reached == [180, 400]


def test_figures_that_a_trainer_does_not_log_get_no_chart(make_run: MakeRun) -> None:
    bare = [{"step": step, "reward": 1.0, "terms": {"correctness": 1.0}} for step in (1, 2)]
    assert set(charts_of(make_run(20, metrics=bare))) == {"Pass rate per stage", "Reward by term"}


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio by WCAG 2.2, in [1, 21]."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_colours_stand_out_from_their_ground(theme: int) -> None:
    css = files("gradatim.runs.report").joinpath("assets", "report.css").read_text(encoding="utf-8")
    colors = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", css.split(":root {")[theme + 1]))
    grounds = [colors["ground"], colors["card"]]
    for name, least in [(f"c{i}", 3.0) for i in range(8)] + [(n, 4.5) for n in ("ink", "quiet", "good", "bad", "odd")]:
        assert min(contrast(colors[name], ground) for ground in grounds) >= least, name
    assert contrast(colors["ink"], colors["hint"]) >= 4.5
