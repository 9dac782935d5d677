"""From programs to outcomes: what is sent to an engine, and what its answers mean."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import cast

from gradatim.verifiers.code.child.codec import encode
from gradatim.verifiers.code.child.program import OUT_OF_MEMORY, SYNTAX_ERROR
from gradatim.verifiers.code.engine import Ended, Engine, Job, Limits
from gradatim.verifiers.code.gold import CallTest, CodeGold, ExpressionTest, StdinTest
from gradatim.verifiers.code.outcome import PASSED, CodeOutcome, TestOutcome
from gradatim.verifiers.code.readers import OutputReader, ValueReader

_PROGRAM_PASSES = (ExpressionTest("program", True),)


@dataclass(frozen=True, slots=True)
class Program:
    """A completion's code beside its gold."""

    code: str
    gold: CodeGold


def judge_programs(engine: Engine, programs: Sequence[Program], limits: Limits, *, keep_on: bool) -> list[CodeOutcome]:
    """Runs programs and compares what they give; equal ones are run once.

    Args:
        engine: runs them.
        programs: what to run.
        limits: of each program, or of each test of a script.
        keep_on: run all tests, and not only up to the first that fails.

    Raises:
        SandboxError: nothing can be run at all.
    """
    distinct = list(dict.fromkeys(programs))
    jobs = [_jobs(program, limits, keep_on=keep_on) for program in distinct]
    ended = iter(engine.run([job for part in jobs for job in part]))
    outcomes = {
        program: _outcome(program.gold, [next(ended) for _ in part], limits, engine.level)
        for program, part in zip(distinct, jobs, strict=True)
    }
    return [outcomes[program] for program in programs]


def _jobs(program: Program, limits: Limits, *, keep_on: bool) -> list[Job]:
    gold = program.gold
    if gold.reads_stdin:
        tests = cast("Sequence[StdinTest]", gold.cases)
        head = ("script", gold.setup, program.code, "")
        return [
            Job(encode((*head, test.stdin)), limits, partial(OutputReader, test.expected, limits)) for test in tests
        ]
    if gold.program:
        form = ("assertions", gold.setup, program.code, gold.entry_point, gold.program)
        return [Job(encode(form), limits, partial(ValueReader, _PROGRAM_PASSES, limits))]
    payload = encode(("values", gold.setup, program.code, gold.entry_point, _questions(gold)))
    tests_ = cast("Sequence[CallTest | ExpressionTest]", gold.cases)
    return [Job(payload, limits, partial(ValueReader, tests_, limits, keep_on))]


# The completions of a group share a gold.
@lru_cache(maxsize=64)
def _questions(gold: CodeGold) -> tuple[str | bytes, ...]:
    """Returns what a program may see of the tests."""
    return tuple(
        encode((list(test.args), dict(test.kwargs)))
        if isinstance(test, CallTest)
        else cast("ExpressionTest", test).expression
        for test in gold.cases
    )


def _outcome(gold: CodeGold, ended: Sequence[Ended], limits: Limits, level: str) -> CodeOutcome:
    cpu = sum(one.cpu for one in ended)
    if gold.reads_stdin:
        outcomes = [_script_test(one, limits, level) for one in ended]
        bad = next((i for i, outcome in enumerate(outcomes) if not outcome.passed), None)
        if bad is None:
            return CodeOutcome(outcomes, cpu=cpu)
        detail = " in ".join(filter(None, (outcomes[bad].detail, f"test {bad + 1}")))
        return CodeOutcome(outcomes, outcomes[bad].reason, detail, cpu)
    reader = cast("ValueReader", ended[0].reader)
    count = 1 if gold.program else len(gold.cases)
    bad_ = _ended_badly(ended[0], limits, level, done=len(reader.outcomes) == count)
    if bad_ is None:
        bad_ = next((outcome for outcome in reader.outcomes if not outcome.passed), None)
    if bad_ is None:
        return CodeOutcome(reader.outcomes, cpu=cpu)
    if gold.program and bad_.detail == "AssertionError in test 1":
        bad_ = TestOutcome("wrong_value")
    return CodeOutcome(reader.outcomes, bad_.reason, bad_.detail, cpu)


def _script_test(ended: Ended, limits: Limits, level: str) -> TestOutcome:
    bad = _ended_badly(ended, limits, level, done=True)
    if bad is not None:
        return bad
    if ended.status:
        return TestOutcome(_SCRIPT_STATUS.get(ended.status, "runtime_error"))
    return TestOutcome(PASSED if cast("OutputReader", ended.reader).same else "wrong_value")


_SCRIPT_STATUS = {SYNTAX_ERROR: "syntax_error", OUT_OF_MEMORY: "memory"}


def _ended_badly(ended: Ended, limits: Limits, level: str, *, done: bool) -> TestOutcome | None:
    """Returns what is wrong beyond single values, if anything is; `done`: all tests have an outcome."""
    reader = cast("ValueReader | OutputReader", ended.reader)
    if reader.setup_failed is not None:
        return TestOutcome("gold_setup", reader.setup_failed or None)
    if ended.how == "lost":
        # Without locks a program can kill the process that runs it, and would do so to be left out.
        blame = reader.ready and level == "basic"
        return TestOutcome("broke_sandbox") if blame else TestOutcome("sandbox", ended.error)
    if not reader.ready:
        return TestOutcome("sandbox", f"a program ended before it ran: status {ended.status}, {ended.how}")
    if reader.reason is not None:
        return reader.reason
    if done and isinstance(reader, ValueReader):
        # All values have come; how the process ended does not matter any more.
        return None
    if ended.how == "too_late":
        return TestOutcome("timeout_wall")
    if ended.status in (-signal.SIGXCPU, -signal.SIGKILL):
        return TestOutcome("timeout_cpu" if ended.cpu >= limits.cpu * 0.9 else "crash", f"signal {-ended.status}")
    if ended.status < 0:
        return TestOutcome("crash", f"signal {-ended.status}")
    return None if done else TestOutcome("early_exit")
