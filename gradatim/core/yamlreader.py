"""Walks PyYAML's events into plain data, and refuses what a config file has no use for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import yaml

from gradatim.core.diagnostics import Diagnostic, config_error
from gradatim.core.errors import ConfigError
from gradatim.core.findings import DataPath, did_you_mean
from gradatim.core.located import Lines, Located, Mark
from gradatim.core.scalars import Scalar, resolve
from gradatim.core.yamlsyntax import explain_syntax

MAX_DEPTH, MAX_NODES = 32, 20_000

T = TypeVar("T")
Plain = Scalar | list[Any] | dict[str, Any]


class Reader:
    """Reads one document; use it once.

    Args:
        lines: the text.
        start: where the YAML starts in it.
    """

    def __init__(self, lines: Lines, start: int = 0) -> None:
        self._lines, self._start = lines, start
        self._values: dict[DataPath, Mark] = {}
        self._keys: dict[DataPath, Mark] = {}
        self._anchors: dict[str, tuple[Plain, int]] = {}
        self._open: set[str] = set()
        self._nodes = 0
        self._found: list[Diagnostic] = []
        self._parser = yaml.SafeLoader(lines.text[start:])

    def read(self) -> Located:
        """Returns the document's data with its places.

        Raises:
            ConfigError: at once where the rest makes no sense, else at the end with all that was found.
        """
        self._next()
        first = self._next()
        if isinstance(first, yaml.StreamEndEvent):
            raise self._fatal(self._lines.mark(self._start, self._start), "the file is empty", "empty")
        self._check_directives(first)
        data = self._value(())
        self._next()
        last = self._next()
        if not isinstance(last, yaml.StreamEndEvent):
            raise self._fatal(self._mark(last), "a second document starts here", "document", "one file, one document")
        if self._found:
            raise config_error(self._found, self._lines.texts)
        return Located(data, self._lines.file, self._lines.text, self._values, self._keys, self._lines.texts)

    def _value(self, path: DataPath) -> Plain:
        event = cast("yaml.NodeEvent", self._next())
        mark = self._mark(event)
        self._count(path, mark)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, path, mark)
        self._values[path] = mark
        if event.anchor:
            self._open.add(event.anchor)
        value = self._content(event, path)
        if event.anchor:
            self._open.discard(event.anchor)
            self._anchors[event.anchor] = value, mark.line
        return value

    def _content(self, event: yaml.NodeEvent, path: DataPath) -> Plain:
        if getattr(event, "tag", None) is not None:
            self._add(self._mark(event), "tags are not allowed", "tag", "the form of a value decides what it is")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        items = self._sequence(path) if isinstance(event, yaml.SequenceStartEvent) else self._mapping(path)
        end = self._next()
        if isinstance(event, yaml.CollectionStartEvent) and event.flow_style:
            self._values[path] = self._span(event.start_mark, end.end_mark)
        return items

    def _scalar(self, event: yaml.ScalarEvent, path: DataPath) -> Plain:
        plain = event.implicit[0]
        if plain and not event.value and path in self._keys:
            self._values[path] = self._keys[path]  # nothing is written there, so point at the key
        if any("\ud800" <= char <= "\udfff" for char in event.value):
            self._add(self._mark(event), "half a surrogate pair is not a character", "encoding")
            return ""
        try:
            return resolve(event.value) if plain else event.value
        except OverflowError:
            self._add(self._mark(event), "this number is too large", "number", "put it in quotes if it is text")
            return 0

    def _sequence(self, path: DataPath) -> list[Any]:
        items: list[Any] = []
        while not self._at_end(yaml.SequenceEndEvent):
            items.append(self._value((*path, len(items))))
        return items

    def _mapping(self, path: DataPath) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not self._at_end(yaml.MappingEndEvent):
            key, mark = self._key()
            if not items:
                self._values[path] = mark
            place = (*path, key)
            if key in items:
                hint = f"first given on line {self._keys[place].line}"
                self._add(mark, f"the key {key!r} stands twice in this mapping", "duplicate-key", hint)
            self._keys[place] = mark
            items[key] = self._value(place)
        return items

    def _key(self) -> tuple[str, Mark]:
        event = self._next()
        mark = self._mark(event)
        if not isinstance(event, yaml.ScalarEvent) or event.tag is not None or event.anchor:
            raise self._fatal(mark, "a key must be plain text", "key")
        if event.value == "<<" and event.implicit[0]:
            hint = "YAML 1.2 has none: write the keys out; what all stages share goes to the top level"
            self._add(mark, "merge keys (<<) are not allowed", "merge-key", hint)
        return event.value, mark

    def _alias(self, event: yaml.AliasEvent, path: DataPath, mark: Mark) -> Plain:
        name = str(event.anchor)
        if name in self._open:
            raise self._fatal(mark, f"the alias *{name} lies within its own anchor", "alias")
        if name not in self._anchors:
            hint = did_you_mean(name, self._anchors)
            raise self._fatal(mark, f"there is no anchor &{name} before this alias", "alias", hint)
        value, line = self._anchors[name]
        self._place(value, path, Mark(mark.file, mark.line, mark.col, mark.end_col, line))
        return value

    def _place(self, value: object, path: DataPath, mark: Mark) -> None:
        """Counts and places the parts of an alias, all of them where the alias stands."""
        self._values[path] = mark
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, part in parts:
            place = (*path, key)
            self._count(place, mark)
            if isinstance(value, dict):
                self._keys[place] = mark
            self._place(part, place, mark)

    def _count(self, path: DataPath, mark: Mark) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._fatal(mark, f"more than {MAX_NODES:,} values, with aliases expanded", "size")
        if len(path) > MAX_DEPTH:
            raise self._fatal(mark, f"nested deeper than {MAX_DEPTH} levels", "depth")

    def _check_directives(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent) and (event.tags or event.version not in (None, (1, 2))):
            self._add(self._mark(event), "no directive but %YAML 1.2 is allowed", "directive")

    def _next(self) -> yaml.Event:
        return cast("yaml.Event", self._guarded(self._parser.get_event))

    def _at_end(self, kind: type[yaml.Event]) -> bool:
        return self._guarded(lambda: self._parser.check_event(kind))

    def _guarded(self, step: Callable[[], T]) -> T:
        try:
            return step()
        except yaml.MarkedYAMLError as error:
            fault = explain_syntax(error)
            start = self._start + fault.offset
            raise self._fatal(self._lines.mark(start, start + 1), fault.message, "syntax", fault.hint) from error
        except (ValueError, OverflowError) as error:
            # PyYAML converts the numbers of escapes and directives unchecked.
            mark = self._parser.get_mark()
            raise self._fatal(
                self._span(mark, mark), "there is no character or version of this number", "syntax"
            ) from error

    def _mark(self, event: yaml.Event) -> Mark:
        return self._span(event.start_mark, event.end_mark)

    def _span(self, start: object, end: object) -> Mark:
        first, last = (mark.index if isinstance(mark, yaml.Mark) else 0 for mark in (start, end))
        return self._lines.mark(self._start + first, self._start + last)

    def _add(self, mark: Mark, message: str, code: str, hint: str | None = None) -> None:
        self._found.append(Diagnostic(mark.file, mark.line, mark.col, mark.end_col, code, message, hint))

    def _fatal(self, mark: Mark, message: str, code: str, hint: str | None = None) -> ConfigError:
        self._add(mark, message, code, hint)
        return config_error(self._found, self._lines.texts)
