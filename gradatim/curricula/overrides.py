"""Overrides of single values, as `stages.add-2.gate.pass_rate=0.95`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gradatim.core import ConfigError
from gradatim.core.diagnostics import Diagnostic, config_error, dotted
from gradatim.core.explain import describe
from gradatim.core.findings import DataPath, did_you_mean
from gradatim.core.located import Lines, Located, Mark
from gradatim.core.yamlfile import parse_yaml

_INHERITED = ("reward", "gate")
"""What stages inherit key by key; at the top level, null can only be meant to take away what is there."""


def override(located: Located, overrides: Sequence[str]) -> Located:
    """Returns the data with each override in its place; `located` stays as it is.

    An override is `path=value`. The path is made of keys, and for lists of a position or the `name` of an item; a key
    that is not there yet is added, and so are mappings on the way to it. The value is read as YAML: `0.5`, `[1, 2]`,
    `{weight: 2}`, `null`; nothing at all is null too. In diagnostics the n-th one is the file `override #n`.

    Raises:
        ConfigError: with every override that leads nowhere or is not YAML.
    """
    failed: list[Diagnostic] = []
    for number, text in enumerate(overrides, 1):
        file = f"override #{number}"
        located = replace(located, texts={**(located.texts or {located.file: located.text}), file: text})
        try:
            located = _applied(located, text, file)
        except ConfigError as error:
            failed += error.diagnostics
    if failed:
        raise config_error(failed, located.texts)
    return located


def _applied(located: Located, text: str, file: str) -> Located:
    path_text, equals, value_text = text.partition("=")
    lines = Lines(text, file)
    if not equals or not path_text:
        message = "an override is path=value, such as stages.0.gate.pass_rate=0.9"
        raise _error(lines, 0, len(text), message)
    value = _value(text, file, len(path_text) + 1) if value_text.strip() else Located(None, file)
    path, spans = _Walk(lines, path_text, located.data).resolve()
    if value.data is None and len(path) == 2 and path[0] in _INHERITED:
        return _without(located, path, lines, spans[1])
    return _with(located, path, value, [lines.mark(*span) for span in spans])


def _without(located: Located, path: DataPath, lines: Lines, span: tuple[int, int]) -> Located:
    outer, name = located.data.get(path[0]), path[1]
    if not isinstance(outer, Mapping) or name not in outer:
        known = list(outer) if isinstance(outer, Mapping) else []
        hint = did_you_mean(str(name), known) or (f"there are {', '.join(known)}" if known else None)
        raise _error(lines, *span, f"{path[0]!r} has no {name!r} to take away", hint)
    rest = {key: value for key, value in outer.items() if key != name}
    return replace(located, data={**located.data, path[0]: rest})


def _value(text: str, file: str, start: int) -> Located:
    return parse_yaml(text, file, start)


@dataclass
class _Walk:
    """Follows a dotted path into data."""

    lines: Lines
    text: str
    data: Any

    def resolve(self) -> tuple[DataPath, list[tuple[int, int]]]:
        """Returns the path in the data, and where each part of it stands in the override."""
        path: DataPath = ()
        spans = []
        start, node = 0, self.data
        while True:
            part, end = self._next(node, start)
            step = self._step(node, part, start, end, path)
            path = (*path, step)
            spans.append((start, end))
            if end == len(self.text):
                return path, spans
            node = _child(node, step)
            start = end + 1

    def _next(self, node: object, start: int) -> tuple[str, int]:
        """Returns the next part and where it ends; keys may have dots in them, and the longest that exists wins."""
        ends = [position for position, char in enumerate(self.text) if char == "." and position >= start]
        ends.append(len(self.text))
        for end in reversed(ends):
            if isinstance(node, Mapping) and self.text[start:end] in node:
                return self.text[start:end], end
        return self.text[start : ends[0]], ends[0]

    def _step(self, node: object, part: str, start: int, end: int, path: DataPath) -> int | str:
        if isinstance(node, list | tuple):
            return self._position(node, part, start, end, path)
        if node is None or isinstance(node, Mapping):
            if not part:
                raise _error(self.lines, start, end, "a part of the path is empty")
            return part
        outer = self.text[: start - 1]
        message = f"{outer!r} is {describe(node)} here, and has no keys"
        raise _error(self.lines, start, end, message, f"{outer}=... puts something else in its place")

    def _position(self, items: Sequence[Any], part: str, start: int, end: int, path: DataPath) -> int:
        names = [item.get("name") if isinstance(item, Mapping) else getattr(item, "name", None) for item in items]
        if part in names:
            return names.index(part)
        if part.isascii() and part.isdigit() and int(part) < len(items):
            return int(part)
        known = [name for name in names if isinstance(name, str)]
        places = f"positions 0 to {len(items) - 1}" if items else "nothing"
        hint = did_you_mean(part, known) or f"there are {', '.join([*known, places])}"
        raise _error(self.lines, start, end, f"{dotted(path)} has no item {part!r}", hint)


def _child(node: object, step: int | str) -> object:
    if isinstance(node, list | tuple) and isinstance(step, int):
        return node[step]
    return node.get(str(step)) if isinstance(node, Mapping) else None


def _with(located: Located, path: DataPath, value: Located, parts: Sequence[Mark]) -> Located:
    """Returns the data with `value` at `path`, placed where the override says it."""
    size = len(path)
    values = {place: mark for place, mark in located.values.items() if place[:size] != path}
    keys = {place: mark for place, mark in located.keys.items() if place[:size] != path}
    for length, mark in enumerate(parts, 1):
        if path[:length] not in values:
            keys[path[:length]] = values[path[:length]] = mark
    values |= {path + place: mark for place, mark in value.values.items()}
    keys |= {path + place: mark for place, mark in value.keys.items()}
    return replace(located, data=_put(located.data, path, value.data), values=values, keys=keys)


def _put(data: Any, path: DataPath, value: object) -> Any:  # noqa: ANN401 - plain data
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(data, list | tuple):
        return [_put(item, rest, value) if position == step else item for position, item in enumerate(data)]
    inner = dict(data or {})
    return {**inner, step: _put(inner.get(step), rest, value)}


def _error(lines: Lines, start: int, end: int, message: str, hint: str | None = None) -> ConfigError:
    mark = lines.mark(start, max(end, start + 1))
    item = Diagnostic(mark.file, mark.line, mark.col, mark.end_col, "override", message, hint)
    return config_error([item], lines.texts)
