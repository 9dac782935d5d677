"""Many completions at once: each verifier is asked once, and who made it fail can be told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gradatim.core import Verdict
from gradatim.rewards import Brevity, Correctness, Grader, Reward, TermError, Ungraded, WeightedTerm
from gradatim.rewards.batch import Request, first_failing, verify_together
from gradatim.verifiers import AnswerStyle


class Asked:
    """Takes the same text as the gold for right, raises on some, and remembers every batch."""

    answer: AnswerStyle | None = None

    def __init__(self, *unbearable: str, most: int = 10_000) -> None:
        self.batches: list[list[tuple[str, str]]] = []
        self._unbearable = unbearable
        self._most = most

    def verify(self, completion: str, gold: str) -> Verdict:
        return self.verify_batch([(completion, gold)])[0]

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        self.batches.append(list(pairs))
        if len(pairs) > self._most:
            raise MemoryError("too many")
        for completion, _ in pairs:
            if completion in self._unbearable:
                raise LookupError(completion)
        return [Verdict("correct" if completion == gold else "incorrect") for completion, gold in pairs]


class Short(Asked):
    """Forgets the last verdict."""

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return super().verify_batch(pairs)[:-1]


RIGHT = Reward([WeightedTerm("correctness", Correctness(), 1.0)])
BRIEF = Reward([*RIGHT.terms, WeightedTerm("brevity", Brevity(8), 0.5, when="correct")])
ITEMS = [
    Ungraded("7", "7", length=4),
    Ungraded("8", "7", terminated=True, length=1),
    Ungraded("7", "7", token_ids=[5, 2]),
    Ungraded("7", "8", token_ids=[5, 2], length=3),
    Ungraded("7", "7", prompt="3+4=", length=4),
]


def requests(verifier: Asked, texts: str) -> list[Request]:
    return [(verifier, text, "7") for text in texts]


def test_a_batch_scores_as_its_items_do_one_by_one() -> None:
    grader = Grader(Asked(), BRIEF)
    one_by_one = [
        grader.score(
            item.completion,
            item.gold,
            prompt=item.prompt,
            problem=item.problem,
            token_ids=item.token_ids,
            terminated=item.terminated,
            length=item.length,
        )
        for item in ITEMS
    ]
    assert grader.score_batch(ITEMS) == one_by_one
    assert [score.total for score in one_by_one] == [1.25, 0.0, 1.375, 0.0, 1.25]


def test_the_verifier_is_asked_once_and_for_no_pair_twice() -> None:
    verifier = Asked()
    Grader(verifier, BRIEF).score_batch(ITEMS)
    assert verifier.batches == [[("7", "7"), ("8", "7"), ("7", "8")]]


def test_a_batch_of_nothing_asks_nobody() -> None:
    verifier = Asked()
    assert Grader(verifier, RIGHT).score_batch([]) == []
    assert verifier.batches == []


def test_each_verifier_gets_its_own_requests_and_the_order_stays() -> None:
    first, second = Asked(), Asked()
    mixed = [(first, "7", "7"), (second, "8", "7"), (first, "9", "7"), (second, "7", "7")]
    verdicts = verify_together(mixed)
    assert [verdict.correct for verdict in verdicts] == [True, False, False, True]
    assert first.batches == [[("7", "7"), ("9", "7")]]
    assert second.batches == [[("8", "7"), ("7", "7")]]


def test_a_verifier_that_loses_a_verdict_is_named() -> None:
    with pytest.raises(RuntimeError, match="verify_batch of Short gave 1 verdicts for 2 pairs"):
        verify_together(requests(Short(), "78"))


def test_a_term_that_raises_says_at_which_item() -> None:
    grader = Grader(Asked(), BRIEF)
    items = [Ungraded("7", "7", length=1), Ungraded("8", "7", length=1), Ungraded("7", "7")]
    with pytest.raises(TermError) as caught:
        grader.score_batch(items)
    assert caught.value.__notes__ == ["while scoring item 2 of 3, counted from 0"]
    with pytest.raises(TermError) as caught:
        grader.score("7", "7")
    assert not hasattr(caught.value, "__notes__")


@pytest.mark.parametrize("texts", ["?", "?7", "7?", "777?77", "7" * 40 + "?" + "7" * 23, "77?7?7?"])
def test_the_first_request_that_fails_is_found(texts: str) -> None:
    verifier = Asked("?")
    assert first_failing(requests(verifier, texts)) == texts.index("?")
    assert sum(map(len, verifier.batches)) <= 2 * len(texts)


def test_what_fails_together_only_has_no_culprit() -> None:
    assert first_failing(requests(Asked(most=3), "12345678")) is None
    assert first_failing([]) is None
