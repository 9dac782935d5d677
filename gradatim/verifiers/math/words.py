"""Texts that are no formula: letters of choices, words, number words, times of day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gradatim.verifiers.math.notation.vocabulary import SETS_IN_WORDS, WORDS

_LETTER = re.compile(r"\(?([A-J])\)?[.:)]?")
_CHOSEN = re.compile(r"(?:(?:[Oo]ption|[Cc]hoice|[Aa]nswer) )?+(?:\(([A-Ja-j])\)(?![A-Za-z])|([A-Ja-j])(?=[).:]|\Z))")
_OTHER = re.compile(r"\([A-Ja-j]\)|(?<![A-Za-z])[A-Ja-j]\)|\b(?:or|and|not) \(?[A-Ja-j]\b|,? ?\b[A-J]\b", re.ASCII)
_TAKEN_BACK = re.compile(r"(?:is|was|or|maybe|not|wrong|incorrect)\b(?! enough)", re.IGNORECASE)
_PROSE = re.compile(r"[\w'. -]{1,60}")
_SEVERAL_WORDS = 5
_TEN = 10
_LETTERS = re.compile(r"[A-Za-z' -]+")
_LONGEST_PRODUCT = 4
_PLAIN_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_SENTENCE_WORDS = frozenset(
    [
        "are",
        "because",
        "get",
        "gives",
        "have",
        "hence",
        "here",
        "is",
        "let",
        "show",
        "so",
        "that",
        "then",
        "therefore",
        "thus",
        "was",
        "we",
        "works",
    ]
)
_TIME = re.compile(r"([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?(?: ?([ap])\.?m\.?)?", re.IGNORECASE)

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES: Mapping[str, int] = MappingProxyType(
    {word: value for value, word in enumerate(_ONES)} | {word: 10 * value for value, word in enumerate(_TENS, 2)}
)
_FACTORS: Mapping[str, int] = MappingProxyType({"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9})


class Time(NamedTuple):
    """A time of day as it is written; `half` is `a`, `p` or "" where it is not said."""

    hour: int
    minute: int
    second: int
    half: str


def choice_letter(gold: str) -> str | None:
    """The letter of a cleaned gold that is nothing else, such as `B` and `(B)`; or None."""
    match = _LETTER.fullmatch(gold)
    return match[1] if match else None


def chosen_letter(answer: str) -> str | None:
    """The letter that a cleaned answer chooses: `b`, `(B)`, `B) 12`, `B: the last option`; "" for several."""
    match = _CHOSEN.match(answer)
    if not match:
        return None
    rest = answer[match.end() :].lstrip(").: ")
    if _TAKEN_BACK.match(rest):
        return None
    return "" if _OTHER.search(rest) else (match[1] or match[2]).upper()


def is_words(cleaned: str) -> bool:
    """Whether a text is letters only, with a word among them that is none of mathematics: `no solution`."""
    words = re.split(r"[\s'-]+", cleaned)
    if not _LETTERS.fullmatch(cleaned) or len(words) > _SEVERAL_WORDS or cleaned.casefold() in SETS_IN_WORDS:
        return False
    return any(len(word) > _LONGEST_PRODUCT and word not in WORDS for word in words)


def is_sentence(text: str) -> bool:
    """Whether a text says more in words than a gold does: `Let us show that n = 9 works`."""
    words = [word for word in _PLAIN_WORD.findall(text) if word not in WORDS]
    return len(words) > _SEVERAL_WORDS or any(word.lower() in _SENTENCE_WORDS for word in words)


def is_prose(cleaned: str) -> bool:
    """Whether a text is a few words, such as a name; a sentence is not."""
    return (
        bool(_PROSE.fullmatch(cleaned))
        and any(char.isalpha() for char in cleaned)
        and len(cleaned.split()) <= _SEVERAL_WORDS
    )


def read_time(cleaned: str) -> Time | None:
    """A time of day: `3:30`, `10:45 AM`, `12:00:05`."""
    match = _TIME.fullmatch(cleaned)
    if not match or int(match[1]) > 24:
        return None
    return Time(int(match[1]), int(match[2]), int(match[3] or 0), (match[4] or "").lower())


def number_in_words(text: str) -> int | None:
    """The number that English words name: `eighteen`, `two hundred and five`."""
    words = [word for word in re.split(r"[\s-]+", text.strip().casefold()) if word != "and"]
    if not words or len(words) > 20:
        return None
    total = group = 0
    least = 10**12
    for word in words:
        if word in _VALUES and _fits(group, _VALUES[word], alone=len(words) == 1):
            group += _VALUES[word]
        elif word == "hundred" and group < _TEN:
            group = max(group, 1) * 100
        elif word in _FACTORS and word != "hundred" and _FACTORS[word] < least:
            least = _FACTORS[word]
            total += max(group, 1) * least
            group = 0
        else:
            return None
    return total + group


def _fits(group: int, value: int, *, alone: bool) -> bool:
    """Whether a number below 100 may follow in words: `twenty` `three`, but not `ten` `five`."""
    if not value:
        return alone
    ones_after_tens = value < _TEN and (group % 100 == 0 or (group % 10 == 0 and group % 100 >= 2 * _TEN))
    return ones_after_tens or (value >= _TEN and group % 100 == 0)
