"""The lines of `events.jsonl` as typed records."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from gradatim.runs.records import GateReading, Record

FINISH = "finish"
"""The phase after the last gate, in which all stages are mixed."""


class Event(Record):
    """What happened at a step; kinds without fields of their own are plain events."""

    event: str
    step: int = 0
    time: float | None = None


class Start(Event):
    """A run began. `caveats`: what its picture cannot show, in whole sentences."""

    caveats: tuple[str, ...] = ()


class Scrambled(Record):
    """Stages whose warm-up answers were random after their first `keep` characters."""

    stages: tuple[str, ...] = ()
    keep: int = 0


class Sft(Event):
    """The supervised warm-up: on which stages it saw gold answers, and on which scrambled ones."""

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
    """Pass rates of all stages at one point of the run (`after_sft`, `step`, `at_end`)."""

    label: str = "step"
    decoding: str = "greedy"
    stages: tuple[ProbeStage, ...] = ()


class Opened(Event):
    """A stage opened because the gate of the stage before it did."""

    stage: str
    by: str | None = None
    effective_slot: int | None = None
    decision: GateReading | None = None


class StageEvent(Event):
    """Something that happened to one stage: mastered, stuck, or demoted (`stage` is trained again instead of `by`)."""

    stage: str | None = None
    by: str | None = None


class Finished(Event):
    """The curriculum's goal was reached: by the last gate (`by`), or by all gates of the final mixture at once."""

    by: str | None = None
    decisions: dict[str, GateReading] = Field(default_factory=dict)


class Note(Event):
    """A setting that was set right, with the reason."""

    field: str
    value: object = None
    reason: str = ""


class End(Event):
    """The run ended, for good (`finished`, `max_steps`, `stuck`) or until it is resumed (`interrupted`)."""

    status: str = "interrupted"


KINDS: Mapping[str, type[Event]] = {
    "start": Start,
    "sft": Sft,
    "probe": Probe,
    "opened": Opened,
    "mastered": StageEvent,
    "demoted": StageEvent,
    "stuck": StageEvent,
    "finished": Finished,
    "note": Note,
    "interrupted": End,
    "end": End,
}


def parse_event(data: Mapping[str, object]) -> Event:
    """Returns the record of one event; pydantic's `ValidationError` when a field has the wrong shape."""
    kind = data.get("event")
    return (KINDS.get(kind, Event) if isinstance(kind, str) else Event).model_validate(data)
