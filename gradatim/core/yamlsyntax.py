"""PyYAML's syntax errors in the words of someone who writes a config file."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

_QUOTES = "text that starts with a special character or holds ': ' or ' #' must stand in quotes"


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """What is wrong and where, as an offset in characters."""

    offset: int
    message: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class _Rule:
    problem: str
    message: str
    hint: str | None = None
    at_context: bool = False
    context: str = ""


_RULES = (
    _Rule(r"found character '\\t'", "a tab cannot stand here", "use spaces"),
    _Rule(r"found character '(.)'", "no value can start with {0}", "put the text in quotes"),
    _Rule("mapping values are not allowed", "a second ':' on this line, or a line that is indented too far", _QUOTES),
    _Rule("could not find expected ':'", "there is no ':' behind this key", "write `key: value`", at_context=True),
    _Rule("unexpected end of stream", "this quotation mark is never closed", at_context=True, context="quoted scalar"),
    _Rule("unknown escape character", "unknown escape in double quotes", "single quotes keep a backslash as it is"),
    _Rule("escape sequence", "this escape in double quotes is not complete", "single quotes keep a backslash as it is"),
    _Rule("expected ',' or '}'", "this '{{' is not closed, or a ',' is missing in it", None, True, "flow mapping"),
    _Rule(r"expected ',' or '\]'", "this '[' is not closed, or a ',' is missing in it", None, True, "flow sequence"),
    _Rule("expected <block end>", "this does not fit in here", "entries of one block start in the same column"),
    _Rule("expected the node content", "a value is missing here", _QUOTES),
    _Rule("sequence entries are not allowed", "a list with '-' starts on a line of its own", "or write [a, b]"),
    _Rule("expected alphabetic or numeric", "'&' and '*' stand for anchors, and this one has no name", _QUOTES),
    _Rule("expected chomping", "the text of a '|' or '>' block starts on the next line"),
    _Rule("expected '<document start>'", "this stands outside of the document"),
    _Rule("undefined tag handle", "tags are not allowed", "the value's form alone decides its type"),
)


def explain_syntax(error: yaml.MarkedYAMLError) -> SyntaxFault:
    """Returns PyYAML's error as a message, a hint, and the place that helps most to mend it."""
    problem, context = error.problem or str(error), error.context or ""
    mark = error.problem_mark or error.context_mark
    for rule in _RULES:
        match = re.search(rule.problem, problem)
        if match and rule.context in context:
            if rule.at_context and error.context_mark:
                mark = error.context_mark
            return SyntaxFault(_offset(mark), rule.message.format(*match.groups()), rule.hint)
    return SyntaxFault(_offset(mark), f"{context}: {problem}" if context else problem, None)


def _offset(mark: yaml.Mark | None) -> int:
    return mark.index if mark else 0
