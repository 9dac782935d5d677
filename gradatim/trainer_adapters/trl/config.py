"""From a curriculum's `trainer` block to a GRPOConfig."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError
from trl import GRPOConfig

from gradatim.core.findings import Finding, unknown_key
from gradatim.curricula import Curriculum

_OURS = frozenset({"output_dir", "seed"})
# GRPOConfig takes any number for these, and the trainer fails on them only after the warm-up.
_POSITIVE = frozenset(
    {
        "per_device_train_batch_size",
        "num_generations",
        "num_iterations",
        "steps_per_generation",
        "generation_batch_size",
        "gradient_accumulation_steps",
        "max_completion_length",
        "learning_rate",
        "temperature",
        "logging_steps",
        "save_steps",
    }
)
_ANY = ConfigDict(arbitrary_types_allowed=True)


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


def grpo_config(curriculum: Curriculum, folder: Path, *, use_cpu: bool) -> GRPOConfig:
    """Returns the config of a run: gradatim's defaults, overruled by the curriculum's `trainer` block.

    Raises:
        ConfigError: a key is not a field of the installed TRL's GRPOConfig, or its value is refused; with the place in
            the file.
    """
    trainer = curriculum.spec.trainer
    found = [finding for name, value in trainer.items() for finding in _faults(name, value)]
    if found:
        raise curriculum.refused(*found)
    settings = defaults(use_cpu=use_cpu) | dict(trainer)
    try:
        return GRPOConfig(output_dir=str(folder), seed=curriculum.seed, **settings)
    except (TypeError, ValueError) as error:
        raise curriculum.refused(Finding(("trainer",), f"GRPOConfig refuses it: {error}", "trainer")) from error


def _faults(name: str, value: Any) -> Iterator[Finding]:  # noqa: ANN401 - whatever the YAML holds
    path = ("trainer", name)
    known = [field.name for field in dataclasses.fields(GRPOConfig) if field.init]
    if name not in known:
        finding = unknown_key(path, known)
        # The hint would list some 200 fields.
        close = finding.hint if finding.hint and finding.hint.startswith("did you mean") else None
        yield dataclasses.replace(
            finding, message=f"{name!r} is not a field of the installed TRL's GRPOConfig", hint=close
        )
    elif name in _OURS:
        hint = "use -o" if name == "output_dir" else "use the curriculum's seed, or --seed"
        yield Finding(path, f"gradatim sets {name} itself", "trainer", hint, at_key=True)
    else:
        try:
            TypeAdapter(get_type_hints(GRPOConfig)[name], config=_ANY).validate_python(value, strict=True)
        except ValidationError as error:
            reasons = dict.fromkeys(line["msg"] for line in error.errors(include_url=False))
            yield Finding(path, f"{name}: {'; or '.join(reasons)}", "wrong-type")
            return
        if name in _POSITIVE and isinstance(value, int | float) and value <= 0:
            yield Finding(path, f"{name} must be above 0", "out-of-range")
