"""How numbers are written."""

from __future__ import annotations

from dataclasses import dataclass

SYMBOLS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


@dataclass(frozen=True)
class Notation:
    """How numbers are written.

    Attributes:
        reverse: lowest digit first.
        width: digits of each operand, padded with zeros; 0: as many as it has.
        gold_width: digits of each gold answer, likewise.
    """

    reverse: bool
    width: int
    gold_width: int

    @property
    def positional(self) -> bool:
        """Whether answers are strings of digits with fixed places, not just numbers."""
        return self.gold_width > 0

    def number(self, number: int) -> str:
        """Returns a number without padding."""
        return str(number)[::-1] if self.reverse else str(number)

    def operand(self, number: int) -> str:
        """Returns a number as it stands in a question."""
        return self._padded(number, self.width)

    def gold(self, number: int) -> str:
        """Returns a number as it stands as the answer."""
        return self._padded(number, self.gold_width)

    def _padded(self, number: int, width: int) -> str:
        text = str(number).zfill(width)
        return text[::-1] if self.reverse else text
