"""The lazy data sets that a curriculum hands to GRPOTrainer."""

from __future__ import annotations

from typing import Any

from datasets import Dataset

from gradatim.curricula import Curriculum
from gradatim.trainer_adapters.trl.live import PROBE_SLOT, Live

TRAINING_SLOT_COLUMNS = ("prompt", "answer", "stage", "role", "slot")


class SlotRows:
    """Turns slot numbers into rows when a batch is fetched.

    Every row has the columns of `TRAINING_SLOT_COLUMNS`, in every stage: TRL takes the keyword arguments of a reward
    function from the first row.
    """

    def __init__(self, live: Live) -> None:
        self._live = live

    def __call__(self, batch: dict[str, list[int]]) -> dict[str, list[Any]]:
        """Returns the rows of a batch of slots, one list per column."""
        # TRL repeats each slot for its whole group.
        drawn = {slot: self._live.row(slot) for slot in dict.fromkeys(batch["slot"])}
        rows = [drawn[slot] for slot in batch["slot"]]
        return {
            "prompt": [row.prompt for row in rows],
            "answer": [row.problem.gold for row in rows],
            "stage": [row.stage for row in rows],
            "role": [row.role for row in rows],
            "slot": [row.slot for row in rows],
        }

    # `datasets` hashes and copies transforms; the run behind this one is neither.
    def __getstate__(self) -> dict[str, str]:
        return {"fingerprint": self._live.curriculum.fingerprint}

    def __deepcopy__(self, memo: dict[int, Any]) -> SlotRows:
        return self


def train_dataset(live: Live, max_steps: int) -> Dataset:
    """Returns the training stream of a run: one row per slot, drawn when it is fetched."""
    slots = Dataset.from_dict({"slot": range(live.geometry.slots(max_steps))})
    return slots.with_transform(SlotRows(live))


def probe_dataset(curriculum: Curriculum, stage: str, limit: int) -> Dataset:
    """Returns up to `limit` distinct held-out problems of a stage, for `GRPOTrainer`'s `eval_dataset`.

    Rows carry `PROBE_SLOT`: they are scored, and never counted as evidence for a gate. `source` is the position of
    their source in the stage, whose verifier and reward score them.
    """
    found = curriculum.stage(stage)
    rows = [
        {
            "prompt": found.sources[which].render(problem.question),
            "answer": problem.gold,
            "stage": stage,
            "role": "probe",
            "slot": PROBE_SLOT,
            "source": which,
        }
        for which, problem in found.probe(limit)
    ]
    return Dataset.from_list(rows)
