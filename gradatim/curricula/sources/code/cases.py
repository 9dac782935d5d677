"""The calls of a task: hidden tests that tell right from wrong, and examples for the statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Run, Task

_TRIES = 12


class Case(NamedTuple):
    """A call and its value."""

    args: tuple[Any, ...]
    expected: Any


def draw_cases(choice: Choice, task: Task, tests: int, examples: int) -> tuple[list[Case], list[Case]] | None:
    """Returns hidden tests and examples, all with different arguments; None when no good ones were found."""
    for tried in range(_TRIES):
        edges = choice.sample(task.edges, tests // 2)
        calls = _distinct(choice, task, edges, tests + examples)
        if calls is None:
            return None
        cases = [Case(args, task.run(*args)) for args in calls]
        hidden = choice.shuffled(cases[:tests])
        telling = is_telling(hidden, balanced=tried < _TRIES // 2)
        if telling and _is_settled(task, hidden, cases[tests:]):
            return hidden, cases[tests:]
    return None


def _is_settled(task: Task, hidden: Sequence[Case], shown: Sequence[Case]) -> bool:
    """Whether the tests refuse what is wrong, and accept whatever the examples leave possible."""
    if not all(_fails(wrong, hidden) for wrong in task.wrong):
        return False
    return not any(_fails(rival, hidden) for rival in task.rivals if not _fails(rival, shown))


def is_telling(cases: Sequence[Case], *, balanced: bool = False) -> bool:
    """Whether the tests refuse constants, arguments as they are and, with `balanced`, most guesses."""
    values = Counter([repr(case.expected) for case in cases])
    if values.keys() <= {"True", "False"}:
        return len(values) == 2 and min(values.values()) * 4 >= len(cases)
    if len(values) < 3 or (balanced and max(values.values()) * 2 > len(cases)):
        return False
    echoes = zip(*[[argument == case.expected for argument in case.args] for case in cases], strict=True)
    return not any(map(all, echoes))


def _distinct(choice: Choice, task: Task, first: Sequence[tuple[Any, ...]], count: int) -> list[tuple[Any, ...]] | None:
    calls = {repr(args): args for args in first}
    for _ in range(10 * count):
        if len(calls) == count:
            return list(calls.values())
        args = task.inputs(choice)
        calls[repr(args)] = args
    return None


def _fails(wrong: Run, cases: Sequence[Case]) -> bool:
    return any(wrong(*case.args) != case.expected for case in cases)
