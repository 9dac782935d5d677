"""The lines of `metrics.jsonl` and `completions/` as typed records, for those who write them and those who read them.

Keys that a record does not know are ignored, so that a report still reads runs of later versions. NaN and infinities
are let in: a diverged run has them, and its report is needed most.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

Counts = tuple[int, int]
"""`(correct, total)` completions."""


class Record(BaseModel):
    """Base of all records."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    def to_json(self) -> dict[str, Any]:
        """Returns plain JSON with the fields that were given."""
        return self.model_dump(mode="json", exclude_unset=True)


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
    max: int | None = None


class Groups(Record):
    """Groups of one step; `no_signal` are those whose rewards are all equal, so that they teach nothing."""

    total: int = 0
    all_correct: int = 0
    all_wrong: int = 0
    no_signal: int = 0


class StepFigures(Record):
    """What the completions of one step say; `terms` are mean weighted contributions."""

    completions: int = 0
    prompts: int = 0
    reward: float | None = None
    reward_std: float | None = None
    terms: dict[str, float | None] = {}
    stages: dict[str, StageCounts] = {}
    length: Lengths = Lengths()
    eos_rate: float | None = None
    groups: Groups = Groups()
    excluded: int = 0


class StepMetrics(StepFigures):
    """One GRPO step: one line of `metrics.jsonl`; `loss` and what follows it are the trainer's own figures."""

    step: int
    time: float | None = None
    cpu_seconds: float | None = None
    phase: str = ""
    gates: dict[str, GateReading] = {}
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
    detail: str | None = None


def _chat_as_text(prompt: object) -> object:
    """Returns the messages of a chat, as the first runs kept them, as one text."""
    if not isinstance(prompt, list) or not all(isinstance(message, dict) for message in prompt):
        return prompt
    return "\n".join(str(message.get("content") or "") for message in prompt)


class Completion(Record):
    """One completion: one line of `completions/step-N.jsonl`."""

    step: int
    slot: int = 0
    stage: str = ""
    role: str = ""
    prompt: Annotated[str, BeforeValidator(_chat_as_text)] = ""
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
