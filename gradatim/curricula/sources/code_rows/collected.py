"""From rows to problems, with a list of those that give none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from gradatim.core import ConfigError, Problem, ProblemError
from gradatim.curricula.sources.base import Count, Refused
from gradatim.curricula.sources.code_rows.rows import Row, RowError
from gradatim.curricula.sources.hash_random import Rng, below
from gradatim.verifiers import AnswerStyle, Verifier
from gradatim.verifiers.code.checking import fault_at_sight
from gradatim.verifiers.code_verifier import CodeVerifier

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Policy:
    """What is done with rows that are no good.

    Attributes:
        trivial: `drop` leaves out problems that a constant, or an argument as it is, solves, and those with fewer than
            three tests.
        max_refused: the share of faulty rows above which the data set is refused.
        limit: how many problems are used, from the start.
    """

    trivial: Literal["drop", "keep"]
    max_refused: float
    limit: int | None


@dataclass(frozen=True)
class CodeRows:
    """The problems of a data set.

    Attributes:
        problems: with different ids, in the order of the rows.
        refused: rows that are faulty.
        dropped: rows whose problem is trivial, or the same as that of an earlier row.
    """

    problems: tuple[Problem, ...]
    refused: tuple[Refused, ...]
    dropped: tuple[Refused, ...]

    def draw(self, rng: Rng) -> Problem:
        """Returns one of the problems, each equally likely."""
        return self.problems[below(rng, len(self.problems))]

    def count(self) -> Count:
        """Returns the number of problems."""
        return Count(len(self.problems), exact=True)

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """The characters of questions, golds and solutions."""
        texts = ((problem.question, problem.gold, problem.solution or "") for problem in self.problems)
        return frozenset().union(*(frozenset(text) for three in texts for text in three))


def collect(rows: Sequence[Row], problem_of: Callable[[Mapping[str, object]], Problem], policy: Policy) -> CodeRows:
    """Makes a problem of each row.

    Args:
        rows: of the data set.
        problem_of: reads one; what it refuses, it raises `RowError` or `ProblemError` for.
        policy: what is left out, and how much may be.

    Raises:
        ConfigError: too many rows are faulty, or none is left.
    """
    problems: dict[str, tuple[str, Problem]] = {}
    refused: list[Refused] = []
    dropped: list[Refused] = []
    for row in rows:
        try:
            problem = _problem(row, problem_of)
        except (RowError, ProblemError) as error:
            refused.append(Refused(row.where, str(error)))
            continue
        reason = fault_at_sight(problem) if policy.trivial == "drop" else None
        if problem.id in problems:
            reason = f"the same problem as {problems[problem.id][0]}"
        if reason:
            dropped.append(Refused(row.where, reason))
        else:
            problems[problem.id] = row.where, problem
    _require_few(refused, len(rows), policy.max_refused)
    if not problems:
        raise ConfigError(f"no row is left: {_first([*refused, *dropped])}")
    return CodeRows(tuple(problem for _, problem in problems.values())[: policy.limit], tuple(refused), tuple(dropped))


def code_verifier(answer: AnswerStyle, allow_basic: bool) -> Verifier:
    """Returns the verifier of code problems.

    Raises:
        ConfigError: answers are to be stated in another style than code.
    """
    if answer != "code":
        raise ConfigError(f"programs are answers of the style code, not {answer}: say answer: code")
    return CodeVerifier(answer=answer, allow_basic=allow_basic)


def _problem(row: Row, problem_of: Callable[[Mapping[str, object]], Problem]) -> Problem:
    if row.cells is None:
        raise RowError(row.fault)
    return problem_of(row.cells)


def _require_few(refused: Sequence[Refused], total: int, share: float) -> None:
    if len(refused) > share * total:
        raise ConfigError(
            f"{len(refused)} of {total} rows cannot be used; max_refused allows a share of {share:g}: {_first(refused)}"
        )


def _first(rows: Sequence[Refused]) -> str:
    named = "; ".join(f"{row.where}: {row.reason}" for row in rows[:_SHOWN])
    return f"{named}; and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else named
