"""Which spellings are the same problem: the canonical text that a problem's id is the hash of.

Sums are compared as sets of added and of subtracted terms, terms as sets of factors and of divisors: `3+4*5-1`,
`5*4+3-1` and `5*4-1+3` share one key. What stands in parentheses is a whole of its own: `7-(3+2)` and `7-3-2` are
different problems, and so are `7-3` and `7+(-3)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.core import content_id


def problem_id(key: str) -> str:
    """Returns the id of a canonical key; the prefix keeps the problems of different sources apart."""
    return content_id(f"arithmetic:{key}")


def pair_key(symbol: str, a: int, b: int) -> str:
    """Returns the canonical text of a problem with two numbers."""
    return f"{b}{symbol}{a}" if b < a and symbol in "+*" else f"{a}{symbol}{b}"


def expression_key(symbols: Sequence[str], group: tuple[int, int] | None, numbers: Sequence[str]) -> str:
    """Returns the canonical text of an expression.

    Args:
        symbols: the operation between numbers i and i + 1, one of `+-*/` each.
        group: the first and the last number in parentheses.
        numbers: in decimal, negative ones with a plain sign.
    """
    if group is None:
        return _level_key(symbols, numbers)
    first, last = group
    inner = _level_key(symbols[first:last], numbers[first : last + 1])
    return _level_key([*symbols[:first], *symbols[last:]], [*numbers[:first], f"({inner})", *numbers[last + 1 :]])


def _level_key(symbols: Sequence[str], atoms: Sequence[str]) -> str:
    terms: list[str] = []
    sign, factors, divisors = "+", [atoms[0]], [""]
    for symbol, atom in zip(symbols, atoms[1:], strict=True):
        if symbol == "*":
            factors.append(atom)
        elif symbol == "/":
            divisors.append(atom)
        else:
            terms.append(sign + _term_key(factors, divisors))
            sign, factors, divisors = symbol, [atom], [""]
    terms.append(sign + _term_key(factors, divisors))
    return "".join(sorted(terms))


def _term_key(factors: list[str], divisors: list[str]) -> str:
    if len(factors) == len(divisors) == 1:
        return factors[0]
    return "*".join(sorted(factors)) + "/".join(sorted(divisors))
