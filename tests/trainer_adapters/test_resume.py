"""A run that goes on from a checkpoint is bit for bit the run that was never interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import TrainerControl, TrainerState
from trl import GRPOConfig

from gradatim.core import ProgressError
from gradatim.trainer_adapters.trl import GRPOCurriculum

Make = Callable[..., Any]

ONE_TO_ONE = {"per_device_train_batch_size": 32, "num_generations": 8, "save_steps": 1}
FOUR_STEPS_A_ROUND = {
    "per_device_train_batch_size": 8,
    "num_generations": 8,
    "steps_per_generation": 4,
    "save_steps": 4,
    "max_steps": 32,
}
FOUR_ROUNDS_A_STEP = {
    "per_device_train_batch_size": 16,
    "gradient_accumulation_steps": 4,
    "steps_per_generation": 1,
    "save_steps": 1,
}
# With transformers' own way of keeping callbacks' states switched on, which must leave ours alone.
USED_TWICE = {
    "restore_callback_states_from_checkpoint": True,
    "per_device_train_batch_size": 32,
    "num_generations": 8,
    "num_iterations": 2,
    "save_steps": 2,
    "max_steps": 16,
}


@pytest.mark.parametrize(
    "geometry",
    [
        pytest.param(ONE_TO_ONE, id="one round a step"),
        pytest.param(FOUR_STEPS_A_ROUND, id="four steps a round"),
        pytest.param(FOUR_ROUNDS_A_STEP, id="four rounds a step", marks=pytest.mark.slow),
        pytest.param(USED_TWICE, id="a round used twice", marks=pytest.mark.slow),
    ],
)
def test_the_rest_of_a_resumed_run_is_bit_equal(
    ladder: Make, config: Make, train: Make, tmp_path: Path, geometry: dict[str, Any]
) -> None:
    settings = {"max_steps": 8, "save_strategy": "steps", "lr_scheduler_type": "cosine", **geometry}
    whole = train(ladder(), config(**settings, output_dir=str(tmp_path / "whole")))
    opened = [event["step"] for event in whole.diary.events if event["event"] == "opened"]
    # The worst place: the promotion is decided, and the loader has fetched rows of the old stage already.
    every = settings["save_steps"]
    step = -(-opened[0] // every) * every
    assert step < settings["max_steps"] - 2 * every
    mixed = whole.diary.mixed(step)
    assert len(mixed) >= 2
    assert all(mixed), "without unequal rewards there are no gradients, and weights would agree by chance"

    checkpoint = tmp_path / "whole" / f"checkpoint-{step}"
    rest = train(ladder(), config(**settings, output_dir=str(tmp_path / "rest")), resume=checkpoint)
    assert rest.diary.events[0] == {
        "event": "resumed",
        "step": step,
        "stage": whole.curriculum.curriculum.stages[1].name,
    }
    assert rest.diary.after(0) == whole.diary.after(step)
    assert rest.curriculum.progress.to_json() == whole.curriculum.progress.to_json()
    assert rest.weights.keys() == whole.weights.keys()
    for name, tensor in whole.weights.items():
        assert torch.equal(tensor, rest.weights[name]), name
    # The run did move the weights after the checkpoint.
    before = torch.load(checkpoint / "optimizer.pt", weights_only=True)
    assert before["state"][0]["step"] == step


@pytest.fixture(scope="module")
def checkpoint(ladder: Make, train: Make, settings: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first")
    train(ladder(), GRPOConfig(**settings | {"output_dir": str(folder), "max_steps": 2, "save_strategy": "steps"}))
    return folder / "checkpoint-2"


def test_another_batch_geometry_is_refused(ladder: Make, config: Make, train: Make, checkpoint: Path) -> None:
    args = config(max_steps=4, per_device_train_batch_size=8, gradient_accumulation_steps=2)
    with pytest.raises(ProgressError) as caught:
        train(ladder(), args, resume=checkpoint)
    text = str(caught.value)
    assert "steps_per_generation is 2 here and 1 in the checkpoint" in text
    assert "gradient_accumulation_steps is 2 here and 1 in the checkpoint" in text
    assert "num_generations" not in text


def begin(curriculum: Any, args: GRPOConfig, tokenizer: Any, state: Path) -> GRPOCurriculum:
    """What a trainer does with a checkpoint's state before it trains."""
    fed = GRPOCurriculum(curriculum, args, tokenizer)
    fed.callback.on_train_begin(fed.args, TrainerState.load_from_json(str(state)), TrainerControl())
    return fed


@pytest.mark.parametrize(
    "changes",
    [{"seed": 4}, {"replay": 0.5}, {"reward": {"correctness": 1.0}}, {"gate": {"pass_rate": 0.5}}, {"finish": None}],
    ids=str,
)
def test_another_curriculum_is_refused(
    ladder: Make, config: Make, tokenizer: Any, checkpoint: Path, changes: dict[str, Any]
) -> None:
    with pytest.raises(ProgressError, match="the checkpoint was written with another curriculum"):
        begin(ladder(**changes), config(), tokenizer, checkpoint / "trainer_state.json")


def test_what_only_gradatim_train_reads_may_change(
    ladder: Make, config: Make, tokenizer: Any, checkpoint: Path
) -> None:
    renamed = ladder(
        name="other",
        caveats=["one"],
        model={"preset": "tiny"},
        sft={"steps": 9, "gold": ["ones"]},
        trainer={"max_steps": 9},
    )
    fed = begin(renamed, config(max_steps=30), tokenizer, checkpoint / "trainer_state.json")
    assert fed.progress.to_json() != GRPOCurriculum(renamed, config(), tokenizer).progress.to_json()


def test_a_checkpoint_of_another_kind_of_run_is_refused(
    ladder: Make, config: Make, tokenizer: Any, checkpoint: Path, tmp_path: Path
) -> None:
    state = json.loads((checkpoint / "trainer_state.json").read_text())
    del state["stateful_callbacks"]["gradatim"]
    (tmp_path / "state.json").write_text(json.dumps(state))
    with pytest.raises(ProgressError, match="at step 2 was not written by a run with a gradatim curriculum"):
        begin(ladder(), config(), tokenizer, tmp_path / "state.json")


def test_what_cannot_be_exact_is_said(
    ladder: Make,
    config: Make,
    tokenizer: Any,
    checkpoint: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    begin(ladder(), config(), tokenizer, checkpoint / "trainer_state.json")
    assert "not exactly" not in caplog.text
    state = json.loads((checkpoint / "trainer_state.json").read_text())
    attributes = state["stateful_callbacks"]["gradatim"]["attributes"]
    attributes["geometry"]["steps_per_generation"] = 4
    attributes["processes"] = 2
    (tmp_path / "state.json").write_text(json.dumps(state))
    args = config(per_device_train_batch_size=4, steps_per_generation=4)
    begin(ladder(), args, tokenizer, tmp_path / "state.json")
    inside, processes = (record.getMessage() for record in caplog.records if record.levelname == "WARNING")
    assert inside.startswith("checkpoint 2 lies inside a generation round")
    assert "written by 2 processes and 1 go on" in processes


def test_training_again_without_a_checkpoint_starts_anew(ladder: Make, config: Make, train: Make) -> None:
    run = train(ladder(), config(max_steps=3))
    assert run.curriculum.progress.phase_name != "ones"
    asked = [row[1:5] for row in run.diary.completions]
    run.trainer.train()
    # The weights are other ones by now, the questions are not.
    assert [row[1:5] for row in run.diary.completions[len(asked) :]][:32] == asked[:32]
    assert [step for step, _ in run.diary.phases] == [1, 2, 3, 1, 2, 3]
    assert run.diary.phases[3] == (1, "ones")
