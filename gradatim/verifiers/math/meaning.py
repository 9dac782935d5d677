"""What a statement says: its values, their names and units; `x = 1 or x = 2` says 1 and 2 of x."""

from __future__ import annotations

from typing import NamedTuple

from gradatim.verifiers.math.equality import equality, known
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.evaluation.numeric import rational_approximation
from gradatim.verifiers.math.evaluation.plain import plain, sign_choices
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, symbols, written
from gradatim.verifiers.math.numbers.number import is_rounded

_NO_EXPRESSIONS = frozenset(
    ["text", "rel", "list", "set", "bracket", "matrix", "union", "intersection", "minus", "realset", "ratio", "unit"]
)
_MAX_CHAIN = 600
_NAMED_FUNCTIONS = frozenset(["sin", "cos", "tan", "cot", "sec", "csc", "ln", "log"])


class Said(NamedTuple):
    """One value that a statement names.

    Attributes:
        value: the value; of a relation that gives none, the relation itself.
        name: what it is the value of, if that is said.
        relation: the relation as it was written, if there is one.
        steps: whether the value stands at the end of a chain of equal ones (`12*4 = 48`).
        rounded: whether a rounded form stands beside the value.
        true: False for a chain whose members differ.
    """

    value: Node
    name: Node | None = None
    relation: Node | None = None
    steps: bool = False
    rounded: bool = False
    true: bool = True


class Meaning(NamedTuple):
    """All that one statement says.

    Attributes:
        said: its values, in order.
        joint: how several are joined: `,`, `;`, `and`, `or`; `+-` for the two of a plus-minus; "" for one.
    """

    said: tuple[Said, ...]
    joint: str = ""


def meaning(root: Node) -> Meaning:
    """Reads a statement.

    Raises:
        TooComplexError: it has too many plus-minus signs, or a part that is too large.
    """
    if root.kind == "list":
        return Meaning(tuple(said for part in root.args for said in _choices(part)), root.value)
    said = _choices(root)
    return Meaning(said, "+-" if len(said) > 1 else "")


def _choices(part: Node) -> tuple[Said, ...]:
    if part.kind == "set":
        return (_one(node("set", *[choice for arg in part.args for choice in sign_choices(arg)])),)
    return tuple(map(_one, sign_choices(part)))


def _one(part: Node) -> Said:
    if part.kind == "builder":
        return Said(part.args[0], relation=part.args[0])
    if part.kind != "rel":
        return Said(part)
    if part.value == ("in",) and is_name(part.args[0]):
        return Said(part.args[1], name=part.args[0], relation=part)
    if set(part.value) == {"="}:
        return _equation(part)
    if set(part.value) <= {"=", "~"} and part.value[-1] == "~" and part.value.count("~") == 1:
        return _rounded(part)
    return Said(part, relation=part)


def _equation(part: Node) -> Said:
    first, *others = part.args
    last = others[-1]
    if is_name(first) and not _head(first) & symbols(last):
        return Said(last, first, part, steps=len(others) > 1, true=_all_equal(others))
    if is_name(last) and len(others) == 1 and not symbols(first):
        return Said(first, last, part)
    if not symbols(last) and len(symbols(first)) != 1:
        constants = [side for side in part.args if not symbols(side)]
        named = first if symbols(first) else None
        return Said(last, named, part, steps=named is None or len(others) > 1, true=_all_equal(constants))
    return Said(part, relation=part)


def _rounded(part: Node) -> Said:
    *exact, rounded = part.args
    said = _equation(Node("rel", tuple(exact), ("=",) * (len(exact) - 1), part.depth)) if exact[1:] else Said(exact[0])
    if is_name(exact[0]) and len(exact) == 1:
        return Said(part, relation=part)
    return said._replace(relation=part, rounded=True, true=said.true and _rounds(said.value, rounded))


def _rounds(value: Node, rounded: Node) -> bool:
    if equal(value, rounded):
        return True
    decimal = written(rounded)
    try:
        exact = rational_approximation(plain(value))
    except (TooComplexError, UndefinedError):
        return False
    return decimal is not None and exact is not None and is_rounded(decimal, exact)


def _all_equal(sides: list[Node]) -> bool:
    if len(sides) > 1 and sum(map(_effort, sides)) > _MAX_CHAIN:
        raise TooComplexError("chain")
    return all(equal(side, sides[-1]) for side in sides[:-1] if not symbols(side) or symbols(sides[-1]))


def _effort(side: Node) -> int:
    try:
        return 1 if side.kind in _NO_EXPRESSIONS else known(side).size
    except UndefinedError:
        return 1


def equal(left: Node, right: Node) -> bool:
    """Whether two values are equal, without any leniency; False where one does not exist."""
    try:
        return equality(left, right).equal
    except UndefinedError:
        return False


def is_name(side: Node) -> bool:
    r"""Whether one side of an equation is a name: `x`, `(x, y)`, `f(x)`, `\sin x`, `\frac{dy}{dx}`, `\text{Area}`."""
    if side.kind == "bracket":
        return side.value == "()" and all(arg.kind == "sym" for arg in side.args)
    if side.kind == "div":
        return all(arg.kind == "mul" and _head(arg) == {"d"} for arg in side.args)
    if side.kind == "call":
        return side.value in _NAMED_FUNCTIONS and bool(symbols(side))
    if side.kind != "mul":
        return side.kind in ("sym", "text")
    return bool(_head(side)) and all(arg.kind in ("num", "sym", "bracket") or is_name(arg) for arg in side.args[1:])


def _head(name: Node) -> frozenset[str]:
    """What a name must not share with its value: `f(x)` may have an x in it."""
    while name.kind in ("mul", "pow"):
        name = name.args[0]
    return frozenset({name.value}) if name.kind == "sym" else frozenset()
