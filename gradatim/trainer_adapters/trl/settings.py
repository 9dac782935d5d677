"""Checks a copy of the user's GRPOConfig, sets right what is safe and refuses what is not."""

from __future__ import annotations

import copy
import logging
import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from trl import GRPOConfig

from gradatim.core import ConfigError
from gradatim.trainer_adapters.trl.geometry import Geometry

logger = logging.getLogger("gradatim")


@dataclass(frozen=True, slots=True)
class Note:
    """A setting that was changed on the copy of the user's config, or deserves a look.

    Attributes:
        field: GRPOConfig's field name.
        given: the value in the user's config.
        value: the value in the copy; equal to `given` when nothing was changed.
        reason: why.
    """

    field: str
    given: Any
    value: Any
    reason: str

    def __str__(self) -> str:
        change = f"{self.field}={self.given!r}"
        if self.value != self.given:
            change += f" was set to {self.value!r}"
        return f"{change}: {self.reason}"


def checked(
    args: GRPOConfig, *, stop_terms: Collection[str], keep: Collection[str] = ()
) -> tuple[GRPOConfig, list[Note]]:
    """Returns a copy of `args` that a curriculum can run with, and what was changed.

    Args:
        args: the user's config; left as it is.
        stop_terms: names of the reward terms that punish truncation.
        keep: fields to leave as given although they would be set right.

    Raises:
        ConfigError: a field has no value that is both safe and what the user meant; all such fields are named.
    """
    problems = _refusals(args, stop_terms)
    if problems:
        raise ConfigError("\n".join(problems))
    copied = copy.copy(args)
    notes = []
    for note in _corrections(args):
        if note.field in keep:
            continue
        setattr(copied, note.field, note.value)
        notes.append(note)
    for note in notes:
        logger.warning("%s", note)
    return copied, notes


def _refusals(args: GRPOConfig, stop_terms: Collection[str]) -> list[str]:
    found = []
    if args.max_steps <= 0:
        found.append(
            f"max_steps={args.max_steps}: a curriculum has no epochs, so num_train_epochs={args.num_train_epochs:g} "
            "cannot say when to stop; set max_steps, for example max_steps=500"
        )
    batch, group = int(args.generation_batch_size or 0), args.num_generations
    if group < 2:
        found.append(f"num_generations={group}: a group needs at least 2 completions; set num_generations=8")
    elif batch % group:
        found.append(
            f"generation_batch_size={batch} is not a multiple of num_generations={group}, so a group would be cut; "
            f"set generation_batch_size={max(1, batch // group) * group}"
        )
    if args.mask_truncated_completions and stop_terms:
        found.append(
            "mask_truncated_completions=True takes truncated completions out of the loss, so the penalty of "
            f"{', '.join(sorted(stop_terms))} never reaches them; set mask_truncated_completions=False, or remove the term"
        )
    if str(args.save_strategy) not in ("no", "steps", "SaveStrategy.NO", "SaveStrategy.STEPS"):
        found.append(f"save_strategy={args.save_strategy!s}: a curriculum has no epochs; set save_strategy='steps'")
    return found


def _corrections(args: GRPOConfig) -> list[Note]:
    notes = []

    def correct(field: str, value: Any, reason: str) -> None:  # noqa: ANN401
        given = getattr(args, field, value)
        if given != value:
            notes.append(Note(field, given, value, reason))

    correct("shuffle_dataset", False, "slots must come in order; prompts are already drawn at random")
    correct("dataloader_num_workers", 0, "a worker process keeps its own copy of the schedule and would never promote")
    correct("remove_unused_columns", False, "the reward needs the slot of each row")
    correct("ignore_data_skip", False, "a resumed run must go on at the next slot")
    save_steps = _round_end(args)
    if save_steps is not None:
        reason = "a checkpoint inside a generation round cannot be resumed exactly, so it was moved to the round's end"
        correct("save_steps", save_steps, reason)
    if _scheduler(args) == "linear":
        reason = "TRL's default decays to 0 and starves the late stages; keep it with keep=['lr_scheduler_type']"
        value = "constant_with_warmup" if args.warmup_steps else "constant"
        notes.append(Note("lr_scheduler_type", "linear", value, reason))
    return notes


def _scheduler(args: GRPOConfig) -> str:
    return str(getattr(args.lr_scheduler_type, "value", args.lr_scheduler_type))


def _round_end(args: GRPOConfig) -> int | None:
    """The save interval rounded up to a round's end; None when nothing is saved by steps."""
    if str(getattr(args.save_strategy, "value", args.save_strategy)) != "steps":
        return None
    geometry = Geometry.of(args)
    # transformers reads a save_steps below 1 as a share of max_steps.
    given = int(args.save_steps) if args.save_steps >= 1 else math.ceil(args.max_steps * args.save_steps)
    steps = given
    while not geometry.at_round_end(steps):
        steps += 1
    return steps if steps != given else None
