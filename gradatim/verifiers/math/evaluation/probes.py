"""Numeric probes: two expressions at the same rational points, in more and more digits.

Symbols are real. A point at which one side has no real value is passed over, unless the text itself is about complex
numbers or no other point is left; so what differs only in its domain is equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from typing import Literal, NamedTuple

from gradatim.verifiers.math.evaluation.approximation import NO_ERROR, Approximation
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.evaluation.numeric import approximate, sizes
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, fold, postorder, spelled, symbols

DIGITS = (50, 80)
"""Working precisions: values that differ by more than their errors in either are unequal."""
MORE_DIGITS = (320, 1280)
"""Precisions for values of which cancellation leaves too little, and for equality that is not proved otherwise."""
RELATIVE_BITS, ABSOLUTE_BITS = 66, 200
"""How well equal values are known: to 20 digits, or, next to zero, to 60 places."""
ENOUGH = 2
"""Points at which values must be known and agree; one may be a coincidence, such as the pole of a tower of powers."""
_GRID = 997
# Sign (0: any) and range of all coordinates, one row for each point.
_RANGES = ((0, 0, 4), (1, 0, 1), (0, 0, 4), (1, 1, 4), (1, 4, 40), (-1, 0, 4), (1, 40, 300), (-1, 40, 300))
# More, and far out, where functions are made of pieces.
_PIECEWISE = frozenset({"floor", "ceil", "mod", "abs", "min", "max", "ln", "log", "arcsin", "arccos", "arctan"})
_FAR_RANGES = 3 * ((0, 0, 4), (0, 4, 12), (0, 0, 300), (0, 10**3, 10**6), (0, 10**20, 10**30))
_MAX_NODES_IN_MORE_DIGITS = 200
_MAX_CALLS = 200
_BITS_PER_DIGIT = 3
_MOST_DIGITS = 15_000

Range = tuple[int, int, int]
Answer = Literal["equal", "unequal", "unknown", "undefined"]


class _Outcome(NamedTuple):
    """What one point says."""

    equal: bool
    real: bool
    resolved: bool


def probe(left: Node, right: Node) -> Answer:
    """Compares two expressions in the kinds of `plain`.

    Returns:
        `equal` if they agree at every point at which both have a value, `undefined` if there is no such point,
        `unknown` if their values are known well enough at fewer than `ENOUGH`.

    Raises:
        TooComplexError: one of them is too large at every point, or has too many functions.
    """
    names = sorted(symbols(left) | symbols(right))
    parts = [part for side in (left, right) for part in postorder(side)]
    any_value = not names or any(part.kind == "const" and part.value == "i" for part in parts)
    if sum(part.kind == "call" for part in parts) > _MAX_CALLS:
        raise TooComplexError("functions")
    ranges = (*_RANGES, *_FAR_RANGES) if any(map(_has_pieces, parts)) else _RANGES
    seed = _seed(left, right)
    enough = ENOUGH if names else 1
    seen: list[_Outcome] = []
    too_complex: list[TooComplexError] = []
    first = _rational_points(names, seed, ranges)
    if any(map(_has_pieces, parts)):
        first = chain(first, _half_points(names))
    for points in (first, _whole_points(names)):
        for outcome in _outcomes(left, right, points, too_complex):
            if not outcome.equal and (outcome.real or any_value):
                return "unequal"
            seen.append(outcome)
        if sum(outcome.resolved and (outcome.real or any_value) for outcome in seen) >= enough:
            return "equal"
    if not seen and too_complex:
        raise too_complex[0]
    return _without_real_points(seen, enough)


def _without_real_points(seen: Sequence[_Outcome], enough: int) -> Answer:
    if not all(outcome.equal for outcome in seen):
        return "unequal"
    if sum(outcome.resolved for outcome in seen) >= enough:
        return "equal"
    return "unknown" if seen else "undefined"


def differ_in_more_digits(left: Node, right: Node) -> bool:
    """Whether two expressions that `probe` found equal differ after all, in hundreds of digits at one point."""
    names = sorted(symbols(left) | symbols(right))
    point = {name: Fraction(2 * place + 3, 2 * place + 2) for place, name in enumerate(names)}
    if _is_long(left, right):
        return False
    try:
        rough = [approximate(side, DIGITS[1], point) for side in (left, right)]
        written = max(map(_longest_number, (left, right)))
        bits = max(sizes(rough[0], rough[1], DIGITS[1])[1], 2 * written)
        digits = min(max(bits // _BITS_PER_DIGIT + DIGITS[1], MORE_DIGITS[-1]), _MOST_DIGITS)
        return not _compared(left, right, point, digits).equal
    except (TooComplexError, UndefinedError):
        return False


def _outcomes(
    left: Node, right: Node, points: Iterable[Mapping[str, Fraction]], too_complex: list[TooComplexError]
) -> Iterator[_Outcome]:
    for point in points:
        try:
            yield _at(left, right, point)
        except UndefinedError:
            continue
        except TooComplexError as error:
            too_complex.append(error)


def _at(left: Node, right: Node, point: Mapping[str, Fraction]) -> _Outcome:
    outcome = _Outcome(True, False, False)
    for digits in DIGITS if point or _is_long(left, right) else (*DIGITS, *MORE_DIGITS):
        outcome = _compared(left, right, point, digits)
        if not outcome.equal or (outcome.resolved and digits >= DIGITS[-1]):
            break
    return outcome


def _compared(left: Node, right: Node, point: Mapping[str, Fraction], digits: int) -> _Outcome:
    one, other = approximate(left, digits, point), approximate(right, digits, point)
    gap, size = sizes(one, other, digits)
    error = max(one.error, other.error) + 2
    resolved = error <= max(size - RELATIVE_BITS, -ABSOLUTE_BITS)
    return _Outcome(gap <= max(error, NO_ERROR), _is_real(one) and _is_real(other), resolved)


def _is_long(*sides: Node) -> bool:
    return sum(1 for side in sides for _ in postorder(side)) > _MAX_NODES_IN_MORE_DIGITS


def _is_real(approximation: Approximation) -> bool:
    value = approximation.value
    return bool(abs(value.imag) <= abs(value.real) * 10.0**-30)


def _rational_points(names: Sequence[str], seed: bytes, ranges: Sequence[Range]) -> Iterator[dict[str, Fraction]]:
    """Points that nobody can know before both sides are written."""
    if not names:
        yield {}
        return
    for index, (sign, near, far) in enumerate(ranges):
        yield {name: _coordinate(seed, index, name, sign, near, far) for name in names}


def _seed(*sides: Node) -> bytes:
    """The same for both orders."""
    texts = sorted(fold(side, _spelled) for side in sides)
    return blake2b("\n".join(texts).encode("utf-8", "backslashreplace"), digest_size=16).digest()


def _spelled(part: Node, args: list[str]) -> str:
    return f"{part.kind}:{spelled(part.value)}({','.join(args)})"


def _longest_number(root: Node) -> int:
    numbers = [part.value for part in postorder(root) if part.kind == "num"]
    return max([max(one.numerator.bit_length(), one.denominator.bit_length()) for one in numbers], default=0)


def _has_pieces(part: Node) -> bool:
    """Whether a function has pieces, as roots of squares have."""
    return part.value in _PIECEWISE or (
        part.kind in ("root", "pow") and bool(symbols(part.args[0])) and not _is_whole(part)
    )


def _is_whole(part: Node) -> bool:
    exponent = part.args[1]
    inner = exponent.args[0] if exponent.kind == "neg" else exponent
    return part.kind == "pow" and inner.kind == "num" and inner.value.denominator == 1


def _half_points(names: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    """Where pieces often meet, and between."""
    for index in range(1, 13 if names else 1):
        yield {name: Fraction(index + 5 * place, 2) for place, name in enumerate(names)}


def _whole_points(names: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    # Not 1, at which too much is equal.
    for index in range(2, 6 if names else 2):
        yield {name: Fraction(index + place) for place, name in enumerate(names)}


def _coordinate(seed: bytes, index: int, name: str, sign: int, near: int, far: int) -> Fraction:
    digest = blake2b(name.encode("utf-8", "backslashreplace"), digest_size=8, key=seed, salt=bytes([index])).digest()
    draw = int.from_bytes(digest, "big")
    size = near * _GRID + 1 + (draw >> 8) % ((far - near) * _GRID)
    return Fraction(size * (sign or (-1 if draw & 1 else 1)), _GRID)
