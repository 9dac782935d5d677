r"""Answers that a strict reading does not find: cut-off mark-up, and numbers without any. Both invite hacks."""

from __future__ import annotations

import re

from gradatim.verifiers.extraction.answers import AnswerStyle, Extraction, extract
from gradatim.verifiers.extraction.statement import MAX_ANSWER

_OPENINGS = {"boxed": re.compile(r"\\(?:boxed|fbox)\s*+\{"), "tags": re.compile("<answer>")}


def extract_cut_off(completion: str, style: AnswerStyle) -> Extraction | None:
    r"""What follows the last `\boxed{` or `<answer>` that never closes; None if there is nothing."""
    opening = _OPENINGS.get(style)
    start = max((match.end() for match in opening.finditer(completion)), default=-1) if opening else -1
    text = completion[start:] if start >= 0 else ""
    if not text.strip() or len(text) > MAX_ANSWER:
        return None
    first = start + len(text) - len(text.lstrip())
    return Extraction((text.strip(),), (first, first + len(text.strip())), len(completion))


def extract_leniently(completion: str, style: AnswerStyle, *, cut_off: bool, last_number: bool) -> Extraction:
    """As `extract`, but a cut-off answer counts if `cut_off`, and the last number where there is no mark-up at all."""
    found = extract(completion, style)
    if found.reason == "unclosed" and cut_off:
        return extract_cut_off(completion, style) or found
    if found.reason == "no_marker" and last_number:
        return extract(completion, "last_number")
    return found
