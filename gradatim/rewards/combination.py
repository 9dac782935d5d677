"""The extreme totals of a reward, one for each status and end of a completion."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from gradatim.core.verdict import EXCLUDED, STATUSES, Status
from gradatim.rewards.leaf import Leaf

CORRECT: tuple[Status, ...] = ("correct",)
WRONG: tuple[Status, ...] = tuple(status for status in STATUSES if status not in {*CORRECT, *EXCLUDED})

_STEPS = 2.0**16


def on_grid(values: Iterable[float]) -> float:
    """Returns the sum, rounded to a multiple of 2^-16, whatever the order of the values.

    Raw sums of equal rewards may differ in their last bit, and division by a group's standard deviation blows this
    noise up to advantages. On the grid equal rewards are equal, and so is their mean.
    """
    return round(math.fsum(values) * _STEPS) / _STEPS


@dataclass(frozen=True)
class Combination:
    """An extreme total of the samples with one status and one `terminated`.

    Attributes:
        status: what the verifier said.
        terminated: whether the completion ended with EOS (True), was cut (False) or nobody knows (None).
        terms: each term's weighted contribution by name.
        total: their sum, on the reward's grid.
    """

    status: Status
    terminated: bool | None
    terms: dict[str, float]
    total: float

    def __str__(self) -> str:
        end = {True: "ended with EOS", False: "cut off", None: "end unknown"}[self.terminated]
        return f"{self.status}, {end}"


def lowest(leaves: Sequence[Leaf], statuses: Sequence[Status]) -> Iterator[Combination]:
    """Yields the worst that samples of these statuses can score, for each status and `terminated`."""
    return _extremes(leaves, statuses, 0)


def highest(leaves: Sequence[Leaf], statuses: Sequence[Status]) -> Iterator[Combination]:
    """Yields the best that samples of these statuses can score, for each status and `terminated`."""
    return _extremes(leaves, statuses, 1)


def worst_correct(leaves: Sequence[Leaf]) -> Combination:
    """Returns the worst that a correct sample can score."""
    return min(lowest(leaves, CORRECT), key=lambda found: found.total)


def best_wrong(leaves: Sequence[Leaf]) -> Combination:
    """Returns the best that an incorrect or unparsed sample can score."""
    return max(highest(leaves, WRONG), key=lambda found: found.total)


def _extremes(leaves: Sequence[Leaf], statuses: Sequence[Status], end: int) -> Iterator[Combination]:
    for status, terminated in product(statuses, (True, False, None)):
        shares = [leaf.contribution(status, terminated)[end] for leaf in leaves]
        terms = {leaf.owner.name: 0.0 for leaf in leaves}
        for leaf, share in zip(leaves, shares, strict=True):
            terms[leaf.owner.name] += share
        yield Combination(status, terminated, terms, on_grid(shares))
