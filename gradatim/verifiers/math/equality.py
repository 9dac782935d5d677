"""Are two expressions equal? Exactly, else by probes, else by proof; the first that can tell decides."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gradatim.core.verdict import Decider
from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.evaluation.numeric import approximate, rational_approximation
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.evaluation.probes import DIGITS, differ_in_more_digits, probe
from gradatim.verifiers.math.identity.identical import identical
from gradatim.verifiers.math.notation.tree import (
    Node,
    TooComplexError,
    UnsupportedError,
    fold,
    node,
    number,
    postorder,
    symbols,
    written,
)
from gradatim.verifiers.math.numbers.number import MIN_DIGITS, is_rounded, writes_out
from gradatim.verifiers.math.proof.client import prove_equal


class Equality(NamedTuple):
    """Whether two values are equal, and the stage that decided; `reason` is set where the answer has no value."""

    equal: bool
    decided_by: Decider
    reason: str | None = None


def equality(answer: Node, gold: Node, tolerance: float | None = None) -> Equality:
    r"""Compares an answer's value with a gold's; `\log` without base is the natural one or, on both sides, the decimal.

    Raises:
        TooComplexError: the gold is too large.
        UndefinedError: the gold has no value.
        ProofEngineError: the process that proves what is left cannot be started.
    """
    result = _equality(answer, gold, tolerance)
    if not result.equal and (_has_bare_log(answer) or _has_bare_log(gold)):
        decimal = _equality(fold(answer, _decimal_log), fold(gold, _decimal_log), tolerance)
        return decimal if decimal.equal else result
    return result


def _equality(answer: Node, gold: Node, tolerance: float | None) -> Equality:
    if answer == gold:
        return Equality(True, "structure")
    infinite = infinity(answer), infinity(gold)
    if any(infinite):
        return Equality(infinite[0] == infinite[1], "structure")
    wanted = known(gold)
    try:
        stated = known(answer)
        if stated.exact is not None and wanted.exact is not None:
            return Equality(_exactly(answer, gold, stated.exact, wanted.exact, tolerance), "exact")
        return _by_probes(answer, gold, stated.tree, wanted.tree, tolerance)
    except UnsupportedError:
        return Equality(False, "structure", "not_readable")
    except TooComplexError:
        return Equality(False, "structure", "too_complex")
    except UndefinedError:
        return Equality(False, "exact", "undefined")


def _has_bare_log(root: Node) -> bool:
    return any(part.value == "log" and len(part.args) == 1 for part in postorder(root))


def _decimal_log(part: Node, args: list[Node]) -> Node:
    if part.value == "log" and len(args) == 1:
        args = [*args, number(10)]
    return node(part.kind, *args, value=part.value) if args else part


class Known(NamedTuple):
    """A value in the kinds of `plain`, written as a number if it is rational, and how many nodes it takes."""

    tree: Node
    exact: Fraction | None
    size: int


# Trees are large: a cache of many could hold gigabytes.
@lru_cache(maxsize=256)
def known(root: Node) -> Known:
    """What is compared of a value.

    Raises:
        TooComplexError: it is too large.
        UndefinedError: it does not exist.
    """
    tree = plain(root)
    exact = exact_value(tree)
    tree = fold(tree, _computed)[0] if exact is None else number(exact)
    return Known(tree, exact, sum(1 for _ in postorder(tree)))


def _computed(part: Node, args: list[tuple[Node, Fraction | None]]) -> tuple[Node, Fraction | None]:
    """Every part that is a rational number, as that number."""
    rebuilt = node(part.kind, *[arg for arg, _ in args], value=part.value) if args else part
    if any(exact is None for _, exact in args):
        return rebuilt, None
    exact = exact_value(rebuilt)
    return (rebuilt if exact is None else number(exact)), exact


def infinity(root: Node) -> int:
    """1 for infinity, -1 for minus infinity, else 0."""
    if root.kind == "neg":
        return -infinity(root.args[0]) if root.args[0].kind == "const" else 0
    return int(root.kind == "const" and root.value == "inf")


def _exactly(answer: Node, gold: Node, stated: Fraction, wanted: Fraction, tolerance: float | None) -> bool:
    if stated == wanted or (tolerance and abs(stated - wanted) <= Fraction(tolerance) * abs(wanted)):
        return True
    return any(
        (decimal := written(side)) is not None and writes_out(decimal, exact)
        for side, exact in ((answer, wanted), (gold, stated))
    )


def _by_probes(answer: Node, gold: Node, stated: Node, wanted: Node, tolerance: float | None) -> Equality:
    if not symbols(stated) and not symbols(wanted) and _roughly(answer, gold, stated, wanted, tolerance):
        return Equality(True, "numeric")
    try:
        agreement = probe(stated, wanted)
    except TooComplexError:
        proved = identical(stated, wanted, agreed=False)
        if proved is None:
            raise
        return Equality(proved, "symbolic")
    if agreement == "undefined":
        return Equality(False, "numeric", "undefined")
    if agreement == "unequal":
        return Equality(False, "numeric")
    proved = identical(stated, wanted)
    if proved is not None:
        return Equality(proved, "symbolic")
    if agreement == "unknown":
        return Equality(False, "numeric", "too_complex")
    if differ_in_more_digits(stated, wanted):
        return Equality(False, "numeric")
    # Only names the stage: no verdict may depend on how long a proof takes.
    return Equality(True, "symbolic" if prove_equal(stated, wanted) else "numeric")


def _roughly(answer: Node, gold: Node, stated: Node, wanted: Node, tolerance: float | None) -> bool:
    """Whether a decimal writes out the other side's value, or the two are as near as is tolerated."""
    for side, exact in ((answer, wanted), (gold, stated)):
        decimal = written(side)
        if decimal is not None and decimal.digits >= MIN_DIGITS:
            value = rational_approximation(exact)
            if value is not None and is_rounded(decimal, value):
                return True
    if tolerance is None:
        return False
    return _is_near(stated, wanted, tolerance)


def _is_near(stated: Node, wanted: Node, tolerance: float) -> bool:
    sides = [approximate(side, DIGITS[0], {}).value for side in (stated, wanted)]
    return bool(abs(sides[0] - sides[1]) <= tolerance * abs(sides[1]))
