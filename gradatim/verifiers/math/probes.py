"""Numeric probes: two expressions at the same rational points, in more and more digits.

Symbols are real. A point at which one side has no real value is passed over, unless the text itself is about complex
numbers or no other point is left; so what differs only in its domain is equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Literal, NamedTuple

from gradatim.verifiers.math.exact import UndefinedError
from gradatim.verifiers.math.numeric import Approximation, approximate, sizes
from gradatim.verifiers.math.tree import Node, TooComplexError, postorder, symbols

DIGITS = (50, 80)
"""Working precisions: values that differ by more than their errors in either are unequal."""
MORE_DIGITS = (320, 1280)
"""Precisions for values of which cancellation leaves less than `RESOLVED` bits."""
RESOLVED = 66
"""Bits to which equal values are known, 20 digits."""
_GRID = 997
# Sign (0: any) and range of all coordinates, one row for each point; the last lie far out, where pieces show.
_RANGES = ((0, 0, 4), (1, 0, 3), (0, 0, 4), (1, 40, 300), (-1, 40, 300))
_MAX_NODES_IN_MORE_DIGITS = 200

Answer = Literal["equal", "unequal", "nowhere"]


class _Outcome(NamedTuple):
    """What one point says."""

    equal: bool
    real: bool
    resolved: bool


def probe(left: Node, right: Node) -> Answer:
    """Compares two expressions in the kinds of `plain`.

    Returns:
        `equal` if they agree at every point at which both have a value, `nowhere` if there is no such point.

    Raises:
        TooComplexError: one of them is too large at every point.
    """
    names = sorted(symbols(left) | symbols(right))
    is_complex = any(part.kind == "const" and part.value == "i" for side in (left, right) for part in postorder(side))
    seed = blake2b(repr((left, right)).encode("utf-8", "backslashreplace"), digest_size=16).digest()
    seen: list[_Outcome] = []
    too_complex: list[TooComplexError] = []
    for points in (_rational_points(names, seed), _whole_points(names)):
        for outcome in _outcomes(left, right, points, too_complex):
            if not outcome.equal and (outcome.real or is_complex or not names):
                return "unequal"
            seen.append(outcome)
        if any(outcome.resolved and (outcome.real or is_complex or not names) for outcome in seen):
            return "equal"
    if not seen and too_complex:
        raise too_complex[0]
    return "nowhere" if not seen else "equal" if all(outcome.equal for outcome in seen) else "unequal"


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
    for digits in DIGITS if point else (*DIGITS, *MORE_DIGITS):
        if digits > DIGITS[-1] and _is_long(left, right):
            break
        one, other = approximate(left, digits, point), approximate(right, digits, point)
        gap, size = sizes(one, other, digits)
        error = max(one.error, other.error) + 2
        outcome = _Outcome(gap <= error, _is_real(one) and _is_real(other), error <= size - RESOLVED)
        if not outcome.equal or (outcome.resolved and digits >= DIGITS[-1]):
            break
    return outcome


def _is_long(*sides: Node) -> bool:
    return sum(1 for side in sides for _ in postorder(side)) > _MAX_NODES_IN_MORE_DIGITS


def _is_real(approximation: Approximation) -> bool:
    value = approximation.value
    return bool(abs(value.imag) <= abs(value.real) * 10.0**-30)


def _rational_points(names: Sequence[str], seed: bytes) -> Iterator[dict[str, Fraction]]:
    """Points that nobody can know before both sides are written."""
    if not names:
        yield {}
        return
    for index, (sign, near, far) in enumerate(_RANGES):
        yield {name: _coordinate(seed, index, name, sign, near, far) for name in names}


def _whole_points(names: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    for index in range(1, 4 if names else 1):
        yield {name: Fraction(index + place) for place, name in enumerate(names)}


def _coordinate(seed: bytes, index: int, name: str, sign: int, near: int, far: int) -> Fraction:
    digest = blake2b(name.encode("utf-8", "backslashreplace"), digest_size=8, key=seed, salt=bytes([index])).digest()
    draw = int.from_bytes(digest, "big")
    size = near * _GRID + 1 + (draw >> 8) % ((far - near) * _GRID)
    return Fraction(size * (sign or (-1 if draw & 1 else 1)), _GRID)
