"""Supervised warm-up through TRL's SFTTrainer, with the prompts and the EOS of the training to come."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any

import torch
from accelerate import PartialState
from datasets import Dataset
from transformers import PrinterCallback, TrainerCallback
from trl import SFTConfig, SFTTrainer

from gradatim.core import ConfigError
from gradatim.curricula import Curriculum, Stage, WarmUp, pick
from gradatim.curricula.sources import HashRandom
from gradatim.rewards import write_answer
from gradatim.trainer_adapters.trl.texts import answer_ids, prompt_ids

OnProgress = Callable[[int, int, dict[str, Any]], None]


class WarmUpRows:
    """Turns numbers into supervised rows when a batch is fetched.

    A stage in `gold` teaches the worked solution, or the answer where there is none. A stage in `scrambled` teaches the
    answer of another random problem of the stage, with the first `keep` characters of the right one: right length and
    alphabet, random content, so that the model knows what an answer looks like and not what it is.
    """

    def __init__(self, curriculum: Curriculum, warm_up: WarmUp, tokenizer: Any) -> None:  # noqa: ANN401
        self._curriculum = curriculum
        self._warm_up = warm_up
        self._tokenizer = tokenizer
        self._stages = [curriculum.stage(name) for name in (*warm_up.gold, *warm_up.scrambled_stages)]
        self._weights = [warm_up.weights.get(stage.name, 1.0) for stage in self._stages]

    def __call__(self, batch: dict[str, list[int]]) -> dict[str, list[list[int]]]:
        """Returns token ids and labels of a batch of row numbers; the loss covers the target and its EOS only."""
        rows = [self.texts(i) for i in batch["row"]]
        end = [self._tokenizer.eos_token_id]
        prompts = prompt_ids(self._tokenizer, [prompt for _, prompt, _ in rows])
        targets = [ids + end for ids in answer_ids(self._tokenizer, [target for *_, target in rows])]
        return {
            "input_ids": [prompt + target for prompt, target in zip(prompts, targets, strict=True)],
            "labels": [[-100] * len(prompt) + target for prompt, target in zip(prompts, targets, strict=True)],
        }

    def __getstate__(self) -> dict[str, str]:
        return {"fingerprint": self._curriculum.fingerprint}

    def __deepcopy__(self, memo: dict[int, Any]) -> WarmUpRows:
        return self

    def texts(self, index: int) -> tuple[str, Any, str]:
        """Returns stage name, prompt and target of one row: a pure function of the curriculum and `index`."""
        rng = HashRandom(self._curriculum.seed, "warm-up", index)
        stage = self._stages[pick(rng, self._weights)]
        which, problem = stage.draw("train", "warm-up", index)
        source = stage.sources[which]
        if stage.name in self._warm_up.scrambled_stages:
            target = write_answer(self._scrambled(stage, problem.gold, index), source.answer)
        else:
            target = source.target(problem)
        return stage.name, source.render(problem.question), target

    def _scrambled(self, stage: Stage, gold: str, index: int) -> str:
        _, other = stage.draw("train", "scrambled", index)
        keep = self._warm_up.keep
        return gold[:keep] + other.gold[keep:]


class _Progress(TrainerCallback):  # type: ignore[misc,unused-ignore]
    def __init__(self, report: OnProgress, stop: Callable[[], bool]) -> None:
        self._report = report
        self._stop = stop
        self._facts: dict[str, Any] = {}

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        self._facts = {name: value for name, value in (logs or {}).items() if name == "loss"}

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:  # noqa: ANN401
        self._report(state.global_step, state.max_steps, self._facts)
        if self._stop():
            control.should_training_stop = True


def warm_up(
    model: Any,  # noqa: ANN401 - any causal language model
    tokenizer: Any,  # noqa: ANN401
    curriculum: Curriculum,
    settings: WarmUp,
    report: OnProgress,
    stop: Callable[[], bool],
    *,
    use_cpu: bool,
) -> None:
    """Trains `model` in place on the prompts of the curriculum with supervised targets.

    Args:
        model: what to train.
        tokenizer: its tokenizer; each target ends with its EOS.
        curriculum: where the problems come from; only its train split is used.
        settings: the curriculum's `sft` block.
        report: called after each step with steps done, steps in all, and the latest loss.
        stop: asked after each step whether to end early.
        use_cpu: keeps the model off a GPU.
    """
    rows = Dataset.from_dict({"row": range(settings.steps * settings.batch_size)})
    with tempfile.TemporaryDirectory(prefix="gradatim-warm-up-") as scratch:
        trainer = SFTTrainer(
            model=model,
            args=_config(settings, scratch, curriculum.seed, use_cpu=use_cpu),
            train_dataset=rows.with_transform(WarmUpRows(curriculum, settings, tokenizer)),
            processing_class=tokenizer,
            callbacks=[_Progress(report, stop)],
        )
        trainer.remove_callback(PrinterCallback)
        trainer.train()


def _config(settings: WarmUp, scratch: str, seed: int, *, use_cpu: bool) -> SFTConfig:
    processes = PartialState().num_processes
    if settings.batch_size % processes:
        raise ConfigError(f"sft.batch_size={settings.batch_size} is not a multiple of the {processes} processes")
    return SFTConfig(
        output_dir=scratch,
        max_steps=settings.steps,
        per_device_train_batch_size=settings.batch_size // processes,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="cosine_with_min_lr",
        lr_scheduler_kwargs={"min_lr_rate": 0.05},
        warmup_steps=min(30, settings.steps // 10),
        weight_decay=0.01,
        logging_steps=10,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        use_cpu=use_cpu,
        bf16=not use_cpu and torch.cuda.is_bf16_supported(),
        gradient_checkpointing=not use_cpu,
        # Rows are drawn at random, so there is nothing to shuffle.
        train_sampling_strategy="sequential",
        dataset_kwargs={"skip_prepare_dataset": True},
        remove_unused_columns=False,
        dataloader_pin_memory=not use_cpu,
        max_length=None,
        seed=seed,
    )
