"""Numbers first: a statement as cleaned values, and as exact numbers if that is what they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gradatim.verifiers.math.numbers.clean import clean, text_key
from gradatim.verifiers.math.numbers.joint import split_joint
from gradatim.verifiers.math.numbers.number import Number, Value, read_number, writes_out
from gradatim.verifiers.math.numbers.quick import quick_number

_RELATION = re.compile(r"[<>≤≥≠]|\\(?:n?le|n?ge|ne|lt|gt)")
Numbers = tuple[Number, ...]


class Reading(NamedTuple):
    """What a statement says: its cleaned values, and as numbers if all of them are numbers."""

    items: tuple[str, ...]
    numbers: Numbers | None


def read(texts: Sequence[str]) -> Reading:
    """Read one statement; several values make it a joint answer, mere decoration leaves none."""
    if len(texts) == 1:
        quick = quick_number(texts[0])
        if quick is not None:
            return Reading((texts[0],), (quick,))
        cleaned = clean(texts[0])
        number = read_number(cleaned)
        if number is not None:
            return Reading((cleaned,), (number,))
    items = tuple([item for text in texts for item in split_joint(clean(text))])
    numbers = tuple([number for item in items if (number := read_number(item))])
    return Reading(items, numbers if items and len(numbers) == len(items) else None)


def same_texts(left: Reading, right: Reading) -> bool:
    """Whether two statements have the same values as texts; of joined relations it matters how they are joined."""
    if left.items == right.items and len(left.items) == 1:
        return True
    if len(left.items) > 1 and any(_RELATION.search(item) for item in left.items):
        return False
    return _keys(left) == _keys(right)


def _keys(reading: Reading) -> frozenset[str]:
    return frozenset([text_key(item) for item in reading.items])


def number_difference(answer: Numbers, gold: Numbers) -> str | None:
    """Why the numbers of an answer are not the gold's; None if they are."""
    if len(answer) == len(gold) == 1:
        return _one_difference(answer[0], gold[0])
    stated, wanted = _quantities(answer), _quantities(gold)
    if _count(stated) > 1 and _count(wanted) == 1:
        return "several_answers"
    if stated.keys() != wanted.keys():
        return "wrong_value"
    if len({number.unit for number in gold if number.unit}) > 1:
        # Quantities of different things are prose, and keep their order.
        different = [_one_difference(*pair) for pair in zip(answer, gold, strict=False)]
        return next(filter(None, different), "wrong_value" if len(answer) != len(gold) else None)
    same_units = all(not wanted[value] or units <= wanted[value] for value, units in stated.items())
    return None if same_units else "wrong_unit"


def _one_difference(answer: Number, gold: Number) -> str | None:
    if answer.value != gold.value and not writes_out(answer, gold.value) and not writes_out(gold, answer.value):
        return "wrong_value"
    return "wrong_unit" if answer.unit and gold.unit not in ("", answer.unit) else None


def _quantities(numbers: Sequence[Number]) -> Mapping[Value, frozenset[str]]:
    """Every different value with the units named with it; a number without unit has none of its own."""
    units: dict[Value, frozenset[str]] = {}
    for number in numbers:
        units[number.value] = units.get(number.value, frozenset()) | ({number.unit} - {""})
    return units


def _count(quantities: Mapping[Value, frozenset[str]]) -> int:
    """How many different quantities: 5 apples and 5 pears are two."""
    return sum(len(units) or 1 for units in quantities.values())
