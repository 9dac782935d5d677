"""Greedy pass rates on problems that were never trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from gradatim.curricula import Curriculum, Stage, wilson_interval
from gradatim.rewards.batch import verify_together
from gradatim.trainer_adapters.trl.texts import ended, eos_ids, prompt_ids


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The greedy pass rate of one stage.

    Attributes:
        stage: its name.
        split: `probe`, or `train` for a stage without a held-out part, whose rate then means recall.
        correct: problems whose one completion was right and ended by itself.
        total: problems asked, all distinct.
    """

    stage: str
    split: str
    correct: int
    total: int

    @property
    def rate(self) -> float:
        """The share of right completions."""
        return self.correct / self.total

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the rate."""
        return wilson_interval(self.rate, self.total)

    def to_json(self) -> dict[str, Any]:
        """Returns the record that run folders keep."""
        return {
            "name": self.stage,
            "split": self.split,
            "correct": self.correct,
            "total": self.total,
            "rate": round(self.rate, 4),
            "interval": [round(bound, 4) for bound in self.interval],
        }


def probe(
    model: Any,  # noqa: ANN401 - any causal language model
    tokenizer: Any,  # noqa: ANN401
    curriculum: Curriculum,
    *,
    limit: int = 1000,
    max_new_tokens: int = 64,
    batch_size: int = 64,
) -> list[ProbeResult]:
    """Asks a model up to `limit` held-out problems of each stage and decodes greedily.

    A completion counts when its verdict is correct and it ended by itself: one that is cut off has not answered.

    Args:
        model: on the device where it is to generate.
        tokenizer: its tokenizer.
        curriculum: whose stages are asked.
        limit: problems per stage, at most.
        max_new_tokens: tokens per completion, at most.
        batch_size: completions generated at a time.
    """
    was_training = model.training
    model.eval()
    try:
        return [_probe_stage(model, tokenizer, stage, limit, max_new_tokens, batch_size) for stage in curriculum.stages]
    finally:
        model.train(was_training)


def _probe_stage(
    model: Any,  # noqa: ANN401
    tokenizer: Any,  # noqa: ANN401
    stage: Stage,
    limit: int,
    max_new_tokens: int,
    batch_size: int,
) -> ProbeResult:
    problems = stage.probe(limit)
    ends = eos_ids(tokenizer, model)
    correct = 0
    for start in range(0, len(problems), batch_size):
        batch = problems[start : start + batch_size]
        prompts = [stage.sources[which].render(problem.question) for which, problem in batch]
        completions = _generate(model, tokenizer, prompt_ids(tokenizer, prompts), max_new_tokens, ends)
        texts = [tokenizer.decode(ids, skip_special_tokens=True) for ids in completions]
        verdicts = verify_together(
            [
                (stage.sources[which].grader.verifier, text, problem.gold)
                for (which, problem), text in zip(batch, texts, strict=True)
            ]
        )
        for verdict, ids in zip(verdicts, completions, strict=True):
            correct += verdict.correct and ended(ids, ends)
    return ProbeResult(stage.name, "probe" if stage.split.share else "train", correct, len(problems))


def _generate(
    model: Any,  # noqa: ANN401
    tokenizer: Any,  # noqa: ANN401
    prompts: list[list[int]],
    max_new_tokens: int,
    ends: frozenset[int],
) -> list[list[int]]:
    inputs = tokenizer.pad({"input_ids": prompts}, return_tensors="pt", padding_side="left").to(model.device)
    with torch.no_grad():
        output = model.generate(
            input_ids=inputs["input_ids"],
            attention_mask=inputs["attention_mask"],
            max_new_tokens=max_new_tokens,
            do_sample=False,
            eos_token_id=sorted(ends),
            pad_token_id=tokenizer.pad_token_id if tokenizer.pad_token_id is not None else min(ends),
        )
    return [_cut(ids, ends) for ids in output[:, inputs["input_ids"].shape[1] :].tolist()]


def _cut(ids: Sequence[int], ends: frozenset[int]) -> list[int]:
    """Returns the ids up to the first EOS, inclusive; what follows is padding."""
    for i, token in enumerate(ids):
        if token in ends:
            return list(ids[: i + 1])
    return list(ids)
