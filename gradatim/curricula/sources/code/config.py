"""The configuration of the source of code problems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator
from pydantic.dataclasses import dataclass

from gradatim.core import ConfigError, Problem, ProblemError, content_id
from gradatim.core.config import STRICT
from gradatim.curricula.sources.base import Count
from gradatim.curricula.sources.code.cases import draw_cases
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families import FAMILIES
from gradatim.curricula.sources.code.render import render
from gradatim.curricula.sources.hash_random import Rng
from gradatim.verifiers import AnswerStyle, CodeVerifier, Verifier

LEVELS = 3
FamilyName = Literal[
    "lists",
    "texts",
    "digits",
    "divisors",
    "tallies",
    "nested",
    "recurrences",
    "intervals",
    "brackets",
    "runs",
    "bases",
    "matrices",
    "rankings",
    "sets",
    "clocks",
    "machines",
    "formats",
    "searches",
    "repairs",
    "scripts",
    "riddles",
]
_TRIES = 100
_CHARACTERS = frozenset(map(chr, range(32, 127))) | {"\n"}


@dataclass(frozen=True, config=STRICT)
class Code:
    """Small Python functions to write, each from a statement in English, its signature and a few examples.

    Every problem is a composition of building blocks with drawn constants, so that families hold thousands to
    billions of different problems at each level. A level adds steps, conditions or nesting to the program that is
    asked for. Hidden tests are drawn anew for each problem: some at the edges (empty lists, zero, negative numbers),
    the others ordinary; never such that one value or an argument as it is passes all of them.

    *Distribution.* The family, the level, the form of problem within it and each choice of the form are equally
    likely.

    *Identity.* Ids depend on what is asked: family, form and choices; not on the wording, names, examples or tests.
    """

    families: Annotated[
        tuple[FamilyName, ...], Field(min_length=1, description="Which kinds of problems occur; default: all")
    ] = get_args(FamilyName)
    level: Annotated[
        int | tuple[int, int], Field(description=f"How hard, from 1 to {LEVELS}: a level, or [lowest, highest]")
    ] = 1
    tests: Annotated[int, Field(ge=3, le=32, description="How many hidden tests each problem has")] = 16
    examples: Annotated[int, Field(ge=0, le=8, description="How many examples the statement shows; none is a test")] = 2
    allow_basic: Annotated[
        bool, Field(description="Let completions run at the basic isolation level where the strict one is missing")
    ] = False

    @field_validator("families")
    @classmethod
    def _families_differ(cls, families: tuple[FamilyName, ...]) -> tuple[FamilyName, ...]:
        if len(set(families)) < len(families):
            raise ValueError("a family stands twice")
        return families

    @field_validator("level")
    @classmethod
    def _level_exists(cls, level: int | tuple[int, int]) -> int | tuple[int, int]:
        low, high = (level, level) if isinstance(level, int) else level
        if not 1 <= low <= high <= LEVELS:
            raise ValueError(f"must be a number from 1 to {LEVELS}, or two of them as [lowest, highest]")
        return level

    @property
    def _levels(self) -> tuple[int, int]:
        return (self.level, self.level) if isinstance(self.level, int) else self.level

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem, distributed as the class describes; all randomness comes from `rng`.

        Raises:
            ProblemError: with so many tests, no problem was found whose tests tell right from wrong.
        """
        choice = Choice(rng)
        for _ in range(_TRIES):
            family = FAMILIES[choice.pick(self.families)]
            level = choice.between(*self._levels)
            key, task = family.draw(choice, level)
            cases = draw_cases(choice, task, self.tests, max(self.examples, task.shown))
            if cases is not None:
                question, gold, solution = render(choice, task, *cases)
                meta = {"family": family.name, "level": level}
                return Problem(content_id(key), question, gold, solution, meta)
        raise ProblemError(f"no code problem with {self.tests} telling tests in {_TRIES} draws; ask for fewer tests")

    def count(self) -> Count:
        """Returns a lower bound: half of all combinations of choices, over the forms of these families and levels.

        Combinations for which no telling tests are found are passed over. They are at most one in five of any form.
        """
        low, high = self._levels
        sizes = {
            (name, form.name): form.size
            for name in self.families
            for level in FAMILIES[name].levels[low - 1 : high]
            for form in level
        }
        return Count(sum(sizes.values()) // 2, exact=False)

    def ids(self) -> Iterator[str] | None:
        """Returns None: there are too many problems to list."""
        return None

    def verifier(self, answer: AnswerStyle) -> Verifier:
        """Returns the verifier that runs completions on the hidden tests.

        Raises:
            ConfigError: another answer style than `code`.
        """
        if answer != "code":
            raise ConfigError(f"programs are answers of the style code, not {answer}: say answer: code")
        return CodeVerifier(answer=answer, allow_basic=self.allow_basic)

    def alphabet(self) -> frozenset[str]:
        """Returns the printable ASCII characters and the line feed."""
        return _CHARACTERS
