"""What `gradatim train` does: warm-up, probe, GRPO through the curriculum, probe, and all of it kept in a run folder."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import torch
from accelerate import PartialState
from transformers import PrinterCallback
from trl import GRPOConfig, GRPOTrainer

from gradatim.curricula import Curriculum
from gradatim.trainer_adapters.trl.adapter import GRPOCurriculum
from gradatim.trainer_adapters.trl.checkpoints import last_checkpoint
from gradatim.trainer_adapters.trl.config import grpo_config
from gradatim.trainer_adapters.trl.geometry import Geometry
from gradatim.trainer_adapters.trl.interrupt import Interruption, StopAtRoundEnd
from gradatim.trainer_adapters.trl.models import load_folder, load_model
from gradatim.trainer_adapters.trl.probe import probe
from gradatim.trainer_adapters.trl.record import Recorder
from gradatim.trainer_adapters.trl.run_folder import RunFolder
from gradatim.trainer_adapters.trl.summary import Status, Summary, summarize
from gradatim.trainer_adapters.trl.warm_up import warm_up

PROBE_LIMIT = 1000
_UNBOUNDED = 1024


class Display(Protocol):
    """What a live display must take; `gradatim.cli.display` makes some."""

    def on_event(self, event: dict[str, Any]) -> None:
        """Takes one event."""

    def on_metrics(self, metrics: dict[str, Any]) -> None:
        """Takes the figures of one step."""

    def on_progress(self, phase: str, done: int, total: int, facts: dict[str, Any]) -> None:
        """Takes the progress of the warm-up."""


class _Screen:
    """A display as a sink of records: it has no use for completions."""

    def __init__(self, display: Display) -> None:
        self.on_event = display.on_event
        self.on_metrics = display.on_metrics

    def on_completions(self, step: int, rows: Sequence[dict[str, Any]]) -> None:
        pass


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
        self._open_records(checkpoint[1] if checkpoint else -1)
        if checkpoint is None:
            self._tell("start", 0, curriculum=self._curriculum.name, caveats=list(self._curriculum.spec.caveats))
        if not self._warmed_up():
            return self._end("interrupted", 0, 0)
        model, tokenizer = load_folder(self._warm)
        args = grpo_config(self._curriculum, self._folder.path, use_cpu=self._use_cpu)
        if checkpoint is None:
            self._probe(model, tokenizer, "after_sft", 0, args)
        curriculum = GRPOCurriculum(self._curriculum, args, tokenizer, listeners=[self._recorder])
        if checkpoint is None:
            for note in curriculum.notes:
                self._tell(
                    "note", 0, field=note.field, given=str(note.given), value=str(note.value), reason=note.reason
                )
        trainer = GRPOTrainer(
            model=model,
            args=curriculum.args,
            processing_class=tokenizer,
            train_dataset=curriculum.train_dataset,
            reward_funcs=curriculum.reward_funcs,
            callbacks=[curriculum.callback, StopAtRoundEnd(self._interruption, Geometry.of(curriculum.args))],
        )
        trainer.remove_callback(PrinterCallback)
        trainer.train(resume_from_checkpoint=str(checkpoint[0]) if checkpoint else None)
        return self._close(trainer, curriculum)

    @property
    def _warm(self) -> Path:
        return self._folder.path / "warm-up"

    def _open_records(self, step: int) -> None:
        if not self._process.is_main_process:
            return
        used = self._folder.cut_back(step)
        self._recorder = Recorder([self._folder, _Screen(self._display)], used)

    def _tell(self, event: str, step: int, **facts: Any) -> None:  # noqa: ANN401 - plain JSON of each event's own kind
        self._recorder.on_event({"event": event, "step": step, **facts})

    def _warmed_up(self) -> bool:
        """Makes the model that GRPO starts from, unless an earlier process has; False when interrupted."""
        spec = self._curriculum.spec.sft
        if not (self._warm / "config.json").is_file():
            model, tokenizer = load_model(self._curriculum)
            if spec is not None:
                report = self._display.on_progress
                warm_up(
                    model,
                    tokenizer,
                    self._curriculum,
                    spec,
                    self._folder.path / "warm-up.scratch",
                    lambda done, total, facts: report("warm-up", done, total, facts),
                    lambda: self._interruption.requested,
                    use_cpu=self._use_cpu,
                )
            if self._interruption.requested:
                return False
            if self._process.is_main_process:
                _save(model, tokenizer, self._warm)
            self._process.wait_for_everyone()
        if spec is not None and last_checkpoint(self._folder.path) is None:
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
            )
            self._tell("probe", step, label=label, decoding="greedy", stages=[result.to_json() for result in results])
        self._process.wait_for_everyone()

    def _close(self, trainer: GRPOTrainer, curriculum: GRPOCurriculum) -> Summary:
        step, args = trainer.state.global_step, curriculum.args
        geometry = Geometry.of(args)
        rounds = -(-step * geometry.gradient_accumulation_steps // geometry.micro_batches_per_round)
        completions = rounds * geometry.generation_batch_size
        if self._interruption.requested and curriculum.progress.ended is None:
            return self._end("interrupted", step, completions)
        model = trainer.accelerator.unwrap_model(trainer.model)
        self._probe(model, trainer.processing_class, "at_end", step, args)
        if self._process.is_main_process:
            _save(model, trainer.processing_class, self._folder.path / "model")
        return self._end(curriculum.progress.ended or "max_steps", step, completions)

    def _end(self, status: Status, step: int, completions: int) -> Summary:
        self._tell("interrupted" if status == "interrupted" else "end", step, status=status)
        return summarize(self._curriculum, self._folder, status, step, completions, self._recorder.cpu_seconds)


def _save(model: Any, tokenizer: Any, folder: Path) -> None:  # noqa: ANN401
    """Saves model and tokenizer; the folder appears only when it is complete."""
    scratch = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(scratch, ignore_errors=True)
    model.save_pretrained(scratch)
    tokenizer.save_pretrained(scratch)
    shutil.rmtree(folder, ignore_errors=True)
    scratch.rename(folder)
