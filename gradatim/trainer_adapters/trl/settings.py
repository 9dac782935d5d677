"""Checks a copy of the user's GRPOConfig, sets right what is safe and refuses what is not."""

from __future__ import annotations

import copy
import logging
import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from trl import GRPOConfig

from gradatim.core import ConfigError, did_you_mean
from gradatim.trainer_adapters.trl.geometry import Geometry

logger = logging.getLogger("gradatim")

KEEPABLE = ("lr_scheduler_type", "save_steps", "save_only_model")
"""Fields that are set right but may be kept: they cost learning or exact resumption, not a correct curriculum."""


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
    args: GRPOConfig, *, stop_terms: Collection[str], keep: Collection[str] = (), also: Iterable[str] = ()
) -> tuple[GRPOConfig, list[Note]]:
    """Returns a copy of `args` that a curriculum can run with, and what was changed.

    Args:
        args: the user's config; left as it is.
        stop_terms: names of the reward terms that punish truncation.
        keep: fields to leave as given although they would be set right; some of `KEEPABLE`.
        also: what the caller found wrong, to be reported with the rest.

    Raises:
        ConfigError: a field has no value that is both safe and what the user meant; all such fields are named.
    """
    problems = [*_refusals(args, stop_terms), *_vain(keep), *also]
    if problems:
        raise ConfigError("\n".join(problems))
    copied = copy.copy(args)
    notes = [note for note in _corrections(args) if note.field not in keep]
    for note in notes:
        setattr(copied, note.field, note.value)
        logger.warning("%s", note)
    return copied, notes


def _refusals(args: GRPOConfig, stop_terms: Collection[str]) -> Iterator[str]:
    if args.max_steps <= 0:
        yield (
            f"max_steps={args.max_steps}: a curriculum has no epochs, so num_train_epochs={args.num_train_epochs:g} "
            "cannot say when to stop; set max_steps, for example max_steps=500"
        )
    yield from _batch_refusals(args)
    if args.mask_truncated_completions and stop_terms:
        yield (
            "mask_truncated_completions=True takes truncated completions out of the loss, so the penalty of "
            f"{', '.join(sorted(stop_terms))} never reaches them; set mask_truncated_completions=False, or remove it"
        )
    if args.reward_weights and args.reward_weights[0] <= 0:
        yield (
            f"reward_weights={args.reward_weights!r}: the curriculum's reward comes first, and with a weight of 0 or "
            "less wrong answers outscore right ones; set the first weight to 1.0"
        )
    if _word(args.save_strategy) not in ("no", "steps"):
        strategy = _word(args.save_strategy)
        yield f"save_strategy={strategy!r}: checkpoints must fall on steps of a known number; set save_strategy='steps'"


def _batch_refusals(args: GRPOConfig) -> Iterator[str]:
    # GRPOConfig refuses these itself, but not when a field was set after it was made.
    batch, group = int(args.generation_batch_size or 0), args.num_generations
    fed = args.per_device_train_batch_size * args.world_size * int(args.steps_per_generation or 0)
    if batch != fed:
        yield (
            f"generation_batch_size={batch} is not what a round feeds: per_device_train_batch_size * processes * "
            f"steps_per_generation is {fed}; set generation_batch_size={fed}"
        )
    if group < 2 or fed % group:
        better = min((n for n in range(2, fed + 1) if fed % n == 0), key=lambda n: abs(n - max(group, 8)), default=2)
        yield (
            f"num_generations={group}: a round of {fed} completions must hold whole groups of at least 2; "
            f"set num_generations={better}"
        )


def _vain(keep: Collection[str]) -> Iterator[str]:
    if isinstance(keep, str):
        yield f"keep={keep!r} is a text, not a list of field names; set keep=[{keep!r}]"
        return
    for name in keep:
        if name not in KEEPABLE:
            hint = did_you_mean(name, KEEPABLE) or "leave it out"
            yield f"keep={[name]!r}: {name} cannot be kept, only {', '.join(KEEPABLE)} can; {hint}"


def _corrections(args: GRPOConfig) -> list[Note]:
    notes = []

    def correct(field: str, value: Any, reason: str) -> None:  # noqa: ANN401
        given = getattr(args, field, value)
        if given != value:
            notes.append(Note(field, given, value, reason))

    correct("shuffle_dataset", False, "slots must come in order; prompts are already drawn at random")
    correct("dataloader_num_workers", 0, "a worker process keeps its own copy of the schedule and would never promote")
    if args.dataloader_num_workers:
        # PyTorch refuses both where there is no worker.
        correct("dataloader_prefetch_factor", None, "there are no workers that could prefetch")
        correct("dataloader_persistent_workers", False, "there are no workers that could persist")
    correct("remove_unused_columns", False, "the reward needs the slot of each row")
    correct("ignore_data_skip", False, "a resumed run must go on at the next slot")
    save_steps = _round_end(args)
    if save_steps is not None:
        reason = "a checkpoint inside a generation round cannot be resumed exactly, so it was moved to the round's end"
        correct("save_steps", save_steps, reason)
    if _word(args.save_strategy) == "steps":
        correct("save_only_model", False, "a checkpoint without optimizer and random states cannot be resumed exactly")
    if _word(args.lr_scheduler_type) == "linear":
        reason = "TRL's default decays to 0 and starves the late stages; keep it with keep=['lr_scheduler_type']"
        # transformers before 5 has a ratio beside the steps.
        warms_up = args.warmup_steps or getattr(args, "warmup_ratio", 0)
        value = "constant_with_warmup" if warms_up else "constant"
        notes.append(Note("lr_scheduler_type", "linear", value, reason))
    return notes


def _word(choice: object) -> str:
    """A choice as text, be it one of transformers' enums or the text itself."""
    return str(getattr(choice, "value", choice))


def _round_end(args: GRPOConfig) -> int | None:
    """The save interval rounded up to a round's end; None when nothing is saved by steps."""
    if _word(args.save_strategy) != "steps":
        return None
    geometry = Geometry.of(args)
    # transformers reads a save_steps below 1 as a share of max_steps.
    given = int(args.save_steps) if args.save_steps >= 1 else math.ceil(args.max_steps * args.save_steps)
    steps = given
    while not geometry.at_round_end(steps):
        steps += 1
    return steps if steps != given else None
