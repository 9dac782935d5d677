from __future__ import annotations

from typing import Any

import pytest

from gradatim.runs.display.sentences import alarm, event_sentence, progress_sentence, step_sentence
from gradatim.runs.display.state import WINDOW, RunState
from gradatim.runs.events import parse_event
from gradatim.runs.records import StepMetrics

Row = dict[str, Any]

GATE = {"opens": False, "prompts": 30, "evidence": 310.4, "threshold": 1000.0, "rate": 0.83, "pass_rate": 0.8}


def step(number: int, phase: str = "b", **fields: Any) -> StepMetrics:
    return StepMetrics.model_validate({"step": number, "time": 100.0 + number / 4, "phase": phase, **fields})


def state_after(*records: Row | StepMetrics, stages: tuple[str, ...] = ("a", "b", "c")) -> RunState:
    state = RunState(stages, 800)
    for record in records:
        if isinstance(record, StepMetrics):
            state.take_metrics(record)
        else:
            state.take_event(parse_event(record))
    return state


def states(state: RunState) -> list[str]:
    return [state.stage_state(name) for name in state.stages]


def test_stages_wait_train_open_and_hold() -> None:
    to_b: Row = {"event": "opened", "step": 1, "stage": "b", "by": "a"}
    assert states(state_after(step(1, "a"))) == ["training", "waiting", "waiting"]
    assert states(state_after(step(1, "a"), to_b, step(2, "b"))) == ["opened", "training", "waiting"]
    back = {"event": "demoted", "step": 3, "stage": "a", "by": "b"}
    assert states(state_after(to_b, step(2), back, step(3, "a"))) == ["training", "waiting", "waiting"]
    further: list[Row] = [to_b, {"event": "opened", "step": 2, "stage": "c", "by": "b"}, {**back, "stage": "b"}, back]
    assert states(state_after(*further, step(3, "a"))) == ["training", "waiting", "waiting"]
    mixed = step(9, "finish", gates={"a": {"opens": True}, "b": {}, "c": {}})
    assert states(state_after(mixed)) == ["held", "training", "training"]
    finished = {"event": "finished", "step": 9, "decisions": {name: {"opens": True} for name in "abc"}}
    assert states(state_after(mixed, finished)) == ["held"] * 3


def test_stages_that_only_the_records_name_are_added() -> None:
    assert state_after(step(1, "x", stages={"y": {}}), stages=()).stages == ["y", "x"]


def test_pass_rates_pool_the_latest_steps_and_prefer_fresh_problems() -> None:
    rows = [step(i, stages={"a": {"replay": [1, 4]}, "b": {"fresh": [i % 2, 1], "replay": [9, 9]}}) for i in (1, 2)]
    state = state_after(*rows)
    assert (state.rate("a"), state.rate("b"), state.rate("c")) == (0.25, 0.5, None)
    later = state_after(*rows, *[step(i) for i in range(3, 3 + WINDOW)])
    assert later.rate("a") == 0.25


def test_speed_and_time_left_come_from_the_latest_steps() -> None:
    state = state_after(*[step(number) for number in range(1, 21)])
    assert state.steps_per_second() == pytest.approx(4)
    assert state.seconds_left() == pytest.approx(195)
    assert state_after(step(1)).seconds_left() is None
    assert RunState((), None).seconds_left() is None


def test_figures_skip_what_is_missing_or_not_finite() -> None:
    state = state_after(step(1, reward=1.0), step(2), step(3, reward=float("nan")), step(4, reward=2.0))
    assert state.mean(lambda row: row.reward) == 1.5
    assert state.group_share(lambda row: row.groups.no_signal) is None


def test_a_step_is_one_line() -> None:
    fields: Row = {
        "stages": {"b": {"fresh": [83, 100]}}, "gates": {"b": GATE}, "reward": 1.018,
        "terms": {"correctness": 0.83, "stop": 0.24, "length": -0.052}, "length": {"mean": 3.04}, "eos_rate": 1.0,
        "groups": {"total": 50, "no_signal": 36},
    }  # fmt: skip
    state = state_after(step(101, **fields), step(105, **fields))
    assert step_sentence(state) == (
        "step 105/800 b pass .83 (gate .80, evidence 310/1000) reward 1.02 correctness .83 stop .24 length -.05 "
        "len 3.0 eos 1.00 no-signal .72 ETA 2:54"
    )


def test_excluded_samples_raise_an_alarm_with_their_share_of_the_run() -> None:
    assert alarm(state_after(step(1, completions=256))) is None
    rows = [step(1, completions=256, excluded=3), *[step(i, completions=256) for i in range(2, 2 * WINDOW)]]
    state = state_after(*rows)
    assert str(alarm(state)).startswith("ALARM: 3 of 4,864 completions (0.062 %) were excluded: gold answers or")
    assert " EXCLUDED 0.062 % " in step_sentence(state)


def test_in_the_mixture_the_line_names_the_worst_stage() -> None:
    gates = {"a": {**GATE, "opens": True}, "b": GATE, "c": GATE}
    stages = {"a": {"fresh": [1, 1]}, "b": {"fresh": [8, 10]}, "c": {"fresh": [7, 10]}}
    line = step_sentence(state_after(step(9, "finish", gates=gates, stages=stages)))
    assert line.startswith("step 9/800 finish held 1/3, c pass .70 (gate .80, evidence 310/1000) reward –")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"event": "opened", "stage": "b", "by": "a", "decision": {**GATE, "interval": [0.7, 0.9]}},
            "b opens: a passed its gate (pass .83 in [.70, .90], 30 prompts, evidence 310/1000)",
        ),
        (
            {"event": "opened", "stage": "finish", "by": "c", "decision": {"evidence": 0.81, "threshold": 0.8}},
            "the final mixture begins: c passed its gate (pass –, 0 prompts, evidence .81/.80)",
        ),
        ({"event": "finished", "decisions": {"c": {"opens": True}}}, "finished: c passed"),
        ({"event": "finished", "decisions": {"a": {}, "b": {}, "c": {}}}, "finished: a, b and c passed"),
        ({"event": "demoted", "stage": "a", "by": "b", "why": "low_rate"}, "back to a: b fell too low"),
        ({"event": "demoted", "stage": "a", "by": "b", "why": "stuck"}, "back to a: b is stuck"),
        ({"event": "stuck", "stage": "a", "action": "hold"}, "a stuck: its gate did not open in time"),
        ({"event": "note", "field": "beta", "value": 0.0, "reason": "why\nso"}, "note: beta set to 0.0: why so"),
        ({"event": "end", "status": "max_steps"}, "end: max_steps"),
        ({"event": "interrupted"}, "end: interrupted"),
        ({"event": "start"}, "start"),
        (
            {"event": "sft", "steps": 900, "gold": ["a"], "scrambled": {"stages": ["b", "c"], "keep": 2}},
            "warm-up done: 900 steps, gold answers of a, scrambled ones of b and c",
        ),
        (
            {
                "event": "probe", "label": "at_end",
                "stages": [{"name": "a", "split": "train", "rate": 1}, {"name": "b", "rate": 0.941}],
            },
            "greedy pass rates at end: a 1.00 (recall), b .94",
        ),
    ],
)  # fmt: skip
def test_an_event_is_one_line(event: Row, line: str) -> None:
    assert event_sentence(parse_event({"step": 4, **event})) == f"step 4: {line}"


def test_no_record_can_control_the_terminal() -> None:
    evil = "a\x1b[2J\r\n\x07b"
    event = parse_event({"event": "note", "step": 0, "field": evil, "value": evil, "reason": evil})
    lines = [
        event_sentence(event),
        progress_sentence(evil, 1, 2, {evil: 0.5}),
        step_sentence(state_after(step(1, evil))),
    ]
    assert not any(set(line) & set("\x1b\r\n\x07") for line in lines)
