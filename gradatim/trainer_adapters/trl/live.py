"""What the data set, the reward function and the callback of one run share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from gradatim.core import Verdict
from gradatim.curricula import Curriculum, Outcome, Progress, Role, Row
from gradatim.trainer_adapters.trl.geometry import Geometry

PROBE_SLOT = -1
"""The slot of evaluation rows, which are no part of the training stream."""


@dataclass(frozen=True, slots=True)
class Graded:
    """One completion of the training stream after scoring; plain data, so that processes can exchange it.

    Attributes:
        slot: its prompt's number in the stream.
        stage: the stage whose problem it was.
        role: `fresh` or `replay`.
        phase: the phase of the schedule at this slot.
        correct: the verdict; None when the sample is excluded.
        total: the reward; None when the sample is excluded.
        terms: weighted contribution of each reward term.
        terminated: whether it ended with an EOS token.
        length: tokens, EOS included.
    """

    slot: int
    stage: str
    role: Role
    phase: int
    correct: bool | None
    total: float | None
    terms: dict[str, float]
    terminated: bool
    length: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """One completion in full, for the run folder."""

    row: Row
    completion: str
    verdict: Verdict
    graded: Graded


class Listener(Protocol):
    """Something that follows a run: a run folder, a live display."""

    def on_event(self, event: dict[str, Any]) -> None:
        """Takes one event, such as a promotion."""

    def on_step(
        self,
        step: int,
        graded: Sequence[Graded],
        transcripts: Sequence[Transcript],
        facts: dict[str, Any],
        *,
        logs_follow: bool,
    ) -> None:
        """Takes the completions of one optimizer step: all processes' grades, this process's transcripts.

        With `logs_follow`, `on_log` will be called for this step before anything is saved.
        """

    def on_log(self, step: int, logs: dict[str, Any]) -> None:
        """Takes what the trainer logged."""


@dataclass
class Live:
    """The mutable side of one run; the data set, reward function and callback each hold it.

    Attributes:
        curriculum: what is asked.
        geometry: how steps map to slots.
        progress: where the run stands.
        eos_ids: the ids that end a completion; filled when the trainer has built its model.
        graded: completions scored since the last optimizer step, of all processes.
        transcripts: the same of this process, in full.
        rows: recently drawn rows by slot, so that the reward function need not draw them again.
    """

    curriculum: Curriculum
    geometry: Geometry
    progress: Progress
    eos_ids: frozenset[int] = frozenset()
    graded: list[Graded] = field(default_factory=list)
    transcripts: list[Transcript] = field(default_factory=list)
    rows: dict[int, Row] = field(default_factory=dict)

    def row(self, slot: int) -> Row:
        """Returns the row of a slot; a pure function of slot and schedule, so the memory is only for speed."""
        row = self.rows.get(slot)
        if row is None:
            if len(self.rows) > 8 * self.geometry.prompts_per_round:
                self.rows.clear()
            row = self.rows[slot] = self.curriculum.row(slot, self.progress.schedule)
        return row

    def take(self) -> tuple[list[Graded], list[Transcript]]:
        """Hands over what was scored since the last call."""
        taken = self.graded, self.transcripts
        self.graded, self.transcripts = [], []
        return taken

    def restart(self, progress: Progress) -> None:
        """Puts another state in place, as after loading a checkpoint."""
        self.progress = progress
        self.rows.clear()
        self.take()


def outcomes(graded: Sequence[Graded]) -> list[Outcome]:
    """Merges completions by prompt: one number per prompt, because completions of one prompt are correlated."""
    groups: dict[int, list[Graded]] = {}
    for one in graded:
        if one.correct is not None:
            groups.setdefault(one.slot, []).append(one)
    return [
        Outcome(
            slot,
            group[0].stage,
            group[0].role,
            group[0].phase,
            sum(bool(g.correct) for g in group) / len(group),
            len(group),
        )
        for slot, group in sorted(groups.items())
    ]
