"""What the trainer's process and the process for proofs say to each other, and how much a proof may use."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from gradatim.verifiers.math.notation.tree import Node, node, postorder

# What the process for proofs says, one byte each; anything else is an account of why it cannot start.
READY = b"!"
PROVED = b"1"
OPEN = b"0"
LOST = b"?"


class Limits(NamedTuple):
    """How much a proof, and the process for proofs, may use.

    `processor` seconds and `memory` bytes (beside what sympy itself takes) are for one proof. The others are seconds
    on the clock: for one proof, for an answer of the process, and for its start. They guard against what hangs without
    using the processor.
    """

    processor: float = 0.25
    memory: int = 2**29
    proof: float = 3.0
    answer: float = 10.0
    start: float = 30.0


def write_request(left: Node, right: Node) -> bytes:
    """The line that asks whether two trees are equal; the same in both orders."""
    return f"[{', '.join(sorted([_postfix(left), _postfix(right)]))}]\n".encode("ascii")


def read_request(line: bytes) -> tuple[Node, Node]:
    """The two trees of a line."""
    left, right = json.loads(line)
    return _tree(left), _tree(right)


def _postfix(root: Node) -> str:
    return json.dumps(
        [(part.kind, len(part.args), None if part.value is None else str(part.value)) for part in postorder(root)]
    )


def _tree(postfix: Iterable[tuple[str, int, str | None]]) -> Node:
    stack: list[Node] = []
    for kind, size, text in postfix:
        args = stack[len(stack) - size :]
        del stack[len(stack) - size :]
        value = Fraction(text) if kind == "num" and text else text
        stack.append(node(kind, *args, value=value))
    return stack[0]
