"""What a gate is: fixed settings, a separate plain state, and a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

GateState = dict[str, Any]
"""Plain JSON; a round trip through text keeps every bit of it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a gate says, with its grounds.

    Attributes:
        opens: whether the evidence suffices.
        prompts: prompts seen since the start, >= 0.
        evidence: what is compared with `threshold`, in the gate's own unit.
        threshold: the gate opens at `evidence >= threshold`, given enough prompts.
        rate: mean over the latest prompts that the gate remembers, in [0, 1]; None before the first one.
        interval: 95 % interval of `rate`, clustered by prompt, for one look at a fixed time; None like `rate`.
    """

    opens: bool
    prompts: int
    evidence: float
    threshold: float
    rate: float | None
    interval: tuple[float, float] | None


class Gate(Protocol):
    """A test on the pass rate of a stage.

    A gate has settings only and its methods are pure. Evidence is one number per prompt, the mean over its completions,
    because completions of one prompt are correlated. Only prompts drawn uniformly from the stage count: groups
    that were filtered, replayed or chosen for their difficulty have another pass rate than the stage.
    """

    @property
    def bound(self) -> float:
        """The rate against which the gate tests, in (0, 1)."""

    def against(self, bound: float) -> Self:
        """Returns the same test against another bound, in (0, 1)."""

    def start(self) -> GateState:
        """Returns the state before the first prompt."""

    def update(self, state: GateState, rates: Sequence[float]) -> GateState:
        """Returns the state after more prompts; `state` stays as it is.

        Args:
            state: what `start` or `update` returned.
            rates: one per prompt, in [0, 1], in an order that does not depend on them (by slot). How they are cut into
                calls makes no difference.

        Raises:
            ValueError: a rate outside [0, 1], or not a number.
        """

    def decide(self, state: GateState) -> Decision:
        """Returns what the evidence in `state` says."""
