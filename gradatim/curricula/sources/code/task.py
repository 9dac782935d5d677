"""What a family of code problems gives: tasks, each a point in a space of choices whose size is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from gradatim.curricula.sources.code.choice import Choice

Run = Callable[..., Any]
Edges = tuple[tuple[Any, ...], ...]
Inputs = Callable[[Choice], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Task:
    """A problem without its tests.

    Attributes:
        text: the statement in plain English, without examples and signature.
        name: the function to write.
        params: its parameters with their types.
        returns: its return type.
        body: the reference solution below the signature, not indented.
        run: the same function as a Python callable; it must not change its arguments.
        inputs: draws the arguments of one call.
        edges: arguments of special calls; some of them stand among the tests.
        wrong: callables that must fail at least one test, such as a program to be mended.
        rivals: callables that the statement leaves open; those that fit all examples must pass all tests.
        shown: how many examples the statement needs at least.
        imports: lines before the function.
    """

    text: str
    name: str
    params: str
    returns: str
    body: str
    run: Run
    inputs: Inputs
    edges: Edges = ()
    wrong: tuple[Run, ...] = ()
    rivals: tuple[Run, ...] = ()
    shown: int = 0
    imports: str = ""

    @property
    def signature(self) -> str:
        """The first line of the function."""
        return f"def {self.name}({self.params}) -> {self.returns}:"


@dataclass(frozen=True, slots=True)
class Template:
    """One form of problem: independent choices, and what a task is made of them.

    Attributes:
        name: unique within the family; it stands in the ids of the problems.
        choices: for each parameter of the form all its values, which differ in meaning and have a `key`, or a `repr`.
        build: gives the task of a value for each parameter; wording and names are drawn, the rest is not.
    """

    name: str
    choices: tuple[Sequence[Any], ...]
    build: Callable[..., Task]

    @property
    def size(self) -> int:
        """How many problems it has."""
        return prod(map(len, self.choices))

    def draw(self, choice: Choice) -> tuple[str, Task]:
        """Returns a key that names the problem and a task, every problem equally likely."""
        values = [choice.pick(options) for options in self.choices]
        return f"{self.name}:{';'.join([str(getattr(v, 'key', v)) for v in values])}", self.build(choice, *values)


@dataclass(frozen=True, slots=True)
class Family:
    """Problems of one kind.

    Attributes:
        name: its name in a configuration.
        about: the kind in a few words.
        levels: the templates of each level, easiest first.
    """

    name: str
    about: str
    levels: tuple[tuple[Template, ...], ...]

    def draw(self, choice: Choice, level: int) -> tuple[str, Task]:
        """Returns the key and task of a problem of a level, counted from 1."""
        key, task = choice.pick(self.levels[level - 1]).draw(choice)
        return f"code:{self.name}:{key}", task
