"""The proof that no completion that is not correct scores as high as a correct one.

It compares the best total of any incorrect or unparsed sample with the worst total of any correct one, over every
value of `terminated` on either side, from the bounds that the terms give. Bounds are added term by term, so the proof
is sufficient, not necessary: it does not see that two terms cannot reach their ends together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gradatim.rewards.combination import Combination, best_wrong, worst_correct
from gradatim.rewards.remedies import remedies

if TYPE_CHECKING:
    from gradatim.rewards.reward import Reward


@dataclass(frozen=True)
class OrderingProof:
    """Whether every correct completion outscores every other one; equal totals count against it.

    Attributes:
        ok: whether it is proved.
        wrong: the best that a completion that is not correct can score.
        correct: the worst that a correct completion can score.
        text: the finding in words; where it is not proved, with the numbers of each term and what to change.
    """

    ok: bool
    wrong: Combination
    correct: Combination
    text: str


def prove_ordering(reward: Reward) -> OrderingProof:
    """Returns the proof, or the two combinations that stand against it."""
    wrong, correct = best_wrong(reward.leaves), worst_correct(reward.leaves)
    if wrong.total < correct.total:
        text = f"every correct completion scores at least {correct.total:.4g}, any other at most {wrong.total:.4g}"
        return OrderingProof(True, wrong, correct, text)
    head = (
        f"a completion that is not correct can score {wrong.total:.4g}, a correct one as little as {correct.total:.4g}:"
    )
    changes = [f"  - {remedy}" for remedy in remedies(reward.leaves)]
    lines = [head, *_table(wrong, correct), "Any one of these changes is enough:", *changes]
    return OrderingProof(False, wrong, correct, "\n".join(lines))


def _table(wrong: Combination, correct: Combination) -> Iterator[str]:
    rows = [("", str(wrong), str(correct))]
    rows += [(name, f"{share:.4g}", f"{correct.terms[name]:.4g}") for name, share in wrong.terms.items()]
    rows.append(("total", f"{wrong.total:.4g}", f"{correct.total:.4g}"))
    first, second, third = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, left, right in rows:
        yield f"  {name:<{first}}  {left:>{second}}  {right:>{third}}"
