"""What the comparison of an answer with a gold says."""

from __future__ import annotations

from typing import NamedTuple

from gradatim.core.verdict import Decider, Status


class Comparison(NamedTuple):
    """The fields of a `Verdict` that do not depend on the completion's text."""

    status: Status
    reason: str | None = None
    decided_by: Decider | None = None
