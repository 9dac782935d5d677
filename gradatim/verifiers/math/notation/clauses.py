"""The loose end of the grammar: lists, relations, old-style fractions, trailing units, sets and ratios.

All of it is splitting a flat list of items; what remains is an expression (see `expressions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gradatim.verifiers.math.notation.brackets import Item
from gradatim.verifiers.math.notation.expressions import Expression
from gradatim.verifiers.math.notation.names import opaque_name
from gradatim.verifiers.math.notation.tokens import UnreadableError
from gradatim.verifiers.math.notation.tree import Node, node, number
from gradatim.verifiers.math.notation.vocabulary import SETS_IN_WORDS
from gradatim.verifiers.math.numbers.units import Suffix, read_suffix

_MAX_PARTS = 500
_PERCENT = Suffix(Fraction(1, 100), "")
_TEMPERATURES = {"C": "celsius", "F": "fahrenheit"}


def split(items: Sequence[Item], kind: str, value: str | None = None) -> list[list[Item]]:
    """The parts between the items of one kind (and value)."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind == kind and value in (None, item.value):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def parse_items(items: Sequence[Item]) -> Node:
    """The tree of a flat list of items.

    Raises:
        UnreadableError: it makes no sense.
        TooComplexError: it is too deep.
    """
    separators = {item.value for item in items if item.kind == "sep"}
    if not separators:
        return _relation(items)
    parts = split(items, "sep")
    # A comma and an `and` may stand together: `1, 2, and 3`.
    wanted = [part for part in parts if part]
    gaps = len(parts) - len(wanted)
    if not parts[0] or not parts[-1] or gaps > len(separators & {"and", "or"}):
        raise UnreadableError("empty place in a list")
    if len(wanted) == 1 or len(wanted) > _MAX_PARTS or ("or" in separators and "and" in separators):
        raise UnreadableError("list")
    value = next((word for word in ("or", "and") if word in separators), ";" if ";" in separators else ",")
    return node("list", *map(_relation, wanted), value=value)


def _relation(items: Sequence[Item]) -> Node:
    relations = tuple(item.value for item in items if item.kind == "rel")
    if not relations:
        return _side(items)
    if len(relations) > _MAX_PARTS:
        raise UnreadableError("relations")
    sides = split(items, "rel")
    # `\neq 42` and `\approx 42` say something of an unnamed value.
    if not sides[0]:
        raise UnreadableError("relation without left side")
    return node("rel", _first_side(sides[0], relations[0]), *map(_side, sides[1:]), value=relations)


def _first_side(items: Sequence[Item], relation: str) -> Node:
    try:
        side = _side(items)
        if side.kind != "text":
            return side
        raise UnreadableError("words")
    except UnreadableError:
        name = opaque_name(items) if relation == "=" else None
        if name is None:
            raise
        return name


def _side(items: Sequence[Item]) -> Node:
    over = [index for index, item in enumerate(items) if item.kind == "over"]
    if over:
        if len(over) > 1:
            raise UnreadableError("over")
        top, bottom = _side(items[: over[0]]), _side(items[over[0] + 1 :])
        return node("div", top, bottom) if items[over[0]].value == "/" else node("call", top, bottom, value="binomial")
    if len(items) > 2 and items[-2].kind == "degree" and items[-1].value in _TEMPERATURES:
        return node("unit", _sets(items[:-2]), value=_TEMPERATURES[items[-1].value])
    words = next((index for index, item in enumerate(items) if item.kind == "text"), None)
    if words is None:
        return _sets(items)
    if words == 0:
        return _text(items)
    suffix = read_suffix(" " + _words(items[words:]))
    if suffix is None:
        raise UnreadableError("words")
    inner = _sets(items[:words])
    if suffix == _PERCENT:
        return node("percent", inner)
    if suffix.factor != 1:
        inner = node("mul", inner, number(suffix.factor))
    return node("unit", inner, value=suffix.unit) if suffix.unit else inner


def _text(items: Sequence[Item]) -> Node:
    if any(item.kind != "text" for item in items):
        raise UnreadableError("words")
    words = " ".join(item.value for item in items).casefold()
    return Node("realset", (), SETS_IN_WORDS[words]) if words in SETS_IN_WORDS else Node("text", (), words)


def _words(items: Sequence[Item]) -> str:
    if any(item.kind not in ("text", "num", "brace") and item.value not in ("^", "/") for item in items):
        raise UnreadableError("words")
    spaced = [(" " if item.kind == "text" and index else "") + item.value for index, item in enumerate(items)]
    return "".join(spaced).replace("/ ", "/")


def _sets(items: Sequence[Item]) -> Node:
    operators = [item.value for item in items if item.kind == "setop"]
    parts = [_ratio(part) for part in split(items, "setop")] if operators else [_ratio(items)]
    result = parts[0]
    for operator, part in zip(operators, parts[1:], strict=True):
        flat = result.args if result.kind == operator == "union" else (result,)
        result = node(operator, *flat, part)
    return result


def _ratio(items: Sequence[Item]) -> Node:
    parts = split(items, "op", ":")
    return _expression(items) if len(parts) == 1 else node("ratio", *map(_expression, parts))


def _expression(items: Sequence[Item]) -> Node:
    if not items:
        raise UnreadableError("nothing")
    return Expression(items).parse()
