"""Which slots a real GRPOTrainer has fetched when a step ends, against what the geometry says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from transformers import TrainerCallback

from gradatim.core import ProgressError
from gradatim.trainer_adapters.trl.dataset import SlotRows
from gradatim.trainer_adapters.trl.geometry import Geometry

Make = Callable[..., Any]


class Fetched(TrainerCallback):  # type: ignore[misc,unused-ignore]
    """Writes down each batch of rows that is drawn, and at each step's end which slots have been so far."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows: dict[int, list[dict[str, Any]]] = {}
        self.before_step_end: list[set[int]] = []
        draw = SlotRows.__call__

        def watched(transform: SlotRows, batch: dict[str, list[int]]) -> dict[str, list[Any]]:
            drawn = draw(transform, batch)
            for i, slot in enumerate(drawn["slot"]):
                self.rows.setdefault(slot, []).append({name: values[i] for name, values in drawn.items()})
            return drawn

        monkeypatch.setattr(SlotRows, "__call__", watched)

    def on_train_begin(self, *args: Any, **kwargs: Any) -> None:
        # The trainer has looked at the first row to learn what prompts look like.
        self.rows.clear()

    def on_step_end(self, *args: Any, **kwargs: Any) -> None:
        self.before_step_end.append(set(self.rows))


# steps_per_generation, gradient_accumulation_steps, num_iterations
GEOMETRIES = [(1, 1, 1), (2, 2, 1), (4, 1, 1), (1, 1, 2), (1, 4, 1), (2, 3, 1)]


@pytest.mark.parametrize(("spg", "ga", "mu"), GEOMETRIES)
def test_the_next_slot_is_the_first_that_was_never_fetched(
    ladder: Make, config: Make, train: Make, monkeypatch: pytest.MonkeyPatch, spg: int, ga: int, mu: int
) -> None:
    fetched = Fetched(monkeypatch)
    args = config(
        per_device_train_batch_size=16 // spg,
        steps_per_generation=spg,
        gradient_accumulation_steps=ga,
        num_iterations=mu,
        max_steps=2 * spg * mu + 6,
    )
    run = train(ladder(), args, callbacks=[fetched])
    geometry = Geometry.of(run.curriculum.args)
    assert geometry.prompts_per_round == 4

    # A trainer that ran out of slots would begin again at slot 0, and fetch fewer than it should.
    assert len(fetched.before_step_end) == args.max_steps
    for step, slots in enumerate(fetched.before_step_end, start=1):
        assert geometry.next_slot(step) == len(slots) == max(slots) + 1, step

    # Promotions happened while rows were being fetched, and no row changed by it.
    schedule = run.curriculum.progress.schedule
    assert len(schedule.marks) > 1
    for slot, versions in fetched.rows.items():
        row = run.curriculum.curriculum.row(slot, schedule)
        expected = {
            "prompt": row.prompt,
            "answer": row.problem.gold,
            "stage": row.stage,
            "role": row.role,
            "slot": slot,
        }
        assert all(version == expected for version in versions)


def test_another_geometry_is_refused_by_the_name_of_each_field() -> None:
    saved = {
        "generation_batch_size": 32,
        "num_generations": 8,
        "steps_per_generation": 2,
        "num_iterations": 1,
        "gradient_accumulation_steps": 1,
    }
    Geometry(**saved).require(saved)
    with pytest.raises(ProgressError) as caught:
        Geometry(16, 8, 1, 1, 1).require(saved)
    assert str(caught.value) == (
        "cannot resume with another batch geometry: generation_batch_size is 16 here and 32 in the checkpoint; "
        "steps_per_generation is 1 here and 2 in the checkpoint. Set the checkpoint's values, or start a new run"
    )


@pytest.mark.parametrize("numbers", [(1, 1, 1), (2, 2, 1), (4, 1, 1), (1, 1, 2), (1, 4, 1)], ids=str)
def test_each_slot_is_due_in_the_steps_of_its_round_only(numbers: tuple[int, int, int]) -> None:
    spg, accumulation, iterations = numbers
    geometry = Geometry(8, 4, spg, iterations, accumulation)
    for slot in range(40):
        first_batch = slot // geometry.prompts_per_round * geometry.micro_batches_per_round
        batches = range(first_batch, first_batch + geometry.micro_batches_per_round)
        steps = {batch // accumulation for batch in batches}
        assert {step for step in range(100) if geometry.due(slot, step)} == steps
