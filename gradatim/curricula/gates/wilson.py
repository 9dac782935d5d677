"""A gate for people who want a window: Wilson's lower bound over the latest prompts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field, model_validator
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.curricula.gates.base import Decision, GateState
from gradatim.curricula.gates.intervals import clustered_interval, wilson_interval
from gradatim.curricula.gates.recent import nothing_seen, recent_rate, remember


@dataclass(frozen=True, config=STRICT)
class Wilson:
    """Opens when the lower confidence bound of the rate over the last `window` prompts reaches `pass_rate`.

    The bound is Wilson's, clustered by prompt (`clustered_interval`). Its confidence holds for one look at a time fixed
    beforehand. A gate is asked after every step and opens at the first good look ("optional stopping"), so the
    chance of a false opening grows with the number of looks, and nothing bounds it: how often a rate a little below
    `pass_rate` opens this gate depends on window, batch and length of the run, and is known only by simulation
    (`benchmarks/gates.py`). `ECusum` comes with a bound that holds at every look.

    Attributes:
        pass_rate: the rate that the stage asks for, in (0, 1); a perfect window must be able to show it.
        window: prompts that count, >= `min_prompts`.
        confidence: of the one-sided bound, in (.5, 1).
        min_prompts: prompts before which the gate stays shut, >= 1.
    """

    pass_rate: Annotated[float, Field(gt=0, le=1, description="The rate that the stage asks for")]
    window: Annotated[int, Field(ge=1, description="How many of the latest prompts count")] = 160
    confidence: Annotated[
        float, Field(gt=0.5, lt=1, description="Confidence of the one-sided lower bound, at one look")
    ] = 0.95
    min_prompts: Annotated[int, Field(ge=1, description="Prompts before which the gate stays shut")] = 24

    @model_validator(mode="after")
    def _check_reach(self) -> Wilson:
        if self.window < self.min_prompts:
            raise ValueError(f"window {self.window} must not be below min_prompts {self.min_prompts}")
        reach = wilson_interval(1.0, self.window, 2.0 * self.confidence - 1.0)[0]
        if reach < self.pass_rate:
            raise ValueError(
                f"a window of {self.window} prompts cannot show a rate of {self.pass_rate:g}: without one failure its "
                f"lower bound is {reach:.4g}; widen it, or use e_cusum"
            )
        return self

    @property
    def bound(self) -> float:
        """The tested rate, `pass_rate`."""
        return self.pass_rate

    def against(self, bound: float) -> Wilson:
        """Returns the same test against another bound, in (0, 1)."""
        return replace(self, pass_rate=bound)

    def start(self) -> GateState:
        """Returns the state before the first prompt."""
        return nothing_seen()

    def update(self, state: GateState, rates: Sequence[float]) -> GateState:
        """Returns the state after more prompts: see `Gate.update`."""
        return remember(state, rates, self.window)

    def decide(self, state: GateState) -> Decision:
        """Returns what the window says; evidence is the lower bound of the rate, 0 before the first prompt."""
        recent: list[float] = state["recent"]
        evidence = clustered_interval(recent, 2.0 * self.confidence - 1.0)[0] if recent else 0.0
        opens = evidence >= self.pass_rate and state["prompts"] >= self.min_prompts
        return Decision(opens, state["prompts"], evidence, self.pass_rate, *recent_rate(state))
