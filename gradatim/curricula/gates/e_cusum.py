"""The default gate: an e-CUSUM on prompt rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field, model_validator
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.curricula.gates.base import Decision, GateState
from gradatim.curricula.gates.recent import nothing_seen, recent_rate, remember

_BETS = (0.3, 0.6, 0.9)
_SHOWN = 128


@dataclass(frozen=True, config=STRICT)
class ECusum:
    """Opens when betting on "the rate is above `pass_rate - margin`" has won enough.

    Three bettors start with 1. At each prompt a bettor stakes a fixed share (.3, .6, .9) of its wealth at odds that
    are fair for a rate of c = pass_rate - margin: M <- max(M, 1) * (1 + share * (x / c - 1)), where x is the prompt's
    rate. One that has less than 1 starts again with 1, so evidence from before the policy became good does not count
    against it. The gate opens when the mean wealth reaches 1 / alpha.

    What this says: the rate is above `pass_rate - margin`, not that it has reached `pass_rate`. While no prompt's
    expected rate, given the past, is above c, a bettor's factor is at most 1 on average, whatever the correlation
    inside a prompt, and with partial credit too. Then the expected number of *prompts* to a false opening is at
    least 1 / alpha, however often one looks, and the chance of one within n prompts at most alpha * n. That is a
    guarantee on the average run length, not an error rate for a whole run: who looks long enough at a rate of
    exactly c will see the gate open. Just below c it is already far rarer (`benchmarks/gates.py`).

    J. Shin, A. Ramdas, A. Rinaldo, "E-detectors: a nonparametric framework for sequential change detection",
    arXiv 2203.03532 (e-CUSUM, and its mixtures).

    Attributes:
        pass_rate: the rate that the stage asks for, in (0, 1].
        margin: how far below `pass_rate` the tested rate c lies, >= 0; a policy just at `pass_rate` needs it to pass.
            c must be in (0, 1).
        alpha: 1 / alpha prompts is the least expected time to a false opening, in [1e-9, .5].
        min_prompts: prompts before which the gate stays shut, >= 1.
    """

    pass_rate: Annotated[float, Field(gt=0, le=1, description="The rate that the stage asks for")]
    margin: Annotated[
        float,
        Field(ge=0, lt=1, description="How far below pass_rate the tested rate lies; one just at pass_rate needs it"),
    ] = 0.03
    alpha: Annotated[
        float, Field(ge=1e-9, le=0.5, description="1 / alpha prompts is the least expected time to a false opening")
    ] = 0.0004
    min_prompts: Annotated[int, Field(ge=1, description="Prompts before which the gate stays shut")] = 24

    @model_validator(mode="after")
    def _check_bound(self) -> ECusum:
        if self.bound <= 0.0:
            raise ValueError(f"margin {self.margin:g} must be below pass_rate {self.pass_rate:g}")
        if self.bound >= 1.0:
            raise ValueError(f"no rate is above pass_rate - margin = {self.bound:g}; give a margin, such as 0.03")
        return self

    @property
    def bound(self) -> float:
        """The tested rate c = pass_rate - margin, in (0, 1)."""
        return self.pass_rate - self.margin

    def against(self, bound: float) -> ECusum:
        """Returns the same test against another bound, in (0, 1)."""
        return replace(self, pass_rate=bound, margin=0.0)

    def start(self) -> GateState:
        """Returns the state before the first prompt."""
        return {**nothing_seen(), "wealth": [1.0] * len(_BETS)}

    def update(self, state: GateState, rates: Sequence[float]) -> GateState:
        """Returns the state after more prompts: see `Gate.update`."""
        seen = remember(state, rates, _SHOWN)
        return {
            **seen,
            "wealth": [self._bet(share, wealth, rates) for share, wealth in zip(_BETS, state["wealth"], strict=True)],
        }

    def decide(self, state: GateState) -> Decision:
        """Returns what the evidence says; the rate shown is that of the last 128 prompts."""
        wealth: list[float] = state["wealth"]
        evidence, threshold = sum(wealth) / len(wealth), 1.0 / self.alpha
        opens = evidence >= threshold and state["prompts"] >= self.min_prompts
        return Decision(opens, state["prompts"], evidence, threshold, *recent_rate(state))

    def _bet(self, share: float, wealth: float, rates: Sequence[float]) -> float:
        # The cap keeps the state finite. One bettor at the cap holds the gate open, and shutting it again then takes
        # about as much evidence as opening it did.
        cap = len(_BETS) / self.alpha**2
        for rate in rates:
            wealth = min(max(wealth, 1.0) * (1.0 + share * (rate / self.bound - 1.0)), cap)
        return wealth
