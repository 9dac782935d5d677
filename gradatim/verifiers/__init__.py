"""Is the completion right? From a completion and a gold answer to a `Verdict`."""

from gradatim.core.verdict import Verdict
from gradatim.verifiers.answers import ANSWER_STYLES, AnswerStyle, Extraction, extract, nothing_after_answer

__all__ = ["ANSWER_STYLES", "AnswerStyle", "Extraction", "Verdict", "extract", "nothing_after_answer"]
