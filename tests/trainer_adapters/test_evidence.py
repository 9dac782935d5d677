"""What counts as evidence for a gate in a run of GRPOTrainer, and what TRL gets to see."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from datasets import Dataset
from pydantic.dataclasses import dataclass as config_dataclass

from gradatim.core import ConfigError, Verdict
from gradatim.core.config import STRICT
from gradatim.curricula import Arithmetic, Outcome, Progress, SourceSpec
from gradatim.trainer_adapters.trl import GRPOCurriculum
from gradatim.verifiers import AnswerStyle, ExactVerifier, Verifier

Make = Callable[..., Any]

NEVER = {"pass_rate": 0.99, "min_prompts": 1000}


@dataclass(frozen=True)
class Doubtful:
    """A verifier that cannot read its gold whenever the completion is wrong: what it cannot help is not punished."""

    answer: AnswerStyle

    def verify(self, completion: str, gold: str) -> Verdict:
        verdict = ExactVerifier(self.answer).verify(completion, gold)
        return verdict if verdict.correct else Verdict("gold_unparsed", "too_complex")

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [self.verify(*pair) for pair in pairs]


@config_dataclass(frozen=True, config=STRICT)
class Murky(Arithmetic):
    """Additions whose verifier is `Doubtful`."""

    def verifier(self, answer: AnswerStyle) -> Verifier:
        return Doubtful(answer)


def test_excluded_samples_get_no_reward_and_are_no_evidence(ladder: Make, config: Make, train: Make) -> None:
    source = SourceSpec("murky", Murky(operations=("add",), ranges=((0, 9),)))
    curriculum = ladder(stages=[{"name": "ones", "problems": [source], "holdout": "none", "gate": NEVER}], finish=None)
    # Of two completions both are often wrong, hence excluded.
    run = train(curriculum, config(max_steps=4, num_generations=2))

    graded = [one for _, step in run.diary.graded for one in step]
    excluded = [one for one in graded if one.total is None]
    assert 0 < len(excluded) < len(graded)
    assert all(one.correct is None for one in excluded)
    # What is left is all correct: every prompt with a verdict counts as 1, and one without any does not count.
    judged = {one.slot for one in graded if one.correct is not None}
    assert judged < {one.slot for one in graded}
    decision = run.curriculum.progress.decisions()["ones"]
    assert (decision.prompts, decision.rate) == (len(judged), 1.0)

    logs = [entry for entry in run.trainer.state.log_history if "reward" in entry]
    assert all(entry["reward"] == 1.25 and entry["pass_rate/ones"] == 1.0 for entry in logs)
    assert all(math.isfinite(float(tensor.sum())) for tensor in run.weights.values())


def test_only_fresh_prompts_of_the_current_phase_are_evidence(ladder: Make, config: Make, train: Make) -> None:
    run = train(ladder(finish=None, gate=NEVER | {"pass_rate": 0.3, "alpha": 0.2, "min_prompts": 8}), config())
    replayed = Progress(run.curriculum.curriculum.rules)
    for step, graded in run.diary.graded:
        by_slot: dict[int, list[Any]] = {}
        for one in graded:
            by_slot.setdefault(one.slot, []).append(one)
        outcomes = [
            Outcome(slot, group[0].stage, group[0].role, group[0].phase, sum(o.correct for o in group) / 4, 4)
            for slot, group in by_slot.items()
            if group[0].role == "fresh"
        ]
        replayed.observe(outcomes, step, 4 * (step + 1))
    assert {one.role for _, step in run.diary.graded for one in step} == {"fresh", "replay"}
    assert run.curriculum.progress.to_json() == replayed.to_json()
    assert replayed.schedule.phase > 0


def test_evaluation_never_promotes(ladder: Make, config: Make, train: Make, tokenizer: Any) -> None:
    curriculum = ladder()
    args = config(max_steps=3, eval_strategy="steps", eval_steps=1, per_device_eval_batch_size=16)
    # The curriculum's own held-out rows, and a user's rows of the stage that is being trained.
    held_out = GRPOCurriculum(curriculum, args, tokenizer).eval_dataset(limit=4)
    mine = Dataset.from_list([{"prompt": f"{i}+1=", "answer": str(i + 1), "stage": "ones"} for i in range(8)])
    run = train(curriculum, args, eval_dataset={**held_out, "mine": mine})

    asked = {one.slot for _, step in run.diary.graded for one in step}
    assert asked == set(range(3 * 4))
    fresh = {o.slot for _, step in run.diary.graded for o in step if (o.role, o.phase) == ("fresh", 0)}
    opened = [event["decision"]["prompts"] for event in run.diary.events if event["event"] == "opened"]
    assert opened
    assert opened[0] <= len(fresh) <= 12
    logs: dict[str, Any] = {}
    for entry in run.trainer.state.log_history:
        logs |= entry
    assert {"eval_pass_rate/ones", "eval_pass_rate/teens", "eval_pass_rate/twenties"} <= logs.keys()
    assert "eval_rewards/stop/mean" in logs


@pytest.fixture
def reward(ladder: Make, config: Make, tokenizer: Any) -> Callable[..., Any]:
    """The reward function of the ladder, outside a trainer."""
    func = GRPOCurriculum(ladder(), config(), tokenizer).reward_funcs[0]
    eos, digit = tokenizer.eos_token_id, tokenizer("7")["input_ids"][-1]

    def score(completions: Sequence[str], **columns: Any) -> Any:
        ids = [[digit, eos] for _ in completions]
        return func(prompts=["3+4="] * len(completions), completions=completions, completion_ids=ids, **columns)

    return score


def test_rows_without_a_slot_are_scored_by_their_answer_and_stage(reward: Make) -> None:
    assert reward(["7", "8"], answer=["7", "7"], stage=["ones", "ones"]) == [1.25, 0.0]
    assert reward(["7", "8"], answer=["7", None], stage=["ones", None]) == [1.25, None]
    # Nothing to compare with: no reward, rather than a bad one.
    assert reward(["7", "8"]) == [None, None]


def test_an_answer_without_a_stage_is_refused_where_rewards_differ(reward: Make) -> None:
    with pytest.raises(ConfigError, match="add a column 'stage' with one of ones, teens, twenties"):
        reward(["7"], answer=["7"])
    with pytest.raises(ConfigError, match="there is no stage 'tens'"):
        reward(["7"], answer=["7"], stage=["tens"])


def test_held_out_rows_are_scored_by_their_own_source(ladder: Make, config: Make, tokenizer: Any) -> None:
    additions = {"arithmetic": {"operations": ["add"], "ranges": [[0, 99]]}}
    stage = {"name": "both", "problems": [{**additions, "weight": 1}, {**additions, "weight": 1, "answer": "tags"}]}
    fed = GRPOCurriculum(ladder(stages=[stage], finish=None), config(max_completion_length=30), tokenizer)
    rows = fed.eval_dataset(limit=20)["both"].to_list()
    assert {row["source"] for row in rows} == {0, 1}
    completions = [f"<answer>{row['answer']}</answer>" if row["source"] else row["answer"] for row in rows]
    columns = {name: [row[name] for row in rows] for name in rows[0] if name != "prompt"}
    totals = fed.reward_funcs[0](
        prompts=[row["prompt"] for row in rows],
        completions=completions,
        completion_ids=[[5, tokenizer.eos_token_id]] * len(rows),
        **columns,
    )
    assert totals == [1.25] * len(rows)
