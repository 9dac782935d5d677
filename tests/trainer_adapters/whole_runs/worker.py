"""One process of a GRPO run on the ladder: `worker.py CURRICULUM MODEL OUT [CHECKPOINT]`, started by torchrun.

A group of 8 completions is split over both processes, 4 on each. What this process saw is left in OUT/rank-N.json.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trl import GRPOConfig, GRPOTrainer

from gradatim import load_curriculum
from gradatim.trainer_adapters.trl import GRPOCurriculum
from gradatim.trainer_adapters.trl.models import load_folder

RANK = int(os.environ.get("RANK", "0"))


class Witness:
    """A listener that keeps what this process sees."""

    def __init__(self) -> None:
        self.seen: dict[str, list[Any]] = {"phases": [], "events": [], "mine": [], "all": [], "rates": []}

    def on_event(self, event: dict[str, Any]) -> None:
        self.seen["events"].append(event)

    def on_step(
        self, step: int, graded: Sequence[Any], transcripts: Sequence[Any], facts: dict[str, Any], *, logs_follow: bool
    ) -> None:
        self.seen["phases"].append((step, facts["phase"]))
        self.seen["all"] += [(step, g.slot, g.stage, g.role, g.phase, g.correct, g.total) for g in graded]
        self.seen["mine"] += [
            (step, t.row.slot, t.row.stage, t.row.prompt, t.completion, t.graded.total) for t in transcripts
        ]

    def on_log(self, step: int, logs: dict[str, Any]) -> None:
        if "learning_rate" in logs:
            self.seen["rates"].append((step, logs["learning_rate"], logs["loss"]))


def main() -> None:
    curriculum, folder, out = load_curriculum(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    checkpoint = sys.argv[4] if len(sys.argv) > 4 else None
    model, tokenizer = load_folder(folder)
    witness = Witness()
    args = GRPOConfig(
        output_dir=str(out),
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        dataloader_pin_memory=False,
        per_device_train_batch_size=4,
        num_generations=8,
        steps_per_generation=1,
        gradient_accumulation_steps=4,
        max_completion_length=6,
        max_steps=7,
        learning_rate=2e-4,
        lr_scheduler_type="constant_with_warmup",
        warmup_steps=4,
        shuffle_dataset=False,
        logging_steps=1,
        save_strategy="steps",
        save_steps=1,
        report_to="none",
        disable_tqdm=True,
    )
    fed = GRPOCurriculum(curriculum, args, tokenizer, listeners=[witness])
    trainer = GRPOTrainer(
        model=model,
        args=fed.args,
        processing_class=tokenizer,
        train_dataset=fed.train_dataset,
        reward_funcs=fed.reward_funcs,
        callbacks=[fed.callback],
    )
    report: dict[str, Any] = {"error": None}
    try:
        trainer.train(resume_from_checkpoint=checkpoint)
        weights = b"".join(tensor.numpy().tobytes() for tensor in trainer.model.state_dict().values())
        report["weights"] = hashlib.sha256(weights).hexdigest()
        report["progress"] = fed.progress.to_json()
    except Exception as error:
        report["error"] = [type(error).__name__, str(error), *getattr(error, "__notes__", [])]
        raise
    finally:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"rank-{RANK}.json").write_text(json.dumps(report | witness.seen))


if __name__ == "__main__":
    main()
