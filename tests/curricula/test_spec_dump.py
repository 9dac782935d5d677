from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gradatim.core.yamlfile import read_yaml
from gradatim.curricula.spec import library_names, read_curriculum_spec
from gradatim.curricula.spec.curriculum import CurriculumSpec
from gradatim.curricula.spec.dump import dump_yaml

SMALL, _ = read_curriculum_spec(Path(__file__).parent / "good.yaml")
texts = (
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
    | st.text("a :#\n\t-'\"", max_size=10)
    | st.sampled_from(
        [
            "no",
            "1e-5",
            "0o10",
            "1_000",
            "~",
            "12:30",
            "=",
            "<<",
            "a: b",
            " #",
            "a\n b\n",
            " \na",
            "\u2028",
            "\ufeff",
            "😀\n",
            "x " * 99,
        ]
    )
)
names = st.from_regex(r"[a-z0-9-]{1,8}", fullmatch=True).filter(lambda name: name != "finish")
templates = texts.map(lambda text: "{question}" + text.replace("{", "{{").replace("}", "}}")).filter(
    lambda text: not any(ord(char) < 0x20 and char not in "\n\t" for char in text)
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
plain: SearchStrategy[Any] = st.recursive(
    scalars, lambda part: st.lists(part, max_size=2) | st.dictionaries(texts, part, max_size=2), max_leaves=6
)
prompts = templates | st.fixed_dictionaries(
    {"user": templates}, optional={"system": st.none() | templates.map(lambda t: t[10:])}
)
rewards = st.sampled_from(
    [
        {"correctness": 1.0},
        {"correctness": 1, "stop": {"weight": 0.25, "when": "correct"}},
        {"correctness": 2.0, "short": {"weight": 0.5, "kind": "overlong", "limit": 16, "soft": 4}},
        {"correctness": 1.0, "brevity": {"weight": 0.5, "limit": 9}, "ordering": "strict"},
        {"correctness": 1.0, "stop": 3.0, "ordering": "off"},
        {"correctness": 1.0, "format": {"weight": 0.2, "tags": ["think", "answer"]}},
    ]
)
sources = st.sampled_from(
    [
        {"arithmetic": {"operations": ["add"], "digits": 3}},
        {"arithmetic": {"operations": ["add", "sub"], "digits": [2, 3], "negatives": "results"}},
        {"weight": 2, "arithmetic": {"operations": ["mul"], "ranges": [[100, 999]]}, "answer": "boxed"},
        {"prompt": "{question}?", "arithmetic": {"operations": ["mul"], "digits": 3, "worked": True}},
        {"arithmetic": {"operations": ["add"], "digits": 3}, "reward": {"stop": {"weight": 0.1, "when": "correct"}}},
    ]
)
gates = st.sampled_from(
    [
        {"pass_rate": 0.8, "min_prompts": 25},
        {"pass_rate": 0.9, "kind": "wilson", "window": 100, "min_prompts": 25},
        {"pass_rate": 0.7, "patience": 9, "on_stuck": "stop", "min_prompts": 25},
        {"pass_rate": 0.7, "margin": 0.05, "min_prompts": 25},
    ]
)
stages = st.fixed_dictionaries(
    {"problems": sources | st.lists(sources, min_size=1, max_size=2)},
    optional={
        "holdout": st.floats(0.01, 0.5),
        "prompt": prompts,
        "answer": st.sampled_from(["plain", "boxed"]),
        "reward": st.just({"correctness": 3.0, "format": {"weight": 0.1, "when": "correct"}}),
        "gate": st.sampled_from(
            [
                {"min_prompts": 30},
                {"cooldown": 3, "demote_below": 0.3, "pass_rate": 0.6},
                {"min_prompts": None},
                {"kind": "wilson", "cooldown": 1},
                {"kind": "e_cusum"},
                {"patience": 3, "pass_rate": 0.75},
            ]
        ),
    },
)

LARGE = {"arithmetic": {"operations": ["add"], "digits": 3}}


@st.composite
def curricula(draw: st.DrawFn) -> dict[str, Any]:
    """Good curricula of all forms, as plain data."""
    listed = draw(st.lists(stages, min_size=1, max_size=3))
    called = draw(st.lists(names, min_size=len(listed), max_size=len(listed), unique=True))
    optional = st.fixed_dictionaries(
        {},
        optional={
            "seed": st.integers(0, 2**63 - 1),
            "caveats": st.lists(texts, max_size=2),
            "prompt": prompts,
            "replay": st.floats(0, 0.99),
            "finish": st.none() | st.just({"pass_rate": 0.85, "weights": [1] * len(listed)}),
            "model": st.just({"preset": "tiny"}) | st.just({"path": "./a b"}),
            "sft": st.just({"steps": 3, "gold": called[:1], "scrambled": called[1:] or None}),
            "trainer": st.dictionaries(texts, plain, max_size=2),
        },
    )
    data: dict[str, Any] = draw(optional)
    data |= {"name": draw(names), "answer": "plain", "reward": draw(rewards), "gate": draw(gates)}
    return data | {"stages": [{"name": name, **stage} for name, stage in zip(called, listed, strict=True)]}


@settings(max_examples=60, deadline=None)
@given(curricula())
def test_a_dumped_curriculum_reads_back_as_itself(data: dict[str, Any]) -> None:
    spec = CurriculumSpec.model_validate(data)
    text = dump_yaml(spec)
    assert CurriculumSpec.model_validate(read_yaml(text.encode(), "dumped").data) == spec
    assert dump_yaml(read_curriculum_spec(read_yaml(text.encode(), "dumped").data)[0]) == text


@pytest.mark.parametrize("name", library_names())
def test_a_dumped_library_file_reads_back_as_itself(name: str) -> None:
    spec, _ = read_curriculum_spec(name)
    assert read_curriculum_spec(read_yaml(dump_yaml(spec).encode(), "dumped").data)[0] == spec


def test_every_default_of_a_gate_is_written_out_once() -> None:
    stages = [
        {"name": "same", "problems": LARGE, "gate": {"pass_rate": 0.8, "min_prompts": 24}},
        {"name": "other", "problems": LARGE, "gate": {"kind": "wilson", "patience": None}},
        {"name": "rate", "problems": LARGE, "gate": {"pass_rate": 0.7, "cooldown": 3}},
    ]
    outer = {"pass_rate": 0.8, "margin": 0.05, "cooldown": 2, "patience": 9}
    spec, _ = read_curriculum_spec(
        {"name": "x", "answer": "plain", "reward": {"correctness": 1.0}, "gate": outer, "stages": stages}
    )
    written = read_yaml(dump_yaml(spec).encode(), "dumped").data
    assert written["gate"] == {"kind": "e_cusum", "alpha": 0.0004, "min_prompts": 24, "on_stuck": "hold"} | outer
    assert written["reward"]["ordering"] == "strict"
    assert [stage.get("gate") for stage in written["stages"]] == [
        None,
        {"kind": "wilson", "window": 160, "confidence": 0.95, "patience": None},
        {"pass_rate": 0.7, "cooldown": 3},
    ]


def test_a_gate_that_only_stages_complete_is_written_out_there() -> None:
    stages = [{"name": "a", "problems": LARGE, "gate": {"pass_rate": 0.8}}]
    data = {"name": "x", "answer": "plain", "reward": {"correctness": 1.0}, "gate": {"margin": 0.05}, "stages": stages}
    written = read_yaml(dump_yaml(read_curriculum_spec(data)[0]).encode(), "dumped").data
    assert written["gate"] == {"margin": 0.05}
    rest = {"kind": "e_cusum", "alpha": 0.0004, "min_prompts": 24, "cooldown": 0, "on_stuck": "hold"}
    assert written["stages"][0]["gate"] == {"pass_rate": 0.8} | rest


@settings(max_examples=100, deadline=None)
@given(texts)
def test_any_text_survives(text: str) -> None:
    changed = SMALL.model_copy(update={"caveats": (text,)})
    assert read_yaml(dump_yaml(changed).encode(), "dumped").data["caveats"] == [text]
