"""Which phase a slot belongs to: an append-only list of marks.

A slot is one prompt of the training stream, numbered from 0 over the whole run. A mark says from which slot on a
phase (a stage, or the finish mixture) is trained. Marks are only appended, and only for slots that no trainer has
fetched yet, so the row of a slot never changes: that is what makes resume and several processes exact.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from gradatim.core import ProgressError


@dataclass(frozen=True, slots=True)
class PhaseMark:
    """From `from_slot` on, `phase` is trained; phase k is stage k, and the number of stages stands for the finish."""

    from_slot: int
    phase: int


@dataclass
class Schedule:
    """The marks of one run, oldest first; the first one is always `PhaseMark(0, 0)`."""

    marks: list[PhaseMark] = field(default_factory=lambda: [PhaseMark(0, 0)])

    def __post_init__(self) -> None:
        if self.marks[:1] != [PhaseMark(0, 0)]:
            raise ProgressError("the schedule's marks are damaged: the first one must be phase 0 from slot 0 on")
        for last, mark in pairwise(self.marks):
            if mark.from_slot <= last.from_slot or mark.phase < 0:
                raise ProgressError(f"the schedule's marks are damaged: {mark} cannot follow {last}")

    @property
    def phase(self) -> int:
        """The newest phase, which may lie some slots ahead of what is trained right now."""
        return self.marks[-1].phase

    def mark_at(self, slot: int) -> PhaseMark:
        """Returns the mark that holds for a slot."""
        return self.marks[bisect_right(self.marks, slot, key=lambda mark: mark.from_slot) - 1]

    def append(self, from_slot: int, phase: int) -> None:
        """Opens a phase from a slot on.

        Raises:
            ProgressError: the slot does not lie after the last mark, so rows already drawn would change.
        """
        if from_slot <= self.marks[-1].from_slot:
            raise ProgressError(f"a mark at slot {from_slot} does not follow the last one, {self.marks[-1].from_slot}")
        self.marks.append(PhaseMark(from_slot, phase))

    def to_json(self) -> list[list[int]]:
        """Returns the marks as `[[from_slot, phase], ...]`."""
        return [[mark.from_slot, mark.phase] for mark in self.marks]

    @classmethod
    def from_json(cls, data: Any) -> Schedule:  # noqa: ANN401 - whatever a damaged file holds
        """Reads what `to_json` wrote.

        Raises:
            ProgressError: the data is damaged.
        """
        marks = data if isinstance(data, list) else [data]
        for mark in marks:
            if not (isinstance(mark, list | tuple) and [type(part) for part in mark] == [int, int]):
                raise ProgressError(f"the schedule's marks are damaged: {mark!r} is not [slot, phase]")
        return cls([PhaseMark(*mark) for mark in marks])
