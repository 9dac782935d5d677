"""Train or probe: decided by a problem's content, never by a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from gradatim.core import unit_interval

SplitName = Literal["train", "probe"]
SPLITS: tuple[SplitName, ...] = get_args(SplitName)


@dataclass(frozen=True)
class Split:
    """How one stage divides problems; all stages of a curriculum share `largest` and `known`.

    A problem can occur in several stages (3+4 is also 03+04). It is trained on only if no stage at all may hold it
    out, so that a probe problem of one stage never reaches the model through another.

    Attributes:
        share: held-out share of this stage in [0, 1); 0 means that nothing is held out and the probe shows recall.
        largest: the largest share of any stage.
        known: ids of the problems of stages without a held-out part: trained on, hence never probed by others.
    """

    share: float
    largest: float
    known: frozenset[str] = frozenset()

    def holds(self, split: SplitName, problem_id: str) -> bool:
        """Whether a problem belongs to a split of this stage."""
        if self.share == 0.0:
            return True
        if problem_id in self.known:
            return split == "train"
        place = unit_interval(problem_id)
        return place >= self.largest if split == "train" else place < self.share
