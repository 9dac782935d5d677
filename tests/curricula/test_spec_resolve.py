from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core import ConfigError
from gradatim.curricula.gates import ECusum, Wilson
from gradatim.curricula.sources import Arithmetic
from gradatim.curricula.spec import (
    CurriculumSpec,
    FinishSpec,
    GatePolicy,
    PromptSpec,
    SourceSpec,
    StageSpec,
    library_names,
    library_text,
    read_curriculum_spec,
    resolved_finish,
    resolved_stage,
)
from gradatim.curricula.spec.problems import read_problems
from gradatim.rewards import Correctness, Format, Stop, WeightedTerm
from gradatim.rewards.spec import read_reward

ADD = {"arithmetic": {"operations": ["add"], "digits": 3}}


def curriculum(**changes: Any) -> CurriculumSpec:
    data: dict[str, Any] = {
        "name": "x",
        "answer": "boxed",
        "reward": {"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}},
        "gate": {"pass_rate": 0.8, "cooldown": 2},
        "stages": [{"name": "a", "problems": ADD}],
    }
    return read_curriculum_spec(data | changes)[0]


def one_stage(stage: dict[str, Any], **changes: Any) -> CurriculumSpec:
    return curriculum(stages=[{"name": "a", "problems": ADD, **stage}], **changes)


def test_a_stage_without_keys_has_what_the_top_level_says() -> None:
    stage = resolved_stage(curriculum(prompt="{question}?"), 0)
    (source,) = stage.sources
    assert (stage.name, stage.share, stage.gate, stage.policy) == ("a", 0.2, ECusum(0.8), GatePolicy(cooldown=2))
    assert (source.weight, source.prompt, source.answer) == (1.0, PromptSpec("{question}?"), "boxed")
    assert source.source == Arithmetic(operations=("add",), digits=3)
    assert source.reward.terms == (
        WeightedTerm("correctness", Correctness(), 1.0),
        WeightedTerm("stop", Stop(answer="boxed"), 0.25, "correct"),
    )


def test_the_default_prompt_is_the_question() -> None:
    assert resolved_stage(curriculum(), 0).sources[0].prompt == PromptSpec("{question}", chat=False)


def test_a_stage_overrides_whole_keys_and_merges_reward_and_gate_by_key() -> None:
    changes = {
        "prompt": {"user": "{question}"},
        "answer": "tags",
        "reward": {"stop": 0.1, "format": {"weight": 0.1, "when": "correct"}},
        "gate": {"margin": 0.1, "cooldown": None},
        "holdout": 0.5,
    }
    stage = resolved_stage(one_stage(changes, prompt={"system": "s", "user": "{question}"}), 0)
    (source,) = stage.sources
    assert (stage.share, stage.gate, stage.policy) == (0.5, ECusum(0.8, margin=0.1), GatePolicy())
    assert (source.prompt, source.answer) == (PromptSpec("{question}", chat=True), "tags")
    assert source.reward.terms == (
        WeightedTerm("correctness", Correctness(), 1.0),
        WeightedTerm("stop", Stop(answer="tags"), 0.1),
        WeightedTerm("format", Format(answer="tags"), 0.1, "correct"),
    )


def test_null_takes_a_term_away() -> None:
    stage = resolved_stage(one_stage({"reward": {"stop": None}}), 0)
    assert [term.name for term in stage.sources[0].reward.terms] == ["correctness"]


def test_a_source_goes_before_its_stage() -> None:
    sources = [
        {"weight": 2, **ADD, "answer": "gsm8k", "prompt": "{question}!", "reward": {"stop": None}},
        {"arithmetic": {"operations": ["mul"], "digits": 3}},
    ]
    spec = one_stage({"problems": sources, "answer": "tags", "prompt": "{question}?"})
    first, second = resolved_stage(spec, 0).sources
    assert (first.weight, first.answer, first.prompt.user, len(first.reward.terms)) == (2, "gsm8k", "{question}!", 1)
    assert (second.weight, second.answer, second.prompt.user, len(second.reward.terms)) == (1, "tags", "{question}?", 2)


def test_the_finish_asks_every_stage_for_its_own_rate_with_the_gate_of_the_stage() -> None:
    stages = [
        {"name": "a", "problems": ADD, "gate": {"demote_below": 0.5}},
        {"name": "b", "problems": ADD, "gate": {"kind": "wilson", "window": 200}},
    ]
    assert resolved_finish(curriculum(stages=stages, finish={"pass_rate": 0.9})) == (
        ECusum(0.9),
        Wilson(0.9, window=200),
    )
    assert resolved_finish(curriculum(stages=stages)) is None


def test_demotion_has_no_say_in_the_finish() -> None:
    spec = one_stage({"gate": {"demote_below": 0.6}}, finish={"pass_rate": 0.5})
    assert resolved_finish(spec) == (ECusum(0.5),)


def test_an_ordering_can_be_switched_off_for_one_stage() -> None:
    spec = one_stage({"reward": {"stop": 3.0, "ordering": "off"}})
    assert resolved_stage(spec, 0).sources[0].reward.ordering == "off"


def test_python_objects_give_the_same_curriculum() -> None:
    source = SourceSpec("arithmetic", Arithmetic(operations=("add",), digits=3))
    built = CurriculumSpec(
        name="x",
        answer="boxed",
        reward=read_reward({"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}}),
        gate={"pass_rate": 0.8, "cooldown": 2},
        stages=(StageSpec(name="a", problems=(source,)),),
        finish=FinishSpec(pass_rate=0.9),
    )
    assert built == curriculum(finish={"pass_rate": 0.9})


def test_errors_in_python_objects_say_the_path() -> None:
    with pytest.raises(ConfigError) as caught:
        one_stage({"gate": {"pas_rate": 0.9}, "holdout": 2.0})
    assert str(caught.value) == (
        "curriculum: stages[0].gate.pas_rate: error: unknown key 'pas_rate'  [unknown-key]\n"
        "  = did you mean 'pass_rate'?\n\n"
        "curriculum: stages[0].holdout: error: 2.0 is out of range: it must be less than 1  [out-of-range]\n"
        "  = or write none\n\n"
        "2 errors"
    )


def test_a_spec_built_in_python_is_checked_as_a_whole_too() -> None:
    spec = curriculum()
    (stage,) = spec.stages
    with pytest.raises(ValidationError, match="is called 'a' too"):
        CurriculumSpec(name="x", answer="plain", reward=spec.reward, gate=spec.gate, stages=(stage, stage))
    with pytest.raises(ValidationError, match="on_stuck: stop needs patience"):
        CurriculumSpec(
            name="x",
            answer="plain",
            reward=spec.reward,
            gate={"pass_rate": 0.8, "on_stuck": "stop"},
            stages=(stage,),
        )


def test_plain_data_only_may_go_to_the_trainer() -> None:
    with pytest.raises(ConfigError, match=r"trainer\.beta: error: not plain, finite data"):
        curriculum(trainer={"beta": float("inf")})


def test_the_library_is_known_by_name() -> None:
    assert library_names() == ["arithmetic", "arithmetic-natural", "code"]
    for name in library_names():
        assert library_text(name).startswith("# yaml-language-server: $schema=./curriculum.schema.json\n")
        assert read_curriculum_spec(name)[0].name == name


def test_an_unknown_name_is_no_path() -> None:
    with pytest.raises(ConfigError) as caught:
        read_curriculum_spec("arithmatic")
    assert str(caught.value) == (
        "there is no curriculum 'arithmatic' in the library; did you mean 'arithmetic'?\n"
        "known: arithmetic, arithmetic-natural, code; a file of your own needs a path such as ./arithmatic.yaml"
    )
    with pytest.raises(ConfigError, match=r"\./arithmetic: error: cannot be read"):
        read_curriculum_spec("./arithmetic")


def test_the_ladder_is_what_it_says() -> None:
    spec, located = read_curriculum_spec("arithmetic")
    assert [stage.name for stage in spec.stages] == [f"add-{digits}" for digits in range(1, 6)]
    assert [stage.share for stage in spec.stages] == [0.0, 0.2, 0.2, 0.2, 0.2]
    assert spec.sft is not None
    assert spec.sft.facts() == {
        "steps": 1200,
        "gold": ["add-1", "add-2"],
        "scrambled": {"stages": ["add-3", "add-4", "add-5"], "keep": 2},
    }
    assert spec.trainer["max_completion_length"] == 7
    assert located.mark(("trainer", "temperature")) is not None


PLUGIN = """
from pydantic.dataclasses import dataclass

@dataclass(frozen=True)
class Maze:
    size: int = 3
    draw = count = ids = verifier = alphabet = lambda self, *args: None
"""


def test_a_source_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mazes_of_mine.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    (source,) = read_problems({"mazes_of_mine:Maze": {"size": 4}})
    assert source.plain() == {"mazes_of_mine:Maze": {"size": 4}, "weight": 1.0}
    with pytest.raises(ValidationError, match="two sources in one mapping"):
        read_problems({"mazes_of_mine:Maze": {"size": 4}, **ADD})
    with pytest.raises(ValidationError, match="it lacks draw, count"):
        read_problems({"gradatim.rewards:Stop": {}})
