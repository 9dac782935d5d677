"""Set before anything imports torch: two threads on shared cores are many times slower than one."""

from __future__ import annotations

import os

from hypothesis import settings

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_DATASETS_DISABLE_PROGRESS_BARS", "1")

# The same examples in every run: what fails here fails everywhere.
settings.register_profile("repeatable", derandomize=True)
settings.load_profile("repeatable")
