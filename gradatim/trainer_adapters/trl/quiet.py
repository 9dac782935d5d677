"""Silencing the training stack, whose progress bars and advice would tear a live display."""

from __future__ import annotations

import warnings

import transformers
from datasets.utils.logging import disable_progress_bar


def quiet() -> None:
    """Turns off progress bars, warnings and advice of transformers, TRL and what they stand on."""
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    disable_progress_bar()
    for module in ("transformers", "trl", "torch", "accelerate", "datasets", "peft"):
        warnings.filterwarnings("ignore", module=rf"{module}(\.|$)")
