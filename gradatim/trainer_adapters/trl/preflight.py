"""Everything about a run that can be refused before it makes a folder."""

from __future__ import annotations

from pathlib import Path

import torch
from trl import GRPOConfig

from gradatim.curricula import Curriculum
from gradatim.trainer_adapters.trl.adapter import GRPOCurriculum
from gradatim.trainer_adapters.trl.config import grpo_config
from gradatim.trainer_adapters.trl.models import load_tokenizer


def preflight(curriculum: Curriculum, folder: Path) -> GRPOConfig:
    """Checks model, settings and answer lengths of a run.

    Returns:
        The config that the trainer will get.

    Raises:
        ConfigError: something does not fit together.
    """
    tokenizer = load_tokenizer(curriculum)
    args = grpo_config(curriculum, folder, use_cpu=not torch.cuda.is_available())
    return GRPOCurriculum(curriculum, args, tokenizer).args
