"""A reward term with a bug, as a user might write one."""

from __future__ import annotations

from pydantic.dataclasses import dataclass

from gradatim.core import Sample
from gradatim.core.config import STRICT
from gradatim.core.verdict import Status


@dataclass(frozen=True, config=STRICT)
class Fussy:
    """Worth nothing, and stumbles over one completion."""

    prompt: str
    completion: str

    def __call__(self, sample: Sample) -> float:
        if (sample.prompt, sample.completion) == (self.prompt, self.completion):
            raise ZeroDivisionError(f"cannot score {sample.completion!r}")
        return 0.0

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        return 0.0, 0.0
