"""The operations that `asserts_fold` knows, each refused where its result would be too large."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

UNKNOWN: Final = object()
"""The value of a name that cannot be told without running the program."""

_BITS = 20_000
_ITEMS = 20_000


class NotConstantError(Exception):
    """An expression whose value cannot be told, or that is too large."""


def size(value: object) -> int:
    """Returns how many items or bits a value has.

    Raises:
        NotConstantError: too many.
    """
    if isinstance(value, int):
        count, most = value.bit_length(), _BITS
    elif isinstance(value, str | bytes | list | tuple | set | frozenset | dict | range):
        count, most = len(value), _ITEMS
    else:
        return 1
    if count > most:
        raise NotConstantError("too large")
    return count


def in_order(items: Any) -> Any:  # noqa: ANN401
    """Returns what can be iterated over in an order that is the same in every process.

    Raises:
        NotConstantError: the members of a set have none.
    """
    if isinstance(items, set | frozenset):
        raise NotConstantError("the order of a set")
    return items


def is_plain(value: object) -> bool:
    """Whether a value, with all that it holds, is of the types that tests can have."""
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(item) for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(is_plain, value))
    return value is None or isinstance(value, bool | int | float | complex | str | bytes)


def bind(target: ast.expr, value: Any) -> dict[str, Any]:  # noqa: ANN401
    """Returns what an assignment to `target` gives its names.

    Raises:
        NotConstantError: the target is no name and no tuple of such, or does not fit the value.
    """
    if isinstance(target, ast.Name):
        return {target.id: value}
    if not isinstance(target, ast.Tuple | ast.List):
        raise NotConstantError("assignment to a part")
    if value is UNKNOWN:
        value = [UNKNOWN] * len(target.elts)
    if not isinstance(value, list | tuple | str) or len(value) != len(target.elts):
        raise NotConstantError("unpacking")
    return {name: one for part, item in zip(target.elts, value, strict=True) for name, one in bind(part, item).items()}


def check_operands(op: ast.operator, left: Any, right: Any) -> None:  # noqa: ANN401
    """Refuses what would be too large before it is made."""
    texts = isinstance(left, str | bytes), isinstance(right, str | bytes)
    if isinstance(op, ast.Mod) and any(texts):
        raise NotConstantError("formatting")
    if isinstance(op, ast.Mult):
        for many, count in ((left, right), (right, left)):
            if isinstance(many, str | bytes | list | tuple) and isinstance(count, int) and len(many) * count > _ITEMS:
                raise NotConstantError("too many items")
    if isinstance(left, int) and isinstance(right, int):
        power = isinstance(op, ast.Pow) and left.bit_length() * right > _BITS
        if power or (isinstance(op, ast.LShift) and left.bit_length() + right > _BITS):
            raise NotConstantError("a number too large")


def _sum(numbers: Any, start: complex = 0) -> Any:  # noqa: ANN401
    total: Any = start
    for number in numbers:
        if not isinstance(number, int | float | complex):
            raise NotConstantError("a sum of something else than numbers")
        total += number
    return total


def _text(value: object = "") -> str:
    if not isinstance(value, str | int | float):
        raise NotConstantError("the text of a container")
    return str(value)


def _list(items: Any = ()) -> list[Any]:  # noqa: ANN401
    return list(in_order(items))


def _tuple(items: Any = ()) -> tuple[Any, ...]:  # noqa: ANN401
    return tuple(in_order(items))


MATH = {"pi": math.pi, "e": math.e, "tau": math.tau, "inf": math.inf, "nan": math.nan}
FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        **{kind.__name__: kind for kind in (dict, set, frozenset, int, float, complex, bool)},
        "list": _list,
        "tuple": _tuple,
        "str": _text,
        "range": range,
        "sum": _sum,
        "len": len,
        "abs": abs,
        "min": min,
        "max": max,
        "round": round,
        "sorted": sorted,
        "any": any,
        "all": all,
    }
)
UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = MappingProxyType(
    {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_, ast.Invert: operator.invert}
)
BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
        ast.Pow: operator.pow,
        ast.LShift: operator.lshift,
        ast.RShift: operator.rshift,
        ast.BitAnd: operator.and_,
        ast.BitOr: operator.or_,
        ast.BitXor: operator.xor,
    }
)
COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = MappingProxyType(
    {
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
        ast.In: lambda left, right: left in right,
        ast.NotIn: lambda left, right: left not in right,
    }
)
