"""The reason codes of verdicts, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REASONS: Mapping[str, str] = MappingProxyType(
    {
        # unparsed: the completion states no final answer
        "no_marker": "the answer style's mark-up is missing",
        "empty_answer": "the mark-up holds nothing but white space",
        "unclosed": "the mark-up never closes: the text was cut off",
        "open_reasoning": "<think> is still open at the end",
        # incorrect: what the completion causes
        "wrong_value": "another value than the gold's",
        "wrong_unit": "the right number with another unit than the gold's",
        "several_answers": "several different values where the gold is one",
        "not_a_number": "the gold is a number, the answer is none that can be read",
        "not_evaluated": "the right value, but not worked out: an open fraction, or one not in lowest terms",
        "too_long": "the answer is longer than any answer that is read",
        # gold_unparsed: nothing can be compared with this gold
        "empty_gold": "the gold is empty",
        "gold_too_long": "the gold is longer than any answer that is read",
        "needs_symbolic": "the gold is no number and the texts differ",
    }
)
"""What each `Verdict.reason` means. A correct verdict has none."""
