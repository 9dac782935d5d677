"""A verifier sees the completions of one call together, and its words reach the logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest
from pydantic.dataclasses import dataclass as config_dataclass

from gradatim import load_reward
from gradatim.core import Problem, Verdict
from gradatim.core.config import STRICT
from gradatim.curricula import Arithmetic, SourceSpec
from gradatim.rewards import Grader
from gradatim.trainer_adapters.trl import GRPOCurriculum, GRPOReward, probe
from gradatim.verifiers import AnswerStyle, ExactVerifier, Verifier

Make = Callable[..., Any]
EOS, SEVEN = 2, 30


class Talkative:
    """Compares the text, says something of every verdict, and remembers what it was asked together."""

    batches: ClassVar[list[list[str]]] = []

    def __init__(self, answer: AnswerStyle) -> None:
        self.answer: AnswerStyle | None = answer

    def verify(self, completion: str, gold: str) -> Verdict:
        return self.verify_batch([(completion, gold)])[0]

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        self.batches.append([completion for completion, _ in pairs])
        exact = ExactVerifier("plain")
        return [self._said(exact.verify(*pair)) for pair in pairs]

    def _said(self, verdict: Verdict) -> Verdict:
        if verdict.correct:
            return Verdict("correct", detail="3 of 3 tests")
        return Verdict("incorrect", "wrong_value", detail="KeyError in test 3")


@config_dataclass(frozen=True, config=STRICT)
class Programs(Arithmetic):
    """Additions whose verifier is `Talkative`."""

    def verifier(self, answer: AnswerStyle) -> Verifier:
        return Talkative(answer)


@pytest.fixture(autouse=True)
def batches() -> list[list[str]]:
    Talkative.batches.clear()
    return Talkative.batches


def programs(weight: float = 1.0, **fields: Any) -> SourceSpec:
    return SourceSpec("programs", Programs(operations=("add",), ranges=((0, 9),)), weight, **fields)


def stage(*sources: Any, **fields: Any) -> dict[str, Any]:
    return {"name": "ones", "problems": list(sources), "holdout": "none", **fields}


@pytest.fixture
def fed(ladder: Make, config: Make, tokenizer: Any) -> Make:
    def make(*sources: Any, **fields: Any) -> Any:
        return GRPOCurriculum(ladder(stages=[stage(*sources, **fields)], finish=None), config(), tokenizer)

    return make


def call(fed: Any, rows: Any, completions: Sequence[str], **more: Any) -> list[float | None]:
    columns = {name: values for name, values in rows.items() if name != "prompt"}
    ids = [[SEVEN] * len(text) for text in completions]
    return fed.reward_funcs[0](  # type: ignore[no-any-return]
        prompts=rows["prompt"], completions=completions, completion_ids=ids, **columns, **more
    )


def test_one_call_asks_each_verifier_once(fed: Make, batches: list[list[str]]) -> None:
    made = fed(programs(), programs())
    rows = made.train_dataset[:16]
    completions = [str(i % 3) for i in range(16)]
    batches.clear()
    call(made, rows, completions)
    assert len(batches) == 2
    asked = {(text, answer) for text, answer in zip(completions, rows["answer"], strict=True)}
    assert len(asked) <= sum(map(len, batches)) <= 16


def test_copies_are_verified_once_and_scored_alike(fed: Make, batches: list[list[str]]) -> None:
    made = fed(programs())
    row = made.train_dataset[0]
    rows = {name: [value] * 6 for name, value in row.items()}
    batches.clear()
    right = row["answer"]
    totals = call(made, rows, [right, "x", right, "x", right, "x"])
    assert batches == [[right, "x"]]
    assert totals == totals[:2] * 3
    assert totals[0] != totals[1]


def test_what_a_verifier_says_stands_in_trls_table(fed: Make) -> None:
    made = fed(programs())
    rows = {name: [value] * 2 for name, value in made.train_dataset[0].items()}
    extra: dict[str, list[str]] = {}
    call(made, rows, [rows["answer"][0], "x"], log_extra=extra.__setitem__)
    assert extra == {"verdict": ["correct (3 of 3 tests)", "incorrect: wrong_value (KeyError in test 3)"]}


def test_a_plain_reward_asks_once_and_leaves_out_what_has_no_gold(tokenizer: Any, batches: list[list[str]]) -> None:
    grader = Grader(Talkative("plain"), load_reward({"answer": "plain", "reward": {"correctness": 1.0}}).reward)
    reward = GRPOReward(grader, tokenizer)
    ids = [[SEVEN, EOS]] * 5
    totals = reward(
        prompts=["3+4="] * 5, completions=["7", "8", "7", "9", "7"], completion_ids=ids, answer=["7", "7", None, 7, "7"]
    )
    assert totals == [1.0, 0.0, None, 0.0, 1.0]
    assert batches == [["7", "8", "9"]]


def test_a_probe_asks_once_for_each_batch_that_is_generated(
    ladder: Make, untrained: Make, tokenizer: Any, batches: list[list[str]]
) -> None:
    curriculum = ladder(stages=[stage(programs())], finish=None)
    batches.clear()
    probe(untrained(), tokenizer, curriculum, limit=10, max_new_tokens=2, batch_size=4)
    assert len(batches) == 3


@config_dataclass(frozen=True, config=STRICT)
class References(Arithmetic):
    """Additions in place of programs, whose reference is long or absent."""

    reference: str | None = None

    def draw(self, rng: Any) -> Problem:
        drawn = super().draw(rng)
        return Problem(drawn.id, drawn.question, drawn.gold, self.reference)

    def verifier(self, answer: AnswerStyle) -> Verifier:
        return ExactVerifier(answer)


@pytest.mark.parametrize(("reference", "refused"), [(None, False), ("```\n1\n```", True)])
def test_a_limit_that_cuts_the_reference_of_a_program_is_refused(
    fed: Make, reference: str | None, refused: bool
) -> None:
    source = SourceSpec("references", References(operations=("add",), ranges=((0, 9),), reference=reference))
    if not refused:
        fed(source, answer="code")
        return
    with pytest.raises(Exception, match="max_completion_length=6 cuts right answers of stage 'ones': '```") as caught:
        fed(source, answer="code")
    assert "takes 10 tokens" in str(caught.value)
