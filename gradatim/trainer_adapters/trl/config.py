"""From a curriculum's `trainer` block to a GRPOConfig."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trl import GRPOConfig

from gradatim.core import ConfigError, did_you_mean

_OURS = frozenset({"output_dir", "seed"})


def defaults(*, use_cpu: bool) -> dict[str, Any]:
    """Returns the fields in which `gradatim train` differs from GRPOConfig's own defaults."""
    return {
        "lr_scheduler_type": "constant_with_warmup",
        "save_strategy": "steps",
        "save_steps": 50,
        "save_total_limit": 3,
        "shuffle_dataset": False,
        "report_to": "none",
        "disable_tqdm": True,
        "use_cpu": use_cpu,
        **({"bf16": False, "gradient_checkpointing": False, "dataloader_pin_memory": False} if use_cpu else {}),
    }


def grpo_config(trainer: Mapping[str, Any], folder: Path, seed: int, *, use_cpu: bool) -> GRPOConfig:
    """Returns the config of a run: gradatim's defaults, overruled by the curriculum's `trainer` block.

    Raises:
        ConfigError: a key is not a field of the installed TRL's GRPOConfig, or its value is refused.
    """
    known = {field.name for field in dataclasses.fields(GRPOConfig) if field.init}
    problems = [_unknown(name, known) for name in trainer if name not in known]
    problems += [f"trainer.{name} is set by gradatim (-o, --seed); remove it" for name in trainer if name in _OURS]
    if problems:
        raise ConfigError("\n".join(problems))
    settings = defaults(use_cpu=use_cpu) | dict(trainer)
    try:
        return GRPOConfig(output_dir=str(folder), seed=seed, **settings)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"GRPOConfig refuses the curriculum's 'trainer' block: {error}") from error


def _unknown(name: str, known: set[str]) -> str:
    hint = did_you_mean(name, known)
    return f"trainer.{name} is not a field of the installed TRL's GRPOConfig" + (f"; {hint}" if hint else "")
