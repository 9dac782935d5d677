"""Is an answer equal to a gold? A chain of stages; the first that can tell decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from gradatim.core.verdict import Decider, Status
from gradatim.verifiers.math.clean import clean, text_key
from gradatim.verifiers.math.joint import split_joint
from gradatim.verifiers.math.numbers import Number, read_number

MIN_DIGITS = 10
"""Significant digits from which a decimal stands for a value that no decimal can express."""

_SEVERAL = "several_answers"


class Comparison(NamedTuple):
    """What a stage decides: the fields of `Verdict` that do not depend on the completion's text."""

    status: Status
    reason: str | None = None
    decided_by: Decider | None = None


class Reading(NamedTuple):
    """What a statement says: its cleaned values, and as numbers if all of them are numbers."""

    items: tuple[str, ...]
    numbers: tuple[Number, ...] | None


def read(texts: Sequence[str]) -> Reading:
    """Read one statement; several values make it a joint answer, mere decoration leaves none."""
    items = tuple([item for text in texts for item in split_joint(clean(text))])
    numbers = tuple([number for item in items if (number := read_number(item))])
    return Reading(items, numbers if items and len(numbers) == len(items) else None)


def compare(answer: Reading, gold: Reading, *, require_evaluated: bool) -> Comparison:
    """Decide whether an answer equals the gold, which must have values.

    Bare lists have no order and no repetitions. Unequal exact numbers are final. A symbolic stage belongs before
    `_unresolved`, which settles what numbers and texts cannot.
    """
    if answer.items == gold.items:
        return Comparison("correct", decided_by="text")
    if answer.numbers is not None and gold.numbers is not None:
        return _by_value(answer.numbers, gold.numbers, require_evaluated)
    if _keys(answer) == _keys(gold):
        return Comparison("correct", decided_by="text")
    return _unresolved(answer, gold)


def _by_value(answer: tuple[Number, ...], gold: tuple[Number, ...], require_evaluated: bool) -> Comparison:
    reason = _difference(answer, gold)
    if reason is None and require_evaluated and not all(number.finished and not number.decorated for number in answer):
        reason = "not_evaluated"
    return Comparison("incorrect" if reason else "correct", reason, "structure" if reason == _SEVERAL else "exact")


def _keys(reading: Reading) -> frozenset[str]:
    return frozenset([text_key(item) for item in reading.items])


def _unresolved(answer: Reading, gold: Reading) -> Comparison:
    if gold.numbers is None:
        return Comparison("gold_unparsed", "needs_symbolic")
    if len(_keys(answer)) > 1 and _count(_quantities(gold.numbers)) == 1:
        return Comparison("incorrect", _SEVERAL, "structure")
    return Comparison("incorrect", "not_a_number", "exact")


def _difference(answer: tuple[Number, ...], gold: tuple[Number, ...]) -> str | None:
    """Why the numbers of an answer are not the gold's; None if they are."""
    if len(answer) == len(gold) == 1:
        if answer[0].value != gold[0].value and not _writes_out(answer[0], gold[0]):
            return "wrong_value"
        return "wrong_unit" if answer[0].unit and gold[0].unit not in ("", answer[0].unit) else None
    stated, wanted = _quantities(answer), _quantities(gold)
    if _count(stated) > 1 and _count(wanted) == 1:
        return _SEVERAL
    if stated.keys() != wanted.keys():
        return "wrong_value"
    same_units = all(not wanted[value] or units <= wanted[value] for value, units in stated.items())
    return None if same_units else "wrong_unit"


def _quantities(numbers: Sequence[Number]) -> Mapping[Fraction, frozenset[str]]:
    """Every different value with the units named with it; a number without unit has none of its own."""
    units: dict[Fraction, frozenset[str]] = {}
    for number in numbers:
        units[number.value] = units.get(number.value, frozenset()) | ({number.unit} - {""})
    return units


def _count(quantities: Mapping[Fraction, frozenset[str]]) -> int:
    """How many different quantities: 5 apples and 5 pears are two."""
    return sum(len(units) or 1 for units in quantities.values())


def _writes_out(decimal: Number, exact: Number) -> bool:
    """Whether a decimal of `MIN_DIGITS` or more is the rounded or cut-off form of a non-terminating value."""
    if decimal.digits < MIN_DIGITS or _terminates(exact.value.denominator):
        return False
    error = abs(exact.value - decimal.value) * 10**decimal.places
    return error <= Fraction(1, 2) or (error < 1 and abs(decimal.value) < abs(exact.value))


def _terminates(denominator: int) -> bool:
    # 10**n holds every power of 2 and 5 that a number of n bits can have.
    return pow(10, denominator.bit_length(), denominator) == 0
