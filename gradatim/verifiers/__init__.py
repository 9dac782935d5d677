"""Is the completion right? From a completion and a gold answer to a `Verdict`."""

from gradatim.core.verdict import Verdict
from gradatim.verifiers.code.comparing import Tolerance
from gradatim.verifiers.code.engine import Limits
from gradatim.verifiers.code.gold import CallTest, CodeGold, CodeTest, ExpressionTest, StdinTest
from gradatim.verifiers.code_verifier import CodeVerifier
from gradatim.verifiers.exact_verifier import ExactVerifier
from gradatim.verifiers.extraction.answers import (
    ANSWER_STYLES,
    WRITTEN_STYLES,
    AnswerStyle,
    Extraction,
    WrittenStyle,
    extract,
    nothing_after_answer,
)
from gradatim.verifiers.math.options import GOLD_TYPES, LENIENT_RULES, STRICT_RULES, GoldType, Lenient, Strict
from gradatim.verifiers.math_verifier import MathVerifier
from gradatim.verifiers.reasons import REASONS
from gradatim.verifiers.registry import VERIFIERS
from gradatim.verifiers.verifier import ChecksProblems, KnowsGolds, Verifier

__all__ = [
    "ANSWER_STYLES",
    "GOLD_TYPES",
    "LENIENT_RULES",
    "REASONS",
    "STRICT_RULES",
    "VERIFIERS",
    "WRITTEN_STYLES",
    "AnswerStyle",
    "CallTest",
    "ChecksProblems",
    "CodeGold",
    "CodeTest",
    "CodeVerifier",
    "ExactVerifier",
    "ExpressionTest",
    "Extraction",
    "GoldType",
    "KnowsGolds",
    "Lenient",
    "Limits",
    "MathVerifier",
    "StdinTest",
    "Strict",
    "Tolerance",
    "Verdict",
    "Verifier",
    "WrittenStyle",
    "extract",
    "nothing_after_answer",
]
