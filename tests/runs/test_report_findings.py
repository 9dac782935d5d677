"""Stage states, warnings and prose, from small logs written for each case."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gradatim.runs.events import parse_event
from gradatim.runs.records import StepMetrics
from gradatim.runs.report.findings import findings
from gradatim.runs.report.overview import overview
from gradatim.runs.report.story import caveats, verdict, warm_up
from gradatim.runs.run import Run

Row = dict[str, Any]

CONFIG: Row = {
    "gate": {"pass_rate": 0.8},
    "stages": [{"name": "a"}, {"name": "b", "gate": {"pass_rate": 0.7}}],
}
OPENED: Row = {"event": "opened", "step": 9, "stage": "b", "by": "a"}
MIXED: Row = {"event": "opened", "step": 15, "stage": "finish", "by": "b"}
FINISHED: Row = {"event": "end", "step": 20, "status": "finished"}


def run_of(*events: Row, metrics: Sequence[Row] = ({"step": 20},), config: Row = CONFIG, **more: Any) -> Run:
    rows = tuple(StepMetrics.model_validate(row) for row in metrics)
    return Run(Path("run"), rows, tuple(parse_event(event) for event in events), config, **more)


def probe(label: str, step: int, **rates: float) -> Row:
    stages = [
        {"name": name, "split": "probe", "rate": rate, "interval": [max(0, rate - 0.02), min(1, rate + 0.02)]}
        for name, rate in rates.items()
    ]
    return {"event": "probe", "step": step, "label": label, "stages": stages}


def states(run: Run) -> list[str]:
    return [stage.state for stage in overview(run).stages]


def warnings(run: Run) -> str:
    return "\n".join(findings(run, overview(run)))


def test_stages_open_pass_and_hold() -> None:
    assert states(run_of()) == ["training", "waiting"]
    assert states(run_of(OPENED)) == ["held", "training"]
    assert states(run_of(OPENED, FINISHED)) == ["held", "held"]
    finished = {"event": "finished", "step": 20, "decisions": {"b": {"opens": True}}}
    assert states(run_of(OPENED, finished)) == ["held", "held"]


def test_in_a_final_mixture_a_stage_holds_when_all_do() -> None:
    config = {**CONFIG, "finish": {"pass_rate": 0.9}}
    assert states(run_of(OPENED, config=config)) == ["opened the next", "training"]
    assert states(run_of(OPENED, MIXED, config=config)) == ["opened the next", "opened the next"]
    decisions = {"a": {"opens": True}, "b": {"opens": True}}
    finished = {"event": "finished", "step": 20, "decisions": decisions}
    facts = overview(run_of(OPENED, MIXED, finished, config=config))
    assert (facts.all_held, facts.finish_goal, facts.finish_at) == (True, 0.9, 15)


def test_a_demotion_takes_back_what_was_passed_and_closes_what_was_open() -> None:
    back = {"event": "demoted", "step": 12, "stage": "a", "by": "b"}
    assert states(run_of(OPENED, back)) == ["training", "closed again"]
    assert states(run_of(OPENED, back, {**OPENED, "step": 19})) == ["held", "training"]


def test_goals_come_from_the_gates_that_ran_before_the_config() -> None:
    assert [stage.goal for stage in overview(run_of()).stages] == [0.8, 0.7]
    metrics = [{"step": 1, "phase": "a", "gates": {"a": {"pass_rate": 0.75}}}]
    assert [stage.goal for stage in overview(run_of(metrics=metrics)).stages] == [0.75, 0.7]


def test_without_a_config_stages_are_named_by_the_logs() -> None:
    run = run_of(probe("after_sft", 0, x=1, y=0), OPENED, MIXED, metrics=[{"step": 1, "phase": "a"}], config={})
    assert [stage.name for stage in overview(run).stages] == ["x", "y", "a", "b"]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((OPENED, FINISHED), "Finished. All 2 stages opened and held."),
        ((), "Not finished. 1 of 2 stages opened, 0 held."),
        ((OPENED, {"event": "interrupted", "step": 20}), "Interrupted. 2 of 2 stages opened, 1 held."),
        ((OPENED, {"event": "end", "step": 20, "status": "max_steps"}), "Stopped at the step limit. 2 of 2"),
        (({"event": "end", "step": 20, "status": "stuck"},), "Stuck: a gate did not open in time. 1 of 2"),
        ((FINISHED, {"event": "resumed", "step": 10}), "Not finished."),
    ],
)
def test_the_verdict_says_how_it_ended_and_how_far_it_came(events: tuple[Row, ...], said: str) -> None:
    assert verdict(overview(run_of(*events))).startswith(said)


def test_a_clean_run_has_no_warnings() -> None:
    good = {"eos_rate": 1.0, "groups": {"total": 10, "no_signal": 9}, "completions": 80, "loss": 0.1}
    ends = probe("at_end", 20, a=0.95, b=0.9)
    run = run_of(OPENED, ends, FINISHED, metrics=[{"step": step, **good} for step in (1, 2)])
    assert warnings(run) == ""


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ({"eos_rate": 0.85}, "15 % of the completions of the last 1 steps were cut"),
        ({"groups": {"total": 100, "all_wrong": 90, "all_correct": 2, "no_signal": 92}}, "92 % of the groups"),
        ({"excluded": 3, "completions": 600}, "3 completions (0.5 % of 600) were excluded"),
        ({"loss": float("nan")}, "no finite number in 1 steps, first in step 20"),
    ],
)
def test_bad_figures_are_warned_of(metrics: Row, said: str) -> None:
    assert said in warnings(run_of(OPENED, FINISHED, metrics=[{"step": 20, **metrics}]))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((), "The log stops after step 20 without an end"),
        ((), "Not opened, so never trained by GRPO: b."),
        ((OPENED, MIXED), "a and b did not reach the goal"),
        ((OPENED, probe("at_end", 20, a=0.79, b=0.9), FINISHED), "a (greedy held-out rate 0.790, goal 0.8)."),
        ((probe("after_sft", 0, a=0.99), OPENED, probe("at_end", 20, a=0.9), FINISHED), "a (0.990 before, 0.900 now)."),
        ((OPENED, FINISHED), "No stage was measured at the end"),
        (({"event": "end", "step": 20, "status": "max_steps"},), "reached its step limit after step 20"),
    ],
)
def test_unmet_goals_are_warned_of(events: tuple[Row, ...], said: str) -> None:
    assert said in warnings(run_of(*events))


def test_rates_within_each_others_intervals_are_no_loss() -> None:
    assert "Worse" not in warnings(run_of(probe("after_sft", 0, a=0.97), probe("at_end", 20, a=0.94), OPENED))


def test_torn_logs_and_runs_without_a_step_are_named() -> None:
    said = warnings(run_of(metrics=[], torn=("events.jsonl",)))
    assert "before the first GRPO step" in said
    assert "The last line of events.jsonl was cut off" in said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"gold": ["a"], "scrambled": None}, "Before GRPO, 900 supervised steps showed the model gold answers of a."),
        (
            {"gold": ["a"], "scrambled": {"stages": ["b"], "keep": 2}},
            "gold answers of a, and for b answers of the right length and alphabet, with the first 2 characters right "
            "and random characters after that.",
        ),
        (
            {"gold": ["a"], "scrambled": {"stages": ["b"], "keep": 1}},
            "with the first character right and random characters after that.",
        ),
        (
            {"gold": [], "scrambled": {"stages": ["a", "b"], "keep": 0}},
            "showed the model for a and b answers of the right length and alphabet and random content.",
        ),
    ],
)
def test_the_warm_up_is_told_openly(fields: Row, said: str) -> None:
    told = list(warm_up(run_of({"event": "sft", "steps": 900, **fields})))
    assert told[0].endswith(said)
    assert (len(told) == 2) == bool(fields["scrambled"])


def test_caveats_of_the_curriculum_come_first_and_recall_is_named() -> None:
    trained = {"event": "probe", "label": "at_end", "step": 9, "stages": [{"name": "a", "split": "train", "rate": 1}]}
    run = run_of({"event": "start", "caveats": ["A mixture may end equal."]}, trained)
    said = caveats(run, overview(run))
    assert said[0] == "A mixture may end equal."
    assert said[1].startswith("Rates of a are recall: all problems of this stage may be trained on")
