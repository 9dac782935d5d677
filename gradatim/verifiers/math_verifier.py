"""Answers that must have the gold's value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.verdict import Verdict
from gradatim.verifiers.extraction.answers import Extraction, WrittenStyle, extract
from gradatim.verifiers.extraction.fallbacks import extract_leniently
from gradatim.verifiers.math.comparison import Comparer
from gradatim.verifiers.math.gold import gold_problem
from gradatim.verifiers.math.options import OF_EXTRACTION, GoldType, Lenient, Rules, Strict
from gradatim.verifiers.verifier import judge


@dataclass(frozen=True, config=STRICT)
class MathVerifier:
    r"""Compares values: as texts, as exact numbers, by structure, by numeric probes, by proof; never by floats.

    A joint answer (`42 or 43`, `1,2`, several boxes in one sentence) equals a gold list with the same values and
    never a single gold. All rules with examples: docs/math.md.

    Attributes:
        answer: how completions state their answer.
        gold_type: what golds are; by default each gold's own notation says it.
        require_evaluated: refuse values that are not worked out: for 21 neither `84/4` nor `21/1`, for 1/2 no `2/4`.
        tolerance: largest relative error of a number; by default numbers are compared exactly.
        units: whether other units of the same dimension are converted, or wrong.
        percent: whether 15 stands for 15% as well, and 15% for 15.
        strict: names of `STRICT_RULES`: what is refused in addition.
        lenient: names of `LENIENT_RULES`: what is accepted in addition.

    >>> MathVerifier().verify(r"So $\boxed{\frac{1}{2}}$.", "0.5").correct
    True
    """

    answer: WrittenStyle = "boxed"
    gold_type: GoldType | None = None
    require_evaluated: bool = False
    tolerance: Annotated[float | None, Field(gt=0, lt=1)] = None
    units: Literal["same", "convert"] = "same"
    percent: Literal["required", "optional"] = "required"
    strict: Annotated[tuple[Strict, ...], Field(strict=False)] = ()
    lenient: Annotated[tuple[Lenient, ...], Field(strict=False)] = ()

    @cached_property
    def _comparer(self) -> Comparer:
        limits = self.gold_type, self.require_evaluated, self.tolerance, self.units, self.percent
        return Comparer(Rules(*limits, strict=frozenset(self.strict), lenient=frozenset(self.lenient) - OF_EXTRACTION))

    def verify(self, completion: str, gold: str) -> Verdict:
        r"""Judge one completion against a gold, which may be written as any answer: `1,200`, `\frac12`, `$0.50`."""
        return judge(completion, gold, self._found(completion), self._comparer.compare)

    def gold_problem(self, gold: str) -> str | None:
        r"""Why only the same text can be right, as a key of `REASONS`; None for a gold that answers are compared with.

        >>> MathVerifier().gold_problem(r"\frac{1}{")
        'gold_unreadable'
        """
        return gold_problem(gold, self._comparer.rules)

    def _found(self, completion: str) -> Extraction:
        if not self.lenient:
            return extract(completion, self.answer)
        return extract_leniently(
            completion, self.answer, cut_off="unclosed" in self.lenient, last_number="last_number" in self.lenient
        )

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Judge `(completion, gold)` pairs; the verdicts in the same order, equal pairs judged once."""
        verdicts = {pair: self.verify(*pair) for pair in dict.fromkeys(pairs)}
        return [verdicts[pair] for pair in pairs]
