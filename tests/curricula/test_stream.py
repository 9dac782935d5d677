"""What holds for every training stream: what is held out stays out, and the row of a slot never changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from gradatim.core import ConfigError, ProblemError
from gradatim.curricula import Curriculum, PhaseMark, Row, Schedule, Stage, load_curriculum

SLOTS = 200
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
EASY_GATE = {"kind": "wilson", "pass_rate": 0.5, "window": 4, "min_prompts": 1}
HOLDOUTS = ["none", 0.1, 0.2, 0.35, 0.5]


@st.composite
def sources(draw: st.DrawFn) -> dict[str, Any]:
    """Few numbers and few operations, so that stages and sources overlap."""
    source: dict[str, Any] = {
        "operations": draw(st.lists(st.sampled_from(["add", "sub", "mul"]), min_size=1, max_size=2, unique=True)),
        "layout": draw(st.sampled_from(["natural", "lowest_first"])),
    }
    source["ranges"] = [[draw(st.integers(0, 3)), draw(st.integers(12, 22))]]
    return {"weight": draw(st.sampled_from([0.5, 1.0, 3.0])), "arithmetic": source}


@st.composite
def curricula(draw: st.DrawFn) -> Curriculum:
    problems = draw(st.lists(st.lists(sources(), min_size=1, max_size=2), min_size=2, max_size=4))
    stages = [
        {"name": f"stage-{k}", "problems": mixed, "holdout": draw(st.sampled_from(HOLDOUTS))}
        for k, mixed in enumerate(problems)
    ]
    data = {
        "name": "drawn",
        "seed": draw(st.integers(0, 2**63 - 1)),
        "answer": "plain",
        "prompt": "{question}=",
        "reward": {"correctness": 1.0},
        "gate": EASY_GATE,
        "replay": draw(st.sampled_from([0.0, 0.3, 0.8])),
        "stages": stages,
        "finish": {"pass_rate": 0.5, "weights": [draw(st.sampled_from([1.0, 4.0])) for _ in stages]},
    }
    try:
        return load_curriculum(data)
    except (ConfigError, ProblemError):
        # A stage of which nothing is left to hold out, for example, because all of it is trained on elsewhere.
        reject()


@st.composite
def schedules(draw: st.DrawFn, phases: int) -> Schedule:
    """Marks in any order of phases, the finish among them."""
    slots = sorted(draw(st.sets(st.integers(1, SLOTS - 1), max_size=6)))
    return Schedule([PhaseMark(0, 0), *(PhaseMark(slot, draw(st.integers(0, phases - 1))) for slot in slots)])


def saved_and_read(schedule: Schedule) -> Schedule:
    return Schedule.from_json(json.loads(json.dumps(schedule.to_json())))


def shown(row: Row) -> dict[str, Any]:
    """All of a row but its grader, which is the same object only within one curriculum."""
    return {field.name: getattr(row, field.name) for field in fields(row) if field.name != "grader"}


def rows(curriculum: Curriculum, schedule: Schedule, slots: Sequence[int] = range(SLOTS)) -> list[dict[str, Any]]:
    return [shown(curriculum.row(slot, schedule)) for slot in slots]


def everything(stage: Stage) -> set[str]:
    """The ids of all problems of a stage."""
    return {problem for source in stage.sources for problem in source.source.ids() or ()}


def trained_ids(curriculum: Curriculum, schedule: Schedule) -> set[str]:
    """Ids of the training stream, before and after a resume, and of the supervised warm-up of every stage."""
    stream = rows(curriculum, schedule) + rows(curriculum, saved_and_read(schedule), range(SLOTS, SLOTS + 100))
    warm_up = {
        stage.draw("train", stream, index)[1].id
        for stage in curriculum.stages
        for stream in ("warm-up", "scrambled")
        for index in range(60)
    }
    return {row["problem"].id for row in stream} | warm_up


@few
@given(st.data(), curricula())
def test_no_probe_problem_is_ever_trained_on(data: st.DataObject, curriculum: Curriculum) -> None:
    schedule = data.draw(schedules(len(curriculum.stages) + 1))
    trained = trained_ids(curriculum, schedule)
    recall = set().union(*(everything(stage) for stage in curriculum.stages if not stage.split.share))
    for stage in curriculum.stages:
        held_out = {problem for problem in everything(stage) if stage.split.holds("probe", problem)}
        assert {problem.id for _, problem in stage.probe(30)} <= held_out
        if stage.split.share:
            assert held_out.isdisjoint(trained)
            assert held_out.isdisjoint(recall)
        else:
            assert held_out == everything(stage)


@few
@given(st.data(), curricula())
def test_a_row_depends_on_the_marks_before_it_alone(data: st.DataObject, curriculum: Curriculum) -> None:
    phases = len(curriculum.stages) + 1
    schedule = data.draw(schedules(phases))
    before = rows(curriculum, schedule)
    assert rows(curriculum, saved_and_read(schedule)) == before

    cut = data.draw(st.integers(1, SLOTS - 1))
    shorter = Schedule([mark for mark in schedule.marks if mark.from_slot < cut])
    assert rows(curriculum, shorter, range(cut)) == before[:cut]
    shorter.append(cut, data.draw(st.integers(0, phases - 1)))
    assert rows(curriculum, shorter, range(cut)) == before[:cut]


@few
@given(st.data(), curricula())
def test_rows_come_out_equal_in_any_order_and_from_a_curriculum_built_anew(
    data: st.DataObject, curriculum: Curriculum
) -> None:
    schedule = data.draw(schedules(len(curriculum.stages) + 1))
    shuffled = data.draw(st.permutations(range(0, SLOTS, 4)))
    again = rows(load_curriculum(curriculum.spec), schedule, shuffled)
    assert again == rows(curriculum, schedule, shuffled)


@few
@given(curricula(), st.integers(0, 2**63 - 2))
def test_stage_and_role_of_a_row_fit_its_phase(curriculum: Curriculum, seed: int) -> None:
    stages = curriculum.stages
    curriculum = load_curriculum(curriculum.spec.model_copy(update={"seed": seed}))
    schedule = Schedule([PhaseMark(0, 0), *(PhaseMark(40 * k, k) for k in range(1, len(stages) + 1))])
    problems = [everything(stage) for stage in stages]
    names = [stage.name for stage in stages]
    for slot in range(SLOTS):
        row = curriculum.row(slot, schedule)
        assert (row.slot, row.phase) == (slot, min(slot // 40, len(stages)))
        position = names.index(row.stage)
        finish = row.phase == len(stages)
        assert row.role == ("fresh" if finish or position == row.phase else "replay")
        assert finish or position <= row.phase
        assert row.problem.id in problems[position]


@given(st.integers(0, 2**63 - 10))
@settings(max_examples=25, deadline=None)
def test_the_stream_of_another_seed_is_not_this_one_shifted(seed: int) -> None:
    spec = load_curriculum("arithmetic").spec
    schedule = Schedule([PhaseMark(0, 0), PhaseMark(1, 4)])
    one, other = (
        [row["prompt"] for row in rows(load_curriculum(replace_seed), schedule, range(1, 61))]
        for replace_seed in (spec.model_copy(update={"seed": s}) for s in (seed, seed + 1))
    )
    for shift in range(-5, 6):
        shifted = other[shift:] + other[:shift]
        # Replayed one-digit problems are few enough to meet by chance.
        assert sum(a == b for a, b in zip(one, shifted, strict=True)) <= 6
