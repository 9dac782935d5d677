"""What a reward term is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from gradatim.core.sample import Sample
from gradatim.core.verdict import Status
from gradatim.rewards.errors import TermError
from gradatim.verifiers import AnswerStyle


@runtime_checkable
class Term(Protocol):
    """One bounded part of a reward. Any object with these two methods is one; nothing has to be registered.

    A term may have a field `answer: AnswerStyle | None = None`. A reward that is used with a verifier fills it with
    the verifier's answer style where it is None.
    """

    def __call__(self, sample: Sample, /) -> float:
        """Returns what the sample is worth: a finite number within `bounds` of its status and `terminated`."""
        ...

    def bounds(self, status: Status, terminated: bool | None, /) -> tuple[float, float]:
        """Returns the lowest and the highest value of any sample with this status and `terminated`.

        Pure. The proof that no incorrect completion outscores a correct one rests on these bounds: loose ones refuse
        good rewards, and a value outside of them stops the run.
        """
        ...


def known_length(sample: Sample, kind: str) -> int:
    """Returns the length of the sample in tokens.

    Raises:
        TermError: the length is unknown; to count characters or take 0 in its place would be a silent wrong reward.
    """
    if sample.length is None:
        raise TermError(f"{kind} counts tokens, but the sample's length is unknown: pass length= or token_ids=")
    return sample.length


def known_answer(answer: AnswerStyle | None, kind: str) -> AnswerStyle:
    """Returns the answer style.

    Raises:
        TermError: nobody has filled it in.
    """
    if answer is None:
        raise TermError(f"{kind} does not know how completions state their answer: set its field answer")
    return answer
