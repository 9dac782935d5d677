"""A gold answer, read once: as numbers, as a tree, as a letter or as words; or why it cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from gradatim.verifiers.extraction.statement import MAX_ANSWER
from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.notation.parser import UnreadableError, parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, postorder
from gradatim.verifiers.math.numbers.clean import unwrapped, without_label
from gradatim.verifiers.math.numbers.reading import Reading, read
from gradatim.verifiers.math.options import GoldType, Rules
from gradatim.verifiers.math.quantities import number_tree
from gradatim.verifiers.math.words import choice_letter, is_prose, is_sentence, is_words

_KINDS: Mapping[GoldType, frozenset[str]] = MappingProxyType(
    {
        "tuple": frozenset({"bracket"}),
        "set": frozenset({"set", "realset"}),
        "interval": frozenset({"bracket", "union", "intersection", "minus", "realset", "rel"}),
        "list": frozenset({"list"}),
        "equation": frozenset({"rel"}),
        "matrix": frozenset({"matrix"}),
    }
)
_NO_SCALARS = frozenset(
    ["list", "set", "bracket", "matrix", "union", "intersection", "minus", "realset", "rel", "ratio", "text", "builder"]
)


class Gold(NamedTuple):
    """What is known of a gold.

    Attributes:
        reading: its cleaned values, and as numbers if they are numbers.
        tree: as mathematics, if it is.
        letter: of a multiple-choice question, or None.
        problem: a reason code where nothing but the same text can be right.
        is_text: whether other texts are wrong rather than not comparable.
    """

    reading: Reading
    tree: Node | None = None
    letter: str | None = None
    problem: str | None = None
    is_text: bool = False


def read_gold(text: str) -> Reading | str:
    """Reads a bare gold, which may be written as any answer; a reason code where there is nothing to read."""
    if len(text) > MAX_ANSWER:
        return "gold_too_long"
    return _read_short(text)


# Long texts never get here: a cache of them could hold gigabytes.
@lru_cache(maxsize=8192)
def _read_short(text: str) -> Reading | str:
    reading = read((text,))
    return reading if reading.items else "empty_gold"


@lru_cache(maxsize=1024)
def understand_gold(text: str, rules: Rules) -> Gold:
    """What a bare gold is beside numbers."""
    reading = read_gold(text)
    if isinstance(reading, str):
        return Gold(Reading((), None), problem=reading)
    gold = Gold(reading)
    joined = " ".join(gold.reading.items)
    letter = choice_letter(joined)
    if rules.gold_type == "choice":
        return gold._replace(letter=letter, problem=None if letter else "gold_type")
    if rules.gold_type == "text":
        return gold._replace(is_text=True)
    if rules.gold_type is None and is_words(joined):
        return gold._replace(is_text=True)
    if is_sentence(text):
        return gold._replace(problem="gold_unreadable")
    try:
        tree = _typed(number_tree(text, rules) or parse(unwrapped(text)), rules.gold_type)
    except UnreadableError:
        prose = is_prose(joined) and "\\" not in text
        return gold._replace(letter=letter, is_text=prose, problem=None if prose else "gold_unreadable")
    except TooComplexError:
        return gold._replace(problem="gold_too_complex")
    if tree is None:
        return gold._replace(problem="gold_type")
    return gold._replace(tree=tree, letter=letter, problem=_problem(tree), is_text=tree.kind == "text")


def gold_problem(text: str, rules: Rules) -> str | None:
    """Why only the same text can be right, as a key of `REASONS`; None for a gold that answers are compared with."""
    text = bare_gold(text)
    reading = read_gold(text)
    if isinstance(reading, str):
        return reading
    numbers = reading.numbers is not None and rules.gold_type is None
    return None if numbers else understand_gold(text, rules).problem


def bare_gold(text: str) -> str:
    """The gold itself, of one written `Answer: 42` or, as in GSM8K, as a solution that ends in `#### 42`."""
    return without_label(text.rpartition("####")[2].strip())


def _typed(tree: Node, kind: GoldType | None) -> Node | None:
    """The gold as the type that was declared; None if it is none of that type."""
    if kind is None:
        return tree
    if kind in ("number", "fraction"):
        try:
            return tree if tree.kind not in _NO_SCALARS and exact_value(plain(tree)) is not None else None
        except UndefinedError:
            return None
    if kind == "expression":
        return tree if tree.kind not in _NO_SCALARS else None
    if kind in ("tuple", "set") and tree.kind == "list":
        return node("bracket", *tree.args, value="()") if kind == "tuple" else node("set", *tree.args)
    return tree if tree.kind in _KINDS[kind] else None


def _problem(tree: Node) -> str | None:
    """Why a gold has no value to compare with."""
    try:
        for part in postorder(tree):
            if part.kind == "text" and not is_prose(part.value):
                return "gold_unreadable"
            if part.kind in ("div", "pow", "root", "call"):
                exact_value(part)
    except TooComplexError:
        return "gold_too_complex"
    except UndefinedError:
        return "gold_undefined"
    return None
