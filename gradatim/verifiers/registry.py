"""The built-in verifiers by kind."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gradatim.verifiers.code_verifier import CodeVerifier
from gradatim.verifiers.exact_verifier import ExactVerifier
from gradatim.verifiers.math_verifier import MathVerifier
from gradatim.verifiers.verifier import Verifier

VERIFIERS: Mapping[str, type[Verifier]] = MappingProxyType(
    {"math": MathVerifier, "exact": ExactVerifier, "code": CodeVerifier}
)
"""The built-in verifiers by the kind that a reward file gives them."""
