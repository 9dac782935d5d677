from __future__ import annotations

import json
from collections.abc import Callable

import yaml
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gradatim.core.diagnostics import split_lines
from gradatim.core.findings import DataPath, Finding
from gradatim.core.located import Located, Mark
from gradatim.core.yamlfile import read_yaml

TEXT = """\
# comment
name: ladder
gate: {pass_rate: 0.8, 'margin':   .03}
stages:
  - name: "add 1"
    problems:
      digits: [1,
        22]
  - {name: b, prompt: |
        x}
empty:
"""


def at(text: str, mark: Mark | None) -> str:
    assert mark is not None
    return split_lines(text)[mark.line - 1][mark.col - 1 : mark.end_col - 1]


def test_marks_cover_keys_and_values() -> None:
    text = TEXT.replace("  - {name: b, prompt: |\n        x}\n", "  - {name: b}\n")
    located = read_yaml(text.encode(), "f.yaml")
    values: dict[DataPath, str] = {
        (): "name",
        ("name",): "ladder",
        ("gate",): "{pass_rate: 0.8, 'margin':   .03}",
        ("gate", "margin"): ".03",
        ("stages",): "-",
        ("stages", 0): "name",
        ("stages", 0, "name"): '"add 1"',
        ("stages", 0, "problems"): "digits",
        ("stages", 0, "problems", "digits"): "[1,",
        ("stages", 0, "problems", "digits", 1): "22",
        ("stages", 1): "{name: b}",
        ("empty",): "empty",
    }
    assert {path: at(text, located.mark(path)) for path in values} == values
    assert at(text, located.keys["gate", "margin"]) == "'margin'"
    assert ("stages", 0) not in located.keys
    assert located.mark(("stages", 7)) is None


def test_a_value_over_several_lines_is_marked_on_its_first() -> None:
    text = "a: one  \n  two\nb: |\n  three\n"
    located = read_yaml(text.encode(), "f.yaml")
    assert located.mark(("a",)) == Mark("f.yaml", 1, 4, 7)
    assert at(text, located.mark(("b",))) == "|"


def test_a_finding_without_a_place_of_its_own_goes_to_the_closest_one() -> None:
    located = read_yaml(TEXT.split("  - {")[0].encode(), "f.yaml")
    missing = located.diagnostic(Finding(("stages", 0, "gate", "alpha"), "missing"))
    assert (missing.line, missing.col, missing.path) == (5, 5, "stages[0].gate.alpha")
    at_key = located.diagnostic(Finding(("gate", "margin"), "odd", at_key=True))
    assert (at_key.line, at_key.col, at_key.end_col) == (3, 24, 32)


def test_data_without_text_keeps_the_path() -> None:
    found = Located({"a": 1}, "curriculum").error(Finding(("a", 0), "is wrong", "odd"))
    assert str(found) == "curriculum: a[0]: error: is wrong  [odd]"
    assert found.diagnostics[0].line is None


def test_parts_of_an_alias_stand_where_the_alias_stands() -> None:
    located = read_yaml(b"a: &x {b: [1, 2]}\nc: *x\n", "f.yaml")
    mark = located.mark(("c", "b", 1))
    assert mark == Mark("f.yaml", 2, 4, 6, anchor=1)
    assert (
        located.diagnostic(Finding(("c", "b"), "odd", hint="why")).hint
        == "why; the alias stands for the value on line 1"
    )


scalars = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff")
)
trees: SearchStrategy[object] = st.recursive(
    scalars,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(scalars, part, max_size=3),
    max_leaves=12,
)


def as_block(data: object) -> str:
    return yaml.safe_dump(data, default_style='"', allow_unicode=True, width=10**6, sort_keys=False)


def as_flow(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


@given(st.dictionaries(scalars, trees, min_size=1, max_size=4), st.sampled_from([as_block, as_flow]))
def test_every_scalar_of_any_document_is_where_its_mark_says(
    data: dict[str, object], written: Callable[[object], str]
) -> None:
    text = written(data)
    located = read_yaml(text.encode(), "f.yaml")
    assert located.data == data
    for path, value in leaves(data):
        assert yaml.safe_load(at(text, located.mark(path))) == value
        for length in range(1, len(path) + 1):
            if isinstance(key := path[length - 1], str):
                assert yaml.safe_load(at(text, located.keys[path[:length]])) == key


def leaves(data: object, path: DataPath = ()) -> list[tuple[DataPath, object]]:
    if isinstance(data, dict):
        return [leaf for key, part in data.items() for leaf in leaves(part, (*path, key))]
    if isinstance(data, list):
        return [leaf for index, part in enumerate(data) for leaf in leaves(part, (*path, index))]
    return [(path, data)]
