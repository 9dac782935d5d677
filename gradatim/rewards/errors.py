"""The error of this layer."""

from __future__ import annotations

from gradatim.core.errors import GradatimError


class TermError(GradatimError, ValueError):
    """A term that cannot score a sample, or broke its promise: not a number, out of its own bounds.

    It is a bug in the term or in what feeds it, so it must stop the run: any value put in its place would train the
    model on the bug.
    """
