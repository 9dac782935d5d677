"""Terms of the completion's length in tokens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.sample import Sample
from gradatim.core.verdict import Status
from gradatim.rewards.term import known_length


@dataclass(frozen=True, config=STRICT)
class Overlong:
    """A penalty in [-1, 0] for a completion that nears its limit, right or wrong (DAPO, arXiv 2503.14476, eq. 13).

    0 up to `limit - soft` tokens, then down in a straight line, -1 at `limit` and beyond. With `soft` 0 it is a step:
    -1 beyond `limit`. Calling it with a sample of unknown length is a `TermError`.
    """

    limit: Annotated[int, Field(ge=1, description="Tokens (EOS included) from which on the penalty is -1")]
    soft: Annotated[int, Field(ge=0, description="Tokens before the limit over which the penalty grows from 0 to -1")]

    @field_validator("soft")
    @classmethod
    def _soft_within_limit(cls, soft: int, info: ValidationInfo) -> int:
        limit = info.data.get("limit")
        if limit is not None and soft > limit:
            raise ValueError(f"soft must be at most the limit, {limit}")
        return soft

    def __call__(self, sample: Sample) -> float:
        """Returns the penalty."""
        excess = known_length(sample, "overlong") - (self.limit - self.soft)
        if excess <= 0:
            return 0.0
        return -1.0 if excess >= self.soft else -excess / self.soft

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns [-1, 0]."""
        return -1.0, 0.0


@dataclass(frozen=True, config=STRICT)
class Brevity:
    """A bonus in [0, 1] for a correct completion, the shorter the better: `1 - length / limit`, at least 0.

    The LCPO-Max form of arXiv 2503.04697 with alpha = 1/limit and no offset. A wrong completion gets 0, so that
    shortness never stands in for correctness. Calling it with a sample of unknown length is a `TermError`, wrong
    or not.
    """

    limit: Annotated[int, Field(ge=1, description="Tokens (EOS included) from which on there is no bonus")]

    def __call__(self, sample: Sample) -> float:
        """Returns the bonus."""
        length = known_length(sample, "brevity")
        return max(0.0, 1.0 - length / self.limit) if sample.verdict.correct else 0.0

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns [0, 1] for a correct sample, else [0, 0]."""
        return 0.0, 1.0 if status == "correct" else 0.0
