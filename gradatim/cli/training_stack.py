"""Preparing the process for torch and TRL, before they are imported."""

from __future__ import annotations

import os
from importlib.util import find_spec

from gradatim.core import MissingExtraError

_QUIET = {
    "TOKENIZERS_PARALLELISM": "false",
    "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRL_EXPERIMENTAL_SILENCE": "1",
}


def require_trl() -> None:
    """Checks that the training stack is installed, without importing it.

    Raises:
        MissingExtraError: it is not.
    """
    lacking = [name for name in ("torch", "transformers", "trl", "datasets") if find_spec(name) is None]
    if lacking:
        raise MissingExtraError(f"{', '.join(lacking)} not installed; run: pip install 'gradatim[trl]'")


def prepare() -> None:
    """Sets what must be set before torch is imported, each unless the user has set it.

    One thread: on shared cores two were 50 times slower. On a GPU the threads of the CPU do not matter.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
