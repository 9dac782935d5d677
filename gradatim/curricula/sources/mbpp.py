"""MBPP: small functions, described in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic.dataclasses import dataclass

from gradatim.core import ConfigError, Problem, content_id
from gradatim.core.config import STRICT
from gradatim.curricula.sources.base import Count, Refused
from gradatim.curricula.sources.code_rows import (
    CodeRows,
    Policy,
    Row,
    RowError,
    Stamp,
    code_verifier,
    collect,
    fenced,
    hub_rows,
    local_rows,
    stamp,
    text_of,
    texts_of,
)
from gradatim.curricula.sources.code_rows.source_text import entry_point_of, imports_for, parsed, signature_of, spaced
from gradatim.curricula.sources.hash_random import Rng
from gradatim.verifiers import AnswerStyle, CodeGold, Verifier
from gradatim.verifiers.code.asserts import tests_from_asserts

Part = Literal["train", "validation", "test", "prompt", "all"]

_HUB = "google-research-datasets/mbpp"
_TASKS: Mapping[str, range] = MappingProxyType(
    {"train": range(601, 975), "validation": range(511, 601), "test": range(11, 511), "prompt": range(1, 11)}
)
_FEWEST_HIDDEN = 3


@dataclass(frozen=True, config=STRICT)
class Mbpp:
    """MBPP, in full or as edited by hand (`sanitized`), or a data set with its columns.

    The columns: task_id, text or prompt, code, test_list, and if need be test_setup_code or test_imports.

    The question is the description, the signature, which descriptions do not give, and `examples` of the asserts.
    Asserts that are shown test nothing where three others remain; most rows have three in all, and there the shown
    ones count, too. Tests compare values outside of the program's process, except where a row's asserts do not allow
    that (1 of the 427 sanitized rows).

    *Identity.* By the task_id alone, because `sanitized` words tasks of the full set anew: what is held out of one is
    held out of the other.
    """

    path: Annotated[
        str | None, Field(description="A local file of JSON lines or a JSON array, also .gz; default: from the hub")
    ] = None
    split: Annotated[
        Part,
        Field(description="Which part: the hub's split; of a local file, the rows with that split's task_ids"),
    ] = "train"
    config: Annotated[
        Literal["full", "sanitized"] | None,
        Field(description="Which version on the hub (default: full); a local file says so by its columns"),
    ] = None
    revision: Annotated[str | None, Field(description="The hub's revision: a commit or tag")] = None
    limit: Annotated[int | None, Field(ge=1, description="Use only the first so many problems")] = None
    examples: Annotated[int, Field(ge=0, le=10, description="How many of the asserts the question shows")] = 1
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
        if self.path is not None and (self.revision or self.config):
            raise ValueError("a local file has no revision or config: leave those out, or path")
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
def _load(source: Mbpp, _: Stamp) -> CodeRows:
    parts = tuple(_TASKS) if source.split == "all" else (source.split,)
    if source.path is None:
        rows = [row for part in parts for row in hub_rows(_HUB, source.config or "full", part, source.revision)]
    else:
        rows = local_rows(source.path)
        rows = rows if source.split == "all" else [row for row in rows if _may_be_of(row, _TASKS[source.split])]
    if not rows:
        tasks = _TASKS[parts[0]]
        raise ConfigError(f"{source.path} has no row of split {source.split}: task_id {tasks[0]} to {tasks[-1]}")
    policy = Policy(source.trivial, source.max_refused, source.limit)
    return collect(rows, partial(_problem, source.examples), policy)


def _may_be_of(row: Row, tasks: range) -> bool:
    """Whether a row belongs to a split; one without a number is refused later, not passed over."""
    number = (row.cells or {}).get("task_id")
    return not isinstance(number, int) or number in tasks


def _problem(examples: int, cells: Mapping[str, object]) -> Problem:
    number = cells.get("task_id")
    if not isinstance(number, int):
        raise RowError(f"its task_id is no whole number: {number!r}")
    text, code, asserts = text_of(cells, "text", "prompt").strip(), spaced(text_of(cells, "code")), _asserts(cells)
    name = entry_point_of(code, asserts)
    shown, hidden = asserts[:examples], asserts[examples:]
    hidden = hidden if len(hidden) >= _FEWEST_HIDDEN else asserts
    setup = _setup(cells, imports_for(code, asserts))
    tests = tests_from_asserts(hidden, name)
    program = "" if tests else "\n".join(hidden)
    gold = CodeGold(name, tests or (), setup, program=program)
    question = "\n".join([text, f"Signature: {signature_of(code, name)}", *(f"Example: {one}" for one in shown)])
    return Problem(content_id(f"mbpp:{number}"), question, gold.text(), fenced(code), {"task_id": number})


def _asserts(cells: Mapping[str, object]) -> list[str]:
    asserts = texts_of(cells, "test_list")
    if not asserts:
        raise RowError("its test_list is empty")
    return asserts


def _setup(cells: Mapping[str, object], needed: Sequence[str]) -> str:
    written = cells.get("test_setup_code") or ""
    if not isinstance(written, str):
        raise RowError("'test_setup_code' is no text")
    imports = dict.fromkeys([*texts_of(cells, "test_imports"), *needed])
    setup = "\n".join([*imports, spaced(written).strip()]).strip()
    parsed(setup, "its setup")
    return setup
