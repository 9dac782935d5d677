"""Finding the checkpoint from which a killed or interrupted run goes on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from gradatim.trainer_adapters.trl.callback import STATE_KEY

_NAME = re.compile(r"checkpoint-(\d+)")


def last_checkpoint(run: Path) -> tuple[Path, int] | None:
    """Returns the newest complete checkpoint of a run and its step; None when there is none.

    transformers writes `trainer_state.json` last, so a checkpoint without a whole one was being written when the
    process was killed, and an older one is used.
    """
    found = sorted(
        ((int(match[1]), path) for path in run.glob("checkpoint-*") if (match := _NAME.fullmatch(path.name))),
        reverse=True,
    )
    for step, path in found:
        state = _state(path / "trainer_state.json")
        if state is not None and state.get("global_step") == step and STATE_KEY in state.get("stateful_callbacks", {}):
            return path, step
    return None


def _state(path: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return data if isinstance(data, dict) else None
