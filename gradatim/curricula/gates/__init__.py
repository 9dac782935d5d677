"""Gates: the statistical tests that open the next stage, and close this one again."""

from collections.abc import Mapping

from gradatim.curricula.gates.base import Decision, Gate, GateState
from gradatim.curricula.gates.e_cusum import ECusum
from gradatim.curricula.gates.intervals import clustered_interval, effective_prompts, wilson_interval
from gradatim.curricula.gates.mirrored import Mirrored, mirrored
from gradatim.curricula.gates.wilson import Wilson

GATES: Mapping[str, type[Gate]] = {"e_cusum": ECusum, "wilson": Wilson}
"""Gates by the name that YAML gives them."""

__all__ = [
    "GATES",
    "Decision",
    "ECusum",
    "Gate",
    "GateState",
    "Mirrored",
    "Wilson",
    "clustered_interval",
    "effective_prompts",
    "mirrored",
    "wilson_interval",
]
