"""What is set right on a copy of the user's GRPOConfig."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from trl import GRPOConfig, GRPOTrainer

from gradatim.core import ConfigError
from gradatim.trainer_adapters.trl import GRPOCurriculum
from gradatim.trainer_adapters.trl.geometry import Geometry
from gradatim.trainer_adapters.trl.settings import checked

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({"shuffle_dataset": True}, "shuffle_dataset", False),
        ({"dataloader_num_workers": 2}, "dataloader_num_workers", 0),
        ({"save_strategy": "steps", "save_only_model": True}, "save_only_model", False),
        ({"remove_unused_columns": True}, "remove_unused_columns", False),
        ({"ignore_data_skip": True}, "ignore_data_skip", False),
        ({"lr_scheduler_type": "linear", "warmup_steps": 0}, "lr_scheduler_type", "constant"),
        ({"lr_scheduler_type": "linear", "warmup_steps": 5}, "lr_scheduler_type", "constant_with_warmup"),
        ({"lr_scheduler_type": "linear", "warmup_steps": 0.1}, "lr_scheduler_type", "constant_with_warmup"),
    ],
)
def test_what_is_safe_is_set_right_on_a_copy(
    ladder: Make, config: Make, given: dict[str, Any], field: str, value: object, tokenizer: Any
) -> None:
    args = config(**given)
    before = dict(vars(args))
    fed = GRPOCurriculum(ladder(), args, tokenizer)
    assert getattr(fed.args, field) == value
    assert [(note.field, note.given, note.value) for note in fed.notes] == [(field, getattr(args, field), value)]
    assert fed.notes[0].reason
    assert vars(args) == before
    assert fed.args is not args


def test_a_config_without_faults_gets_no_notes(ladder: Make, config: Make, tokenizer: Any) -> None:
    assert GRPOCurriculum(ladder(), config(), tokenizer).notes == []


def test_trls_own_defaults_are_all_set_right_at_once(ladder: Make, config: Make, tokenizer: Any) -> None:
    args = config(shuffle_dataset=True, lr_scheduler_type="linear", remove_unused_columns=False)
    assert [note.field for note in GRPOCurriculum(ladder(), args, tokenizer).notes] == [
        "shuffle_dataset",
        "lr_scheduler_type",
    ]


SPG4 = {"per_device_train_batch_size": 4, "steps_per_generation": 4}


@pytest.mark.parametrize(
    ("given", "save_steps", "value"),
    [
        (SPG4, 6, 8),
        (SPG4, 8, 8),
        (SPG4, 1, 4),
        ({"num_iterations": 2}, 5, 6),
        ({**SPG4, "num_iterations": 2, "gradient_accumulation_steps": 2}, 3, 4),
        # 3 micro-batches a step, rounds of 4: only every fourth step ends a round.
        ({**SPG4, "gradient_accumulation_steps": 3}, 5, 8),
        # A share of the 40 steps.
        (SPG4, 0.1, 0.1),
        (SPG4, 0.15, 8),
        (SPG4, 0.01, 4),
    ],
)
def test_checkpoints_move_to_the_end_of_a_round(
    ladder: Make, config: Make, given: dict[str, Any], save_steps: float, value: float, tokenizer: Any
) -> None:
    args = config(save_strategy="steps", save_steps=save_steps, max_steps=40, **given)
    fed = GRPOCurriculum(ladder(), args, tokenizer)
    assert fed.args.save_steps == value
    assert [note.field for note in fed.notes] == ([] if value == save_steps else ["save_steps"])
    steps = value if value >= 1 else value * 40
    assert Geometry.of(fed.args).at_round_end(int(steps))


def test_without_checkpoints_their_interval_is_left_alone(ladder: Make, config: Make, tokenizer: Any) -> None:
    assert GRPOCurriculum(ladder(), config(save_strategy="no", save_steps=3, **SPG4), tokenizer).notes == []


def test_settings_of_workers_go_with_the_workers(ladder: Make, config: Make, tokenizer: Any, untrained: Make) -> None:
    args = config(dataloader_num_workers=2, dataloader_prefetch_factor=4, dataloader_persistent_workers=True)
    fed = GRPOCurriculum(ladder(), args, tokenizer)
    assert [note.field for note in fed.notes] == [
        "dataloader_num_workers",
        "dataloader_prefetch_factor",
        "dataloader_persistent_workers",
    ]
    # PyTorch would refuse the rest without any worker.
    assert next(iter(trainer_with(fed, fed.args, tokenizer, untrained).get_train_dataloader()))


def test_what_costs_only_learning_or_exactness_can_be_kept(ladder: Make, config: Make, tokenizer: Any) -> None:
    args = config(lr_scheduler_type="linear", save_strategy="steps", save_steps=3, save_only_model=True, **SPG4)
    fed = GRPOCurriculum(ladder(), args, tokenizer, keep=["lr_scheduler_type", "save_steps", "save_only_model"])
    assert fed.notes == []
    assert fed.args.save_only_model
    assert fed.args.lr_scheduler_type == "linear"
    assert fed.args.save_steps == 3


def trainer_with(fed: GRPOCurriculum, args: GRPOConfig, tokenizer: Any, untrained: Make) -> GRPOTrainer:
    return GRPOTrainer(
        model=untrained(),
        args=args,
        processing_class=tokenizer,
        train_dataset=fed.train_dataset,
        reward_funcs=fed.reward_funcs,
        callbacks=[fed.callback],
    )


def test_a_trainer_built_with_the_unchecked_config_is_refused(
    ladder: Make, config: Make, tokenizer: Any, untrained: Make
) -> None:
    args = config(shuffle_dataset=True, lr_scheduler_type="linear", warmup_steps=0)
    fed = GRPOCurriculum(ladder(), args, tokenizer)
    with pytest.raises(ConfigError) as caught:
        trainer_with(fed, args, tokenizer, untrained)
    assert "shuffle_dataset=True instead of False" in str(caught.value)
    assert "lr_scheduler_type=" in str(caught.value)
    assert "pass args=curriculum.args" in str(caught.value)


def test_a_checked_config_that_was_changed_is_refused(
    ladder: Make, config: Make, tokenizer: Any, untrained: Make
) -> None:
    fed = GRPOCurriculum(ladder(), config(), tokenizer)
    fed.args.max_steps = 5000
    with pytest.raises(ConfigError, match="max_steps=5000 instead of 8"):
        trainer_with(fed, fed.args, tokenizer, untrained)


def test_an_unchecked_config_with_the_same_values_will_do(
    ladder: Make, config: Make, tokenizer: Any, untrained: Make
) -> None:
    args = config()
    assert trainer_with(GRPOCurriculum(ladder(), args, tokenizer), args, tokenizer, untrained).args is args


def test_corrections_can_be_asked_for_without_a_curriculum(config: Make) -> None:
    args, notes = checked(config(shuffle_dataset=True), stop_terms=[])
    assert args.shuffle_dataset is False
    assert str(notes[0]) == (
        "shuffle_dataset=True was set to False: slots must come in order; prompts are already drawn at random"
    )
