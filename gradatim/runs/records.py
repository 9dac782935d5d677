"""The lines of a run folder's logs as typed records.

Keys that a record does not know are ignored, so that a report still reads runs of later versions. NaN and infinities
are let in: a diverged run has them, and its report is needed most.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

Counts = tuple[int, int]
"""`(correct, total)` completions."""


class Record(BaseModel):
    """Base of all records."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class GateReading(Record):
    """What a gate says after a step: `evidence` opens it at `threshold`; `interval` is that of `rate`."""

    opens: bool = False
    prompts: int = 0
    evidence: float | None = None
    threshold: float | None = None
    rate: float | None = None
    interval: tuple[float, float] | None = None
    pass_rate: float | None = None


class StageCounts(Record):
    """Correct and all completions of one stage in one step, by the role of their prompts."""

    fresh: Counts = (0, 0)
    replay: Counts = (0, 0)


class Lengths(Record):
    """Completion lengths in tokens, EOS included."""

    mean: float | None = None
    max: float | None = None


class Groups(Record):
    """Groups of one step; `no_signal` are those whose rewards are all equal, so that they teach nothing."""

    total: int = 0
    all_correct: int = 0
    all_wrong: int = 0
    no_signal: int = 0


class StepMetrics(Record):
    """One GRPO step: one line of `metrics.jsonl`."""

    step: int
    time: float | None = None
    cpu_seconds: float | None = None
    phase: str = ""
    completions: int = 0
    prompts: int = 0
    reward: float | None = None
    reward_std: float | None = None
    terms: dict[str, float | None] = {}
    stages: dict[str, StageCounts] = {}
    gates: dict[str, GateReading] = {}
    length: Lengths = Lengths()
    eos_rate: float | None = None
    groups: Groups = Groups()
    excluded: int = 0
    unknown_golds: int = 0
    loss: float | None = None
    grad_norm: float | None = None
    learning_rate: float | None = None
    entropy: float | None = None
    kl: float | None = None


class VerdictRecord(Record):
    """The verifier's record of a completion."""

    status: str = ""
    reason: str | None = None
    extracted: str | None = None
    span: tuple[int, int] | None = None
    decided_by: str | None = None


class Completion(Record):
    """One completion: one line of `completions/step-N.jsonl`."""

    step: int
    slot: int = 0
    stage: str = ""
    role: str = ""
    prompt: str = ""
    gold: str = ""
    completion: str = ""
    verdict: VerdictRecord = VerdictRecord()
    terms: dict[str, float] = {}
    total: float | None = None
    terminated: bool | None = None
    length: int | None = None

    @property
    def correct(self) -> bool:
        """Whether the verifier called it right."""
        return self.verdict.status == "correct"
