"""Pydantic's validation errors as diagnostics: in plain words, each at its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, get_args

from pydantic import ValidationError

from gradatim.core.diagnostics import Diagnostic
from gradatim.core.findings import UNKNOWN_KEY, DataPath, Finding, did_you_mean, unknown_key
from gradatim.core.located import Located
from gradatim.core.scalars import OLD_BOOLEANS, resolve

_NUMBER, _WHOLE, _TEXT, _LIST, _MAPPING, _TRUTH = (
    "a number", "a whole number", "text", "a list", "a mapping", "true or false",
)  # fmt: skip
_EXPECTED = {
    **dict.fromkeys(("bool_type", "bool_parsing"), _TRUTH),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), _WHOLE),
    **dict.fromkeys(("float_type", "float_parsing"), _NUMBER),
    "string_type": _TEXT,
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), _LIST),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type", "dataclass_type", "dataclass_exact_type"), _MAPPING),
    "finite_number": "a finite number",
    "none_required": "nothing",
}
_CHOICES = frozenset({"literal_error", "enum"})
_BOUNDS = {
    "greater_than": "greater than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
    "multiple_of": "a multiple of {multiple_of:g}",
}
_SIZES = {"too_short": "at least {min_length} needed", "too_long": "at most {max_length} allowed"}


@dataclass(frozen=True, slots=True)
class _Line:
    """One of pydantic's errors, with the path that its location has in the data."""

    path: DataPath
    kind: str
    location: DataPath
    message: str
    context: Mapping[str, Any]
    value: object

    @property
    def of_type(self) -> bool:
        """Whether another form of value was wanted; every branch of a union says so for itself."""
        return self.kind in _EXPECTED or self.kind in _CHOICES


def explain(error: ValidationError, located: Located, model: type[Any] | None = None) -> list[Diagnostic]:
    """Returns one diagnostic per place, sorted by place.

    Args:
        error: what pydantic raised for `located.data`.
        located: the data that was validated.
        model: the model or dataclass that was asked for; its fields serve the suggestions for unknown keys.
    """
    lines = [_line(item, located.data) for item in error.errors(include_url=False)]
    found = [located.diagnostic(finding) for finding in _without_echoes(list(_findings(lines, model)))]
    return sorted(dict.fromkeys(found), key=lambda item: (item.line or 0, item.col or 0, item.path))


def describe(value: object) -> str:
    """Returns a value in the words of messages: `the text 'heavy'`, `a list`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list | tuple):
        return _MAPPING if isinstance(value, dict) else _LIST
    shown = repr(value)
    short = shown if len(shown) <= 60 else f"{shown[:40]}..."
    return f"the text {short}" if isinstance(value, str) else short


def _line(item: Mapping[str, Any], data: object) -> _Line:
    path: DataPath = ()
    for part in item["loc"]:
        # Pydantic's locations also name union branches; what is not in the data is skipped.
        if (isinstance(data, dict) and part in data) or (
            isinstance(data, list | tuple) and isinstance(part, int) and part < len(data)
        ):
            data, path = data[part], (*path, part)
    return _Line(path, item["type"], item["loc"], item["msg"], item.get("ctx", {}), data)


def _findings(lines: list[_Line], model: type[Any] | None) -> Iterable[Finding]:
    deeper = {line.path[:length] for line in lines for length in range(len(line.path))}
    for path, group in groupby(sorted(lines, key=lambda line: repr(line.path)), key=lambda line: line.path):
        same = list(group)
        exact = [line for line in same if not line.of_type and not (line.kind in _SIZES and path in deeper)]
        if exact:
            choices = [option for line in same if line.kind in _CHOICES for option in _options(line)]
            yield from (_with_choices(_exact(line, model), choices) for line in exact)
        elif path not in deeper:
            yield _wrong_type(same)


def _without_echoes(findings: list[Finding]) -> Iterable[Finding]:
    """Drops what most likely follows from a mistyped key: that the right one is missing, or what its mapping lacks."""
    typos = {(finding.path[:-1], finding.hint) for finding in findings if finding.code == "unknown-key"}
    mistyped = {path for path, hint in typos if hint and hint.startswith("did you mean ")}
    for finding in findings:
        missing = finding.message.removeprefix("missing key ")
        echo = finding.code == "missing-key" and (finding.path, f"did you mean {missing}?") in typos
        if not echo and not (finding.code == "invalid" and finding.path in mistyped):
            yield finding


def _exact(line: _Line, model: type[Any] | None) -> Finding:
    kind, context = line.kind, line.context
    if kind in UNKNOWN_KEY:
        return unknown_key(line.path, known_keys(model, line.location[:-1]))
    if kind in {"missing", "missing_argument"}:
        return Finding(line.path, f"missing key {line.location[-1]!r}", "missing-key", at_key=True)
    if kind in _BOUNDS:
        message = f"{describe(line.value)} is out of range: it must be {_BOUNDS[kind].format(**context)}"
        return Finding(line.path, message, "out-of-range")
    if kind in _SIZES:
        size = len(line.value) if isinstance(line.value, Sized) else context["actual_length"]
        return Finding(line.path, f"{size} items, but {_SIZES[kind].format(**context)}", "out-of-range")
    if kind == "string_pattern_mismatch":
        return Finding(line.path, f"{describe(line.value)} does not match {context['pattern']}", "bad-text")
    if "at_key" in context:
        return Finding(line.path, context["message"], kind, context["hint"], context["at_key"])
    message = line.message.removeprefix("Value error, ")
    return Finding(line.path, message[:1].lower() + message[1:], "invalid")


def _with_choices(finding: Finding, choices: list[str]) -> Finding:
    """Adds the words that the other branches of a union would have taken."""
    if finding.hint or not choices:
        return finding
    return replace(finding, hint="or write " + " or ".join(choices))


def _wrong_type(lines: list[_Line]) -> Finding:
    value = lines[0].value
    options = [option for line in lines if line.kind in _CHOICES for option in _options(line)]
    wanted = list(dict.fromkeys(_EXPECTED[line.kind] for line in lines if line.kind in _EXPECTED))
    if options and not wanted and isinstance(value, str):
        message = f"{describe(value)} is not one of {', '.join(options)}"
        return Finding(lines[0].path, message, "bad-choice", did_you_mean(value, options))
    expected = " or ".join([*wanted, *options])
    message = f"expected {expected}, got {describe(value)}"
    hint = _type_hint(value, wanted) or (did_you_mean(value, options) if isinstance(value, str) else None)
    return Finding(lines[0].path, message, "wrong-type", hint)


def _options(line: _Line) -> list[str]:
    expected = str(line.context.get("expected", ""))
    return re.findall(r"'([^']*)'", expected) or [expected]


def _type_hint(value: object, wanted: list[str]) -> str | None:
    if isinstance(value, str):
        if _TRUTH in wanted and value.lower() in OLD_BOOLEANS:
            return f"YAML 1.2 takes {value!r} for text; write {OLD_BOOLEANS[value.lower()]}"
        if {_NUMBER, _WHOLE} & set(wanted) and _is_number(value.replace("_", "")):
            return f"write {value.replace('_', '')}, without " + ("underscores" if "_" in value else "quotes")
    if isinstance(value, float) and _WHOLE in wanted and value.is_integer():
        return f"write {value:.0f}"
    if _TEXT in wanted and isinstance(value, bool | int | float):
        return "put it in quotes"
    if wanted == [_LIST] and isinstance(value, str | int | float):
        return "write it in brackets, as [a, b]"
    return None


def _is_number(text: str) -> bool:
    try:
        value = resolve(text)
    except OverflowError:
        return False
    return isinstance(value, int | float) and not isinstance(value, bool)


def known_keys(model: type[Any] | None, location: DataPath) -> list[str]:
    """Returns the field names of the model or dataclass that stands at a location within `model`."""
    current = [model] if model else []
    for part in location:
        children = [child for parent in current for child in _models_of(_fields(parent).get(str(part)))]
        current = children or current
    return sorted({name for one in current for name in _fields(one)})


def _fields(model: type[Any]) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(model, "__pydantic_fields__", {})
    return {name: field.annotation for name, field in fields.items()}


def _models_of(annotation: object) -> list[type[Any]]:
    if isinstance(annotation, type) and hasattr(annotation, "__pydantic_fields__"):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_of(part)]
