"""Sets of real numbers as pieces: intervals and points, and what union, intersection and difference make of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from gradatim.verifiers.math.equality import infinity
from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.evaluation.numeric import rational_approximation
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.notation.tree import Node, symbols

MAX_PIECES = 64


class End(NamedTuple):
    """One end: minus or plus infinity (`side` -1, 1) or a value; `open` ends do not belong to the piece."""

    side: int
    at: Fraction
    open: bool
    value: Node


class Piece(NamedTuple):
    """All numbers between two ends."""

    low: End
    high: End


Pieces = tuple[Piece, ...]
REALS = Node("realset", (), "R")
_ZERO = Fraction(0)
_ROUNDING = Fraction(1, 10**60)
_MINUS = End(-1, _ZERO, True, Node("neg", (Node("const", (), "inf"),), None, 2))
_PLUS = End(1, _ZERO, True, Node("const", (), "inf"))


class NoSetError(Exception):
    """The tree is no set of reals that can be written as pieces. Never leaves this package."""


def pieces(root: Node) -> Pieces:
    """The pieces of a set in order, none touching another.

    Raises:
        NoSetError: it is no such set, or its ends are no real numbers.
        TooComplexError: an end is too large.
    """
    if root.kind == "realset" and root.value in ("R", "empty"):
        return (Piece(_MINUS, _PLUS),) if root.value == "R" else ()
    if root.kind == "bracket" and len(root.args) == 2:
        return _interval(*root.args, root.value)
    if root.kind == "set":
        return _merged([Piece(end, end) for end in (_end(arg, False) for arg in root.args)])
    if root.kind == "union":
        return _merged([piece for arg in root.args for piece in pieces(arg)])
    if root.kind in ("intersection", "minus"):
        left, right = (pieces(arg) for arg in root.args)
        return intersected(left, complement(right) if root.kind == "minus" else right)
    raise NoSetError(root.kind)


def _interval(low: Node, high: Node, brackets: str) -> Pieces:
    piece = Piece(_end(low, brackets[0] == "("), _end(high, brackets[1] == ")"))
    if (piece.low.side and brackets[0] == "[") or (piece.high.side and brackets[1] == "]"):
        raise NoSetError("infinity is no number")
    return () if _is_empty(piece) else (piece,)


def between(low: Node | None, high: Node | None, low_open: bool, high_open: bool) -> Pieces:
    """The numbers between two values; None has no end.

    Raises:
        NoSetError: an end is no real number.
    """
    piece = Piece(_end(low, low_open) if low else _MINUS, _end(high, high_open) if high else _PLUS)
    return () if _is_empty(piece) else (piece,)


def _end(value: Node, is_open: bool) -> End:
    side = infinity(value)
    if side:
        return _PLUS if side > 0 else _MINUS
    exact = None
    try:
        exact = None if symbols(value) else exact_value(plain(value))
        at = rational_approximation(plain(value)) if exact is None and not symbols(value) else exact
    except UndefinedError:
        at = None
    if at is None:
        raise NoSetError("end")
    at = at if exact is not None else _rounded(at)
    return End(0, at, is_open, value)


def _rounded(value: Fraction) -> Fraction:
    """The value to 60 significant digits, so that equal ends are equal however they are written."""
    size = (abs(value.numerator) // value.denominator).bit_length() * 3 // 10
    scale = Fraction(10) ** (60 - size)
    return Fraction(round(value * scale)) / scale


def _key(end: End) -> tuple[int, Fraction]:
    return end.side, end.at


def _is_empty(piece: Piece) -> bool:
    low, high = _key(piece.low), _key(piece.high)
    return low > high or (low == high and (piece.low.open or piece.high.open))


def _merged(parts: Sequence[Piece]) -> Pieces:
    if len(parts) > MAX_PIECES:
        raise NoSetError("too many pieces")
    merged: list[Piece] = []
    for piece in sorted(parts, key=lambda part: (_key(part.low), part.low.open)):
        last = merged[-1] if merged else None
        if last is None or _apart(last.high, piece.low):
            merged.append(piece)
        elif (_key(piece.high), not piece.high.open) > (_key(last.high), not last.high.open):
            merged[-1] = Piece(last.low, piece.high)
    return tuple(merged)


def _apart(high: End, low: End) -> bool:
    return _key(high) < _key(low) or (_key(high) == _key(low) and high.open and low.open)


def union(left: Pieces, right: Pieces) -> Pieces:
    """What is in one of two sets."""
    return _merged([*left, *right])


def intersected(left: Pieces, right: Pieces) -> Pieces:
    """What two sets have in common."""
    common = [
        Piece(
            max(one.low, other.low, key=lambda end: (_key(end), end.open)),
            min(one.high, other.high, key=lambda end: (_key(end), not end.open)),
        )
        for one in left
        for other in right
    ]
    return _merged([piece for piece in common if not _is_empty(piece)])


def complement(parts: Pieces) -> Pieces:
    """All real numbers that are not in a set."""
    result: list[Piece] = []
    low = _MINUS
    for piece in parts:
        gap = Piece(low, piece.low._replace(open=not piece.low.open) if not piece.low.side else piece.low)
        if piece.low.side == 0 and not _is_empty(gap):
            result.append(gap)
        if piece.high.side:
            return tuple(result)
        low = piece.high._replace(open=not piece.high.open)
    return (*result, Piece(low, _PLUS))


def same_pieces(left: Pieces, right: Pieces) -> bool:
    """Whether two sets are equal; ends count as equal where they agree to 60 digits."""
    if len(left) != len(right):
        return False
    ends = [(end, other) for one, two in zip(left, right, strict=True) for end, other in zip(one, two, strict=True)]
    return all(
        end.side == other.side
        and (end.side or end.open == other.open)
        and abs(end.at - other.at) <= _ROUNDING * (abs(end.at) + abs(other.at) + 1)
        for end, other in ends
    )
