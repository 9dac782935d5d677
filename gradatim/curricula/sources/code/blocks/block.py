"""Building blocks: a piece of source text, the Python callable that does the same, and words for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a program.

    Attributes:
        code: an expression in which `$` stands for what it works on; it also names the block in ids.
        run: the same as a callable.
        words: what it means; a predicate is worded to follow "is" or "are", a change as a noun phrase.
    """

    code: str
    run: Callable[..., Any]
    words: str

    @property
    def key(self) -> str:
        """What names the block in ids."""
        return self.code

    def on(self, name: str) -> str:
        """Returns the expression for a variable."""
        return self.code.replace("$", name)


def indent(text: str, by: int = 1) -> str:
    """Returns the lines indented by so many steps of four blanks."""
    pad = "    " * by
    return "\n".join(pad + line if line else line for line in text.split("\n"))
