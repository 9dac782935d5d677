"""What to change in a reward whose ordering cannot be proved.

The lead of the worst correct sample over the best other one is, for each pair of combinations, a straight line in the
size of any one weight. So the weights that work form an interval, and its ends are what the user wants to know. Each
remedy is tried before it is offered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from gradatim.rewards.combination import CORRECT, WRONG, best_wrong, highest, lowest, worst_correct
from gradatim.rewards.leaf import Leaf
from gradatim.rewards.weighted import WeightedTerm

_NOISE = 1e-12


@dataclass(frozen=True)
class Remedy:
    """One change that by itself makes the proof hold.

    Attributes:
        term: the name of the term to change, None to add a plain `correctness` term.
        weight: its weight now; None where the change is `when: correct`.
        above: the new weight must be above this; None: no such limit.
        below: the new weight must be below this; None: no such limit.
    """

    term: str | None
    weight: float | None = None
    above: float | None = None
    below: float | None = None

    def __str__(self) -> str:
        limits = [("above", self.above), ("below", self.below)]
        target = " and ".join(f"{word} {limit:.4g}" for word, limit in limits if limit is not None)
        if self.term is None:
            return f"add a plain `correctness` term with a weight {target or 'above 0'}"
        if self.weight is None:
            return f"set `when: correct` on `{self.term}`"
        verb = "raise" if self.above is not None and self.weight <= self.above else "lower"
        return f"{verb} the weight of `{self.term}` from {self.weight:.4g} to {target}"


def remedies(leaves: Sequence[Leaf]) -> list[Remedy]:
    """Returns single changes that make the proof hold, at least one."""
    owners = list({leaf.owner.name: leaf.owner for leaf in leaves}.values())
    found = [remedy for owner in owners for remedy in (*_gate(leaves, owner), *_reweight(leaves, owner))]
    if not found or not any(_separates(leaves, owner) for owner in owners):
        deficit = math.fsum(best_wrong(leaves).terms.values()) - math.fsum(worst_correct(leaves).terms.values())
        found.append(Remedy(None, above=_four_digits(max(0.0, deficit), math.ceil)))
    return found


def _gate(leaves: Sequence[Leaf], owner: WeightedTerm) -> Iterator[Remedy]:
    own = int(owner.when is not None)  # the part's own condition stands first and is replaced
    gated = [replace(leaf, whens=("correct", *leaf.whens[own:])) if leaf.owner is owner else leaf for leaf in leaves]
    if _proved(gated):
        yield Remedy(owner.name)


def _reweight(leaves: Sequence[Leaf], owner: WeightedTerm) -> Iterator[Remedy]:
    """Yields the interval of weights with the same sign that work, if there is one."""
    low, high = 0.0, math.inf
    for rest, own in _leads(leaves, owner):
        if own > _NOISE:
            low = max(low, -rest / own)
        elif own < -_NOISE:
            high = min(high, rest / -own)
    # Well inside, so that the totals differ by more than the grid hides.
    factor = high - (high - low) / 100 if math.isfinite(high) else 2 * low or 1.0
    if _proved([replace(leaf, weight=leaf.weight * factor) if leaf.owner is owner else leaf for leaf in leaves]):
        above, below = sorted((owner.weight * low, owner.weight * high))
        yield Remedy(owner.name, owner.weight, _four_digits(above, math.ceil), _four_digits(below, math.floor))


def _leads(leaves: Sequence[Leaf], owner: WeightedTerm) -> Iterator[tuple[float, float]]:
    """Yields, for each pair of combinations, by how much a correct sample leads: all other terms, and this one."""
    for correct, wrong in product(lowest(leaves, CORRECT), highest(leaves, WRONG)):
        leads = {name: share - wrong.terms[name] for name, share in correct.terms.items()}
        own = leads.pop(owner.name)
        yield math.fsum(leads.values()), own


def _separates(leaves: Sequence[Leaf], owner: WeightedTerm) -> bool:
    return all(own > _NOISE for _, own in _leads(leaves, owner))


def _proved(leaves: Sequence[Leaf]) -> bool:
    return best_wrong(leaves).total < worst_correct(leaves).total


def _four_digits(limit: float, rounding: Callable[[float], int]) -> float | None:
    """Returns the limit in four significant digits, not beyond itself; None for the trivial limits of a sign."""
    if not limit or not math.isfinite(limit):
        return None
    unit = 10.0 ** (math.floor(math.log10(abs(limit))) - 3)
    return rounding(round(limit / unit, 6)) * unit
