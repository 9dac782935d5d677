"""What the end of a program, and what it sent before, mean."""

from __future__ import annotations

import signal

from gradatim.verifiers.code.child.program import OUT_OF_MEMORY, SYNTAX_ERROR
from gradatim.verifiers.code.engine import Ended, Level, Limits
from gradatim.verifiers.code.outcome import PASSED, CodeOutcome, TestOutcome
from gradatim.verifiers.code.readers import OutputReader, ValueReader

_SCRIPT_STATUS = {SYNTAX_ERROR: "syntax_error", OUT_OF_MEMORY: "memory"}


def outcome_of_values(ended: Ended, reader: ValueReader, limits: Limits, level: Level) -> CodeOutcome:
    """Returns what became of a program that was asked for values: its first test that fails decides."""
    tests = reader.outcomes
    bad = next((i for i, test in enumerate(tests) if not test.passed), None)
    if bad is not None and reader.ready:
        return CodeOutcome(tests, tests[bad].reason, in_test(tests[bad].detail, bad), ended.cpu)
    # Once all values have come it does not matter any more how the process ends.
    done = len(tests) == len(reader.tests)
    wrong = None if done else _ended_badly(ended, reader, limits, level) or TestOutcome("early_exit")
    return CodeOutcome(tests, wrong.reason, wrong.detail, ended.cpu) if wrong else CodeOutcome(tests, cpu=ended.cpu)


def outcome_of_script(ended: Ended, reader: OutputReader, limits: Limits, level: Level) -> TestOutcome:
    """Returns what became of one run of a script."""
    wrong = _ended_badly(ended, reader, limits, level)
    if wrong is not None:
        return wrong
    if ended.status:
        return TestOutcome(_SCRIPT_STATUS.get(ended.status, "runtime_error"))
    return TestOutcome(PASSED if reader.same else "wrong_value")


def in_test(detail: str | None, position: int) -> str:
    """Returns a detail with the number of its test."""
    return f"{detail} in test {position + 1}" if detail else f"test {position + 1}"


def _ended_badly(ended: Ended, reader: ValueReader | OutputReader, limits: Limits, level: Level) -> TestOutcome | None:
    if reader.setup_failed is not None:
        return TestOutcome("gold_setup", reader.setup_failed or None)
    if not reader.ready:
        error = ended.error or f"a program ended before it ran: status {ended.status}, {ended.how}"
        return TestOutcome("sandbox", error)
    if ended.how == "lost":
        # Without locks a program can kill the process that runs it, and would do so to be left out.
        return TestOutcome("broke_sandbox") if level == "basic" else TestOutcome("sandbox", ended.error)
    if reader.reason is not None:
        return reader.reason
    if ended.how in ("too_late", "too_many"):
        return TestOutcome("timeout_wall" if ended.how == "too_late" else "too_many_threads")
    if ended.status in (-signal.SIGXCPU, -signal.SIGKILL) and ended.cpu >= 0.9 * limits.cpu:
        return TestOutcome("timeout_cpu")
    return TestOutcome("crash", f"signal {-ended.status}") if ended.status < 0 else None
