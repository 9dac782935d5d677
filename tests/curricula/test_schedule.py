from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.core import ProgressError
from gradatim.curricula import PhaseMark, Schedule

STEPS = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 4)), max_size=12)


def of(steps: list[tuple[int, int]]) -> Schedule:
    schedule = Schedule()
    for step, phase in steps:
        schedule.append(schedule.marks[-1].from_slot + step, phase)
    return schedule


@given(STEPS, st.integers(0, 700))
def test_the_mark_of_a_slot_is_the_last_one_at_or_before_it(steps: list[tuple[int, int]], slot: int) -> None:
    schedule = of(steps)
    assert schedule.mark_at(slot) == [mark for mark in schedule.marks if mark.from_slot <= slot][-1]
    assert schedule.phase == (steps[-1][1] if steps else 0)


@given(STEPS)
def test_marks_survive_json(steps: list[tuple[int, int]]) -> None:
    schedule = of(steps)
    assert Schedule.from_json(json.loads(json.dumps(schedule.to_json()))) == schedule


@pytest.mark.parametrize("slot", [0, 7, 8])
def test_a_mark_must_follow_the_last_one(slot: int) -> None:
    schedule = Schedule([PhaseMark(0, 0), PhaseMark(8, 1)])
    with pytest.raises(ProgressError, match=f"a mark at slot {slot} does not follow the last one, 8"):
        schedule.append(slot, 2)
    assert schedule.marks == [PhaseMark(0, 0), PhaseMark(8, 1)]


def test_two_schedules_do_not_share_their_marks() -> None:
    Schedule().append(5, 1)
    assert Schedule().marks == [PhaseMark(0, 0)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "the first one must be phase 0 from slot 0 on"),
        ([[1, 0]], "the first one must be phase 0 from slot 0 on"),
        ([[0, 1]], "the first one must be phase 0 from slot 0 on"),
        ([[0, 0], [8, 1], [8, 2]], "PhaseMark(from_slot=8, phase=2) cannot follow PhaseMark(from_slot=8, phase=1)"),
        ([[0, 0], [8, 1], [4, 2]], "PhaseMark(from_slot=4, phase=2) cannot follow"),
        ([[0, 0], [8, -1]], "PhaseMark(from_slot=8, phase=-1) cannot follow"),
        ([[0, 0], [8]], "[8] is not [slot, phase]"),
        ([[0, 0], [8, 1, 2]], "[8, 1, 2] is not [slot, phase]"),
        ([[0, 0], ["8", 1]], "['8', 1] is not [slot, phase]"),
        ([[0, 0], [8.0, 1]], "[8.0, 1] is not [slot, phase]"),
        ([[0, 0], [8, True]], "[8, True] is not [slot, phase]"),
        ([0, 0], "0 is not [slot, phase]"),
        (None, "None is not [slot, phase]"),
        ("[[0, 0]]", "'[[0, 0]]' is not [slot, phase]"),
    ],
)
def test_damaged_marks_are_refused(data: Any, message: str) -> None:
    with pytest.raises(ProgressError) as error:
        Schedule.from_json(data)
    assert str(error.value).startswith("the schedule's marks are damaged: ")
    assert message in str(error.value)
