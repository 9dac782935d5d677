"""JSON Schema of curriculum files, for completion and checks in editors; short forms included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from gradatim.core.config import LATER, NAME, PLUGIN
from gradatim.curricula.gates import GATES
from gradatim.curricula.sources import SOURCES
from gradatim.curricula.spec.curriculum import CurriculumSpec
from gradatim.curricula.spec.gate import DEFAULT_KIND, GatePolicy
from gradatim.curricula.spec.problems import SourceHead
from gradatim.curricula.spec.prompt import prompt_schema
from gradatim.rewards.registry import TERMS
from gradatim.rewards.spec import ORDERING, TermHead

Schema = dict[str, Any]

_PLUGIN = f"^{PLUGIN}$"
_NULL: Schema = {"type": "null"}
_OWN_KIND: Schema = {"type": "string", "pattern": _PLUGIN, "description": "Your own class as package.module:name"}


def json_schema() -> Schema:
    """Returns the schema (draft 2020-12) of a curriculum file.

    It accepts every file that `read_curriculum_spec` accepts. What depends on several keys only the latter can refuse.
    """
    schema: Schema = _linked(CurriculumSpec.model_json_schema())
    schema["$defs"] |= {
        "prompt": prompt_schema(),
        "reward": _reward(),
        "other-term": _other_term(),
        "gate": _gate(),
        "problems": _problems(),
    }
    warm_up = schema["$defs"]["WarmUp"]["properties"]
    warm_up["scrambled"]["anyOf"].append(warm_up["gold"])
    untitled: Schema = _untitled(schema)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | untitled


def _reward() -> Schema:
    named = {
        kind: {"description": _about(cls)}
        | {"anyOf": [{"type": "number"}, _term(cls, kind, required=False), {"$ref": "#/$defs/other-term"}]}
        for kind, cls in TERMS.items()
    }
    ordering = {"enum": ["strict", "off"], "description": "off: a wrong answer may outscore a right one"}
    return _closed({ORDERING: ordering, **named}) | {
        "description": "Reward terms by name: a weight, settings, or null to take one away",
        "propertyNames": {"pattern": f"^{NAME}$"},
        "additionalProperties": {"$ref": "#/$defs/other-term"},
    }


def _other_term() -> Schema:
    """Builds a term whose name is not its kind."""
    return {"anyOf": [*(_term(cls, kind, required=True) for kind, cls in TERMS.items()), _plugin_term(), _NULL]}


def _term(cls: type[Any], kind: str, *, required: bool) -> Schema:
    head, own = TermHead.model_json_schema(), _fields(cls)
    named = {"enum": [kind] if required else [kind, None], "description": _about(cls)}
    properties = {**head["properties"], "kind": named, **own["properties"]}
    needed = [*head["required"], *own.get("required", []), *(["kind"] if required else [])]
    return _closed(properties) | {"required": needed}


def _plugin_term() -> Schema:
    head = TermHead.model_json_schema()
    return {
        "type": "object",
        "properties": {**head["properties"], "kind": _OWN_KIND},
        "required": ["weight", "kind"],
    }


def _gate() -> Schema:
    """Builds the gate: any key can come from another level, and null takes one away."""
    fields = {kind: _fields(cls)["properties"] for kind, cls in GATES.items()}
    policy = _fields(GatePolicy)["properties"]
    every = {name: field for own in fields.values() for name, field in own.items()}
    default = {**_NULL, "description": f"The kind of gate, {DEFAULT_KIND} where it is left out"}
    branches = [_closed({"kind": default, **_nullable({**every, **policy})})]
    for kind, own in fields.items():
        named = {"const": kind, "description": _about(GATES[kind])}
        branches.append(_closed({"kind": named, **_nullable({**own, **policy})}) | {"required": ["kind"]})
    plugin = {"type": "object", "properties": {"kind": _OWN_KIND}, "required": ["kind"]}
    return {"description": "The test that opens the next stage", "anyOf": [*branches, plugin]}


def _problems() -> Schema:
    head = _linked(SourceHead.model_json_schema()["properties"])
    source = _closed({**{kind: _source(cls) for kind, cls in SOURCES.items()}, **head})
    source |= {"patternProperties": {_PLUGIN: {"type": ["object", "null"]}}, "minProperties": 1}
    several = {"type": "array", "minItems": 1, "items": source}
    return {"description": "One source as {name: settings}, or a list of weighted ones", "anyOf": [source, several]}


def _source(cls: type[Any]) -> Schema:
    fields = {key: part for key, part in _fields(cls).items() if key != "description"}
    return {"description": _about(cls), "anyOf": [fields, _NULL]}


def _about(cls: type[Any]) -> str:
    """Returns the first sentence of a class's docstring, for editors to show."""
    return (cls.__doc__ or cls.__name__).strip().splitlines()[0]


def _linked(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Puts a reference wherever a field said that its definition comes later."""
    if isinstance(schema, list):
        return [_linked(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _linked(part) for key, part in schema.items() if key != LATER}
    return {"$ref": f"#/$defs/{schema[LATER]}", **parts} if LATER in schema else parts


def _untitled(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Drops pydantic's titles, which repeat the names of the fields."""
    if isinstance(schema, list):
        return [_untitled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _untitled(part) for key, part in schema.items() if key != "title" or not isinstance(part, str)}


def _fields(cls: type[Any]) -> Schema:
    schema: Schema = TypeAdapter(cls).json_schema()
    return schema


def _closed(properties: Mapping[str, Any]) -> Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _nullable(properties: Mapping[str, Any]) -> Schema:
    """Lets every property be null, too; its description stays on top, where editors look for it."""
    return {
        name: {"anyOf": [schema, _NULL]} | {key: schema[key] for key in ("description",) if key in schema}
        for name, schema in properties.items()
    }
