"""The lines of `events.jsonl` as typed records."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from gradatim.curricula.spec.checks import FINISH
from gradatim.runs.records import GateReading, Record

__all__ = [
    "FINISH",
    "KINDS",
    "Demoted",
    "End",
    "Event",
    "Finished",
    "Note",
    "Opened",
    "Probe",
    "ProbeStage",
    "Resumed",
    "Scrambled",
    "Sft",
    "Start",
    "Stuck",
    "parse_event",
]


class Event(Record):
    """What happened at a step; kinds that are not known are plain events."""

    event: str
    step: int = 0
    time: float | None = None


class Start(Event):
    """A run began. `caveats`: what its picture cannot show, in whole sentences."""

    curriculum: str = ""
    caveats: tuple[str, ...] = ()


class Scrambled(Record):
    """Stages whose warm-up answers were random after their first `keep` characters."""

    stages: tuple[str, ...] = ()
    keep: int = 0


class Sft(Event):
    """The supervised warm-up: gold answers of which stages, scrambled ones of which."""

    steps: int = 0
    gold: tuple[str, ...] = ()
    scrambled: Scrambled | None = None


class ProbeStage(Record):
    """A pass rate on held-out problems (`split: probe`) or on trained ones (`split: train`, so recall)."""

    name: str
    split: str = "probe"
    correct: int = 0
    total: int = 0
    rate: float | None = None
    interval: tuple[float, float] | None = None

    @property
    def recall(self) -> bool:
        """Whether the problems may have been trained on."""
        return self.split == "train"


class Probe(Event):
    """Pass rates of all stages before GRPO (`after_sft`) or after it (`at_end`)."""

    label: str
    decoding: str = "greedy"
    stages: tuple[ProbeStage, ...] = ()


class Opened(Event):
    """A stage, or the final mixture, opened because the gate of the stage `by` did."""

    stage: str
    by: str | None = None
    effective_slot: int | None = None
    decision: GateReading | None = None


class Demoted(Event):
    """`stage` is trained again instead of `by`: its rate was low (`why: low_rate`), or it was stuck (`stuck`)."""

    stage: str
    by: str | None = None
    why: str = ""
    effective_slot: int | None = None
    decision: GateReading | None = None


class Stuck(Event):
    """A gate did not open within its patience; `action` is what was done: `stop`, `demote` or `hold`."""

    stage: str | None = None
    action: str = ""
    decision: GateReading | None = None


class Finished(Event):
    """The curriculum's goal was reached: what the last gate said, or all gates of the final mixture, by stage."""

    decisions: dict[str, GateReading] = Field(default_factory=dict)


class Note(Event):
    """A setting that was set right, with the reason."""

    field: str
    given: object = None
    value: object = None
    reason: str = ""


class Resumed(Event):
    """A later process went on from the checkpoint of `step`, in phase `stage`."""

    stage: str | None = None


class End(Event):
    """The run ended, for good (`finished`, `max_steps`, `stuck`) or until it is resumed (`interrupted`)."""

    status: str = "interrupted"


KINDS: Mapping[str, type[Event]] = {
    "start": Start,
    "sft": Sft,
    "probe": Probe,
    "opened": Opened,
    "demoted": Demoted,
    "stuck": Stuck,
    "finished": Finished,
    "note": Note,
    "resumed": Resumed,
    "interrupted": End,
    "end": End,
}


def parse_event(data: Mapping[str, object]) -> Event:
    """Returns the record of one event; pydantic's `ValidationError` when a field has the wrong shape."""
    kind = data.get("event")
    return (KINDS.get(kind, Event) if isinstance(kind, str) else Event).model_validate(data)
