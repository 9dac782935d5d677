"""Answers that must be the gold letter for letter."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.verdict import Verdict
from gradatim.verifiers.comparison import Comparison
from gradatim.verifiers.extraction.answers import AnswerStyle, extract
from gradatim.verifiers.verifier import judge


@dataclass(frozen=True, config=STRICT)
class ExactVerifier:
    """Compares texts, white space around them stripped; for notations in which every character has its place.

    Attributes:
        answer: how completions state their answer.
    """

    answer: AnswerStyle = "plain"

    def verify(self, completion: str, gold: str) -> Verdict:
        """Judge one completion; several boxes count as one answer if they hold the same text."""
        return judge(completion, gold, extract(completion, self.answer), _compare)

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Judge `(completion, gold)` pairs; the verdicts in the same order."""
        return [self.verify(completion, gold) for completion, gold in pairs]


def _compare(answers: tuple[str, ...], gold: str) -> Comparison:
    different = set(answers)
    if different == {gold.strip()}:
        return Comparison("correct", decided_by="text")
    return Comparison("incorrect", "wrong_value" if len(different) == 1 else "several_answers", "text")
