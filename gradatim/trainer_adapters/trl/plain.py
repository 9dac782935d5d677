"""A reward without a curriculum, as a reward function of TRL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gradatim.core import ConfigError
from gradatim.rewards import Grader, Score, Ungraded
from gradatim.trainer_adapters.trl.batch import Batch
from gradatim.trainer_adapters.trl.failures import guarded
from gradatim.trainer_adapters.trl.texts import ended, eos_ids, text_of


class GRPOReward:
    """Scores completions against a gold answer in a column of your own data set.

    ```python
    reward = GRPOReward(load_reward("reward.yaml"), tokenizer, gold="answer")
    trainer = GRPOTrainer(..., reward_funcs=[reward])
    ```

    TRL logs the total as `rewards/<name>/mean` and each term as `rewards/<term>/mean`.

    Args:
        grader: verifier and reward, from `load_reward`.
        tokenizer: the tokenizer or processor that the trainer gets.
        gold: the column that holds the gold answer.
        model: its generation config may name further EOS ids, as that of most chat models does. Without it a completion
            that ends with one of those reads as cut off.
        name: how TRL logs the total.
        failures: folder in which a completion is kept whose scoring raised.

    Raises:
        ConfigError: neither tokenizer nor model has an EOS id.
    """

    def __init__(
        self,
        grader: Grader,
        tokenizer: Any,  # noqa: ANN401 - any tokenizer or processor
        *,
        gold: str = "answer",
        model: Any = None,  # noqa: ANN401 - any causal language model
        name: str = "gradatim",
        failures: Path = Path("gradatim-failures"),
    ) -> None:
        self.__name__ = name
        self._grader = grader
        self._gold = gold
        self._failures = failures
        self._ends = eos_ids(tokenizer, model)
        if not self._ends:
            raise ConfigError("the tokenizer has no eos_token, so no completion can ever end; set one, or pass model=")

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        completion_ids: Sequence[Sequence[int]],
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,  # noqa: ANN401 - the data set's own columns
    ) -> list[float | None]:
        """Returns one total per completion, None where the sample is excluded.

        Raises:
            ConfigError: the data set has no column of this name.
        """
        golds = self._golds(columns)
        batch = Batch()
        scores: dict[int, Score] = {}

        def score_all() -> list[Score]:
            asked = []
            for i, row in enumerate(zip(prompts, completions, completion_ids, golds, strict=True)):
                batch.row = i
                if not _is_missing(golds[i]):
                    batch.add(self._grader, self._item(*row))
                    asked.append(i)
            scores.update(zip(asked, batch.score(), strict=True))
            return []

        def describe(i: int) -> dict[str, Any]:
            return {
                "prompt": prompts[i],
                "completion": completions[i],
                "token_ids": list(completion_ids[i]),
                "gold": golds[i],
            }

        step = getattr(columns.get("trainer_state"), "global_step", 0)
        guarded(score_all, lambda: batch.context(describe), self._failures, step)
        if log_metric is not None:
            for score in scores.values():
                for term, value in score.terms.items():
                    log_metric(f"rewards/{term}/mean", value)
        return [scores[i].total if i in scores else None for i in range(len(completions))]

    def _golds(self, columns: dict[str, Any]) -> Sequence[Any]:
        if self._gold not in columns:
            own = sorted(set(columns) - {"trainer_state", "log_extra", "environments"})
            raise ConfigError(
                f"the data set has no column {self._gold!r} with gold answers (it has {', '.join(own) or 'none'}); "
                "name the right one with gold=..."
            )
        golds: Sequence[Any] = columns[self._gold]
        return golds

    def _item(self, prompt: Any, completion: Any, ids: Sequence[int], gold: Any) -> Ungraded:  # noqa: ANN401
        return Ungraded(
            text_of(completion),
            str(gold),
            prompt=text_of(prompt),
            token_ids=ids,
            terminated=ended(ids, self._ends),
            length=len(ids),
        )


def _is_missing(gold: Any) -> bool:  # noqa: ANN401 - whatever a data set holds
    """Whether a row has no gold answer: null, or the NaN that stands for it in tables."""
    return gold is None or gold != gold
