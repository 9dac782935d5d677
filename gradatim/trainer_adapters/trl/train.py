"""What `gradatim train` does: warm-up, probe, GRPO through the curriculum, probe; all of it kept in a run folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from transformers import PrinterCallback
from trl import GRPOConfig, GRPOTrainer

from gradatim.curricula import Curriculum
from gradatim.runs.folder import RunFolder
from gradatim.runs.sinks import Display
from gradatim.runs.summary import Status, Summary, summarize
from gradatim.trainer_adapters.trl.adapter import GRPOCurriculum
from gradatim.trainer_adapters.trl.checkpoints import Checkpoint, last_checkpoint
from gradatim.trainer_adapters.trl.config import grpo_config
from gradatim.trainer_adapters.trl.geometry import Geometry
from gradatim.trainer_adapters.trl.interrupt import Interruption, StopAtRoundEnd
from gradatim.trainer_adapters.trl.models import load_folder, load_model
from gradatim.trainer_adapters.trl.probe import probe
from gradatim.trainer_adapters.trl.record import Recorder
from gradatim.trainer_adapters.trl.warm_up import warm_up

PROBE_LIMIT = 1000
_UNBOUNDED = 1024


class TrainingRun:
    """One run of `gradatim train`, on one or several processes.

    Args:
        curriculum: with a `model` block, and whatever `sft` and `trainer` blocks it has.
        folder: where the run lives.
        display: follows the run on the first process.
        interruption: asks the run to stop at a safe point.
    """

    def __init__(self, curriculum: Curriculum, folder: RunFolder, display: Display, interruption: Interruption) -> None:
        self._curriculum = curriculum
        self._folder = folder
        self._display = display
        self._interruption = interruption
        self._use_cpu = not torch.cuda.is_available()
        self._process = PartialState(cpu=self._use_cpu)
        self._recorder = Recorder([])

    def run(self) -> Summary:
        """Runs or goes on to the end, and returns what came out.

        A folder with a complete checkpoint is gone on with from there; otherwise the run starts, with the warmed-up
        model if there is one.

        Raises:
            ConfigError: model, settings or curriculum do not fit together.
            ProgressError: the checkpoint was written with another curriculum or batch geometry.
        """
        checkpoint = last_checkpoint(self._folder.path)
        self._process.wait_for_everyone()
        self._open_records(checkpoint.step if checkpoint else -1)
        if checkpoint is None:
            self._tell("start", 0, curriculum=self._curriculum.name, caveats=list(self._curriculum.spec.caveats))
            if not self._warmed_up():
                return self._end("interrupted", 0, 0)
        args = grpo_config(self._curriculum, self._folder.path, use_cpu=self._use_cpu)
        if checkpoint and (checkpoint.ended or checkpoint.step >= args.max_steps):
            model, tokenizer = load_folder(checkpoint.path)
            return self._close(model, tokenizer, args, checkpoint.step, checkpoint.ended or "max_steps")
        model, tokenizer = load_folder(self._start)
        if checkpoint is None:
            self._probe(model, tokenizer, "after_sft", 0, args)
        return self._train(model, tokenizer, args, checkpoint)

    def _train(self, model: Any, tokenizer: Any, args: GRPOConfig, checkpoint: Checkpoint | None) -> Summary:  # noqa: ANN401
        curriculum = GRPOCurriculum(self._curriculum, args, tokenizer, listeners=[self._recorder])
        if checkpoint is None:
            for note in curriculum.notes:
                given, value = str(note.given), str(note.value)
                self._tell("note", 0, field=note.field, given=given, value=value, reason=note.reason)
        trainer = GRPOTrainer(
            model=model,
            args=curriculum.args,
            processing_class=tokenizer,
            train_dataset=curriculum.train_dataset,
            reward_funcs=curriculum.reward_funcs,
            callbacks=[curriculum.callback, StopAtRoundEnd(self._interruption, Geometry.of(curriculum.args))],
        )
        trainer.remove_callback(PrinterCallback)
        trainer.train(resume_from_checkpoint=str(checkpoint.path) if checkpoint else None)
        step, ended = trainer.state.global_step, curriculum.progress.ended
        if ended is None and step < args.max_steps:
            return self._end("interrupted", step, _completions(curriculum.args, step))
        trained = trainer.accelerator.unwrap_model(trainer.model)
        return self._close(trained, tokenizer, curriculum.args, step, ended or "max_steps")

    @property
    def _warm(self) -> Path:
        return self._folder.path / "warm-up"

    @property
    def _start(self) -> Path:
        """The model that GRPO starts from: without a warm-up, the user's own folder."""
        model = self._curriculum.spec.model
        own = model.path if model and self._curriculum.spec.sft is None else None
        return Path(own) if own else self._warm

    def _open_records(self, step: int) -> None:
        if not self._process.is_main_process:
            return
        used = self._folder.cut_back(step)
        self._recorder = Recorder([self._folder, self._display], used)

    def _tell(self, event: str, step: int, **facts: Any) -> None:  # noqa: ANN401 - plain JSON of each event's own kind
        self._recorder.on_event({"event": event, "step": step, **facts})

    def _warmed_up(self) -> bool:
        """Makes the model that GRPO starts from, unless an earlier process has; False when interrupted."""
        spec = self._curriculum.spec.sft
        if not (self._start / "config.json").is_file():
            model, tokenizer = load_model(self._curriculum)
            if spec is not None:
                report = self._display.on_progress if self._process.is_main_process else _ignore
                warm_up(
                    model,
                    tokenizer,
                    self._curriculum,
                    spec,
                    lambda done, total, facts: report("warm-up", done, total, facts),
                    self._interruption.anywhere,
                    use_cpu=self._use_cpu,
                )
            if self._interruption.anywhere():
                return False
            if self._process.is_main_process:
                _save(model, tokenizer, self._warm)
            self._process.wait_for_everyone()
        if spec is not None:
            self._tell("sft", 0, **spec.facts())
        return True

    def _probe(self, model: Any, tokenizer: Any, label: str, step: int, args: GRPOConfig) -> None:  # noqa: ANN401
        if self._process.is_main_process:
            results = probe(
                model,
                tokenizer,
                self._curriculum,
                limit=PROBE_LIMIT,
                max_new_tokens=args.max_completion_length or _UNBOUNDED,
                batch_size=args.per_device_train_batch_size,
            )
            self._tell("probe", step, label=label, decoding="greedy", stages=[result.to_json() for result in results])
        self._process.wait_for_everyone()

    def _close(self, model: Any, tokenizer: Any, args: GRPOConfig, step: int, status: Status) -> Summary:  # noqa: ANN401
        self._probe(model, tokenizer, "at_end", step, args)
        if self._process.is_main_process:
            _save(model, tokenizer, self._folder.path / "model")
        return self._end(status, step, _completions(args, step))

    def _end(self, status: Status, step: int, completions: int) -> Summary:
        self._tell("interrupted" if status == "interrupted" else "end", step, status=status)
        return summarize(self._curriculum, self._folder, status, step, completions, self._recorder.cpu_seconds)


def _completions(args: GRPOConfig, step: int) -> int:
    geometry = Geometry.of(args)
    rounds = -(-step * geometry.gradient_accumulation_steps // geometry.micro_batches_per_round)
    return rounds * geometry.generation_batch_size


def _ignore(phase: str, done: int, total: int, facts: dict[str, Any]) -> None:
    """Stands for the display on all processes but the first."""


def _save(model: Any, tokenizer: Any, folder: Path) -> None:  # noqa: ANN401
    """Saves model and tokenizer; the folder appears only when it is complete."""
    scratch = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(scratch, ignore_errors=True)
    model.save_pretrained(scratch)
    tokenizer.save_pretrained(scratch)
    shutil.rmtree(folder, ignore_errors=True)
    scratch.rename(folder)
