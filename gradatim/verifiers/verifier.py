"""What every verifier is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from gradatim.core.problem import Problem
from gradatim.core.verdict import Verdict
from gradatim.verifiers.comparison import Comparison
from gradatim.verifiers.extraction.answers import AnswerStyle, Extraction
from gradatim.verifiers.extraction.statement import MAX_ANSWER


class Verifier(Protocol):
    """Judges completions: pure and thread-safe, without signals, and never by running what they say."""

    @property
    def answer(self) -> AnswerStyle | None:
        """How completions state their answer; None where the verifier reads them in a way of its own."""
        ...

    def verify(self, completion: str, gold: str) -> Verdict:
        """Judge one completion."""
        ...

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Judge `(completion, gold)` pairs; the verdicts in the same order."""
        ...


@runtime_checkable
class KnowsGolds(Protocol):
    """A verifier that can tell which golds it cannot use."""

    def gold_problem(self, gold: str) -> str | None:
        """Why only the same text can be right, as a key of `REASONS`; None for a gold that can be used."""
        ...


@runtime_checkable
class ChecksProblems(Protocol):
    """A verifier that checks whole problems, because their golds are no answers that a completion could state."""

    def problem_faults(self, problems: Sequence[Problem]) -> list[str | None]:
        """Why each problem cannot be used, in the same order; None for one that can."""
        ...


def judge(
    completion: str, gold: str, found: Extraction, compare: Callable[[tuple[str, ...], str], Comparison]
) -> Verdict:
    """Compares the answer of a completion.

    Here is decided: an empty gold, a completion without answer, an answer that is the gold letter for letter (of any
    length), and one that is too long.

    Args:
        completion: what the policy wrote.
        gold: the right answer; white space around it is ignored.
        found: what the completion states.
        compare: judges the stated values, at least one, beside the gold.

    Raises:
        TypeError: the gold is no string.
    """
    if not isinstance(gold, str):
        raise TypeError(f"the gold must be a str, got {type(gold).__name__} {gold!r}")
    span, bare = found.span, gold.strip()
    if not bare:
        return Verdict("gold_unparsed", "empty_gold")
    if span is None:
        return Verdict("unparsed", found.reason)
    stated = completion[span[0] : span[1]]
    if stated == bare:
        return Verdict("correct", None, stated[:MAX_ANSWER], span, "text")
    if not found.answers:
        return Verdict("incorrect", "too_long", stated[:MAX_ANSWER], span)
    status, reason, decided_by = compare(found.answers, gold)
    return Verdict(status, reason, stated[:MAX_ANSWER], span, decided_by)
