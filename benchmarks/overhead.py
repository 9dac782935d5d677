"""What gradatim adds to a GRPO step, in CPU time: problems, verdicts, rewards and the gate beside the whole step.

    python benchmarks/overhead.py [--steps 60] [--warm-up 200]

Runs the first stages of `gradatim train arithmetic` (256 completions per step) in this process and times the places
where the trainer calls gradatim. Expect 1 to 2 % in all; writing the run folder is shown beside it.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("OMP_NUM_THREADS", "1")

from gradatim.cli.training_stack import prepare
from gradatim.curricula import dump_yaml, load_curriculum
from gradatim.runs.sinks import Facts, Silent

T = TypeVar("T")
SPENT: Counter[str] = Counter()


def timed(name: str, function: Callable[..., T]) -> Callable[..., T]:
    """Returns the function, adding its CPU time to `SPENT`."""

    def call(*args: Any, **kwargs: Any) -> T:  # noqa: ANN401
        before = time.process_time_ns()
        try:
            return function(*args, **kwargs)
        finally:
            SPENT[name] += time.process_time_ns() - before

    return call


def instrument() -> None:
    from gradatim.trainer_adapters.trl import callback, dataset, record, reward

    wrap: list[tuple[str, Any, str]] = [
        ("problems", dataset.SlotRows, "__call__"),
        ("verdicts and rewards", reward.CurriculumReward, "__call__"),
        ("gate and state", callback.CurriculumCallback, "on_step_end"),
        ("run folder", record.Recorder, "on_step"),
        ("run folder", record.Recorder, "on_log"),
    ]
    for name, owner, method in wrap:
        setattr(owner, method, timed(name, getattr(owner, method)))


class Clock(Silent):
    """Notes when GRPO starts and ends."""

    started = 0
    ended = 0

    def on_metrics(self, metrics: Facts) -> None:
        """Notes the time."""
        # The first step still loads code; counting starts behind it.
        if metrics["step"] == 1:
            SPENT.clear()
            Clock.started = time.process_time_ns()
        Clock.ended = time.process_time_ns()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--warm-up", type=int, default=200)
    options = parser.parse_args()
    prepare()
    instrument()
    from gradatim.runs.folder import RunFolder
    from gradatim.trainer_adapters.trl.interrupt import Interruption
    from gradatim.trainer_adapters.trl.quiet import quiet
    from gradatim.trainer_adapters.trl.train import TrainingRun

    quiet()
    overrides = (f"trainer.max_steps={options.steps}", f"sft.steps={options.warm_up}")
    curriculum = load_curriculum("arithmetic", overrides)
    with tempfile.TemporaryDirectory() as temporary:
        folder = RunFolder.create(Path(temporary) / "run")
        folder.write_config("", dump_yaml(curriculum.spec))
        TrainingRun(curriculum, folder, Clock(), Interruption(print)).run()
    steps = options.steps - 1
    whole = (Clock.ended - Clock.started) / steps
    # The recorder runs inside the callback.
    SPENT["gate and state"] -= SPENT["run folder"]
    print(f"{steps} steps, {whole / 1e6:.0f} ms CPU each\n")
    print("| part | ms per step | share |")
    print("|---|---|---|")
    target = 0.0
    for name in ("problems", "verdicts and rewards", "gate and state", "run folder"):
        spent = SPENT[name] / steps
        target += spent if name != "run folder" else 0.0
        print(f"| {name} | {spent / 1e6:.2f} | {spent / whole:.2%} |")
    print(f"| problems + verdicts + reward + gate | {target / 1e6:.2f} | {target / whole:.2%} |")


if __name__ == "__main__":
    main()
