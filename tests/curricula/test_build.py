from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import ConfigError
from gradatim.curricula import Curriculum, PhaseMark, Schedule, Stage, library_text, load_curriculum, stage_facts
from gradatim.curricula.spec.dump import plain_spec

ADD: dict[str, Any] = {"operations": ["add"], "digits": 2}
BASE: dict[str, Any] = {
    "name": "x",
    "seed": 3,
    "prompt": "{question}=",
    "answer": "boxed",
    "reward": {"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}},
    "gate": {"pass_rate": 0.8},
    "replay": 0.3,
    "stages": [
        {"name": "first", "problems": {"arithmetic": ADD}},
        {"name": "second", "problems": {"arithmetic": {"operations": ["mul"], "digits": 2}}},
    ],
    "finish": {"pass_rate": 0.9},
}
PLUGIN = """
from collections.abc import Iterator
from pydantic.dataclasses import dataclass
from gradatim.core import Problem, content_id
from gradatim.core.config import STRICT
from gradatim.curricula import Count
from gradatim.verifiers import MathVerifier

@dataclass(frozen=True, config=STRICT)
class Riddles:
    "Fifty riddles, of which every one from `wrong` on has a gold that ends the box too early."
    wrong: int = 50
    listed: bool = True

    def draw(self, rng):
        number = int(rng.random() * 50)
        gold = str(number) if number < self.wrong else "3}"
        return Problem(content_id(f"riddle:{number}"), f"Which number is {number}?", gold)

    def count(self):
        return Count(50, exact=self.listed)

    def ids(self):
        return (content_id(f"riddle:{number}") for number in range(50)) if self.listed else None

    def verifier(self, answer):
        return MathVerifier(answer)

    def alphabet(self):
        return frozenset("Which number is?0123456789")
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a source of the user's own."""
    (tmp_path / "riddle_source.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "riddle_source:Riddles"
    sys.modules.pop("riddle_source", None)


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The base curriculum with one value put in, or one key taken out with Ellipsis."""

    def put(data: Any, rest: tuple[Any, ...]) -> Any:
        if not rest:
            return value
        if isinstance(data, list):
            return [put(item, rest[1:]) if place == rest[0] else item for place, item in enumerate(data)]
        inner = put((data or {}).get(rest[0]), rest[1:])
        kept = {key: item for key, item in (data or {}).items() if key != rest[0]}
        return kept if inner is ... else {**(data or {}), rest[0]: inner}

    result: dict[str, Any] = put(BASE, path)
    return result


DECIDE: list[tuple[tuple[Any, ...], Any]] = [
    (("seed",), 4),
    (("replay",), 0.31),
    (("prompt",), "{question} ="),
    (("prompt",), {"user": "{question}="}),
    (("answer",), "tags"),
    (("reward", "correctness"), 0.9),
    (("reward", "stop"), ...),
    (("reward", "stop", "when"), ...),
    (("reward", "format"), 0.1),
    (("gate", "pass_rate"), 0.81),
    (("gate", "kind"), "wilson"),
    (("gate", "margin"), 0.04),
    (("gate", "min_prompts"), 25),
    (("gate", "cooldown"), 1),
    (("gate", "patience"), 100),
    (("gate", "demote_below"), 0.5),
    (("finish",), ...),
    (("finish", "pass_rate"), 0.91),
    (("finish", "weights"), [1, 2]),
    (("stages",), BASE["stages"][:1]),
    (("stages",), BASE["stages"][::-1]),
    (("stages", 1, "name"), "third"),
    (("stages", 1, "holdout"), 0.3),
    (("stages", 1, "holdout"), "none"),
    (("stages", 1, "prompt"), "{question}"),
    (("stages", 1, "answer"), "tags"),
    (("stages", 1, "reward"), {"stop": None}),
    (("stages", 1, "reward"), {"correctness": 2.0}),
    (("stages", 1, "gate"), {"pass_rate": 0.7}),
    (("stages", 1, "problems", "arithmetic", "digits"), 3),
    (("stages", 1, "problems", "arithmetic", "worked"), True),
    (("stages", 1, "problems"), [{"arithmetic": ADD}, {"arithmetic": ADD}]),
    (("stages", 1, "problems"), [{"arithmetic": ADD}, {"arithmetic": ADD, "weight": 2}]),
    (("stages", 1, "problems"), [{"arithmetic": ADD}, {"arithmetic": ADD, "prompt": "{question}"}]),
]


def test_what_decides_rows_rewards_or_promotion_changes_the_fingerprint() -> None:
    prints = {f"{path} = {value}": load_curriculum(changed(path, value)).fingerprint for path, value in DECIDE}
    prints["base"] = load_curriculum(BASE).fingerprint
    assert len(set(prints.values())) == len(prints), prints


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("name",), "y"),
        (("caveats",), ["Small."]),
        (("model",), {"preset": "tiny"}),
        (("sft",), {"steps": 10, "gold": ["first"]}),
        (("trainer",), {"learning_rate": 1e-5}),
        (("stages", 0, "holdout"), 0.2),
        (("stages", 0, "problems"), [{"arithmetic": ADD}]),
        (("stages", 0, "problems", "arithmetic", "carry"), "any"),
        (("reward", "correctness"), {"weight": 1.0}),
        (("reward", "ordering"), "strict"),
        (("gate", "kind"), "e_cusum"),
        (("gate", "min_prompts"), 24),
        (("stages", 1, "gate"), {"pass_rate": 0.8, "cooldown": 0}),
        (("stages", 1, "reward"), {"ordering": "strict"}),
    ],
)
def test_what_the_trainer_alone_reads_and_defaults_written_out_do_not(path: tuple[Any, ...], value: Any) -> None:
    assert load_curriculum(changed(path, value)).fingerprint == load_curriculum(BASE).fingerprint


def test_another_default_of_a_gate_changes_the_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    prints = set()
    for version, alpha in (("one", 0.01), ("two", 0.02)):
        # As if a new version of the package had another default.
        monkeypatch.setitem(sys.modules, "own_gate", type(sys)("own_gate"))
        source = (
            "from pydantic.dataclasses import dataclass\n"
            "from gradatim.core.config import STRICT\n"
            "from gradatim.curricula import ECusum\n"
            "@dataclass(frozen=True, config=STRICT)\n"
            f"class Own(ECusum):\n    alpha: float = {alpha}\n"
        )
        exec(compile(source, version, "exec"), vars(sys.modules["own_gate"]))  # noqa: S102 - a module of the test's own
        prints.add(load_curriculum(changed(("gate", "kind"), "own_gate:Own")).fingerprint)
    assert len(prints) == 2


def test_a_checkpoint_of_another_curriculum_is_refused() -> None:
    curriculum = load_curriculum(BASE)
    curriculum.require_fingerprint(load_curriculum({**BASE, "name": "y"}).fingerprint)
    with pytest.raises(ValueError, match="was written with another curriculum"):
        curriculum.require_fingerprint(load_curriculum({**BASE, "seed": 4}).fingerprint)


def first_rows(curriculum: Curriculum) -> list[Any]:
    schedule = Schedule([PhaseMark(0, 0), *(PhaseMark(20 * k, k) for k in range(1, len(curriculum.stages) + 1))])
    rows = [curriculum.row(slot, schedule) for slot in range(200)]
    return [(row.stage, row.role, row.prompt, row.problem) for row in rows]


@pytest.mark.parametrize("name", ["arithmetic", "arithmetic-natural"])
def test_name_path_mapping_and_spec_give_the_same_curriculum(tmp_path: Path, name: str) -> None:
    loaded = load_curriculum(name)
    path = tmp_path / "copy.yaml"
    path.write_text(library_text(name), encoding="utf-8")
    for source in (path, str(path), plain_spec(loaded.spec), loaded.spec):
        again = load_curriculum(source)
        assert again.fingerprint == loaded.fingerprint
        assert first_rows(again) == first_rows(loaded)
        assert again.rules == loaded.rules


def test_overrides_change_a_mapping_and_not_a_spec() -> None:
    assert load_curriculum(BASE, ["seed=4"]).seed == 4
    with pytest.raises(ConfigError, match="overrides change a file or a mapping"):
        load_curriculum(load_curriculum(BASE).spec, ["seed=4"])


def with_plugin(plugin: str, **settings: Any) -> dict[str, Any]:
    return changed(("stages", 1), {"name": "riddles", "problems": {plugin: settings}})


@pytest.mark.parametrize("wrong", [0, 45])
def test_golds_are_checked_at_load(plugin: str, wrong: int) -> None:
    load_curriculum(with_plugin(plugin))
    with pytest.raises(
        ConfigError, match=r"stage 'riddles': problem [0-9a-f]{16}: the gold '3}' cannot be used: .*"
    ) as error:
        load_curriculum(with_plugin(plugin, wrong=wrong))
    assert [found.path for found in error.value.diagnostics] == ["stages[1].problems"]


def test_nothing_held_out_of_what_cannot_be_listed_is_refused_with_its_place_and_numbers(
    plugin: str, tmp_path: Path
) -> None:
    data = with_plugin(plugin, listed=False)
    load_curriculum(data)
    data["stages"][1]["holdout"] = "none"
    with pytest.raises(ConfigError) as error:
        load_curriculum(data)
    (found,) = error.value.diagnostics
    assert found.path == "stages[1].holdout"
    assert "stage 'riddles' has 50 problems or more that cannot be listed" in found.message
    assert "at most 200,000" in found.message


def test_nothing_held_out_of_too_many_problems_is_refused_with_the_numbers() -> None:
    data = changed(("stages", 1, "problems", "arithmetic", "digits"), 4)
    data["stages"][1]["holdout"] = "none"
    with pytest.raises(ConfigError, match=r"40,504,500 problems.*at most 200,000"):
        load_curriculum(data)


def test_a_stage_that_is_trained_on_elsewhere_as_a_whole_has_no_probe() -> None:
    data = changed(("stages", 0, "holdout"), "none")
    data["stages"][1] = {"name": "again", "problems": {"arithmetic": {**ADD, "worked": True}}}
    with pytest.raises(ConfigError, match="stage 'again': no held-out problem in 10,000 draws"):
        load_curriculum(data)


def counted(stage: Stage) -> tuple[int, int, int]:
    """Problems, those to train on, and those held out, found by drawing."""
    trained = {stage.draw("train", "count", index)[1].id for index in range(20_000)}
    probed = {problem.id for _, problem in stage.probe(100_000)}
    everything = {id_ for source in stage.sources for id_ in source.source.ids() or ()}
    return len(everything), len(trained), len(probed)


def test_facts_count_small_stages_as_they_are() -> None:
    data = changed(("stages", 0, "holdout"), "none")
    data["stages"][0]["problems"]["arithmetic"] = {**ADD, "digits": 1}
    overlapping = [{"arithmetic": {"operations": ["add"], "ranges": [[5, high]]}} for high in (25, 20)]
    data["stages"].append({"name": "third", "problems": overlapping, "holdout": 0.4})
    curriculum = load_curriculum(data)
    facts = stage_facts(curriculum.stage("third"))
    assert (facts["problems"], facts["train"], facts["probe"]) == counted(curriculum.stage("third"))
    assert facts["exact"]
    first = stage_facts(curriculum.stage("first"))
    assert (first["problems"], first["train"], first["probe"]) == (55, 55, None)


def test_overlapping_sources_count_once_for_the_gate_too() -> None:
    facts, more = {"arithmetic": {**ADD, "digits": 1}}, {"arithmetic": {"operations": ["add"], "ranges": [[0, 12]]}}
    data = changed(("stages", 1, "gate"), {"min_prompts": 50})
    data["stages"][1]["problems"] = [facts, more]
    assert stage_facts(load_curriculum(data).stage("second"))["problems"] == 91
    data["stages"][1]["problems"] = [facts, facts, facts]
    with pytest.raises(ConfigError, match="stage 'second' has 55 problems, about 44 of them to train on"):
        load_curriculum(data)


@pytest.mark.parametrize(
    ("problems", "expected"),
    [
        ([{"arithmetic": {**ADD, "digits": 4}}], (40_504_500, True, 32_403_600, 8_100_900)),
        # Two sources may overlap, as these do.
        ([{"arithmetic": {**ADD, "digits": 4}}, {"arithmetic": ADD}], (40_504_500, False, 32_403_600, 8_100_900)),
    ],
)
def test_facts_estimate_large_stages(problems: list[Any], expected: tuple[Any, ...]) -> None:
    facts = stage_facts(load_curriculum(changed(("stages", 1, "problems"), problems)).stage("second"))
    assert (facts["problems"], facts["exact"], facts["train"], facts["probe"]) == expected


def test_facts_name_the_gate() -> None:
    assert stage_facts(load_curriculum(BASE).stage("first"))["gate"] == "e_cusum, rate above 0.77"


def test_an_unknown_stage_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="there is no stage 'third'; known: first, second"):
        load_curriculum(BASE).stage("third")


def test_stop_terms_of_all_stages_are_known() -> None:
    data = changed(("stages", 1, "reward"), {"stop": None, "halt": {"weight": 0.1, "kind": "stop", "when": "correct"}})
    assert load_curriculum(data).stop_terms() == {"stop", "halt"}
