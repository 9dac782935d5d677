"""Named, weighted terms that add up to one number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Literal

from gradatim.core.errors import ConfigError
from gradatim.core.sample import Sample
from gradatim.core.verdict import Status, Verdict
from gradatim.rewards.combination import CORRECT, WRONG, on_grid
from gradatim.rewards.errors import TermError
from gradatim.rewards.leaf import Leaf
from gradatim.rewards.ordering import prove_ordering
from gradatim.rewards.weighted import WeightedTerm, When, with_answer
from gradatim.verifiers import AnswerStyle

_Plan = tuple[tuple[Leaf, float, float], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What one completion is worth.

    Attributes:
        total: the reward, a multiple of 2^-16; None iff the verdict is excluded.
        terms: each term's weighted contribution by name, 0.0 where its condition does not hold; empty iff `total` is
            None, so that a mean over samples cannot count the excluded ones as 0.
        verdict: the verifier's record.
    """

    total: float | None
    terms: dict[str, float]
    verdict: Verdict


@dataclass(frozen=True)
class Reward:
    """The weighted sum of its terms, itself a term.

    A reward as a term of a reward scores exactly as if its terms stood there with the product of both weights.

    Attributes:
        terms: the parts, with unique names; their order does not matter.
        ordering: `strict` refuses a reward for which `prove_ordering` fails; `off` is for parts of a larger reward
            and for research on purpose.

    Raises:
        ConfigError: no terms, a name twice, or a completion that is not correct may score as high as a correct one.
        TermError: a term's bounds are not two finite numbers in order.
    """

    terms: Sequence[WeightedTerm]
    ordering: Literal["strict", "off"] = "strict"

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", tuple(self.terms))
        if not self.terms:
            raise ConfigError("a reward needs at least one term")
        repeated = [name for name, count in Counter(part.name for part in self.terms).items() if count > 1]
        if repeated:
            raise ConfigError(f"two terms have the name {repeated[0]!r}: names must be unique within a reward")
        if self.ordering not in ("strict", "off"):
            raise ConfigError(f"ordering must be strict or off, not {self.ordering!r}")
        if self.ordering == "strict" and not (proof := prove_ordering(self)).ok:
            raise ConfigError(proof.text)
        self._plans  # noqa: B018  bounds that are not bounds show up here, not in the middle of a run

    def score(self, sample: Sample) -> Score:
        """Returns the total with each term's share in it.

        Raises:
            TermError: a term cannot score the sample, or returned a value outside of its bounds.
        """
        verdict = sample.verdict
        if verdict.excluded:
            return Score(None, {}, verdict)
        values = []
        shares = dict.fromkeys(self._names, 0.0)
        for leaf, low, high in self._plans[verdict.status, sample.terminated]:
            value: object = leaf.term(sample)
            if type(value) is not float or not low <= value <= high:
                value = leaf.checked(value, sample, low, high)
            values.append(leaf.weight * value)
            shares[leaf.owner.name] += values[-1]
        return Score(on_grid(values), shares, verdict)

    def __call__(self, sample: Sample) -> float:
        """Returns the total.

        Raises:
            TermError: the verdict is excluded, so that there is none.
        """
        total = self.score(sample).total
        if total is None:
            raise TermError(f"a sample with status {sample.verdict.status} has no reward: use score, or leave it out")
        return total

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns the lowest and the highest total."""
        ends = [leaf.contribution(status, terminated) for leaf in self.leaves]
        return on_grid(low for low, _ in ends), on_grid(high for _, high in ends)

    def with_answer(self, answer: AnswerStyle) -> Reward:
        """Returns the reward with this answer style in every term that has a field `answer` that is None."""
        parts = [
            replace(part, term=part.term.with_answer(answer))
            if isinstance(part.term, Reward)
            else with_answer(part, answer)
            for part in self.terms
        ]
        return replace(self, terms=parts)

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The terms that score, nested rewards resolved."""
        return tuple(leaf for part in self.terms for leaf in _leaves(part))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(part.name for part in self.terms)

    @cached_property
    def _plans(self) -> dict[tuple[Status, bool | None], _Plan]:
        return {key: tuple(self._plan(*key)) for key in product(CORRECT + WRONG, (True, False, None))}

    def _plan(self, status: Status, terminated: bool | None) -> Iterator[tuple[Leaf, float, float]]:
        for leaf in self.leaves:
            if leaf.counts(status, terminated):
                yield leaf, *leaf.bounds(status, terminated)


def _leaves(part: WeightedTerm) -> Iterator[Leaf]:
    whens: tuple[When, ...] = () if part.when is None else (part.when,)
    if not isinstance(part.term, Reward):
        yield Leaf(part, part.name, part.term, part.weight, whens)
        return
    for leaf in part.term.leaves:
        path = f"{part.name}/{leaf.path}"
        yield Leaf(part, path, leaf.term, part.weight * leaf.weight, whens + leaf.whens)
