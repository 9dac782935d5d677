"""Promotion: what counts, when a phase changes, and which events say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.curricula import ECusum, Gate, GatePolicy, Outcome, Progress, Role, Rules, Wilson

ROUND = 4
"""Prompts of one step; the first slot that is not fetched after step s is (s + 1) * ROUND."""
NAMES = ("a", "b", "c")
MEAN = Wilson(0.75, window=ROUND, min_prompts=ROUND, confidence=0.501)
"""Opens when the mean of the last four prompts is .75 or more: its confidence is next to nothing."""


def rules(*policies: GatePolicy, finish: float | None = None, gate: Gate = MEAN) -> Rules:
    every = (*policies, *(GatePolicy(),) * (len(NAMES) - len(policies)))
    return Rules(NAMES, (gate,) * len(NAMES), every, None if finish is None else (gate.against(finish),) * len(NAMES))


def rows(progress: Progress, step: int, rate: float | dict[str, float]) -> list[Outcome]:
    """The outcomes of the slots that were fetched one round before: all fresh, as the schedule says."""
    outcomes = []
    for slot in range((step - 1) * ROUND, step * ROUND):
        phase = progress.schedule.mark_at(slot).phase
        name = NAMES[phase] if phase < len(NAMES) else NAMES[slot % len(NAMES)]
        value = rate if isinstance(rate, float) else rate[name]
        outcomes.append(Outcome(slot, name, "fresh", phase, value, 8))
    return outcomes


def play(progress: Progress, rates: Sequence[float | dict[str, float]], first: int = 1) -> list[dict[str, Any]]:
    """Runs one step per rate and returns all events."""
    events = []
    for step, rate in enumerate(rates, first):
        events += progress.observe(rows(progress, step, rate), step, (step + 1) * ROUND)
    return events


def brief(events: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(e["step"], e["event"], e.get("stage"), e.get("by")) for e in events]


def marks(progress: Progress) -> list[tuple[int, int]]:
    return [(mark.from_slot, mark.phase) for mark in progress.schedule.marks]


def test_each_gate_opens_the_next_stage_once_and_the_last_one_ends_the_run() -> None:
    progress = Progress(rules())
    events = play(progress, [1.0] * 9)
    # Rows of the old phase, fetched before the gate opened, fill the step between two openings.
    assert brief(events) == [(1, "opened", "b", "a"), (3, "opened", "c", "b"), (5, "finished", None, None)]
    assert list(events[-1]["decisions"]) == ["c"]
    assert [event.get("effective_slot") for event in events] == [8, 16, None]
    assert marks(progress) == [(0, 0), (8, 1), (16, 2)]
    assert (progress.ended, progress.phase_name) == ("finished", "c")


def test_an_opening_shows_what_its_gate_saw() -> None:
    progress = Progress(rules())
    (event,) = play(progress, [0.9])
    decision = MEAN.decide(MEAN.update(MEAN.start(), [0.9] * ROUND))
    assert event["decision"] == {
        "opens": True,
        "prompts": 4,
        "evidence": decision.evidence,
        "threshold": 0.75,
        "rate": pytest.approx(0.9),
        "interval": decision.interval,
    }


@pytest.mark.parametrize("gate", [MEAN, ECusum(0.8, alpha=0.1, min_prompts=4)], ids=["wilson", "e_cusum"])
def test_a_gate_that_never_opens_changes_nothing(gate: Gate) -> None:
    progress = Progress(rules(gate=gate))
    assert play(progress, [0.5] * 50) == []
    assert marks(progress) == [(0, 0)]
    assert progress.decisions()["a"].prompts == 200


@pytest.mark.parametrize(
    ("role", "stage", "phase", "slot", "counts"),
    [
        ("fresh", "b", 1, 24, True),
        ("fresh", "b", 1, 27, True),
        ("replay", "a", 1, 25, False),
        ("replay", "b", 1, 25, False),
        ("probe", "b", 1, 25, False),
        ("probe", "b", 1, -1, False),
        ("fresh", "a", 0, 23, False),
        # Drawn under a schedule that did not know the newest mark yet.
        ("fresh", "a", 0, 25, False),
        ("fresh", "b", 0, 25, False),
        # A row of an earlier visit to this phase.
        ("fresh", "b", 1, 15, False),
    ],
)
def test_only_fresh_rows_of_the_current_phase_are_evidence(
    role: Role, stage: str, phase: int, slot: int, counts: bool
) -> None:
    progress = Progress(rules(GatePolicy(), GatePolicy(demote_below=0.5)))
    play(progress, [1.0, 1.0, 0.25, 1.0, 1.0])
    assert marks(progress) == [(0, 0), (8, 1), (16, 0), (24, 1)]
    progress.observe([Outcome(slot, stage, role, phase, 0.6, 8)], 6, 28)
    assert progress.decisions()["b"].prompts == int(counts)
    assert progress.doubt is not None
    assert progress.doubt["prompts"] == int(counts)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=12, max_size=12), st.data())
def test_the_order_of_outcomes_within_a_step_does_not_matter(values: list[float], data: st.DataObject) -> None:
    outcomes = [Outcome(slot, "a", "fresh", 0, value, 8) for slot, value in enumerate(values)]
    gates = (ECusum(0.6, alpha=0.3, min_prompts=4), MEAN)
    for gate in gates:
        ordered, shuffled = Progress(rules(gate=gate)), Progress(rules(gate=gate))
        events = ordered.observe(outcomes, 1, 24)
        assert shuffled.observe(data.draw(st.permutations(outcomes)), 1, 24) == events
        assert shuffled == ordered


def test_the_cooldown_holds_back_every_change_and_evidence_goes_on() -> None:
    progress = Progress(rules(GatePolicy(cooldown=3), GatePolicy(cooldown=4, demote_below=0.5, patience=1)))
    assert brief(play(progress, [1.0, 1.0])) == []
    assert progress.decisions()["a"].opens
    assert brief(play(progress, [1.0], first=3)) == [(3, "opened", "b", "a")]
    # b is bad from its first row on, and patience is over at once, but it is left alone until step 7.
    assert brief(play(progress, [0.0] * 6, first=4)) == [(7, "demoted", "a", "b")]


def test_a_low_rate_leads_back_and_a_good_one_forward_again() -> None:
    progress = Progress(rules(GatePolicy(), GatePolicy(demote_below=0.5)))
    events = play(progress, [1.0, 1.0, 0.25, 1.0, 1.0, 1.0, 1.0])
    assert brief(events) == [
        (1, "opened", "b", "a"),
        (3, "demoted", "a", "b"),
        (5, "opened", "b", "a"),
        (7, "opened", "c", "b"),
    ]
    assert marks(progress) == [(0, 0), (8, 1), (16, 0), (24, 1), (32, 2)]


def test_a_demotion_shows_the_test_that_fired() -> None:
    progress = Progress(rules(GatePolicy(), GatePolicy(demote_below=0.5)))
    *_, event = play(progress, [1.0, 1.0, 0.25])
    assert event["why"] == "low_rate"
    assert event["decision"]["opens"]
    assert event["decision"]["threshold"] == 0.5
    assert event["decision"]["evidence"] == pytest.approx(0.75, abs=0.01)
    assert event["decision"]["rate"] == 0.25


@pytest.mark.parametrize(("rate", "demoted"), [(0.49, True), (0.51, False)])
def test_demotion_is_the_mirrored_test(rate: float, demoted: bool) -> None:
    progress = Progress(rules(GatePolicy(), GatePolicy(demote_below=0.5)))
    events = play(progress, [1.0, 1.0, rate, rate])
    assert any(event["event"] == "demoted" for event in events) == demoted


def test_nothing_leads_back_from_the_first_stage() -> None:
    progress = Progress(rules(GatePolicy(demote_below=0.5, patience=3, on_stuck="demote")))
    events = play(progress, [0.0] * 12)
    assert brief(events) == [(3, "stuck", "a", None)]
    assert events[0]["action"] == "hold"
    assert (marks(progress), progress.ended, progress.doubt) == ([(0, 0)], None, None)


def test_hold_says_once_per_visit_that_a_stage_is_stuck() -> None:
    progress = Progress(rules(GatePolicy(), GatePolicy(patience=3, demote_below=0.2)))
    rates = [1.0, 1.0, *[0.5] * 8, 0.0, 0.0, *[1.0] * 2, *[0.5] * 5]
    events = play(progress, rates)
    assert brief(events) == [
        (1, "opened", "b", "a"),
        (4, "stuck", "b", None),
        (11, "demoted", "a", "b"),
        (13, "opened", "b", "a"),
        (16, "stuck", "b", None),
    ]
    assert events[1]["action"] == "hold"
    assert events[1]["decision"]["rate"] == 0.5


def test_a_stage_that_was_stuck_can_still_open_the_next_one() -> None:
    progress = Progress(rules(GatePolicy(patience=2)))
    assert brief(play(progress, [0.5, 0.5, 0.5, 1.0])) == [(2, "stuck", "a", None), (4, "opened", "b", "a")]


def test_stop_ends_the_run() -> None:
    progress = Progress(rules(GatePolicy(patience=2, on_stuck="stop")))
    events = play(progress, [0.5] * 5 + [1.0] * 5)
    assert brief(events) == [(2, "stuck", "a", None)]
    assert (events[0]["action"], progress.ended) == ("stop", "stuck")


def test_a_gate_that_opens_in_time_is_not_stuck() -> None:
    progress = Progress(rules(GatePolicy(patience=2, on_stuck="stop")))
    assert brief(play(progress, [0.5, 1.0])) == [(2, "opened", "b", "a")]


def test_demote_on_stuck_goes_back_one_stage() -> None:
    progress = Progress(rules(GatePolicy(), GatePolicy(patience=3, on_stuck="demote")))
    events = play(progress, [1.0, 1.0, 0.5, 0.5])
    assert brief(events) == [(1, "opened", "b", "a"), (4, "stuck", "b", None), (4, "demoted", "a", "b")]
    assert [event.get("why", event.get("action")) for event in events] == [None, "demote", "stuck"]
    assert events[2]["decision"] == events[1]["decision"]


def test_a_phase_does_not_change_again_before_it_has_begun() -> None:
    # Several optimizer steps per round: no further slot is fetched until the next round.
    progress = Progress(rules(GatePolicy(), GatePolicy(patience=1, on_stuck="demote")))
    first = [Outcome(slot, "a", "fresh", 0, 1.0, 8) for slot in range(ROUND)]
    assert brief(progress.observe(first, 1, 8)) == [(1, "opened", "b", "a")]
    for step in (2, 3, 4):
        assert progress.observe([], step, 8) == []
    assert brief(progress.observe([], 5, 12)) == [(5, "stuck", "b", None), (5, "demoted", "a", "b")]
    assert marks(progress) == [(0, 0), (8, 1), (12, 0)]


def test_the_finish_asks_all_gates_at_once() -> None:
    progress = Progress(rules(finish=0.8))
    bad = {"a": 1.0, "b": 1.0, "c": 0.0}
    events = play(progress, [*[1.0] * 6, *[bad] * 9, *[{**bad, "a": 0.0, "c": 1.0}] * 9])
    assert brief(events)[2:] == [(5, "opened", "finish", "c")]
    assert progress.phase_name == "finish"
    assert set(progress.decisions()) == set(NAMES)
    assert [name for name, decision in progress.decisions().items() if decision.opens] == ["b", "c"]
    (event,) = play(progress, [1.0] * 9, first=25)
    assert (event["event"], progress.ended) == ("finished", "finished")
    assert {name: decision["opens"] for name, decision in event["decisions"].items()} == dict.fromkeys(NAMES, True)
    assert {decision["threshold"] for decision in event["decisions"].values()} == {0.8}


def test_the_finish_forgets_what_came_before_it() -> None:
    progress = Progress(rules(finish=0.8))
    play(progress, [1.0] * 6)
    assert [decision.prompts for decision in progress.decisions().values()] == [0, 0, 0]


def test_finish_rows_of_one_stage_are_evidence_for_that_stage_alone() -> None:
    progress = Progress(rules(finish=0.8))
    play(progress, [1.0] * 6)
    progress.observe([Outcome(24, "b", "fresh", 3, 0.5, 8)], 7, 32)
    assert [decision.rate for decision in progress.decisions().values()] == [None, 0.5, None]


@pytest.mark.parametrize("policy", [GatePolicy(), GatePolicy(patience=1, on_stuck="stop")])
def test_there_are_no_events_after_the_end(policy: GatePolicy) -> None:
    progress = Progress(rules(policy))
    play(progress, [0.5] + [1.0] * 8)
    assert progress.ended
    saved = progress.to_json()
    assert play(progress, [0.0, 1.0] * 10, first=10) == []
    assert progress.to_json() == saved
