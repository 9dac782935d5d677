"""Brackets first: a list of tokens as a flat list of items, the innermost brackets read before what is around them.

So no bracket is ever inside of a list that the grammar reads, and no nesting can exhaust Python's stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gradatim.verifiers.math.notation.tokens import Token, UnreadableError
from gradatim.verifiers.math.notation.tree import MAX_DEPTH, Node, TooComplexError


class Item(NamedTuple):
    """A token, or a whole bracket.

    Attributes:
        kind: of the token; for brackets `brace` (LaTeX's grouping), `paren` (round, absolute value, floor ...),
            `square`, `set` or `matrix`.
        value: of the token; for brackets the text inside, without spacing.
        spaced: whether white space stands before it.
        node: what a bracket holds; None for a token and for an empty brace.
    """

    kind: str
    value: str
    spaced: bool = False
    node: Node | None = None


class Frame:
    """An open bracket and what stands in it so far."""

    def __init__(self, opening: Token) -> None:
        self.opening = opening
        self.items: list[Item] = []

    def text(self) -> str:
        """What stands inside, without spacing."""
        return "".join(item.value for item in self.items)


_CLOSING = {"(": ")]", "[": "])", "{": "}", "\\{": ("\\}",), "<": (">",), "floor": ("floor",), "ceil": ("ceil",)}
_VALUE_KINDS = frozenset(
    ["num", "sym", "const", "realset", "degree", "text", "brace", "paren", "square", "set", "matrix"]
)


def closes(opening: Token, token: Token) -> bool:
    """Whether a token closes a bracket."""
    if opening.kind == "begin":
        return token.kind == "end" and token.value == opening.value
    if opening.value == "|":
        return token.value == "|"
    return token.kind == "close" and token.value in _CLOSING[opening.value]


def opens_bar(frame: Frame) -> bool:
    """Whether a `|` opens an absolute value, where it could also close one."""
    if frame.opening.value != "|" or not frame.items:
        return True
    last = frame.items[-1]
    return last.kind not in _VALUE_KINDS and last.value not in ("!", "%", "'")


def is_such_that(frame: Frame, token: Token) -> bool:
    """Whether `|` or `:` separates a variable from its condition: `{x | x > 3}`."""
    if frame.opening.value not in ("{", "\\{") or not frame.items or token.value not in ("|", ":"):
        return False
    head = [item.kind for item in frame.items]
    return head == ["sym"] or head == ["sym", "rel", "realset"]


def push(stack: list[Frame], token: Token) -> None:
    """Opens a bracket.

    Raises:
        TooComplexError: it would be nested too deeply.
    """
    if len(stack) > MAX_DEPTH:
        raise TooComplexError("brackets")
    stack.append(Frame(token))


def require_closed(stack: Sequence[Frame]) -> None:
    """Refuses a text whose brackets do not all close.

    Raises:
        UnreadableError: one is open.
    """
    if len(stack) > 1:
        raise UnreadableError("open bracket")
