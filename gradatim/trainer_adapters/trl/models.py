"""Getting the model and tokenizer that `gradatim train` starts from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from accelerate import PartialState
from transformers import AutoModelForCausalLM, AutoTokenizer

from gradatim.core import ConfigError
from gradatim.curricula import Curriculum
from gradatim.trainer_adapters.trl.texts import answer_ids, prompt_ids
from gradatim.trainer_adapters.trl.tiny import require_known, tiny_model, tiny_tokenizer


def load_model(curriculum: Curriculum) -> tuple[Any, Any]:
    """Returns the model and tokenizer of the curriculum's `model` block.

    Raises:
        ConfigError: there is no such block, its path is no model folder, or the preset cannot read the curriculum.
    """
    tokenizer = load_tokenizer(curriculum)
    path = _model_path(curriculum)
    if path is None:
        return tiny_model(curriculum.seed, len(tokenizer)), tokenizer
    return load_folder(path)


def load_tokenizer(curriculum: Curriculum) -> Any:  # noqa: ANN401 - any tokenizer
    """Returns the tokenizer of the curriculum's `model` block.

    Raises:
        ConfigError: as `load_model`.
    """
    path = _model_path(curriculum)
    if path is None:
        tokenizer = tiny_tokenizer()
        require_known(curriculum, tokenizer)
        return tokenizer
    return _tokenizer(path)


def load_folder(folder: Path) -> tuple[Any, Any]:
    """Returns the model, on this process's device, and the tokenizer saved in a folder; never asks the network.

    Raises:
        ConfigError: the folder is no model folder.
    """
    tokenizer = _tokenizer(folder)
    try:
        model = AutoModelForCausalLM.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError) as error:
        raise ConfigError(f"the model in {folder} cannot be loaded: {error}") from error
    return model.to(PartialState().device), tokenizer


def token_counter(folder: Path) -> Callable[[Any, str], tuple[int, int]]:
    """Returns a function that counts the tokens of a prompt (text, or the messages of a chat) and of its answer.

    Raises:
        ConfigError: the folder is no model folder.
    """
    tokenizer = _tokenizer(folder)

    def count(prompt: Any, answer: str) -> tuple[int, int]:  # noqa: ANN401
        return len(prompt_ids(tokenizer, [prompt])[0]), len(answer_ids(tokenizer, [answer])[0]) + 1

    return count


def _model_path(curriculum: Curriculum) -> Path | None:
    """The model folder; None for the preset."""
    spec = curriculum.spec.model
    if spec is None:
        raise ConfigError(
            f"curriculum {curriculum.name!r} names no model; add a 'model:' block, or an override such as "
            "model.path=/path/to/model (a folder with config.json)"
        )
    return None if spec.path is None else Path(spec.path)


def _tokenizer(folder: Path) -> Any:  # noqa: ANN401
    if not (folder / "config.json").is_file():
        raise ConfigError(
            f"{str(folder)!r} is not a model folder: it has no config.json; download a model first, for example with "
            "`hf download Qwen/Qwen2.5-0.5B-Instruct --local-dir qwen`, and name that folder"
        )
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, padding_side="left")
    except (OSError, ValueError) as error:
        raise ConfigError(f"the tokenizer in {folder} cannot be loaded: {error}") from error
    if tokenizer.eos_token_id is None:
        raise ConfigError(f"the tokenizer in {folder} has no EOS token, so no completion can end; set one and save it")
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer
