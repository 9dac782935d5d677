"""Which code problems can be used: those that their own solution solves, and nothing trivial does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gradatim.core.errors import ProblemError
from gradatim.core.problem import Problem
from gradatim.core.verdict import Verdict
from gradatim.verifiers.code.gold import CodeGold

FEWEST_TESTS = 3

_STUBS = ("None", "True", "False", "0", "1", "''", "[]", "args[0] if args else None")
_TRIVIAL = {"constant": "a constant", "echo": "returning an argument as it is"}


class Judge(Protocol):
    """The part of a verifier that is needed here."""

    def verify_batch(self, pairs: Sequence[tuple[str, CodeGold | str]]) -> list[Verdict]:
        """Judges completions."""
        ...


def fault_at_sight(problem: Problem) -> str | None:
    """Returns what is wrong with a problem, as far as that can be told without running anything."""
    try:
        gold = CodeGold.read(problem.gold)
    except ProblemError as error:
        return str(error)
    if problem.solution is None:
        return "it has no solution that could show that its tests can be passed"
    count = len(gold.cases)
    if gold.cases and count < FEWEST_TESTS:
        tests = "1 test" if count == 1 else f"{count} tests"
        return f"it has {tests}; at least {FEWEST_TESTS} are needed to tell solutions apart"
    trivial = gold.trivial()
    return f"{_TRIVIAL[trivial]} passes all its tests" if trivial else None


def faults_when_run(judge: Judge, problems: Sequence[Problem]) -> list[str | None]:
    """Returns for each problem how its solution fails, or what stub passes its program of assertions."""
    golds = [CodeGold.read(problem.gold) for problem in problems]
    solutions = [(problem.solution or "", gold) for problem, gold in zip(problems, golds, strict=True)]
    stubs = [(_stub(gold, value), gold) for gold in golds if gold.program for value in _STUBS]
    verdicts = judge.verify_batch([*solutions, *stubs])
    passing = {gold for (_, gold), verdict in zip(stubs, verdicts[len(solutions) :], strict=True) if verdict.correct}
    return [
        _failed(verdict) or ("a stub passes its program of assertions" if gold in passing else None)
        for verdict, gold in zip(verdicts, golds, strict=False)
    ]


def _failed(verdict: Verdict) -> str | None:
    if verdict.correct:
        return None
    detail = f": {verdict.detail}" if verdict.detail else ""
    return f"its own solution is {verdict.status} ({verdict.reason}{detail})"


def _stub(gold: CodeGold, value: str) -> str:
    return f"```python\ndef {gold.entry_point}(*args, **kwargs):\n    return {value}\n```"
