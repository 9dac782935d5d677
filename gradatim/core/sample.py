"""What a reward term may look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gradatim.core.problem import Problem
from gradatim.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Sample:
    """One completion of one prompt with everything a reward term may look at.

    Attributes:
        completion: the text, special tokens stripped.
        verdict: the verifier's record; each completion is verified once and all terms share it.
        prompt: the prompt as text; for chats the messages joined by line breaks.
        problem: what was asked; None for a completion judged without one.
        token_ids: the completion's tokens without padding, EOS included; None if unknown.
        terminated: True: ended with one of the model's EOS ids; False: cut at the limit; None: unknown.
        length: tokens in the completion, EOS included; None if unknown.
    """

    completion: str
    verdict: Verdict
    prompt: str = ""
    problem: Problem | None = None
    token_ids: Sequence[int] | None = None
    terminated: bool | None = None
    length: int | None = None
