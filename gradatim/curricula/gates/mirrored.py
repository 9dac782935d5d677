"""Demotion: a gate turned round, so that it fires when the rate is low."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from gradatim.core import ConfigError
from gradatim.curricula.gates.base import Decision, Gate, GateState


@dataclass(frozen=True)
class Mirrored:
    """A gate on failure rates: it fires when the rate is below `bound`, with the error guarantee of `gate`.

    Attributes:
        gate: the test that is given 1 - rate.
    """

    gate: Gate

    @property
    def bound(self) -> float:
        """The tested rate, in (0, 1): a firing test says that the rate is below it."""
        return 1.0 - self.gate.bound

    def against(self, bound: float) -> Mirrored:
        """Returns the same test against another bound, in (0, 1)."""
        return Mirrored(self.gate.against(1.0 - bound))

    def start(self) -> GateState:
        """Returns the state before the first prompt."""
        return self.gate.start()

    def update(self, state: GateState, rates: Sequence[float]) -> GateState:
        """Returns the state after more prompts, given their rates of success."""
        return self.gate.update(state, [1.0 - rate for rate in rates])

    def decide(self, state: GateState) -> Decision:
        """Returns whether the test fires; evidence and threshold are on failures, rate and interval on successes."""
        found = self.gate.decide(state)
        rate = None if found.rate is None else 1.0 - found.rate
        interval = None if found.interval is None else (1.0 - found.interval[1], 1.0 - found.interval[0])
        return Decision(found.opens, found.prompts, found.evidence, found.threshold, rate, interval)


def mirrored(gate: Gate, demote_below: float) -> Mirrored:
    """Returns the test that demotes a stage: it fires (`opens`) when the rate is below `demote_below`.

    There is no margin on this side: a firing test means what its name says.

    Args:
        gate: the gate that promotes the stage; its kind, alpha or window, and `min_prompts` are kept.
        demote_below: in (0, gate.bound], so that no rate is both promoted and demoted.

    Raises:
        ConfigError: `demote_below` is out of range, or one that the gate's window cannot show.
    """
    if not 0.0 < demote_below <= gate.bound:
        raise ConfigError(
            f"demote_below {demote_below:g} must be above 0 and at most {gate.bound:g}, what the gate tests"
        )
    try:
        return Mirrored(gate.against(1.0 - demote_below))
    except ValidationError as error:
        raise ConfigError(f"demote_below {demote_below:g}: {error.errors()[0]['msg']}") from error
