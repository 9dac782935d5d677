"""Joint answers: several values in one statement."""

from __future__ import annotations

import re

from gradatim.verifiers.math.numbers.clean import unwrapped

_JOINT = re.compile(r",|\b(?:or|and)\b", re.IGNORECASE)
# A grouped number comes first so that its commas separate nothing.
_TOKEN = re.compile(
    r"(?<![0-9,.])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])|\\[{}]|[{}()\[\]]|,|\b(?:or|and)\b", re.IGNORECASE
)
_OPENING = frozenset({"{", "(", "[", r"\{"})
_CLOSING = frozenset({"}", ")", "]", r"\}"})


def split_joint(cleaned: str) -> tuple[str, ...]:
    """The values that `,`, `or` and `and` join outside of brackets; commas in groups of three digits join nothing.

    >>> split_joint("(1,2), 1,200 and 3")
    ('(1,2)', '1,200', '3')
    """
    if not _JOINT.search(cleaned):
        return (cleaned,) if cleaned else ()
    pieces: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(cleaned):
        mark = token[0]
        if mark in _OPENING:
            depth += 1
        elif mark in _CLOSING:
            depth = max(depth - 1, 0)
        elif depth == 0 and not mark[0].isdigit():
            pieces.append(cleaned[start : token.start()])
            start = token.end()
    pieces.append(cleaned[start:])
    return tuple(filter(None, map(unwrapped, pieces))) if len(pieces) > 1 else (cleaned,)
