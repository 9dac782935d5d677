"""Runs `gradatim` and kills it, or has it interrupted, at a chosen moment: `dying.py MOMENT ARGUMENTS...`.

Moments: `record:7` dies in the middle of writing the record of step 7; `state:8` in the middle of writing the state of
checkpoint 8; `optimizer:8` after the weights of checkpoint 8, before its optimizer; `last-probe` when training is done
and the final probe begins; `interrupt:7` gets SIGINT when step 7 is recorded, `twice:7` gets two.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def replace(owner: Any, name: str, function: Callable[..., Any]) -> None:
    setattr(owner, name, function)


def die_in_record(step: int) -> None:
    from gradatim.runs.folder import RunFolder

    write = RunFolder.on_metrics

    def watched(folder: RunFolder, metrics: dict[str, Any]) -> None:
        write(folder, metrics)
        if metrics["step"] == step:
            cut_in_half(folder.metrics, len(folder.metrics.read_bytes().splitlines()[-1]))
            die()

    replace(RunFolder, "on_metrics", watched)


def cut_in_half(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - length // 2)


def die_in_state(step: int) -> None:
    from transformers import TrainerState

    save = TrainerState.save_to_json

    def watched(state: TrainerState, path: str) -> None:
        save(state, path)
        if state.global_step == step:
            cut_in_half(Path(path), Path(path).stat().st_size)
            die()

    replace(TrainerState, "save_to_json", watched)


def die_before_optimizer(step: int) -> None:
    import torch

    save = torch.save

    def watched(data: Any, path: Any, *args: Any, **kwargs: Any) -> None:
        if f"checkpoint-{step}" in str(path):
            die()
        save(data, path, *args, **kwargs)

    replace(torch, "save", watched)


def die_in_last_probe() -> None:
    from gradatim.runs.folder import RunFolder

    write = RunFolder.on_event

    def watched(folder: RunFolder, event: dict[str, Any]) -> None:
        if event.get("label") == "at_end":
            die()
        write(folder, event)

    replace(RunFolder, "on_event", watched)


def interrupt(step: int, times: int) -> None:
    from gradatim.runs.folder import RunFolder

    write = RunFolder.on_metrics

    def watched(folder: RunFolder, metrics: dict[str, Any]) -> None:
        write(folder, metrics)
        if metrics["step"] == step:
            for _ in range(times):
                os.kill(os.getpid(), signal.SIGINT)

    replace(RunFolder, "on_metrics", watched)


def main() -> int:
    moment, _, number = sys.argv.pop(1).partition(":")
    step = int(number or 0)
    from gradatim.cli.training_stack import prepare

    prepare()
    match moment:
        case "record":
            die_in_record(step)
        case "state":
            die_in_state(step)
        case "optimizer":
            die_before_optimizer(step)
        case "last-probe":
            die_in_last_probe()
        case "interrupt":
            interrupt(step, 1)
        case "twice":
            interrupt(step, 2)
        case _:
            raise SystemExit(f"there is no moment {moment!r}")
    from gradatim.cli import main as gradatim

    return gradatim()


if __name__ == "__main__":
    sys.exit(main())
