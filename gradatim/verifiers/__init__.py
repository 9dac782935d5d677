"""Is the completion right? From a completion and a gold answer to a `Verdict`."""

from gradatim.core.verdict import Verdict
from gradatim.verifiers.exact_verifier import ExactVerifier
from gradatim.verifiers.extraction.answers import ANSWER_STYLES, AnswerStyle, Extraction, extract, nothing_after_answer
from gradatim.verifiers.math_verifier import MathVerifier
from gradatim.verifiers.reasons import REASONS
from gradatim.verifiers.registry import VERIFIERS
from gradatim.verifiers.verifier import Verifier

__all__ = [
    "ANSWER_STYLES",
    "REASONS",
    "VERIFIERS",
    "AnswerStyle",
    "ExactVerifier",
    "Extraction",
    "MathVerifier",
    "Verdict",
    "Verifier",
    "extract",
    "nothing_after_answer",
]
