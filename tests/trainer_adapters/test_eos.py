"""Which tokens end a completion, with plain and with LoRA models."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from peft import LoraConfig

from gradatim.core import ConfigError
from gradatim.trainer_adapters.trl import GRPOCurriculum
from gradatim.trainer_adapters.trl.texts import ended, eos_ids, text_of

Make = Callable[..., Any]

LORA = LoraConfig(r=2, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM")


@pytest.mark.parametrize("lora", [None, LORA], ids=["plain", "lora"])
def test_an_end_of_turn_of_the_generation_config_ends_a_completion(
    ladder: Make, config: Make, train: Make, make_tokenizer: Make, untrained: Make, lora: Any
) -> None:
    # As in Gemma: the tokenizer's EOS is <eos>, and the model's generation config has <end_of_turn> as well.
    model, tokenizer = untrained(), make_tokenizer()
    turn = tokenizer("\n", add_special_tokens=False)["input_ids"][0]
    model.generation_config.eos_token_id = [tokenizer.eos_token_id, turn]
    args = config(max_steps=1, per_device_train_batch_size=64, max_completion_length=12)
    run = train(ladder(), args, model=model, tokenizer=tokenizer, peft_config=lora)
    # An untrained model writes anything: some completions end with a line break, some with <eos>, most are cut.
    ends = [(row[5][-1:], row[6]) for row in run.diary.completions]
    broken = [ended for end, ended in ends if end == "\n"]
    assert broken
    assert all(broken)
    assert {ended for end, ended in ends if end != "\n"} == {True, False}
    logs = run.trainer.state.log_history[0]
    share = sum(row[6] for row in run.diary.completions) / len(run.diary.completions)
    assert logs["completions/clipped_ratio"] == pytest.approx(1.0 - share)


def test_without_any_eos_the_trainer_is_refused(
    ladder: Make, config: Make, make_tokenizer: Make, untrained: Make
) -> None:
    model, tokenizer = untrained(), make_tokenizer()
    fed = GRPOCurriculum(ladder(), config(), tokenizer)
    model.generation_config.eos_token_id = None
    tokenizer.eos_token = None
    with pytest.raises(ConfigError, match=r"no completion can ever end; set tokenizer\.eos_token"):
        fed.callback.on_init_end(fed.args, None, None, model=model, processing_class=tokenizer)


def test_the_ids_of_all_places_are_united() -> None:
    tokenizer = SimpleNamespace(eos_token_id=2)
    model = SimpleNamespace(generation_config=SimpleNamespace(eos_token_id=[2, 7]))
    assert eos_ids(tokenizer) == {2}
    assert eos_ids(tokenizer, model) == {2, 7}
    assert eos_ids(tokenizer, model, {"eos_token_id": 9}) == {2, 7, 9}
    # A processor keeps its tokenizer inside.
    assert eos_ids(SimpleNamespace(tokenizer=tokenizer)) == {2}
    assert eos_ids(SimpleNamespace(eos_token_id=None)) == frozenset()


def test_a_completion_ends_with_its_last_id() -> None:
    assert ended([5, 2], frozenset({2, 7}))
    assert not ended([2, 5], frozenset({2, 7}))
    assert not ended([], frozenset({2}))


def test_messages_are_read_as_text() -> None:
    assert text_of("a") == "a"
    parts = [{"role": "user", "content": [{"type": "text", "text": "c"}, {"type": "image"}]}]
    assert text_of([{"role": "system", "content": "b"}, *parts, {"role": "assistant", "content": None}]) == "b\nc\n"
