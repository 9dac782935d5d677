"""Finding the checkpoint from which a killed or interrupted run goes on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gradatim.trainer_adapters.trl.callback import STATE_KEY

_NEEDED = ("optimizer.pt", "scheduler.pt")
_NAME = re.compile(r"checkpoint-(\d+)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A complete checkpoint.

    Attributes:
        path: its folder.
        step: optimizer steps done.
        ended: why the curriculum had ended by then; None while it was going on.
    """

    path: Path
    step: int
    ended: Literal["finished", "stuck"] | None


def last_checkpoint(run: Path) -> Checkpoint | None:
    """Returns the newest complete checkpoint of a run; None when there is none.

    transformers writes `trainer_state.json` last, so a checkpoint without a whole one was being written when the
    process was killed, and an older one is used.
    """
    found = [(int(match[1]), path) for path in run.glob("checkpoint-*") if (match := _NAME.fullmatch(path.name))]
    for step, path in sorted(found, reverse=True):
        state = _state(path / "trainer_state.json")
        own = state.get("stateful_callbacks", {}).get(STATE_KEY) if state else None
        if state and own and state.get("global_step") == step and _is_whole(path):
            return Checkpoint(path, step, own["attributes"]["progress"]["ended"])
    return None


def _is_whole(path: Path) -> bool:
    """Whether nothing is missing without which the trainer would go on, but not as it would have."""
    return all((path / name).is_file() for name in _NEEDED) and any(path.glob("rng_state*.pth"))


def _state(path: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError):
        return None
    return data if isinstance(data, dict) else None
