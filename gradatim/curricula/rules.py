"""The fixed part of promotion: which gates are asked in which phase, and what counts as evidence for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gradatim.curricula.gates import Gate, mirrored
from gradatim.curricula.spec import GatePolicy
from gradatim.curricula.spec.checks import FINISH

Role = Literal["fresh", "replay", "probe"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one prompt: the evidence unit of a gate.

    Attributes:
        slot: the prompt's number in the training stream.
        stage: the stage whose problem it was.
        role: only `fresh` prompts are evidence; replayed ones are not.
        phase: the phase that the schedule had for this slot.
        rate: mean correctness over the completions that have a verdict, in [0, 1].
        completions: how many those were, >= 1.
    """

    slot: int
    stage: str
    role: Role
    phase: int
    rate: float
    completions: int


@dataclass(frozen=True)
class Rules:
    """The fixed part of promotion. Phase k is stage k; the number of stages stands for the finish.

    Attributes:
        names: the stages in order.
        gates: one per stage; the gate of stage k opens stage k + 1 (or the finish).
        policies: cooldown, patience and demotion, one per stage.
        finish: one gate per stage that must all hold at once before training ends; None: the last gate ends it.
    """

    names: tuple[str, ...]
    gates: tuple[Gate, ...]
    policies: tuple[GatePolicy, ...]
    finish: tuple[Gate, ...] | None = None

    @property
    def last_phase(self) -> int:
        """The phase after which training ends."""
        return len(self.names) - 1 if self.finish is None else len(self.names)

    def name_of(self, phase: int) -> str:
        """Returns the name of a phase."""
        return self.names[phase] if phase < len(self.names) else FINISH

    def asked(self, phase: int) -> dict[str, Gate]:
        """Returns the gates that are asked in a phase, by stage: its own, or those of all stages in the finish."""
        if phase < len(self.names):
            return {self.names[phase]: self.gates[phase]}
        return dict(zip(self.names, self.finish or (), strict=True))

    def demoting(self, phase: int) -> Gate | None:
        """Returns the test that leads back from a phase to the one before it; None where nothing does."""
        below = self.policies[phase].demote_below if 0 < phase < len(self.names) else None
        return None if below is None else mirrored(self.gates[phase], below)
