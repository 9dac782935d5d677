"""The reason codes of verdicts, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REASONS: Mapping[str, str] = MappingProxyType(
    {
        # unparsed: the completion states no final answer
        "no_marker": "the answer style's mark-up is missing",
        "empty_answer": "the mark-up holds nothing but white space",
        "unclosed": "the mark-up never closes: the text was cut off",
        "open_reasoning": "<think> is still open at the end",
        "no_code": "no block of Python code",
        # incorrect: what the completion causes
        "wrong_value": "another value than the gold's",
        "wrong_unit": "the right number with another unit than the gold's",
        "wrong_name": "a value of something else than the gold speaks of",
        "wrong_type": "another kind of thing than the gold, such as an interval for a pair",
        "wrong_base": "a number in another base than the gold's, where the base counts",
        "wrong_domain": "equal, but defined elsewhere than the gold, where that counts",
        "several_answers": "several different values where the gold is one",
        "relation_not_value": "a false or open statement where a value is asked for",
        "not_readable": "no mathematics that can be read",
        "not_evaluated": "the right value, but not worked out",
        "undefined": "it has no value, such as 1/0",
        "too_long": "the answer is longer than any answer that is read",
        "too_complex": "deeper nested or larger than anything that is computed",
        "syntax_error": "the program is not Python",
        "load_error": "the program raises an exception before it is called",
        "missing_entry_point": "the program does not define the function that is asked for",
        "runtime_error": "a call raises an exception",
        "timeout_cpu": "the program takes more CPU time than allowed",
        "timeout_wall": "the program waits and waits",
        "memory": "the program needs more memory than allowed",
        "too_many_threads": "the program starts more threads than allowed",
        "output_limit": "the program returns or prints more than is read",
        "not_plain_data": "a result is no plain data, such as a generator or an object",
        "forbidden": "the program tries what the sandbox does not permit",
        "early_exit": "the program ends before all tests have an answer",
        "crash": "a signal ended the program",
        "code_too_long": "the program is longer than any that is run",
        "protocol_error": "the program writes into the channel of its results",
        "broke_sandbox": "the process that runs programs died of this one, twice",
        # gold_unparsed: nothing can be compared with this gold
        "empty_gold": "the gold is empty",
        "gold_too_long": "the gold is longer than any answer that is read",
        "gold_unreadable": "the gold is neither mathematics nor a few words, and the texts differ",
        "gold_too_complex": "the gold is larger than anything that is computed, and the texts differ",
        "gold_undefined": "the gold has no value, and the texts differ",
        "gold_type": "the gold is not of the type that is set",
        "gold_no_tests": "the gold is no text of a CodeGold",
        "gold_setup": "the gold's own setup code raises an exception",
        # engine_error
        "sandbox": "the program could not be run",
        "proof_engine": "the process that proves what is left to prove cannot be started",
    }
)
"""What each `Verdict.reason` means. A correct verdict has none."""
