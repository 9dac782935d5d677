"""A question with its gold answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Problem:
    """One question with its gold answer.

    Attributes:
        id: `content_id` of the canonical content; two spellings of one problem (`3+4`, `4+3`) share it.
        question: what fills `{question}` in the prompt.
        gold: the right answer, as the verifier of its source reads it.
        solution: worked text that ends in the answer, the SFT target; None where there is none.
        meta: facts of the source, for reports.
    """

    id: str
    question: str
    gold: str
    solution: str | None = None
    meta: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)
