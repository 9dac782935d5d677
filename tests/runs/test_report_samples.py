from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradatim.runs.report import samples as module
from gradatim.runs.report.sample_table import sample_table
from gradatim.runs.report.samples import FAILURES_PER_STAGE, choose
from gradatim.runs.run import read_run

MakeRun = Callable[..., Path]
MakeCompletion = Callable[..., dict[str, Any]]


def test_samples_are_bounded_spread_and_latest_first(make_run: MakeRun) -> None:
    run = read_run(make_run(400, every=1))
    chosen = choose(run.completion_files, ["add-1"] * 5)
    steps = [each.step for each in chosen]
    assert len(chosen) == 200
    assert steps == sorted(steps, reverse=True)
    assert len({step // 40 for step in steps}) >= 10
    assert len({(each.step, each.slot) for each in chosen}) == len(chosen)


def test_the_latest_failures_of_each_stage_are_always_there(make_run: MakeRun, make_completion: MakeCompletion) -> None:
    fails = [make_completion(step=121, slot=slot, stage="add-2", correct=False) for slot in range(12)]
    chosen = choose(read_run(make_run(samples=fails)).completion_files, ["add-2"], limit=30)
    latest = Counter(each.stage for each in chosen if not each.correct and each.step == 121)
    assert latest["add-2"] >= FAILURES_PER_STAGE


def test_a_small_limit_is_kept(make_run: MakeRun) -> None:
    files = read_run(make_run()).completion_files
    assert [len(choose(files, ["add-1"], limit)) for limit in (0, 1, 7)] == [0, 1, 7]
    assert choose([], ["add-1"]) == []


def test_reading_stops_when_the_byte_budget_is_spent(make_run: MakeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    files = read_run(make_run(400, every=10)).completion_files
    monkeypatch.setattr(module, "_BYTES", files[-1].stat().st_size)
    assert {each.step for each in choose(files, ["add-1"])} == {400}


@pytest.mark.parametrize(
    ("text", "span", "shown"),
    [
        ("so 42.", (3, 5), "so <mark>42</mark>."),
        ("a\x00<b>", (1, 5), "a<mark>⟨U+0000⟩&lt;b&gt;</mark>"),
        ("so 42.", (3, 99), "so 42."),
        ("x" * 3000 + "42", (3000, 3002), "<mark>42</mark></pre>"),
        ("x" * 3000 + "42", (1300, 1302), "1,402 characters left out"),
        ("x" * 3000 + "42", (1300, 2800), "1,402 characters left out"),
    ],
)
def test_the_answer_is_marked_where_it_is_shown(
    make_run: MakeRun, make_completion: MakeCompletion, text: str, span: tuple[int, int], shown: str
) -> None:
    row = make_completion(completion=text)
    row["verdict"]["span"] = span
    run = read_run(make_run(10, samples=[row]))
    table = sample_table(choose(run.completion_files, ["add-3"]), ["correctness"])
    assert shown in table


def test_bars_point_left_for_penalties_and_excluded_samples_have_no_total(
    make_run: MakeRun, make_completion: MakeCompletion
) -> None:
    terms = {"correctness": 1.0, "length": -0.5}
    run = read_run(make_run(10, samples=[make_completion(terms=terms, total=None, terminated=False)]))
    table = sample_table(choose(run.completion_files, ["add-3"]), list(terms))
    assert "<strong>excluded</strong>" in table
    assert "cut at the limit" in table
    assert 'aria-label="correctness +1.00, length -0.50"' in table
    left, right = (float(bar.split('"')[1]) for bar in table.split("<rect x=")[1:][::-1])
    assert left < right


@pytest.mark.parametrize(
    ("reason", "detail", "shown"),
    [
        ("exception", "KeyError in test 3", "exception (KeyError in test 3), by exact"),
        ("exception", None, "exception, by exact"),
        (None, "3 of 3 tests", "(3 of 3 tests), by exact"),
        ("exception", "x" * 400, "x […280 characters left out…] )"),
    ],
)
def test_what_is_behind_a_reason_stands_beside_it(
    make_run: MakeRun, make_completion: MakeCompletion, reason: str | None, detail: str | None, shown: str
) -> None:
    row = make_completion(correct=False)
    row["verdict"] |= {"reason": reason, "detail": detail}
    table = sample_table(choose(read_run(make_run(10, samples=[row])).completion_files, ["add-3"]), ["correctness"])
    assert shown in table
