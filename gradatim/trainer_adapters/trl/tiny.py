"""The `tiny` preset: a Llama of about 0.1 M parameters over characters, made from nothing in a moment."""

from __future__ import annotations

import string
from collections.abc import Iterable

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from gradatim.core import ConfigError
from gradatim.curricula import Curriculum
from gradatim.rewards import write_answer

_SPECIAL = ("<pad>", "<bos>", "<eos>", "<unk>")
PRINTABLE = "\n" + string.printable[:95]
"""Line break and printable ASCII."""

_HIDDEN = 64
_MAX_POSITIONS = 1024
# Llama's usual 0.02 is far too small for 64 dimensions: 800 warm-up steps then left one-digit addition at .09.
_INITIALIZER_RANGE = 0.08


def tiny_tokenizer(characters: Iterable[str] = PRINTABLE) -> PreTrainedTokenizerFast:
    """Returns a tokenizer with one token per character; padding is on the left, as generation needs it."""
    vocabulary = {token: i for i, token in enumerate((*_SPECIAL, *sorted(set(characters))))}
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


def tiny_model(seed: int, vocabulary: int = len(_SPECIAL) + len(PRINTABLE)) -> LlamaForCausalLM:
    """Returns a freshly initialised model with so many tokens; equal seeds give equal weights."""
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


def alphabet(curriculum: Curriculum) -> frozenset[str]:
    """Returns every character that prompts and answers can contain: the tokens that the preset needs.

    No more than these: with all of printable ASCII the warm-up learned to add 100 to 300 steps later.

    Raises:
        ConfigError: the curriculum's prompts are chats.
    """
    found: set[str] = set()
    for stage in curriculum.stages:
        for source in stage.sources:
            if source.prompt.chat:
                raise ConfigError(
                    f"stage {stage.name!r} has chat prompts, which the preset 'tiny' has no template for; "
                    "name an instruction-tuned model with model.path=..."
                )
            found |= set(str(source.render(""))) | source.source.alphabet() | set(write_answer("", source.answer))
    return frozenset(found)
