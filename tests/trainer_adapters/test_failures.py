"""Rewards outside a curriculum, and what becomes of an exception while scoring."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic.dataclasses import dataclass as config_dataclass

from gradatim import load_reward
from gradatim.core import ConfigError, Sample, Verdict
from gradatim.core.config import STRICT
from gradatim.core.verdict import Status
from gradatim.curricula import Arithmetic, SourceSpec
from gradatim.rewards import Grader, Reward, WeightedTerm
from gradatim.trainer_adapters.trl import GRPOCurriculum, GRPOReward, ScoringError
from gradatim.trainer_adapters.trl.failures import Failure, exchange
from gradatim.verifiers import AnswerStyle, ExactVerifier, Verifier

Make = Callable[..., Any]

REWARD = {"answer": "plain", "reward": {"correctness": 1.0, "stop": {"weight": 0.5, "when": "correct"}}}
EOS, SEVEN, CUT = 2, 30, 31


@dataclass(frozen=True)
class Brittle:
    """A verifier with a bug: it cannot bear a question mark."""

    answer: AnswerStyle

    def verify(self, completion: str, gold: str) -> Verdict:
        if completion == "?":
            raise LookupError("no rule for '?'")
        return ExactVerifier(self.answer).verify(completion, gold)

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [self.verify(*pair) for pair in pairs]


@config_dataclass(frozen=True, config=STRICT)
class BrittleSums(Arithmetic):
    """Additions whose verifier is `Brittle`."""

    def verifier(self, answer: AnswerStyle) -> Verifier:
        return Brittle(answer)


@pytest.fixture
def call(tokenizer: Any, tmp_path: Path) -> Callable[..., Any]:
    """Calls a plain reward as TRL does, with the logged figures beside the totals."""

    def score(completions: Sequence[Any], grader: Grader | None = None, **columns: Any) -> Any:
        reward = GRPOReward(grader or load_reward(REWARD), tokenizer, gold="gold", failures=tmp_path / "kept")
        logged: list[tuple[str, float]] = []
        totals = reward(
            prompts=["3+4="] * len(completions),
            completions=completions,
            completion_ids=[[SEVEN, EOS] if i % 2 == 0 else [SEVEN, CUT] for i in range(len(completions))],
            trainer_state=SimpleNamespace(global_step=5),
            log_metric=lambda name, value: logged.append((name, value)),
            **columns,
        )
        return totals, logged

    return score


def test_a_plain_reward_scores_against_a_column(call: Make) -> None:
    totals, logged = call(["7", "7", "8"], gold=["7", 7, "7"])
    assert totals == [1.5, 0.5, 0.0]
    # One figure per sample and term, so that TRL's mean is weighted by samples.
    assert [value for name, value in logged if name == "rewards/stop/mean"] == [0.5, -0.5, 0.0]
    assert len(logged) == 6


def test_a_plain_reward_reads_chats(call: Make) -> None:
    assert call([[{"role": "assistant", "content": "7"}]], gold=["7"])[0] == [1.5]


def test_a_missing_column_is_named_beside_those_that_are_there(call: Make, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no column 'gold' .*\(it has answer, level\)"):
        call(["7"], answer=["7"], level=[1])
    assert not (tmp_path / "kept").exists()


def test_an_end_of_turn_ends_a_completion_only_with_the_model_known(tokenizer: Any) -> None:
    model = SimpleNamespace(generation_config=SimpleNamespace(eos_token_id=[CUT]))
    for known, total in ((None, 0.5), (model, 1.5)):
        reward = GRPOReward(load_reward(REWARD), tokenizer, model=known)
        assert reward(prompts=["3+4="], completions=["7"], completion_ids=[[SEVEN, CUT]], answer=["7"]) == [total]
    with pytest.raises(ConfigError, match="has no eos_token"):
        GRPOReward(load_reward(REWARD), SimpleNamespace(eos_token_id=None))


def test_an_exception_in_a_plain_reward_keeps_the_completion(call: Make, tmp_path: Path) -> None:
    brittle = Grader(Brittle("plain"), load_reward(REWARD).reward)
    with pytest.raises(LookupError, match=r"no rule for '\?'") as caught:
        call(["7", "?"], brittle, gold=["7", "7"])
    path = tmp_path / "kept" / "failure-step5-rank0.json"
    assert caught.value.__notes__ == [f"while scoring the completion that is kept in {path}"]
    kept = json.loads(path.read_text())
    assert (kept["prompt"], kept["completion"], kept["gold"]) == ("3+4=", "?", "7")
    assert kept["token_ids"] == [SEVEN, CUT]
    assert kept["error"] == "LookupError: no rule for '?'"


def test_an_exception_in_a_curriculums_reward_keeps_all_of_the_sample(
    ladder: Make, config: Make, tokenizer: Any, tmp_path: Path
) -> None:
    source = SourceSpec("brittle", BrittleSums(operations=("add",), ranges=((0, 9),)))
    curriculum = ladder(stages=[{"name": "ones", "problems": [source], "holdout": "none"}], finish=None)
    fed = GRPOCurriculum(curriculum, config(), tokenizer)
    rows = fed.train_dataset[:2]
    columns = {name: values for name, values in rows.items() if name != "prompt"}
    with pytest.raises(LookupError):
        fed.reward_funcs[0](
            prompts=rows["prompt"], completions=["7", "?"], completion_ids=[[SEVEN, EOS], [SEVEN]], **columns
        )
    assert json.loads((tmp_path / "run" / "failure-step0-rank0.json").read_text()) == {
        "slot": 1,
        "stage": "ones",
        "prompt": rows["prompt"][1],
        "completion": "?",
        "token_ids": [SEVEN],
        "terminated": False,
        "gold": rows["answer"][1],
        "error": "LookupError: no rule for '?'",
    }


class Crowded(Brittle):
    """A verifier that fails on many pairs at once, and on none alone."""

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        if len(pairs) > 1:
            raise MemoryError("too many programs")
        return super().verify_batch(pairs)


def test_of_what_only_fails_together_all_completions_are_kept(call: Make, tmp_path: Path) -> None:
    crowded = Grader(Crowded("plain"), load_reward(REWARD).reward)
    with pytest.raises(MemoryError) as caught:
        call(["7", "8", "9"], crowded, gold=["7", None, "7"])
    path = tmp_path / "kept" / "failure-step5-rank0.json"
    assert caught.value.__notes__ == [f"while scoring the completions that are kept in {path}"]
    kept = json.loads(path.read_text())
    assert [(one["completion"], one["gold"]) for one in kept["samples"]] == [("7", "7"), ("9", "7")]
    assert kept["error"] == "MemoryError: too many programs"


@dataclass(frozen=True)
class Picky:
    """A term with a bug: it cannot bear an eight."""

    def __call__(self, sample: Sample) -> float:
        if sample.completion == "8":
            raise ZeroDivisionError("eight")
        return 0.0

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        return 0.0, 0.0


def test_the_completion_whose_term_raised_is_kept(call: Make, tmp_path: Path) -> None:
    picky = Grader(ExactVerifier("plain"), Reward([*load_reward(REWARD).reward.terms, WeightedTerm("p", Picky(), 1.0)]))
    with pytest.raises(ZeroDivisionError) as caught:
        call(["7", "?", "8", "8"], picky, gold=["7", None, "8", "7"])
    path = tmp_path / "kept" / "failure-step5-rank0.json"
    assert caught.value.__notes__ == [f"while scoring the completion that is kept in {path}"]
    kept = json.loads(path.read_text())
    assert (kept["completion"], kept["gold"], kept["token_ids"]) == ("8", "8", [SEVEN, EOS])


def test_a_row_that_cannot_be_read_is_kept(ladder: Make, config: Make, tokenizer: Any, tmp_path: Path) -> None:
    func = GRPOCurriculum(ladder(), config(), tokenizer).reward_funcs[0]
    columns = {"answer": ["7", "9"], "stage": ["ones", "tens"]}
    with pytest.raises(ConfigError, match="there is no stage 'tens'"):
        func(prompts=["3+4=", "4+5="], completions=["7", "9"], completion_ids=[[SEVEN, EOS]] * 2, **columns)
    kept = json.loads((tmp_path / "run" / "failure-step0-rank0.json").read_text())
    assert (kept["prompt"], kept["completion"], kept["gold"]) == ("4+5=", "9", "9")


def test_a_single_process_has_nothing_to_exchange() -> None:
    assert exchange([1, 2], None) == [1, 2]
    assert exchange([1, 2], Failure(0, "x", "y")) == [1, 2]
    assert issubclass(ScoringError, RuntimeError)
