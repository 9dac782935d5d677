"""What the parser builds: a small immutable tree, no deeper than `MAX_DEPTH`.

Every walk over a tree goes through `fold` or `postorder`, which keep their own stack: no text can exhaust Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from gradatim.verifiers.math.numbers.number import Written

MAX_DEPTH = 80
"""Deepest tree that is built; a text that needs a deeper one is `too_complex`."""
MAX_NODES = 4000
"""Most nodes of a tree."""

T = TypeVar("T")


class TooComplexError(Exception):
    """A text or value beyond the limits: too deep, too large, too many terms. Never leaves this package."""


class UnsupportedError(TooComplexError):
    """A part has no value of its own here, such as a word in a product."""


class Node(NamedTuple):
    """One node.

    Values, by `kind`:

    - `num`: `value` is a `Fraction`. `dec`: a decimal as it was written, `value` is a `Written`.
      `const`: `value` is `pi`, `e`, `i` or `inf`. `sym`: `value` is the name,
      subscript included (`x_1`).
    - `add`, `mul`: two or more args. `neg`: one. `div`, `pow`: two. `root`: radicand and index.
    - `call`: `value` is the name of a function of `FUNCTIONS`.
    - `sum`, `prod`: body, variable, lowest, highest. `pm`: one or two args, `value` is `+-` or `-+`.
    - `percent`: one arg. `unit`: one arg, `value` is the unit's name. `base`: `value` is `(digits, base)`.

    What is built of values:

    - `rel`: sides as args, `value` is the tuple of relations between them (`=`, `!=`, `<`, `<=`, `>`, `>=`, `~`,
      `in`, `other`).
    - `list`: what commas, semicolons, `or` and `and` separate at the top. `set`: `{...}`. `bracket`: `value` is its
      two brackets, such as `()` or `[)`. `matrix`: entries row by row, `value` is the number of columns.
    - `union`, `intersection`, `minus`: sets. `realset`: `value` is `R`, `Q`, `Z`, `N`, `C` or `empty`.
    - `ratio`: two args or more. `text`: `value` is the words.
    """

    kind: str
    args: tuple[Node, ...] = ()
    value: Any = None
    depth: int = 1


FUNCTIONS = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "ln",
        "log",
        "abs",
        "floor",
        "ceil",
        "factorial",
        "binomial",
        "gcd",
        "lcm",
        "min",
        "max",
        "mod",
    ]
)
"""The functions of `call`. `log` has one arg (base unsaid) or two (value, base); `factorial`, like all but the last
six, one."""


def node(kind: str, *args: Node, value: object = None) -> Node:
    """Builds a node.

    Raises:
        TooComplexError: it would be deeper than `MAX_DEPTH`.
    """
    depth = 1 + max([arg.depth for arg in args], default=0)
    if depth > MAX_DEPTH:
        raise TooComplexError("depth")
    return Node(kind, args, value, depth)


def number(value: Fraction | int) -> Node:
    """A `num` node."""
    return Node("num", (), Fraction(value))


def symbol(name: str) -> Node:
    """A `sym` node."""
    return Node("sym", (), name)


def written(root: Node) -> Written | None:
    """The decimal that a node is, its sign included; None for any other value."""
    if root.kind == "neg" and root.args[0].kind == "dec":
        inner: Written = root.args[0].value
        return inner._replace(value=-inner.value)
    return root.value if root.kind == "dec" else None


def postorder(root: Node) -> Iterator[Node]:
    """Every node after its args.

    Raises:
        TooComplexError: there are more than `MAX_NODES`.
    """
    stack: list[tuple[Node, int]] = [(root, 0)]
    count = 0
    while stack:
        top, done = stack.pop()
        if done < len(top.args):
            stack += [(top, done + 1), (top.args[done], 0)]
            continue
        count += 1
        if count > MAX_NODES:
            raise TooComplexError("nodes")
        yield top


def fold(root: Node, combine: Callable[[Node, list[T]], T]) -> T:
    """Computes bottom up: `combine(node, results of its args)`.

    Raises:
        TooComplexError: there are more than `MAX_NODES` nodes; and what `combine` raises.
    """
    results: list[T] = []
    for part in postorder(root):
        size = len(part.args)
        args = results[len(results) - size :]
        del results[len(results) - size :]
        results.append(combine(part, args))
    return results[0]


def spelled(value: object) -> str:
    """A text that differs for different values, whatever `sys.set_int_max_str_digits` says of large numbers."""
    if isinstance(value, int):
        return f"{value:x}"
    if isinstance(value, Fraction):
        return f"{value.numerator:x}/{value.denominator:x}"
    return f"({','.join(map(spelled, value))})" if isinstance(value, tuple) else repr(value)


def symbols(root: Node) -> frozenset[str]:
    """The names of all symbols."""
    return frozenset(part.value for part in postorder(root) if part.kind == "sym")
