"""Partial credit that pays nothing for what a constant achieves."""

from __future__ import annotations

from functools import lru_cache

from gradatim.verifiers.code.gold import CodeGold, would_pass
from gradatim.verifiers.code.outcome import CodeOutcome


def fraction_of(gold: CodeGold, outcome: CodeOutcome) -> float:
    """Returns the share of tests passed, rescaled to 0 where always the commonest expected value would do as well.

    With the share p of tests passed and c of the commonest value it is max(0, (p - c) / (1 - c)). Tests that did not
    run are not passed.
    """
    if outcome.reason is None:
        return 1.0
    total = len(gold.cases)
    if not total:
        return 0.0
    passed = sum(test.passed for test in outcome.tests) / total
    commonest = _commonest(gold) / total
    return max(0.0, (passed - commonest) / (1 - commonest)) if commonest < 1 else 0.0


@lru_cache(maxsize=256)
def _commonest(gold: CodeGold) -> int:
    """Returns how many tests the best constant passes."""
    return max(sum(would_pass(one.expected, test) for test in gold.cases) for one in gold.cases)
