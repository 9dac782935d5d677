"""A term with its name, weight and condition."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, get_args

from gradatim.core.config import NAME
from gradatim.core.errors import ConfigError
from gradatim.core.verdict import Status
from gradatim.rewards.term import Term
from gradatim.verifiers import AnswerStyle

When = Literal["correct", "parsed", "terminated"]
WHENS: tuple[When, ...] = get_args(When)

_LEAST, _MOST = 2.0**-16, 2.0**16


@dataclass(frozen=True)
class WeightedTerm:
    """One named part of a reward.

    Attributes:
        name: unique within its reward, of lower-case letters, digits and hyphens; what logs and overrides call it.
        term: what scores; a `Reward` nests.
        weight: not 0 and, in size, within 2^-16 and 2^16; negative turns a bonus into a penalty.
        when: the term counts only for samples that are `correct`, `parsed` (an answer was found, right or wrong) or
            `terminated` (known to have ended with EOS), and is 0 for all others; None: it always counts.

    Raises:
        ConfigError: a field cannot be used.
    """

    name: str
    term: Term
    weight: float
    when: When | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(NAME, self.name):
            raise ConfigError(f"term name {self.name!r}: only lower-case letters, digits and hyphens, at least one")
        if isinstance(self.term, type) or not isinstance(self.term, Term):
            raise ConfigError(
                f"term {self.name!r}: {self.term!r} is no term: it needs __call__(sample) and bounds(...)"
            )
        if isinstance(self.weight, bool) or not isinstance(self.weight, int | float):
            raise ConfigError(f"term {self.name!r}: the weight must be a number, not {self.weight!r}")
        if not _LEAST <= abs(self.weight) <= _MOST:
            raise ConfigError(
                f"term {self.name!r}: the weight must be finite, not 0, and in size within 2^-16 and 2^16 "
                f"(totals are rounded to 2^-16), not {self.weight!r}"
            )
        if self.when is not None and self.when not in WHENS:
            raise ConfigError(f"term {self.name!r}: when must be one of {', '.join(WHENS)}, not {self.when!r}")


def holds(when: When | None, status: Status, terminated: bool | None) -> bool:
    """Returns whether a term with this condition counts for a sample of this status."""
    match when:
        case "correct":
            return status == "correct"
        case "parsed":
            return status in ("correct", "incorrect")
        case "terminated":
            return bool(terminated)
        case None:
            return True


def with_answer(weighted: WeightedTerm, answer: AnswerStyle) -> WeightedTerm:
    """Returns the part with its term's field `answer` filled in where the term has one that is None."""
    term: Any = weighted.term
    names = {field.name for field in fields(term)} if is_dataclass(term) else set()
    if "answer" not in names or getattr(term, "answer", None) is not None:
        return weighted
    filled: Any = replace(term, answer=answer)
    return replace(weighted, term=filled)
