"""What is refused of a user's GRPOConfig, with a value that works in its place."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import pytest
from trl import GRPOConfig, GRPOTrainer

from gradatim.core import ConfigError
from gradatim.trainer_adapters.trl import GRPOCurriculum
from gradatim.trainer_adapters.trl.geometry import Geometry

Make = Callable[..., Any]


def changed(args: GRPOConfig, **values: object) -> GRPOConfig:
    """As a script does that sets fields after the config was made."""
    for name, value in values.items():
        setattr(args, name, value)
    return args


REFUSED: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"max_steps": -1, "num_train_epochs": 2.0}, "max_steps"),
    ({}, {"num_generations": 3}, "num_generations"),
    ({}, {"num_generations": 1}, "num_generations"),
    ({}, {"num_generations": 5}, "num_generations"),
    ({"per_device_train_batch_size": 12}, {"num_generations": 5}, "num_generations"),
    ({}, {"per_device_train_batch_size": 12}, "generation_batch_size"),
    ({}, {"steps_per_generation": 3}, "generation_batch_size"),
    ({"mask_truncated_completions": True}, {}, "mask_truncated_completions"),
    ({"save_strategy": "epoch"}, {}, "save_strategy"),
    ({"max_completion_length": 2}, {}, "max_completion_length"),
]


@pytest.mark.parametrize(("given", "later", "field"), REFUSED, ids=str)
def test_every_refusal_names_the_field_and_a_value_that_works(
    ladder: Make,
    config: Make,
    given: dict[str, Any],
    later: dict[str, Any],
    field: str,
    tokenizer: Any,
    untrained: Make,
) -> None:
    args = changed(config(**given), **later)
    before = dict(vars(args))
    with pytest.raises(ConfigError) as caught:
        GRPOCurriculum(ladder(), args, tokenizer)
    assert vars(args) == before
    text = str(caught.value)
    given_value = getattr(args, field)
    assert text.startswith(f"{field}={getattr(given_value, 'value', given_value)!r}"), text
    named = re.search(rf"set (?:{field}, for example )?{field}=([^\s,]+)", text)
    assert named, text
    setattr(args, field, ast.literal_eval(named[1]))
    fed = GRPOCurriculum(ladder(), args, tokenizer)
    # TRL itself takes the named value too, and its loader feeds what the geometry says.
    trainer = GRPOTrainer(
        model=untrained(),
        args=fed.args,
        processing_class=tokenizer,
        train_dataset=fed.train_dataset,
        reward_funcs=fed.reward_funcs,
        callbacks=[fed.callback],
    )
    slots = [row["slot"] for row in next(iter(trainer.get_train_dataloader()))]
    geometry = Geometry.of(fed.args)
    assert sorted(set(slots)) == list(range(geometry.prompts_per_round))
    assert len(slots) == geometry.generation_batch_size


def test_all_problems_are_reported_at_once(ladder: Make, config: Make, tokenizer: Any) -> None:
    args = changed(
        config(mask_truncated_completions=True, save_strategy="epoch", max_completion_length=2),
        max_steps=-1,
        num_generations=3,
        steps_per_generation=2,
    )
    with pytest.raises(ConfigError) as caught:
        GRPOCurriculum(ladder(), args, tokenizer, keep=["shuffle_dataset"])
    fields = [line.split("=")[0] for line in str(caught.value).splitlines()]
    assert fields == [
        "max_steps",
        "generation_batch_size",
        "num_generations",
        "mask_truncated_completions",
        "save_strategy",
        "keep",
        "max_completion_length",
    ]


def test_masking_truncated_completions_is_fine_without_a_stop_term(ladder: Make, config: Make, tokenizer: Any) -> None:
    args = config(mask_truncated_completions=True)
    assert GRPOCurriculum(ladder(reward={"correctness": 1.0}), args, tokenizer).args.mask_truncated_completions


def test_one_stage_with_a_stop_term_is_enough_to_refuse_masking(
    ladder_data: Make, ladder: Make, config: Make, tokenizer: Any
) -> None:
    stages = ladder_data()["stages"]
    stages[2]["reward"] = {"ending": {"kind": "stop", "weight": 0.1, "when": "correct"}}
    with pytest.raises(ConfigError, match="the penalty of ending never reaches them"):
        GRPOCurriculum(
            ladder(reward={"correctness": 1.0}, stages=stages), config(mask_truncated_completions=True), tokenizer
        )


def test_the_longest_answer_decides_about_the_completion_length(ladder: Make, config: Make, tokenizer: Any) -> None:
    # Two digits and EOS: three tokens.
    assert GRPOCurriculum(ladder(), config(max_completion_length=3), tokenizer)
    assert GRPOCurriculum(ladder(), config(max_completion_length=None), tokenizer)
    with pytest.raises(ConfigError, match=r"takes 3 tokens with EOS.*max_completion_length=6 or more"):
        GRPOCurriculum(ladder(), config(max_completion_length=2), tokenizer)


def test_mixed_text_and_chat_prompts_are_refused(ladder_data: Make, ladder: Make, config: Make, tokenizer: Any) -> None:
    stages = ladder_data()["stages"]
    stages[1]["prompt"] = {"user": "{question}"}
    with pytest.raises(ConfigError) as caught:
        GRPOCurriculum(ladder(stages=stages), config(), tokenizer)
    first, second = str(caught.value).splitlines()
    assert first.startswith("some prompts of the curriculum are plain text and some are chats")
    assert "no chat_template" in second


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        (
            ["shuffle_dataset"],
            "shuffle_dataset cannot be kept, only lr_scheduler_type, save_steps, save_only_model can",
        ),
        (["save_step"], "did you mean 'save_steps'?"),
        ("save_steps", "set keep=['save_steps']"),
    ],
)
def test_what_cannot_be_kept_is_refused(ladder: Make, config: Make, keep: Any, expected: str, tokenizer: Any) -> None:
    with pytest.raises(ConfigError, match=re.escape(expected)):
        GRPOCurriculum(ladder(), config(), tokenizer, keep=keep)
