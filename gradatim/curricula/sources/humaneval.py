"""HumanEval: functions to complete from their signature and docstring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic.dataclasses import dataclass

from gradatim.core import Problem, content_id
from gradatim.core.config import STRICT
from gradatim.curricula.sources.base import Count, Refused
from gradatim.curricula.sources.code_rows import (
    CodeRows,
    Policy,
    Stamp,
    code_verifier,
    collect,
    fenced,
    hub_rows,
    local_rows,
    stamp,
    text_of,
)
from gradatim.curricula.sources.code_rows.source_text import parsed, setup_of
from gradatim.curricula.sources.hash_random import Rng
from gradatim.verifiers import AnswerStyle, CodeGold, Verifier
from gradatim.verifiers.code.asserts import tests_from_check

_HUB = "openai/openai_humaneval"


@dataclass(frozen=True, config=STRICT)
class HumanEval:
    """HumanEval, or a data set with its columns: task_id, prompt, entry_point, canonical_solution, test.

    The question is the prompt: a signature with a docstring, which an answer repeats or goes on from. Tests compare
    values outside of the program's process; where the asserts of a row do not allow that (tests that draw random
    inputs, 4 of 164 rows), they run beside the program.

    HumanEval has one split, which results are reported on: a model trained on it has no HumanEval result.

    *Identity.* By the prompt.
    """

    path: Annotated[
        str | None, Field(description="A local file of JSON lines or a JSON array, also .gz; default: from the hub")
    ] = None
    revision: Annotated[str | None, Field(description="The hub's revision: a commit or tag")] = None
    limit: Annotated[int | None, Field(ge=1, description="Use only the first so many problems")] = None
    trivial: Annotated[
        Literal["drop", "keep"],
        Field(description="Problems that a constant or an argument solves, or with fewer than 3 tests: drop or keep"),
    ] = "drop"
    max_refused: Annotated[float, Field(ge=0, le=1, description="Share of faulty rows that is tolerated")] = 0.02
    allow_basic: Annotated[
        bool, Field(description="Run programs even where the kernel cannot lock them up, as on macOS")
    ] = False

    @model_validator(mode="after")
    def _rows_exist(self) -> Self:
        if self.path is not None and self.revision is not None:
            raise ValueError("a local file has no revision: leave out revision, or path")
        _ = self._rows
        return self

    @cached_property
    def _rows(self) -> CodeRows:
        return _load(self, stamp(self.path))

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem, each equally likely."""
        return self._rows.draw(rng)

    def count(self) -> Count:
        """Returns the number of problems."""
        return self._rows.count()

    def ids(self) -> Iterator[str]:
        """Returns each problem's id once."""
        return (problem.id for problem in self._rows.problems)

    def verifier(self, answer: AnswerStyle) -> Verifier:
        """Returns the verifier that runs the programs.

        Raises:
            ConfigError: `answer` is not `code`.
        """
        return code_verifier(answer, self.allow_basic)

    def alphabet(self) -> frozenset[str]:
        """Returns the characters of questions, golds and solutions."""
        return self._rows.alphabet

    def refused(self) -> tuple[Refused, ...]:
        """Returns the faulty rows."""
        return self._rows.refused

    def dropped(self) -> tuple[Refused, ...]:
        """Returns the rows left out as trivial, with too few tests, or as the same as an earlier one."""
        return self._rows.dropped


# A curriculum is checked and built more than once.
@lru_cache(maxsize=8)
def _load(source: HumanEval, _: Stamp) -> CodeRows:
    rows = hub_rows(_HUB, None, "test", source.revision) if source.path is None else local_rows(source.path)
    return collect(rows, _problem, Policy(source.trivial, source.max_refused, source.limit))


def _problem(cells: Mapping[str, object]) -> Problem:
    prompt, name, test = text_of(cells, "prompt"), text_of(cells, "entry_point").strip(), text_of(cells, "test")
    solution = prompt + text_of(cells, "canonical_solution")
    parsed(solution, "its prompt with its canonical_solution")
    setup = setup_of(prompt, name)
    tests = tests_from_check(test, name)
    if tests is None:
        gold = CodeGold(name, setup=setup, prompt=prompt, program=f"{test.strip()}\n\ncheck({name})\n")
    else:
        gold = CodeGold(name, tests, setup, prompt)
    return Problem(
        content_id(f"humaneval:{prompt.strip()}"),
        prompt.strip(),
        gold.text(),
        fenced(solution),
        {"task_id": str(cells.get("task_id", ""))},
    )
