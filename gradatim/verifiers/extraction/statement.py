"""Where in a text the final statement stands."""

from __future__ import annotations

from typing import NamedTuple, Self

MAX_ANSWER = 2000
"""Characters of the longest answer that is read; longer ones are `too_long`."""


class Part(NamedTuple):
    """One stated value: its text is `[start, end)`, with its mark-up `[outer_start, outer_end)`."""

    start: int
    end: int
    outer_start: int
    outer_end: int

    def blank_in(self, text: str) -> bool:
        """Whether the value is white space only."""
        return not text[self.start : self.end].strip()


class Statement(NamedTuple):
    """The values of one final statement, at least one, and the index after its mark-up."""

    parts: tuple[Part, ...]
    end: int

    @classmethod
    def of(cls, start: int, end: int, outer_end: int) -> Self:
        """A statement of the one value `[start, end)` whose mark-up ends at `outer_end`."""
        return cls((Part(start, end, start, outer_end),), outer_end)

    def span(self, text: str) -> tuple[int, int]:
        """The value without the white space around it; of several, all with their mark-up."""
        if len(self.parts) > 1:
            return self.parts[0].outer_start, self.parts[-1].outer_end
        body = text[self.parts[0].start : self.parts[0].end]
        start = self.parts[0].start + len(body) - len(body.lstrip())
        return start, start + len(body.strip())
