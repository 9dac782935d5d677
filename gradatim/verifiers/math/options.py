"""What can be set about the comparison of two mathematical texts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

GoldType = Literal[
    "number",
    "fraction",
    "expression",
    "tuple",
    "set",
    "interval",
    "list",
    "equation",
    "matrix",
    "choice",
    "text",
]
GOLD_TYPES: tuple[GoldType, ...] = get_args(GoldType)

Strict = Literal["lowest_terms", "same_domain", "no_chains", "no_relations", "same_base", "same_time"]
Lenient = Literal[
    "degrees",
    "number_words",
    "decimal_comma",
    "bare_tuple",
    "rounded_gold",
    "missing_constant",
    "any_case",
    "any_order",
    "missing_base",
    "last_number",
    "unclosed",
]

STRICT_RULES: Mapping[Strict, str] = MappingProxyType(
    {
        "lowest_terms": "2/4 is not 1/2, the root of 8 is not 2 times the root of 2",
        "same_domain": "(x^2-1)/(x-1) is not x+1: only one of them has a value at 1",
        "no_chains": "12*4=48 is not 48",
        "no_relations": "neither 12*4=48 nor 42 \\approx 42.0 is a value",
        "same_base": "10 in base 10 is not 1010 in base 2",
        "same_time": "10:45 is not 10:45 AM",
    }
)
LENIENT_RULES: Mapping[Lenient, str] = MappingProxyType(
    {
        "degrees": "60 degrees are pi/3",
        "number_words": "eighteen is 18",
        "decimal_comma": "3,5 in an answer is 3.5, no list",
        "bare_tuple": "1,2 is (1,2)",
        "rounded_gold": "10/3 rounds to the gold 3.33",
        "missing_constant": "x^2 is x^2+C",
        "any_case": "A is a",
        "any_order": "3 apples and 5 pears are 5 pears and 3 apples",
        "missing_base": "52 is 52 in base 8",
        "last_number": "where the answer's mark-up is missing, the last number counts",
        "unclosed": "a box or tag that was cut off counts",
    }
)


OF_EXTRACTION: frozenset[Lenient] = frozenset({"last_number", "unclosed"})
"""Rules of what the answer is, not of how it is compared."""


class Rules(NamedTuple):
    """The settings of one comparison: the fields of `MathVerifier` but `answer`, without the rules of extraction."""

    gold_type: GoldType | None = None
    require_evaluated: bool = False
    tolerance: float | None = None
    units: Literal["same", "convert"] = "same"
    percent: Literal["required", "optional"] = "required"
    strict: frozenset[Strict] = frozenset()
    lenient: frozenset[Lenient] = frozenset()


DEFAULT = Rules()


def is_plain(rules: Rules) -> bool:
    """Whether nothing is set that would change how numbers are compared, beside `require_evaluated`."""
    return rules._replace(require_evaluated=False) == DEFAULT
