from __future__ import annotations

from typing import Any

import pytest

from gradatim.core import ConfigError
from gradatim.core.located import Located, Mark
from gradatim.core.yamlfile import read_yaml
from gradatim.curricula.overrides import override
from gradatim.curricula.spec import read_curriculum_spec, resolved_stage

TEXT = """\
name: ladder
seed: 7
gate: {pass_rate: 0.8, margin: 0.03}
reward: {correctness: 1.0, stop: 0.25}
stages:
  - name: add-1
    problems: {my.package:Maze: {size: 3}}
  - name: add-2
    gate: {pass_rate: 0.9}
  - name: "0"
finish:
"""


def changed(*overrides: str) -> dict[str, Any]:
    data = override(read_yaml(TEXT.encode(), "f.yaml"), overrides).data
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("seed=8", ["seed"], 8),
        ("seed=1e-5", ["seed"], 1e-5),
        ("seed='8'", ["seed"], "8"),
        ("seed=no", ["seed"], "no"),
        ("seed=", ["seed"], None),
        ("seed=a=b", ["seed"], "a=b"),
        ("gate.pass_rate=0.95", ["gate", "pass_rate"], 0.95),
        ("gate.alpha=0.01", ["gate", "alpha"], 0.01),
        ("stages.add-2.gate.pass_rate=0.95", ["stages", 1, "gate", "pass_rate"], 0.95),
        ("stages.1.gate.pass_rate=0.95", ["stages", 1, "gate", "pass_rate"], 0.95),
        ("stages.0.name=x", ["stages", 2, "name"], "x"),
        ("stages.add-1.gate.kind=wilson", ["stages", 0, "gate", "kind"], "wilson"),
        ("stages.add-1.problems.my.package:Maze.size=4", ["stages", 0, "problems", "my.package:Maze", "size"], 4),
        ("finish.pass_rate=0.9", ["finish", "pass_rate"], 0.9),
        ("model.path=/models/a b", ["model", "path"], "/models/a b"),
        ("reward.stop={weight: 0.5, when: correct}", ["reward", "stop"], {"weight": 0.5, "when": "correct"}),
        ("stages.add-2.reward.stop=null", ["stages", 1, "reward", "stop"], None),
        ("sft={steps: 3, gold: [add-1]}", ["sft", "gold", 0], "add-1"),
    ],
)
def test_an_override_changes_one_value(text: str, path: list[int | str], value: object) -> None:
    found: Any = changed(text)
    for part in path:
        found = found[part]
    assert found == value
    assert type(found) is type(value)


def test_an_override_changes_nothing_else() -> None:
    located = read_yaml(TEXT.encode(), "f.yaml")
    after = override(located, ["stages.add-2.gate.pass_rate=0.95"])
    assert located.data == read_yaml(TEXT.encode(), "f.yaml").data
    after.data["stages"][1]["gate"]["pass_rate"] = 0.9
    assert after.data == located.data
    assert after.mark(("stages", 1, "gate", "pass_rate")) == Mark("override #1", 1, 29, 33)
    assert after.mark(("stages", 1, "gate")) == located.mark(("stages", 1, "gate"))
    assert after.mark(("stages", 1, "name")) == located.mark(("stages", 1, "name"))


def test_an_alias_is_changed_in_one_place_only() -> None:
    located = read_yaml(b"a: &x {b: 1}\nc: *x\n", "f.yaml")
    assert override(located, ["c.b=2"]).data == {"a": {"b": 1}, "c": {"b": 2}}


def test_the_longest_key_that_exists_wins() -> None:
    located = Located({"a": {"b": 1}, "a.b": 1}, "x")
    assert override(located, ["a.b=2"]).data == {"a": {"b": 1}, "a.b": 2}


def test_the_last_one_wins_and_a_later_one_builds_on_an_earlier_one() -> None:
    assert changed("seed=8", "seed=9")["seed"] == 9
    assert changed("finish={weights: [1, 2]}", "finish.weights.1=5")["finish"] == {"weights": [1, 5]}


def test_null_at_the_top_level_takes_a_term_or_gate_setting_away() -> None:
    assert changed("reward.stop=null")["reward"] == {"correctness": 1.0}
    assert changed("gate.margin=")["gate"] == {"pass_rate": 0.8}
    assert changed("stages.add-2.gate.margin=null")["stages"][1]["gate"] == {"pass_rate": 0.9, "margin": None}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "stages.ad-2.gate.pass_rate=0.95",
            "override #1:1:8: error: stages has no item 'ad-2'  [override]\n"
            " 1 | stages.ad-2.gate.pass_rate=0.95\n"
            "   |        ^^^^\n"
            "   = did you mean 'add-2'?",
        ),
        (
            "stages.7.name=x",
            "override #1:1:8: error: stages has no item '7'  [override]\n"
            " 1 | stages.7.name=x\n"
            "   |        ^\n"
            "   = there are add-1, add-2, 0, positions 0 to 2",
        ),
        (
            "reward.stop.weight=0.5",
            "override #1:1:13: error: 'reward.stop' is 0.25 here, and has no keys  [override]\n"
            " 1 | reward.stop.weight=0.5\n"
            "   |             ^^^^^^\n"
            "   = reward.stop=... puts something else in its place",
        ),
        (
            "reward.stpo=null",
            "override #1:1:8: error: 'reward' has no 'stpo' to take away  [override]\n"
            " 1 | reward.stpo=null\n"
            "   |        ^^^^\n"
            "   = did you mean 'stop'?",
        ),
        (
            "seed",
            "override #1:1:1: error: an override is path=value, such as stages.0.gate.pass_rate=0.9  [override]\n"
            " 1 | seed\n"
            "   | ^^^^",
        ),
        (
            "gate..alpha=1",
            "override #1:1:6: error: a part of the path is empty  [override]\n 1 | gate..alpha=1\n   |      ^",
        ),
        (
            "数=[1, 2",
            "override #1:1:3: error: this '[' is not closed, or a ',' is missing in it  [syntax]\n"
            " 1 | 数=[1, 2\n"
            "   |    ^",
        ),
        (
            "seed=!!int 3",
            "override #1:1:6: error: tags are not allowed  [tag]\n"
            " 1 | seed=!!int 3\n"
            "   |      ^^^^^^^\n"
            "   = the form of a value decides what it is",
        ),
    ],
)
def test_a_path_that_leads_nowhere_is_shown(text: str, shown: str) -> None:
    with pytest.raises(ConfigError) as caught:
        changed(text)
    assert str(caught.value) == shown


def test_all_overrides_are_checked_before_any_is_reported() -> None:
    with pytest.raises(ConfigError) as caught:
        changed("seed", "seed=1", "stages.x=1")
    assert [item.file for item in caught.value.diagnostics] == ["override #1", "override #3"]


def test_what_the_curriculum_refuses_is_shown_in_the_override() -> None:
    overrides = ["seed=no", "stages.add-3.gate.pas_rate=0.9", "stges.x=1", "finish.weights=[1]"]
    with pytest.raises(ConfigError) as caught:
        read_curriculum_spec("arithmetic", overrides)
    places = [(item.file, item.line, item.col, item.hint) for item in caught.value.diagnostics]
    assert places == [
        ("override #1", 1, 6, None),
        ("override #2", 1, 19, "did you mean 'pass_rate'?"),
        ("override #3", 1, 1, "did you mean 'stages'?"),
        ("override #4", 1, 16, "one for each stage, in order; or leave them out"),
    ]
    assert " 1 | stages.add-3.gate.pas_rate=0.9\n   |                   ^^^^^^^^" in str(caught.value)


def test_overrides_reach_the_curriculum() -> None:
    spec, located = read_curriculum_spec("arithmetic", ["stages.add-2.gate.pass_rate=0.95", "trainer.beta=0.1"])
    assert resolved_stage(spec, 1).gate.bound == pytest.approx(0.92)
    assert spec.trainer["beta"] == 0.1
    assert located.mark(("trainer", "beta")) == Mark("override #2", 1, 14, 17)


def test_overrides_work_on_python_objects() -> None:
    located = override(Located({"stages": [{"name": "a"}]}, "curriculum"), ["stages.a.name=b"])
    assert located.data == {"stages": [{"name": "b"}]}


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ConfigError):
        changed("seed=\udce9")
