"""Does the completion end by itself, right behind its answer?"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.sample import Sample
from gradatim.core.verdict import Status
from gradatim.rewards.layout import is_blank
from gradatim.rewards.term import known_answer
from gradatim.verifiers import AnswerStyle, nothing_after_answer


@dataclass(frozen=True, config=STRICT)
class Stop:
    """1 for a completion that ended with EOS and has nothing after its answer, -1 for one that was cut, else 0.

    Whether it ended comes from its token ids (`Sample.terminated`), never from the text: a text that looks complete
    may have been cut right behind its answer. 0 too where `terminated` is unknown, and for EOS without any text.
    """

    answer: Annotated[
        AnswerStyle | None, Field(description="How the completion states its answer; by default as the stage says")
    ] = None

    def __call__(self, sample: Sample) -> float:
        """Returns -1.0, 0.0 or 1.0."""
        answer = known_answer(self.answer, "stop")
        if sample.terminated is None:
            return 0.0
        if not sample.terminated:
            return -1.0
        return float(not is_blank(sample.completion) and nothing_after_answer(sample.completion, answer))

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns [-1, -1] for a cut sample, [0, 1] for an ended one, [0, 0] for an unknown one."""
        if terminated is None:
            return 0.0, 0.0
        return (0.0, 1.0) if terminated else (-1.0, -1.0)
