"""gradatim: curricula and reward design for GRPO training of small language models."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradatim.core import GradatimError, Problem, Sample, Verdict
    from gradatim.curricula import Curriculum, load_curriculum
    from gradatim.rewards import Grader, Reward, load_reward

__version__ = "0.1.0"

__all__ = [
    "Curriculum",
    "GradatimError",
    "Grader",
    "Problem",
    "Reward",
    "Sample",
    "Verdict",
    "__version__",
    "load_curriculum",
    "load_reward",
]

_HOMES = {
    "Curriculum": "curricula",
    "GradatimError": "core",
    "Grader": "rewards",
    "Problem": "core",
    "Reward": "rewards",
    "Sample": "core",
    "Verdict": "core",
    "load_curriculum": "curricula",
    "load_reward": "rewards",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    # Imported on first use, so that `gradatim --help` does not wait for what it does not need.
    if name not in _HOMES:
        raise AttributeError(f"module 'gradatim' has no attribute {name!r}")
    return getattr(import_module(f"gradatim.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
