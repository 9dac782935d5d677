"""The exception tree.

::

    GradatimError
    +-- ConfigError       (ValueError)    a curriculum, reward or setting that cannot be used; carries diagnostics
    +-- ProblemError      (ValueError)    a problem or gold answer that a source or verifier cannot use
    +-- TermError         (ValueError)    a reward term that cannot score a sample, or broke its bounds (in rewards)
    +-- ProgressError     (ValueError)    a saved curriculum state that does not fit this run
    +-- RunFolderError    (OSError)       a run folder that is in the way, missing or damaged
    +-- SandboxError      (OSError)       programs cannot be run, or not as locked up as they must be
    +-- ScoringError      (RuntimeError)  another process failed while scoring (in trainer_adapters.trl)
    +-- MissingExtraError (ImportError)   an optional dependency that is not installed
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradatim.core.diagnostics import Diagnostic


class GradatimError(Exception):
    """Base of every error that gradatim raises on purpose."""


class ConfigError(GradatimError, ValueError):
    """A curriculum, reward or trainer setting that cannot be used.

    Attributes:
        diagnostics: every finding, in file order; empty when the message says all.
    """

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)


class ProblemError(GradatimError, ValueError):
    """A problem or gold answer that cannot be used."""


class ProgressError(GradatimError, ValueError):
    """A saved curriculum state that does not fit the run that loads it."""


class RunFolderError(GradatimError, OSError):
    """A run folder that is in the way, missing or damaged."""


class SandboxError(GradatimError, OSError):
    """Programs cannot be run, or not as locked up as they must be."""


class MissingExtraError(GradatimError, ImportError):
    """An optional dependency that is not installed."""
