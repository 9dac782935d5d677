"""Python objects wherever YAML has a mapping."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core import ConfigError
from gradatim.core.yamlfile import read_yaml
from gradatim.curricula import (
    Arithmetic,
    Curriculum,
    CurriculumSpec,
    ECusum,
    FinishSpec,
    GatePolicy,
    ModelSpec,
    PhaseMark,
    Schedule,
    Scrambled,
    SourceSpec,
    StageSpec,
    WarmUp,
    Wilson,
    dump_yaml,
    load_curriculum,
)
from gradatim.rewards import Correctness, Format, Reward, Stop, WeightedTerm

ADD = Arithmetic(operations=("add",), digits=3)
CORRECT = WeightedTerm("correctness", Correctness(), 1.0)
STOP = WeightedTerm("stop", Stop(), 0.25, "correct")
PLUGIN = """
from pydantic.dataclasses import dataclass
from gradatim.core.config import STRICT
from gradatim.curricula import Arithmetic, ECusum
from gradatim.rewards import Correctness

@dataclass(frozen=True, config=STRICT)
class Sums(Arithmetic):
    pass

@dataclass(frozen=True, config=STRICT)
class Right(Correctness):
    pass

@dataclass(frozen=True, config=STRICT)
class Strict(ECusum):
    alpha: float = 0.0001

def hidden():
    @dataclass(frozen=True, config=STRICT)
    class Hidden(Correctness):
        pass
    return Hidden

def hidden_gate():
    @dataclass(frozen=True, config=STRICT)
    class Hidden(ECusum):
        pass
    return Hidden
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module of the user's own."""
    (tmp_path / "own_parts.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import own_parts  # type: ignore[import-not-found]

    yield own_parts
    sys.modules.pop("own_parts")


def spec(**changes: Any) -> CurriculumSpec:
    fields: dict[str, Any] = {
        "name": "x",
        "answer": "boxed",
        "reward": Reward([CORRECT, STOP]),
        "gate": ECusum(0.8),
        "stages": [stage(ADD)],
    }
    return CurriculumSpec(**fields | changes)


def stage(problems: Any, **changes: Any) -> StageSpec:
    return StageSpec(**{"name": "a", "problems": problems} | changes)


def ladder() -> CurriculumSpec:
    def one(digits: int) -> StageSpec:
        source = Arithmetic(operations=("add",), digits=digits, layout="lowest_first", width=5)
        return stage(source, name=f"add-{digits}", holdout="none" if digits == 1 else 0.2)

    return spec(
        name="arithmetic",
        seed=1,
        prompt="{question}=",
        answer="plain",
        replay=0.33,
        stages=[one(digits) for digits in range(1, 6)],
        finish=FinishSpec(pass_rate=0.92, weights=(1.0, 1.0, 1.0, 2.0, 4.0)),
        model=ModelSpec(preset="tiny"),
        sft=WarmUp(steps=900, scrambled=Scrambled(stages=("add-3",), keep=2)),
    )


def rows(curriculum: Curriculum) -> list[Any]:
    schedule = Schedule([PhaseMark(0, 0), *(PhaseMark(20 * k, k) for k in range(1, 6))])
    found = [curriculum.row(slot, schedule) for slot in range(120)]
    return [(row.stage, row.role, row.prompt, row.problem, row.grader.reward) for row in found]


def test_the_ladder_of_objects_is_the_one_of_the_library() -> None:
    built, read = load_curriculum(ladder()), load_curriculum("arithmetic")
    assert built.fingerprint == read.fingerprint
    assert built.rules == read.rules
    assert rows(built) == rows(read)


def test_the_ladder_of_objects_survives_a_dump() -> None:
    assert CurriculumSpec.model_validate(read_yaml(dump_yaml(ladder()).encode(), "x").data) == ladder()


@pytest.mark.parametrize(
    "problems",
    [ADD, [ADD], (ADD,), SourceSpec("arithmetic", ADD), [SourceSpec("arithmetic", ADD)], {"arithmetic": ADD}],
)
def test_a_source_may_stand_alone(problems: Any) -> None:
    written = {"name": "a", "problems": problems}
    assert spec(stages=[written]) == spec(stages=[stage(problems)]) == spec()
    assert load_curriculum({**dict(spec()), "stages": [written]}).spec == spec()


@pytest.mark.parametrize(
    "reward", [[CORRECT, STOP], (CORRECT, STOP), {"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}}]
)
def test_terms_may_stand_in_a_list(reward: Any) -> None:
    assert spec(reward=reward) == spec()


def test_a_stage_adds_and_replaces_terms_and_takes_another_gate() -> None:
    extra = WeightedTerm("layout", Format(), 0.1, "correct")
    objects = {"name": "a", "problems": ADD, "reward": [extra], "gate": Wilson(0.7, window=64)}
    written = {
        "name": "a",
        "problems": {"arithmetic": {"operations": ["add"], "digits": 3}},
        "reward": {"layout": {"kind": "format", "weight": 0.1, "when": "correct"}},
        "gate": {"kind": "wilson", "pass_rate": 0.7, "window": 64},
    }
    outer = {"pass_rate": 0.8, "margin": 0.05, "cooldown": 3}
    built, read = (load_curriculum(spec(stages=[one], gate=outer)) for one in (objects, written))
    assert built.spec == read.spec
    assert built.fingerprint == read.fingerprint
    assert built.rules.gates == (Wilson(0.7, window=64),)
    assert built.rules.policies == (GatePolicy(cooldown=3),)
    assert [term.name for term in built.stages[0].sources[0].grader.reward.terms] == ["correctness", "stop", "layout"]


def test_a_strict_reward_is_strict_within_a_lax_one() -> None:
    lax = Reward([CORRECT, WeightedTerm("stop", Stop(), 3.0)], "off")
    assert load_curriculum(spec(reward=lax)).stages[0].sources[0].grader.reward.ordering == "off"
    with pytest.raises(ValidationError, match="a completion that is not correct can score"):
        spec(reward=lax, stages=[stage(ADD, reward=Reward([CORRECT]))])


def test_objects_of_the_users_own_are_named_by_their_module(own: ModuleType) -> None:
    built = spec(
        reward=[WeightedTerm("mine", own.Right(), 1.0)],
        gate=own.Strict(0.8),
        stages=[stage(own.Sums(operations=("add",), digits=3))],
    )
    written = read_yaml(dump_yaml(built).encode(), "x").data
    assert written["reward"]["mine"]["kind"] == "own_parts:Right"
    assert (written["gate"]["kind"], written["gate"]["alpha"]) == ("own_parts:Strict", 0.0001)
    assert "own_parts:Sums" in written["stages"][0]["problems"][0]
    assert CurriculumSpec.model_validate(written) == built


def test_an_object_that_no_file_can_name_trains_and_is_not_dumped(own: ModuleType) -> None:
    built = spec(reward=[WeightedTerm("mine", own.hidden()(), 1.0)])
    load_curriculum(built)
    with pytest.raises(ConfigError, match=r"a reward term cannot be written as YAML: .*hidden\.<locals>\.Hidden"):
        dump_yaml(built)
    with pytest.raises(ConfigError, match="'arithmetic' names another class than own_parts:Sums"):
        dump_yaml(spec(stages=[stage(SourceSpec("arithmetic", own.Sums(("add",), digits=3)))]))
    with pytest.raises(ValidationError, match=r"is not of the form package\.module:name"):
        spec(gate=own.hidden_gate()(0.8))


class Plain:
    """A term without a configuration."""

    def __call__(self, sample: Any) -> float:
        return 1.0

    def bounds(self, status: Any, terminated: Any) -> tuple[float, float]:
        return 0.0, 1.0


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"reward": Correctness()}, "reward", "expected a mapping of terms, got Correctness"),
        ({"reward": [Correctness()]}, "reward", "expected a mapping of terms, got a list"),
        ({"reward": []}, "reward", "expected a mapping of terms, got a list"),
        ({"reward": [CORRECT, CORRECT]}, "reward[1]", "'correctness' is the name of a term before it, too"),
        ({"reward": [CORRECT, WeightedTerm("ordering", Stop(), 0.1)]}, "reward[1]", "a key of the reward"),
        ({"reward": [WeightedTerm("mine", Plain(), 1.0)]}, "reward[0]", "is not a pydantic dataclass"),
        ({"reward": Reward([WeightedTerm("in", Reward([CORRECT]), 1.0)])}, "reward", "is not a pydantic dataclass"),
        ({"gate": ADD}, "gate", "expected a mapping, got Arithmetic"),
        ({"gate": ECusum}, "gate", "ECusum is a class, not a gate"),
        ({"gate": GatePolicy()}, "gate", "expected a mapping, got GatePolicy"),
        ({"problems": Arithmetic}, "stages[0].problems", "Arithmetic is a class, not a source"),
        ({"problems": [ADD, Correctness()]}, "stages[0].problems[1]", "expected a mapping, got Correctness"),
        ({"problems": ECusum(0.8)}, "stages[0].problems", "expected a source or a list of sources, got ECusum"),
        (
            {"problems": {"arithmetic": ECusum(0.8)}},
            "stages[0].problems.arithmetic",
            "expected Arithmetic or its settings, got ECusum",
        ),
    ],
)
def test_wrong_objects_are_refused_at_their_place(changes: dict[str, Any], place: str, message: str) -> None:
    data: dict[str, Any] = {"name": "x", "answer": "boxed", "reward": [CORRECT], "gate": ECusum(0.8)}
    stages = [{"name": "a", "problems": changes.get("problems", ADD)}]
    data |= {"stages": stages, **{key: value for key, value in changes.items() if key != "problems"}}
    with pytest.raises(ConfigError) as error:
        load_curriculum(data)
    assert [found.path for found in error.value.diagnostics] == [place]
    assert message in error.value.diagnostics[0].message


@pytest.mark.parametrize("make", [lambda: spec(gate=ADD), lambda: stage(Stop())])
def test_wrong_objects_are_refused_in_python_too(make: Callable[[], object]) -> None:
    with pytest.raises(ValidationError):
        make()
