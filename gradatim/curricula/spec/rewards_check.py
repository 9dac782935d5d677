"""Checks of every source's reward, once the top level, the stage and the source are merged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from gradatim.core import ConfigError
from gradatim.core.findings import Collector, DataPath, Finding
from gradatim.curricula.spec.problems import SourceSpec, source_entries
from gradatim.curricula.spec.view import idle_nulls, label, part, stages
from gradatim.rewards.spec import ORDERING, RewardSpec, read_reward, reward_finding
from gradatim.verifiers import ANSWER_STYLES

Level = tuple[DataPath, object]
"""Something that can have the keys `answer` and `reward`, with its path."""


def check_rewards(data: Mapping[str, Any], found: Collector) -> None:
    """Adds where an answer style or a reward is missing, and each reward that is refused."""
    absent: dict[str, Finding] = {}
    for position, stage in stages(data):
        for levels in source_levels(data, position, stage):
            for key in ("answer", "reward"):
                if all(part(level, key) is None for _, level in levels):
                    hint = f"{label(position, stage)} has none of its own"
                    absent.setdefault(key, Finding((), f"missing key {key!r}", "missing-key", hint, at_key=True))
            found.add(*_idle_nulls(levels), *_unproved(levels))
    found.add(*absent.values())


def source_levels(data: Mapping[str, Any], position: int, stage: object) -> Iterator[list[Level]]:
    """Yields the levels of each source of a stage, from the top level to the source itself."""
    outer: list[Level] = [((), data), (("stages", position), stage)]
    try:
        entries = source_entries(part(stage, "problems"))
    except ValidationError:
        return
    for path, entry in entries:
        # A source itself has neither key, whatever its attributes are called.
        own = entry if isinstance(entry, Mapping | SourceSpec) else {}
        yield [*outer, (("stages", position, "problems", *path), own)]


def _idle_nulls(levels: list[Level]) -> Iterator[Finding]:
    """Finds terms that are taken away where no outer level has them; most likely their names are mistyped."""
    names: set[str] = set()
    for path, level in levels:
        terms = part(level, "reward")
        try:
            terms = terms if isinstance(terms, Mapping) or terms is None else read_reward(terms).terms
        except ValidationError:
            continue
        if terms is None:
            continue
        terms = {name: term for name, term in terms.items() if name != ORDERING}
        yield from idle_nulls(terms, names, (*path, "reward"), "term")
        names = {name for name in names | set(terms) if terms.get(name, True) is not None}


def answer_of(levels: list[Level]) -> object:
    """Returns the answer style that holds for a source, as it was written; None where no level has one."""
    return next((answer for _, level in reversed(levels) if (answer := part(level, "answer")) is not None), None)


def _unproved(levels: list[Level]) -> list[Finding]:
    """Finds that a reward cannot be used, at the innermost level that has a say in it."""
    answer = answer_of(levels)
    written = [(path, part(level, "reward")) for path, level in levels if part(level, "reward") is not None]
    if not written or answer not in ANSWER_STYLES:
        return []
    try:
        reward = RewardSpec()
        for _, value in written:
            reward = read_reward(value).over(reward)
    except ValidationError:
        return []
    try:
        reward.build(answer)
    except ConfigError as error:
        return [reward_finding(error, (*written[-1][0], "reward"))]
    return []
