"""What holds for every run: any outcomes, any policy, several steps per round, saved and resumed at any moment."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gradatim.curricula import ECusum, Gate, GatePolicy, Outcome, Progress, Rules, Wilson

PROMPTS = 6
RATES = st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0])
GATES: list[Gate] = [ECusum(0.6, alpha=0.4, min_prompts=2), Wilson(0.6, window=6, min_prompts=2, confidence=0.501)]
POLICIES = st.builds(
    GatePolicy,
    cooldown=st.integers(0, 3),
    demote_below=st.sampled_from([None, 0.4]),
    patience=st.sampled_from([None, 1, 4]),
    on_stuck=st.sampled_from(["hold", "stop", "demote"]),
)


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    count = draw(st.integers(1, 3))
    gates = [draw(st.sampled_from(GATES)) for _ in range(count)]
    policies = [draw(POLICIES) for _ in range(count)]
    finish = tuple(gate.against(0.5) for gate in gates) if draw(st.booleans()) else None
    return Rules(tuple("abc"[:count]), tuple(gates), tuple(policies), finish)


@st.composite
def runs(draw: st.DrawFn) -> tuple[Rules, int, list[list[float]]]:
    """Rules, optimizer steps per round of prompts, and the rates of each round."""
    rounds = st.lists(st.lists(RATES, min_size=PROMPTS, max_size=PROMPTS), min_size=1, max_size=25)
    # Stretches of equal rates, so that gates open and shut.
    steady = st.lists(st.tuples(RATES, st.integers(1, 6)), min_size=1, max_size=8).map(
        lambda parts: [[rate] * PROMPTS for rate, times in parts for _ in range(times)]
    )
    return draw(all_rules()), draw(st.integers(1, 3)), draw(st.one_of(rounds, steady))


def outcomes(progress: Progress, number: int, rates: list[float]) -> list[Outcome]:
    """A round as a trainer would report it: slots under the schedule, every third one replayed if there is a past."""
    found = []
    for slot, rate in enumerate(rates, number * PROMPTS):
        phase = progress.schedule.mark_at(slot).phase
        names = progress.rules.names
        if phase == len(names):
            found.append(Outcome(slot, names[slot % len(names)], "fresh", phase, rate, 8))
        elif phase > 0 and slot % 3 == 0:
            found.append(Outcome(slot, names[0], "replay", phase, rate, 8))
        else:
            found.append(Outcome(slot, names[phase], "fresh", phase, rate, 8))
    return found


def one_round(progress: Progress, number: int, per_round: int, rates: list[float]) -> list[dict[str, Any]]:
    """Observes the steps of one round; all its prompts come in with the first one."""
    events = []
    for part in range(per_round):
        step = number * per_round + part + 1
        shown = outcomes(progress, number, rates) if part == 0 else []
        events += progress.observe(shown, step, (step // per_round + 1) * PROMPTS)
    return events


def resumed(progress: Progress) -> Progress:
    return Progress.from_json(progress.rules, json.loads(json.dumps(progress.to_json())))


@given(runs())
@settings(deadline=None)
def test_a_run_resumed_after_any_round_goes_on_exactly_as_it_would_have(
    run: tuple[Rules, int, list[list[float]]],
) -> None:
    rules, per_round, rounds = run
    whole, pieces = Progress(rules), Progress(rules)
    for number, rates in enumerate(rounds):
        events = one_round(whole, number, per_round, rates)
        pieces = resumed(pieces)
        assert pieces == resumed(pieces)
        assert one_round(pieces, number, per_round, rates) == events
        assert pieces == whole


@given(runs())
@settings(deadline=None)
def test_marks_and_events_tell_one_story(run: tuple[Rules, int, list[list[float]]]) -> None:
    rules, per_round, rounds = run
    progress = Progress(rules)
    told: list[tuple[int, int]] = [(0, 0)]
    names = [rules.name_of(phase) for phase in range(len(rules.names) + 1)]
    for number, rates in enumerate(rounds):
        marks, ended = list(progress.schedule.marks), progress.ended
        unfetched = (number + 1) * PROMPTS
        events = one_round(progress, number, per_round, rates)
        # No mark that was there has changed, and new ones lie where nothing had been fetched.
        assert progress.schedule.marks[: len(marks)] == marks
        assert all(mark.from_slot >= unfetched for mark in progress.schedule.marks[len(marks) :])
        assert not (ended and events)
        told += [(e["effective_slot"], names.index(e["stage"])) for e in events if "effective_slot" in e]
        assert [e["event"] for e in events].count("finished") == (progress.ended == "finished" and not ended)
    assert [(mark.from_slot, mark.phase) for mark in progress.schedule.marks] == told
    assert all(abs(after - before) == 1 for (_, before), (_, after) in pairwise(told))
    assert max(phase for _, phase in told) <= rules.last_phase


@given(runs())
@settings(deadline=None)
def test_a_saved_state_does_not_change_when_the_run_goes_on(run: tuple[Rules, int, list[list[float]]]) -> None:
    rules, per_round, rounds = run
    progress = Progress(rules)
    for number, rates in enumerate(rounds):
        saved = progress.to_json()
        text = json.dumps(saved)
        one_round(progress, number, per_round, rates)
        assert json.dumps(saved) == text


@given(runs())
@settings(deadline=None)
def test_replayed_and_earlier_rows_change_nothing(run: tuple[Rules, int, list[list[float]]]) -> None:
    rules, per_round, rounds = run
    plain, noisy = Progress(rules), Progress(rules)
    for number, rates in enumerate(rounds):
        current = outcomes(plain, number, rates)
        replayed = [Outcome(o.slot, o.stage, "replay", o.phase, 1.0 - o.rate, 8) for o in current]
        probed = [Outcome(-1, rules.names[0], "probe", plain.phase, 0.0, 8)]
        begun = plain.schedule.marks[-1].from_slot
        earlier = [Outcome(begun - 1, rules.names[0], "fresh", plain.phase, 1.0, 8)]
        step = number * per_round + 1
        next_slot = (step // per_round + 1) * PROMPTS
        events = plain.observe(current, step, next_slot)
        assert noisy.observe([*earlier, *replayed, *current, *probed], step, next_slot) == events
        assert noisy == plain
