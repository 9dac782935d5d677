"""Numbers as trees, so that amounts with units are read in one way whatever they are compared with."""

from __future__ import annotations

from fractions import Fraction

from gradatim.verifiers.math.notation.tree import Node, node, number
from gradatim.verifiers.math.numbers.number import Written
from gradatim.verifiers.math.numbers.reading import read
from gradatim.verifiers.math.numbers.unit_names import is_known_unit
from gradatim.verifiers.math.options import Rules


def number_tree(text: str, rules: Rules) -> Node | None:
    """The tree of a text that is numbers, some with known units; None for any other, and where its form counts."""
    if rules.strict or rules.require_evaluated or "%" in text or "percent" in text or "_" in text:
        return None
    numbers = read((text,)).numbers
    if numbers is None or not any(one.unit for one in numbers) or not all(is_known_unit(one.unit) for one in numbers):
        return None
    trees = []
    for one in numbers:
        value = Fraction(one.value)
        tree = Node("dec", (), Written(value, one.digits, one.places)) if one.digits else number(value)
        trees.append(node("unit", tree, value=one.unit) if one.unit else tree)
    return trees[0] if len(trees) == 1 else node("list", *trees, value=",")
