"""Plain and chat prompts through warm-up, GRPO and probe: the model reads the same tokens in all three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gradatim.trainer_adapters.trl import GRPOCurriculum, probe
from gradatim.trainer_adapters.trl.warm_up import WarmUpRows, warm_up

Make = Callable[..., Any]

TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}({{ message.role }}){{ message.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}(assistant){% endif %}"
)
CHAT = {"system": "Add up.", "user": "{question}="}
SFT = {"steps": 30, "gold": ["ones", "teens", "twenties"], "learning_rate": 5e-3, "batch_size": 32}


@pytest.fixture
def chat_tokenizer(make_tokenizer: Make) -> Any:
    tokenizer = make_tokenizer()
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def unpadded(rows: Any, pad: int) -> set[tuple[int, ...]]:
    return {tuple(token for token in row if token != pad) for row in rows.tolist()}


@pytest.mark.parametrize("prompt", ["{question}=", CHAT], ids=["plain", "chat"])
def test_warm_up_training_and_probe_read_the_same_tokens(
    ladder: Make,
    config: Make,
    train: Make,
    untrained: Make,
    chat_tokenizer: Any,
    monkeypatch: pytest.MonkeyPatch,
    prompt: Any,
) -> None:
    curriculum = ladder(prompt=prompt, sft=SFT)
    model, tokenizer = untrained(), chat_tokenizer
    read: list[set[tuple[int, ...]]] = []
    generate = model.generate

    def watched(*args: Any, **kwargs: Any) -> Any:
        read.append(unpadded(kwargs["input_ids"], tokenizer.pad_token_id))
        return generate(*args, **kwargs)

    monkeypatch.setattr(model, "generate", watched)
    run = train(curriculum, config(max_steps=1), model=model, tokenizer=tokenizer)
    trained = {one[1]: one[4] for one in run.diary.completions}
    by_grpo = read.pop()
    probe(model, tokenizer, curriculum, limit=9, max_new_tokens=2)
    by_probe = set().union(*read)

    rows = WarmUpRows(curriculum, curriculum.spec.sft, tokenizer)
    drawn = rows({"row": list(range(200))})
    texts = [rows.texts(i)[1] for i in range(200)]
    by_warm_up = [
        tuple(ids[: labels.count(-100)]) for ids, labels in zip(drawn["input_ids"], drawn["labels"], strict=True)
    ]
    taught = {str(text): ids for text, ids in zip(texts, by_warm_up, strict=True)}
    asked = [str(text) for text in trained.values() if str(text) in taught]
    assert asked
    assert {taught[text] for text in asked} <= by_grpo
    # All questions look alike: the same beginning and end around the numbers.
    begin = {ids[: ids.index(question_start(ids, tokenizer))] for ids in by_warm_up}
    assert len(begin) == 1
    for ids in by_grpo | by_probe:
        assert {ids[: len(next(iter(begin)))]} == begin
        assert ids.count(tokenizer.bos_token_id) == 1
        assert ids[-1] == by_warm_up[0][-1]


def question_start(ids: tuple[int, ...], tokenizer: Any) -> int:
    """The first digit of a prompt."""
    return next(token for token in ids if tokenizer.decode([token]).isdigit())


def test_a_curriculum_of_chats_works_from_end_to_end(
    ladder: Make, config: Make, train: Make, untrained: Make, chat_tokenizer: Any
) -> None:
    curriculum = ladder(prompt=CHAT, sft=SFT, gate={"pass_rate": 0.05, "margin": 0.03, "alpha": 0.5, "min_prompts": 4})
    model, tokenizer = untrained(), chat_tokenizer
    losses: list[float] = []
    warm_up(
        model,
        tokenizer,
        curriculum,
        curriculum.spec.sft,
        report=lambda done, total, facts: losses.append(facts.get("loss", 0.0)),
        stop=lambda: False,
        use_cpu=True,
    )
    assert losses[-1] < losses[15]

    held_out = GRPOCurriculum(curriculum, config(), tokenizer).eval_dataset(limit=4)
    args = config(max_steps=4, eval_strategy="steps", eval_steps=4, per_device_eval_batch_size=16)
    run = train(curriculum, args, model=model, tokenizer=tokenizer, eval_dataset=held_out)
    prompt, completion = run.diary.completions[0][4:6]
    assert [message["role"] for message in prompt] == ["system", "user"]
    assert isinstance(completion, str)
    assert "eval_pass_rate/teens" in {name for entry in run.trainer.state.log_history for name in entry}
    assert run.trainer.state.global_step == 4
    results = probe(model, tokenizer, curriculum, limit=5, max_new_tokens=4)
    assert [(result.stage, result.split, result.total) for result in results] == [
        ("ones", "train", 5),
        ("teens", "probe", 5),
        ("twenties", "probe", 5),
    ]
