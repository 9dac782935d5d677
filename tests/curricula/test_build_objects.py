"""A curriculum of Python objects is the one that the YAML file describes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core import ConfigError
from gradatim.curricula import (
    Arithmetic,
    Curriculum,
    CurriculumSpec,
    FinishSpec,
    GatePolicy,
    ModelSpec,
    PhaseMark,
    PromptSpec,
    Schedule,
    SourceSpec,
    StageSpec,
    WarmUp,
    Wilson,
    dump_yaml,
    load_curriculum,
)
from gradatim.curricula.spec import Scrambled
from gradatim.rewards.spec import read_reward

YAML = """
name: pair
seed: 5
prompt: {system: "Answer with {question} in mind.", user: "{question}?"}
answer: tags
reward: {correctness: 1.0, stop: {weight: 0.25, when: correct}}
gate: {pass_rate: 0.8, cooldown: 2}
replay: 0.5
stages:
  - name: sums
    problems: {arithmetic: {operations: [add], digits: 1}}
    holdout: none
  - name: mixed
    problems:
      - {weight: 2, arithmetic: {operations: [sub], digits: [1, 2], negatives: results}}
      - {arithmetic: {operations: [mul], ranges: [[2, 30]]}, answer: boxed, reward: {stop: null}}
    holdout: 0.25
    gate: {kind: wilson, pass_rate: 0.7, window: 64, cooldown: null, patience: 30, on_stuck: demote}
finish: {pass_rate: 0.75, weights: [1, 3]}
model: {preset: tiny}
sft: {steps: 20, gold: [sums], scrambled: [mixed]}
trainer: {learning_rate: 1.0e-4}
"""


SUMS = (SourceSpec("arithmetic", Arithmetic(operations=("add",), digits=1)),)


def of_objects(**changes: Any) -> CurriculumSpec:
    fields: dict[str, Any] = {
        "name": "pair",
        "seed": 5,
        "prompt": PromptSpec("{question}?", "Answer with {question} in mind.", chat=True),
        "answer": "tags",
        "reward": {"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}},
        "gate": {"pass_rate": 0.8, "cooldown": 2},
        "replay": 0.5,
        "stages": [
            StageSpec(name="sums", problems=SUMS, holdout="none"),
            StageSpec(
                name="mixed",
                problems=(
                    SourceSpec("arithmetic", Arithmetic(("sub",), digits=(1, 2), negatives="results"), weight=2.0),
                    SourceSpec(
                        "arithmetic",
                        Arithmetic(operations=("mul",), ranges=((2, 30),)),
                        answer="boxed",
                        reward=read_reward({"stop": None}),
                    ),
                ),
                holdout=0.25,
                gate={
                    "kind": "wilson",
                    "pass_rate": 0.7,
                    "window": 64,
                    "cooldown": None,
                    "patience": 30,
                    "on_stuck": "demote",
                },
            ),
        ],
        "finish": FinishSpec(pass_rate=0.75, weights=(1.0, 3.0)),
        "model": ModelSpec(preset="tiny"),
        "sft": WarmUp(steps=20, gold=("sums",), scrambled=Scrambled(stages=("mixed",))),
        "trainer": {"learning_rate": 1e-4},
    }
    return CurriculumSpec(**fields | changes)


def rows(curriculum: Curriculum) -> list[Any]:
    schedule = Schedule([PhaseMark(0, 0), PhaseMark(30, 1), PhaseMark(60, 2)])
    found = [curriculum.row(slot, schedule) for slot in range(90)]
    return [(row.stage, row.role, row.prompt, row.problem, row.grader.answer) for row in found]


@pytest.mark.parametrize("problems", [[SUMS[0]], {"arithmetic": SUMS[0].source}, [{"arithmetic": SUMS[0].source}]])
def test_sources_may_also_stand_where_yaml_has_their_settings(problems: Any) -> None:
    stages = [StageSpec(name="sums", problems=problems, holdout="none"), of_objects().stages[1]]
    assert of_objects(stages=stages) == of_objects()


@pytest.mark.parametrize("way", ["objects", "objects written as YAML"])
def test_objects_and_yaml_make_the_same_curriculum(tmp_path: Path, way: str) -> None:
    path, other = tmp_path / "pair.yaml", tmp_path / "dumped.yaml"
    path.write_text(YAML, encoding="utf-8")
    spec = of_objects()
    other.write_text(dump_yaml(spec), encoding="utf-8")
    read, built = load_curriculum(path), load_curriculum(spec if way == "objects" else other)
    assert built.spec == read.spec
    assert built.fingerprint == read.fingerprint
    assert built.rules == read.rules
    assert rows(built) == rows(read)


def test_what_was_written_is_what_was_built() -> None:
    curriculum = load_curriculum(of_objects())
    assert curriculum.rules.gates[1] == Wilson(0.7, window=64)
    assert curriculum.rules.policies == (GatePolicy(cooldown=2), GatePolicy(patience=30, on_stuck="demote"))
    assert [gate.bound for gate in curriculum.rules.finish or ()] == [pytest.approx(0.72), 0.75]
    sums, mixed = curriculum.stages
    assert (sums.split.share, mixed.split.share, sums.split.largest) == (0.0, 0.25, 0.25)
    assert len(sums.split.known) == 55
    assert [(source.weight, source.answer) for source in mixed.sources] == [(2.0, "tags"), (1.0, "boxed")]
    assert [[part.name for part in source.grader.reward.terms] for source in mixed.sources] == [
        ["correctness", "stop"],
        ["correctness"],
    ]


def test_a_copy_with_changes_is_checked_and_completed() -> None:
    spec = of_objects()
    changed = spec.model_copy(update={"gate": {"pass_rate": 0.8, "cooldown": 2, "alpha": 0.0004}})
    assert load_curriculum(changed).fingerprint == load_curriculum(spec).fingerprint
    with pytest.raises(ConfigError, match=r"curriculum: gate\.pas_rate: error: unknown key"):
        load_curriculum(spec.model_copy(update={"gate": {"pas_rate": 0.8}}))


def test_a_copy_with_another_seed_has_other_rows() -> None:
    spec = of_objects()
    copy = load_curriculum(spec.model_copy(update={"seed": 6}))
    assert rows(copy) != rows(load_curriculum(spec))
    assert rows(copy) == rows(load_curriculum(of_objects(seed=6)))


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"replay": 1.0}, ("replay",)),
        ({"finish": FinishSpec(pass_rate=0.75, weights=(1.0,))}, ("finish", "weights")),
        ({"sft": WarmUp(steps=20, gold=("summs",))}, ("sft", "gold", 0)),
        ({"stages": [StageSpec(name="finish", problems=SUMS)]},
         ("stages", 0, "name")),
    ],
)  # fmt: skip
def test_objects_are_checked_like_files(changes: dict[str, Any], place: tuple[Any, ...]) -> None:
    with pytest.raises(ValidationError) as error:
        of_objects(**changes)
    assert place in {line["loc"] for line in error.value.errors()}
