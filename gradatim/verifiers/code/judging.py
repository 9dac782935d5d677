"""From programs to outcomes: what is sent to an engine, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import cast

from gradatim.verifiers.code.child.codec import encode
from gradatim.verifiers.code.endings import in_test, outcome_of_script, outcome_of_values
from gradatim.verifiers.code.engine import Ended, Engine, Job, Limits
from gradatim.verifiers.code.gold import CallTest, CodeGold, CodeTest, ExpressionTest, StdinTest
from gradatim.verifiers.code.outcome import CodeOutcome, TestOutcome
from gradatim.verifiers.code.readers import OutputReader, ValueReader

_PROGRAM_PASSES = (ExpressionTest("program", True),)
_COSTLY = frozenset({"timeout_cpu", "timeout_wall", "memory", "output_limit", "too_many_threads"})
"""After these the further tests of a script do not run, and count as not passed."""
_NOT_RUN = TestOutcome("not_run")


@dataclass(frozen=True, slots=True)
class Program:
    """A completion's code beside its gold."""

    code: str
    gold: CodeGold


def judge_programs(engine: Engine, programs: Sequence[Program], limits: Limits) -> list[CodeOutcome]:
    """Runs programs and compares what they give; equal ones are run once.

    Args:
        engine: runs them.
        programs: what to run.
        limits: of each program, or of each test of a script.

    Raises:
        SandboxError: nothing can be run at all.
    """
    distinct = list(dict.fromkeys(programs))
    scripts = [program for program in distinct if program.gold.reads_stdin]
    others = [program for program in distinct if not program.gold.reads_stdin]
    ended = engine.run([_job(program, limits) for program in others])
    outcomes = {
        program: _of_values(program.gold, one, limits, engine) for program, one in zip(others, ended, strict=True)
    }
    outcomes |= _judge_scripts(engine, scripts, limits)
    return [outcomes[program] for program in programs]


def _job(program: Program, limits: Limits) -> Job:
    gold = program.gold
    head = (gold.setup, program.code, gold.entry_point)
    if gold.program:
        form = ("assertions", *head, gold.program)
        return Job(partial(encode, form), limits, partial(ValueReader, _PROGRAM_PASSES, limits))
    tests = cast("Sequence[CallTest | ExpressionTest]", gold.cases)
    return Job(lambda: encode(("values", *head, _questions(gold))), limits, partial(ValueReader, tests, limits))


# The completions of a group share a gold.
@lru_cache(maxsize=64)
def _questions(gold: CodeGold) -> tuple[str | bytes, ...]:
    """Returns what a program may see of the tests."""
    return tuple(map(_question, gold.cases))


def _question(test: CodeTest) -> str | bytes:
    if isinstance(test, CallTest):
        return encode((list(test.args), dict(test.kwargs)))
    return cast("ExpressionTest", test).expression


def _of_values(gold: CodeGold, ended: Ended, limits: Limits, engine: Engine) -> CodeOutcome:
    outcome = outcome_of_values(ended, cast("ValueReader", ended.reader), limits, engine.level)
    if gold.program and outcome.detail == "AssertionError in test 1":
        return CodeOutcome(outcome.tests, "wrong_value", None, outcome.cpu)
    return outcome


def _judge_scripts(engine: Engine, scripts: Sequence[Program], limits: Limits) -> dict[Program, CodeOutcome]:
    """Runs the tests of scripts in rounds of one, one, two, four ..., so that a costly one does not run them all."""
    tests: dict[Program, list[TestOutcome]] = {program: [] for program in scripts}
    cpu = dict.fromkeys(scripts, 0.0)
    size = 1
    while due := _due(tests, size):
        ended = engine.run([_run(program, test, limits) for program, test in due])
        for (program, _), one in zip(due, ended, strict=True):
            tests[program].append(outcome_of_script(one, cast("OutputReader", one.reader), limits, engine.level))
            cpu[program] += one.cpu
        size = max(len(done) for done in tests.values())
    return {program: _of_script(program.gold, done, cpu[program]) for program, done in tests.items()}


def _due(tests: dict[Program, list[TestOutcome]], size: int) -> list[tuple[Program, StdinTest]]:
    return [
        (program, cast("StdinTest", test))
        for program, done in tests.items()
        if not any(test.reason in _COSTLY for test in done)
        for test in program.gold.cases[len(done) : len(done) + size]
    ]


def _run(program: Program, test: StdinTest, limits: Limits) -> Job:
    form = ("script", program.gold.setup, program.code, "", test.stdin)
    return Job(partial(encode, form), limits, partial(OutputReader, test.expected, limits))


def _of_script(gold: CodeGold, done: list[TestOutcome], cpu: float) -> CodeOutcome:
    outcomes = [*done, *[_NOT_RUN] * (len(gold.cases) - len(done))]
    bad = next((i for i, outcome in enumerate(outcomes) if not outcome.passed), None)
    if bad is None:
        return CodeOutcome(outcomes, cpu=cpu)
    return CodeOutcome(outcomes, outcomes[bad].reason, in_test(outcomes[bad].detail, bad), cpu)
