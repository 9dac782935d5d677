from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gradatim.core.yamlfile import read_yaml
from gradatim.curricula.gates import GATES
from gradatim.curricula.sources import SOURCES
from gradatim.curricula.spec import library_names, read_curriculum_spec
from gradatim.curricula.spec.dump import plain_spec
from gradatim.curricula.spec.schema import json_schema
from gradatim.rewards import TERMS

SCHEMA = json_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
GOOD = (Path(__file__).parent / "good.yaml").read_text(encoding="utf-8")
LONG = """
prompt: {system: be brief, user: "{question}"}
caveats: [none]
finish:
reward:
  correctness: {weight: 1, partial: false}
  short: {weight: -0.1, kind: overlong, limit: 16, soft: 4}
  mine: {weight: 0.1, kind: "my.terms:Mine", anything: [1]}
  ordering: off
gate: {kind: wilson, pass_rate: 0.8, window: 100, patience: 9, on_stuck: stop}
sft: {steps: 1, scrambled: {stages: [add-1], keep: 1}, weights: {add-1: 2}}
model: {path: ./here}
"""


def test_it_is_a_schema_in_plain_json() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert len(json.dumps(SCHEMA)) < 60_000


@pytest.mark.parametrize("name", library_names())
def test_it_takes_the_library_as_written_and_in_long_form(name: str) -> None:
    spec, located = read_curriculum_spec(name)
    VALIDATOR.validate(located.data)
    VALIDATOR.validate(plain_spec(spec))


def data(text: str) -> dict[str, Any]:
    found = read_yaml(text.encode(), "x").data
    assert isinstance(found, dict)
    return found


def test_it_takes_every_form() -> None:
    VALIDATOR.validate(data(GOOD) | data(LONG))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: ladder", "nmae: ladder"),
        ("name: ladder", "name: My Ladder"),
        ("answer: plain", "answer: plian"),
        ("correctness: 1.0", "corectness: 1.0"),
        ("correctness: 1.0", "correctness: high"),
        ("correctness: 1.0", "correctness: {weight: 1.0, prtial: true}"),
        ("correctness: 1.0", "correctness: 1.0, mine: 0.1"),
        ("correctness: 1.0", "correctness: 1.0, mine: {weight: 0.1}"),
        ("correctness: 1.0", "correctness: 1.0, mine: {weight: 0.1, kind: overlog, limit: 3}"),
        ("correctness: 1.0", "correctness: 1.0, mine: {weight: 0.1, kind: overlong, limt: 3}"),
        ("correctness: 1.0", "correctness: 1.0, mine: {weight: 0.1, kind: overlong, limit: 3}"),
        ("correctness: 1.0", "correctness: 1.0, ordering: loose"),
        ("when: correct", "when: corect"),
        ("pass_rate: 0.8", "pass_rat: 0.8"),
        ("pass_rate: 0.8", "pass_rate: 80"),
        ("pass_rate: 0.8", "pass_rate: 0.8, kind: wilsn"),
        ("pass_rate: 0.8", "pass_rate: 0.8, kind: wilson, alpha: 0.1"),
        ("pass_rate: 0.8", "pass_rate: 0.8, on_stuck: halt"),
        ("holdout: none", "holdout: some"),
        ("holdout: none", "holdot: none"),
        ("arithmetic:", "arithmetik:"),
        ("digits: 1", "digit: 1"),
        ("operations: [add]", "operations: [plus]"),
        ("operations: [add], ", ""),
        ("{question}=", "{problem}="),
        ("stages:", "model: {preset: tiny, path: x}\nstages:"),
        ("stages:", "sft: {gold: [add-1]}\nstages:"),
    ],
)
def test_it_refuses_typos(old: str, new: str) -> None:
    VALIDATOR.validate(data(GOOD))
    assert old in GOOD
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(data(GOOD.replace(old, new, 1)))


def test_every_kind_and_field_has_a_place_in_it() -> None:
    definitions = SCHEMA["$defs"]
    assert set(TERMS) < set(definitions["reward"]["properties"])
    kinds = {branch["properties"]["kind"].get("enum", [None])[0] for branch in definitions["other-term"]["anyOf"][:-1]}
    assert kinds == {*TERMS, None}
    assert [branch["properties"]["kind"].get("const") for branch in definitions["gate"]["anyOf"][1:-1]] == list(GATES)
    assert set(SOURCES) < set(definitions["problems"]["anyOf"][0]["properties"])


def properties(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every property in a schema, at any depth."""
    if isinstance(schema, dict):
        named = schema.get("properties")
        yield from named.items() if isinstance(named, dict) else ()
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from properties(part)


def test_every_property_is_described() -> None:
    found = list(properties(SCHEMA))
    assert {"alpha", "confidence", "kind", "arithmetic", "holdout", "soft", "digits"} <= {name for name, _ in found}
    for name, field in found:
        target = SCHEMA["$defs"].get(field.get("$ref", "").rpartition("/")[2], {})
        assert field.get("description") or target.get("description"), (name, field)
