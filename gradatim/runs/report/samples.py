"""Which completions a report shows: a spread over the run, and each stage's latest failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from gradatim.runs.records import Completion
from gradatim.runs.run import read_completions

T = TypeVar("T")

MAX_SAMPLES = 200
FAILURES_PER_STAGE = 8

_SPREAD_FILES = 40
_RECENT_FILES = 400
_LINES_PER_FILE = 1024
_BYTES = 48_000_000


def choose(files: Sequence[Path], stages: Sequence[str], limit: int = MAX_SAMPLES) -> list[Completion]:
    """Returns at most `limit` completions, latest first.

    First come the `FAILURES_PER_STAGE` latest failures of each stage, then completions of steps spread evenly over
    the run, in turns over stages and verdicts. Only a bounded part of a large folder is read.
    """
    budget = _Budget(_BYTES)
    recent = list(_recent_failures(files[-_RECENT_FILES:], len(stages), budget))[:limit]
    taken = {_key(each) for each in recent}
    spread = [each for path in _evenly(files, _SPREAD_FILES) for each in _varied(budget.read(path))]
    others = [each for each in spread if _key(each) not in taken]
    chosen = recent + _evenly(others, limit - len(recent))
    return sorted(chosen, key=lambda each: (-each.step, each.slot))


class _Budget:
    """Reads files until so many bytes have been read that a report would take too long."""

    def __init__(self, size: int) -> None:
        self.left = size

    def read(self, path: Path) -> list[Completion]:
        if self.left <= 0:
            return []
        self.left -= path.stat().st_size
        return [each for each, _ in zip(read_completions(path), range(_LINES_PER_FILE), strict=False)]


def _recent_failures(files: Sequence[Path], stages: int, budget: _Budget) -> Iterator[Completion]:
    found: Counter[str] = Counter()
    for path in reversed(files):
        for each in budget.read(path):
            if not each.correct and found[each.stage] < FAILURES_PER_STAGE:
                found[each.stage] += 1
                yield each
        if len(found) >= stages and min(found.values()) >= FAILURES_PER_STAGE:
            return


def _varied(completions: Sequence[Completion], limit: int = 16) -> list[Completion]:
    """Takes one of each stage and verdict, then a second of each, and so on."""
    seen: Counter[tuple[str, str, str | None]] = Counter()
    ranked: list[tuple[int, int, Completion]] = []
    for order, each in enumerate(completions):
        kind = (each.stage, each.verdict.status, each.verdict.reason)
        ranked.append((seen[kind], order, each))
        seen[kind] += 1
    return [each for _, _, each in sorted(ranked, key=lambda item: item[:2])[:limit]]


def _evenly(items: Sequence[T], limit: int) -> list[T]:
    if len(items) <= limit:
        return list(items)
    if limit <= 1:
        return list(items[-1:])[:limit]
    return [items[round(index * (len(items) - 1) / (limit - 1))] for index in range(limit)]


def _key(each: Completion) -> tuple[int, int, str]:
    return each.step, each.slot, each.completion
