"""What every problem source offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gradatim.core import Problem
from gradatim.curricula.sources.hash_random import Rng
from gradatim.verifiers import AnswerStyle, Verifier

ENUMERABLE = 200_000
"""Up to how many distinct problems a source lists all their ids."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many distinct problems a source has.

    Attributes:
        value: the number, or a proven lower bound of it.
        exact: whether `value` is the number itself.
    """

    value: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that gives no problem.

    Attributes:
        where: its file and place there.
        reason: why.
    """

    where: str
    reason: str


class Source(Protocol):
    """Gives problems. A source is a frozen pydantic dataclass: its fields are its configuration.

    The id of a problem depends on its content alone, not on how it is written or in which stage it occurs, because
    the ids decide which problems are held out.
    """

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem of either split; all randomness comes from `rng`."""
        ...

    def count(self) -> Count:
        """Returns the number of distinct problem ids that `draw` can give."""
        ...

    def ids(self) -> Iterator[str] | None:
        """Returns each of these ids once; None when they are more than `ENUMERABLE` or cannot be listed."""
        ...

    def verifier(self, answer: AnswerStyle) -> Verifier:
        """Returns the verifier that these problems need, for answers in the given style."""
        ...

    def alphabet(self) -> frozenset[str]:
        """Returns all characters that questions, golds and solutions can contain."""
        ...


@runtime_checkable
class ReadsRows(Protocol):
    """A source that reads rows of a data set, of which some may give no problem."""

    def refused(self) -> Sequence[Refused]:
        """Returns the faulty rows."""
        ...

    def dropped(self) -> Sequence[Refused]:
        """Returns the rows that are left out on purpose."""
        ...
