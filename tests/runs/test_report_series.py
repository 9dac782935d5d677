from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.runs.records import StageCounts, StepMetrics
from gradatim.runs.report.chart import Chart, Line, Mark, draw
from gradatim.runs.report.scales import CANVAS, decades, linear, step_ticks
from gradatim.runs.report.series import MIN_WINDOW, sampler
from gradatim.runs.report.stack import stacked

FINITE = st.floats(-1e6, 1e6)


def rows(count: int) -> list[StepMetrics]:
    return [StepMetrics(step=step, reward=float(step)) for step in range(1, count + 1)]


@given(st.integers(1, 3000), st.integers(1, 700))
def test_points_are_few_evenly_spread_and_end_with_the_last_step(count: int, limit: int) -> None:
    points = sampler(rows(count), limit)
    assert 1 <= len(points.ends) <= limit
    assert points.steps[-1] == count
    assert len({after - before for before, after in zip(points.ends, points.ends[1:], strict=False)}) <= 1


def test_means_look_back_over_the_window_and_skip_gaps() -> None:
    steps = [StepMetrics(step=step, reward=value) for step, value in enumerate([1.0, None, 3.0, math.nan, 8.0], 1)]
    assert sampler(steps).mean(lambda row: row.reward) == (1.0, 1.0, 2.0, 2.0, 4.0)
    assert sampler(rows(30)).mean(lambda row: row.reward)[-1] == 30 - (MIN_WINDOW - 1) / 2
    assert sampler(steps).mean(lambda row: row.kl) == (None,) * 5


def test_rates_are_pooled_over_completions_and_end_where_the_data_do() -> None:
    counts = [(1, 1), (0, 3), (0, 0)]
    steps = [StepMetrics(step=i, stages={"a": StageCounts(fresh=pair)}) for i, pair in enumerate(counts, 1)]

    def read(row: StepMetrics) -> tuple[int, int]:
        return row.stages["a"].fresh

    assert sampler(steps).rate(read) == (1.0, 0.25, 0.25)
    assert sampler(steps).rate(read, own=True) == (1.0, 0.25, None)


def test_no_peak_is_lost_between_points() -> None:
    steps = [StepMetrics(step=step, loss=100.0 if step == 333 else 1.0) for step in range(1, 2001)]
    assert max(v or 0 for v in sampler(steps, 50).peak(lambda row: row.loss)) == 100.0


@given(st.lists(st.one_of(st.none(), FINITE), max_size=20))
def test_a_linear_axis_holds_zero_and_all_values_on_round_ticks(values: list[float | None]) -> None:
    scale = linear(values)
    known = [value for value in values if value is not None]
    slack = 1e-8 * (scale.high - scale.low)
    assert all(scale.low - slack <= value <= scale.high + slack for value in [0.0, *known])
    assert 2 <= len(scale.ticks) <= 12
    assert all(0 <= scale.y(value) <= CANVAS for value in known)


def test_a_log_axis_puts_decades_at_equal_distances() -> None:
    scale = decades([0.5], low=0.001, high=10)
    assert scale.ticks == (0.001, 0.01, 0.1, 1, 10)
    assert [scale.y(tick) for tick in scale.ticks] == [1000, 750, 500, 250, 0]
    assert scale.y(0) == CANVAS


@given(st.integers(0, 10**7))
def test_step_ticks_are_few_and_within_the_run(last: int) -> None:
    ticks = step_ticks(last)
    assert 1 <= len(ticks) <= 8
    assert 0 <= ticks[0] <= ticks[-1] <= last


@given(st.lists(st.tuples(FINITE, FINITE, FINITE), min_size=1, max_size=8))
def test_a_stack_reaches_the_sum_of_gains_and_the_sum_of_losses(columns: list[tuple[float, ...]]) -> None:
    series = {str(name): tuple(column[name] for column in columns) for name in range(3)}
    bands = stacked(series)
    for index, column in enumerate(columns):
        top = max(band.high[index] for band in bands)
        bottom = min(band.low[index] for band in bands)
        assert top == pytest.approx(sum(value for value in column if value > 0))
        assert bottom == pytest.approx(sum(value for value in column if value < 0))


def test_a_term_that_changes_sign_never_crosses_zero_in_one_band() -> None:
    bands = stacked({"swing": (1.0, -1.0)})
    assert [(band.low, band.high) for band in bands] == [((0.0, 0.0), (1.0, 0.0)), ((0.0, -1.0), (0.0, 0.0))]


def test_a_lone_point_is_drawn_as_a_dot() -> None:
    chart = Chart("t", "u", (1, 2, 3), linear([1.0]), lines=(Line("a", 0, (None, 1.0, None)),))
    assert 'd="M667 0h0"' in draw(chart)


def test_marks_close_to_each_other_get_rows_of_their_own() -> None:
    marks = tuple(Mark(step, f"m{step}", "") for step in (1, 2, 50))
    drawn = draw(Chart("t", "u", (100,), linear([1.0]), lines=(Line("a", 0, (1.0,)),), marks=marks))
    heights = [drawn.split(f">m{step}<")[0].rsplit('y="', 1)[1].split('"')[0] for step in (1, 2, 50)]
    assert heights[0] == heights[2] != heights[1]
