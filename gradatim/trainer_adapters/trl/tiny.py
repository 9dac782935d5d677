"""The `tiny` preset: a Llama of about 0.1 M parameters over characters, made from nothing in a moment."""

from __future__ import annotations

import string
from typing import Any

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from gradatim.core import ConfigError
from gradatim.curricula import Curriculum

_SPECIAL = ("<pad>", "<bos>", "<eos>", "<unk>")
ALPHABET = "\n" + string.printable[:95]
"""Line break and printable ASCII, one token each."""

_HIDDEN = 64
_MAX_POSITIONS = 1024
# Llama's usual 0.02 is far too small for 64 dimensions: 800 warm-up steps then left one-digit addition at .09.
_INITIALIZER_RANGE = 0.08


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    """Returns a tokenizer with one token per character of `ALPHABET`; padding on the left, as generation needs it."""
    vocabulary = {token: i for i, token in enumerate((*_SPECIAL, *ALPHABET))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), behavior="isolated")
    tokenizer.decoder = decoders.Fuse()
    tokenizer.post_processor = processors.TemplateProcessing(single="<bos> $A", special_tokens=[("<bos>", 1)])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        bos_token="<bos>",
        eos_token="<eos>",
        unk_token="<unk>",
        padding_side="left",
    )


def tiny_model(seed: int, vocabulary: int) -> LlamaForCausalLM:
    """Returns a freshly initialised model for so many tokens; equal seeds give equal weights."""
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=_HIDDEN,
        intermediate_size=3 * _HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=4,
        max_position_embeddings=_MAX_POSITIONS,
        initializer_range=_INITIALIZER_RANGE,
        tie_word_embeddings=True,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        attn_implementation="sdpa",
    )
    return LlamaForCausalLM(config)


def require_known(curriculum: Curriculum, tokenizer: Any) -> None:  # noqa: ANN401
    """Checks that the preset can read and write a curriculum.

    Raises:
        ConfigError: names the characters that it does not know, or says that its prompts are chats.
    """
    for stage in curriculum.stages:
        for source in stage.sources:
            if source.prompt.chat:
                raise ConfigError(
                    f"stage {stage.name!r} has chat prompts, which the preset 'tiny' has no template for; "
                    "name an instruction-tuned model with model.path=..."
                )
            text = source.render("")
            unknown = (set(str(text)) | source.source.alphabet()) - set(ALPHABET)
            if unknown:
                named = "".join(sorted(unknown))
                raise ConfigError(
                    f"stage {stage.name!r} has {named!r}, which the preset 'tiny' has no tokens for; "
                    "it knows printable ASCII, so reword the prompt or name a model with model.path=..."
                )
