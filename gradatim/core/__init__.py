"""What all layers speak of: problems, verdicts, samples, errors and canonical hashing."""

from gradatim.core.diagnostics import Diagnostic
from gradatim.core.errors import (
    ConfigError,
    GradatimError,
    MissingExtraError,
    ProblemError,
    ProgressError,
    RunFolderError,
    SandboxError,
)
from gradatim.core.findings import did_you_mean
from gradatim.core.hashing import canonical_json, content_id, unit_interval
from gradatim.core.problem import Problem
from gradatim.core.sample import Sample
from gradatim.core.verdict import EXCLUDED, STATUSES, Decider, Status, Verdict

__all__ = [
    "EXCLUDED",
    "STATUSES",
    "ConfigError",
    "Decider",
    "Diagnostic",
    "GradatimError",
    "MissingExtraError",
    "Problem",
    "ProblemError",
    "ProgressError",
    "RunFolderError",
    "Sample",
    "SandboxError",
    "Status",
    "Verdict",
    "canonical_json",
    "content_id",
    "did_you_mean",
    "unit_interval",
]
