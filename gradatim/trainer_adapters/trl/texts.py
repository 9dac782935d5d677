"""Reading what TRL hands to a reward function, and which ids end a completion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def text_of(message: str | Sequence[Mapping[str, Any]]) -> str:
    """Returns a prompt or completion as text; the messages of a chat are joined by line breaks."""
    if isinstance(message, str):
        return message
    return "\n".join(_content(part.get("content")) for part in message)


def _content(content: Any) -> str:  # noqa: ANN401 - a chat message holds a text, a list of parts, or None
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


def eos_ids(tokenizer: Any, model: Any = None, generation_kwargs: Mapping[str, Any] | None = None) -> frozenset[int]:  # noqa: ANN401
    """Returns every id that ends a completion: the tokenizer's, the model's and those of `generation_kwargs`.

    A chat model's end-of-turn token is often only in its generation config.
    """
    config = getattr(model, "generation_config", None)
    found: set[int] = set()
    for ids in (
        getattr(getattr(tokenizer, "tokenizer", tokenizer), "eos_token_id", None),
        getattr(config, "eos_token_id", None),
        (generation_kwargs or {}).get("eos_token_id"),
    ):
        found.update([ids] if isinstance(ids, int) else ids or [])
    return frozenset(found)


def ended(ids: Sequence[int], ends: frozenset[int]) -> bool:
    """Whether a completion ended by itself; TRL cuts the ids after the first EOS, inclusive."""
    return bool(ids) and ids[-1] in ends


def prompt_ids(tokenizer: Any, prompts: Sequence[str | Sequence[Mapping[str, Any]]]) -> list[list[int]]:  # noqa: ANN401
    """Returns the token ids of prompts, all text or all chats, as the trainer makes them."""
    if isinstance(prompts[0], str):
        ids: list[list[int]] = tokenizer(list(prompts))["input_ids"]
        return ids
    texts = [tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False) for chat in prompts]
    # The chat template has written the special tokens itself.
    return answer_ids(tokenizer, texts)


def answer_ids(tokenizer: Any, answers: Sequence[str]) -> list[list[int]]:  # noqa: ANN401
    """Returns the token ids of answers, without special tokens."""
    ids: list[list[int]] = tokenizer(list(answers), add_special_tokens=False)["input_ids"]
    return ids
