"""Answers that must have the gold's value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.verdict import Verdict
from gradatim.verifiers.extraction.answers import AnswerStyle
from gradatim.verifiers.math.comparison import Comparison, Reading, compare, read
from gradatim.verifiers.extraction.statement import MAX_ANSWER
from gradatim.verifiers.verifier import judge


@dataclass(frozen=True, config=STRICT)
class MathVerifier:
    r"""Compares values exactly: text first, then numbers as integers and fractions, never as floats.

    A joint answer (`42 or 43`, `1,2`, several boxes in one sentence) equals a gold list with the same values and
    never a single gold.

    Attributes:
        answer: how completions state their answer.
        require_evaluated: refuse values that are not worked out: for 21 neither `84/4` nor `21/1`, for 1/2 no `2/4`.

    >>> MathVerifier().verify(r"So $\boxed{\frac{1}{2}}$.", "0.5").correct
    True
    """

    answer: AnswerStyle = "boxed"
    require_evaluated: bool = False

    def verify(self, completion: str, gold: str) -> Verdict:
        r"""Judge one completion against a gold, which may be written as any answer: `1,200`, `\frac12`, `$0.50`."""

        def by_value(answers: tuple[str, ...]) -> Comparison:
            reference = _read_gold(gold)
            if isinstance(reference, str):
                return Comparison("gold_unparsed", reference)
            return compare(read(answers), reference, require_evaluated=self.require_evaluated)

        return judge(completion, gold, self.answer, by_value)

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Judge `(completion, gold)` pairs; the verdicts in the same order, each gold read once."""
        return [self.verify(completion, gold) for completion, gold in pairs]


@lru_cache(maxsize=4096)
def _read_gold(gold: str) -> Reading | str:
    """The gold, or the reason why it cannot be read."""
    if len(gold.strip()) > MAX_ANSWER:
        return "gold_too_long"
    reading = read((gold,))
    return reading if reading.items else "empty_gold"
