"""Intervals of whole numbers: clipped, merged, and the gaps between them."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

Span = tuple[int, int]

_OPENINGS = (
    "`spans` is a list of tuples (start, end) of integers with start <= end, in any order.",
    "You are given a list `spans` of intervals; each is a tuple (start, end) of integers with start <= end, "
    "and they may overlap.",
)


def _inputs(choice: Choice) -> tuple[list[Span]]:
    starts = choice.ints(-10, 40, 3, 8)
    return ([(start, start + choice.between(0, 14)) for start in starts],)


_EDGES: Edges = (([],), ([(3, 3)],), ([(0, 50)],), ([(-30, -20), (60, 70)],), ([(5, 9), (9, 12), (13, 15)],))

_LENGTHS = (
    Block("sum($)", sum, "the sum of all lengths"),
    Block("max($, default=0)", lambda x: max(x, default=0), "the largest length (0 if no interval is left)"),
    Block("[$]", list, ""),
    Block("sorted($)", sorted, "the list of all lengths from smallest to largest"),
    Block("min($, default=0)", lambda x: min(x, default=0), "the smallest length (0 if no interval is left)"),
)


def _clip(choice: Choice, low: int, width: int, total: Block) -> Task:
    high = low + width
    words = total.words or "the list of all lengths, in the order of `spans`"
    text = (
        f"{choice.pick(_OPENINGS)} Cut each interval down to the part between {low} and {high}: a start below "
        f"{low} becomes {low}, an end above {high} becomes {high}. Leave out "
        "intervals of which nothing or only one point is left. The length of an interval is its end minus "
        f"its start. Return {words}."
    )
    result = total.on("lengths") if total.words else "lengths"
    body = f"""clipped = [(max(start, {low}), min(end, {high})) for start, end in spans]
lengths = [end - start for start, end in clipped if start < end]
return {result}"""

    def run(spans: list[Span]) -> object:
        clipped = [(max(start, low), min(end, high)) for start, end in spans]
        return total.run([end - start for start, end in clipped if start < end])

    return Task(
        text,
        choice.pick(("clipped_lengths", "visible_part", "cut_down")),
        "spans: list[tuple[int, int]]",
        "int" if total.words and "list" not in total.words else "list[int]",
        body,
        run,
        _inputs,
        _EDGES,
    )


def _merged(spans: list[Span], gap: int) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start - merged[-1][1] <= gap:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


_RESULTS = (
    Block("$", lambda x: x, "the list of these intervals as tuples, in ascending order"),
    Block(
        "sum(end - start for start, end in $)",
        lambda x: sum([b - a for a, b in x]),
        "the sum of their lengths (0 if there are none)",
    ),
    Block(
        "max((end - start for start, end in $), default=-1)",
        lambda x: max([b - a for a, b in x], default=-1),
        "the largest of their lengths (-1 if there are none)",
    ),
    Block("[start for start, _ in $]", lambda x: [a for a, _ in x], "the list of their starts in ascending order"),
    Block("[end for _, end in $]", lambda x: [b for _, b in x], "the list of their ends in ascending order"),
    Block(
        "[end - start for start, end in $]",
        lambda x: [b - a for a, b in x],
        "the list of their lengths, in the order of their starts",
    ),
)
_TYPES = ("list[tuple[int, int]]", "int", "int", "list[int]", "list[int]", "list[int]")

_MERGE = """merged: list[tuple[int, int]] = []
for start, end in sorted({spans}):
    if merged and start - merged[-1][1] <= {gap}:
        merged[-1] = (merged[-1][0], max(merged[-1][1], end))
    else:
        merged.append((start, end))"""


def _joined(gap: int) -> str:
    near = (
        "when they share at least one point"
        if gap == 0
        else f"when they share a point or the end of one is at most {gap} below the start of the other"
    )
    return (
        f"Join two intervals into one, from the smaller start to the larger end, {near}, and repeat this until no "
        "two can be joined."
    )


def _merge(choice: Choice, gap: int, least: int, result: Block) -> Task:
    text = (
        f"{choice.pick(_OPENINGS)} {_joined(gap)} Then drop each interval whose length (end minus start) is below "
        f"{least}. Of the intervals that are left, return {result.words}."
    )
    body = f"""{_MERGE.format(spans="spans", gap=gap)}
long = [(start, end) for start, end in merged if end - start >= {least}]
return {result.on("long")}"""

    def run(spans: list[Span]) -> object:
        return result.run([(a, b) for a, b in _merged(spans, gap) if b - a >= least])

    return Task(
        text,
        choice.pick(("merge_spans", "join_intervals", "combine")),
        "spans: list[tuple[int, int]]",
        _TYPES[_RESULTS.index(result)],
        body,
        run,
        _inputs,
        _EDGES,
    )


def _gaps(choice: Choice, low: int, width: int, gap: int, least: int, result: Block) -> Task:
    high = low + width
    text = (
        f"{choice.pick(_OPENINGS)} First cut each interval down to the part between {low} and {high} (both "
        f"included) and leave out those with no point there. {_joined(gap)} "
        f"The free stretches are: from {low} to the first start, from each end to the next start, and from "
        f"the last end to {high}; if no interval is left, from {low} to {high}. They are intervals as well; "
        f"only those of length (end minus start) {least} or more count. Of the free stretches that "
        f"count, return {result.words}."
    )
    body = f"""clipped = []
for start, end in spans:
    start, end = max(start, {low}), min(end, {high})
    if start <= end:
        clipped.append((start, end))
{_MERGE.format(spans="clipped", gap=gap)}
free = []
position = {low}
for start, end in merged + [({high}, {high})]:
    if start - position >= {least}:
        free.append((position, start))
    position = end
return {result.on("free")}"""

    def run(spans: list[Span]) -> object:
        clipped = [(max(a, low), min(b, high)) for a, b in spans]
        merged = _merged([(a, b) for a, b in clipped if a <= b], gap)
        edges = [low, *[edge for span in merged for edge in span], high]
        pairs = zip(edges[::2], edges[1::2], strict=True)
        return result.run([(a, b) for a, b in pairs if b - a >= least])

    return Task(
        text,
        choice.pick(("free_stretches", "open_slots", "find_gaps")),
        "spans: list[tuple[int, int]]",
        _TYPES[_RESULTS.index(result)],
        body,
        run,
        _inputs,
        _EDGES,
    )


INTERVALS = Family(
    "intervals",
    "intervals: clip them, merge near ones, find the free stretches between them",
    (
        (Template("clip", (range(-2, 10), range(12, 28), _LENGTHS), _clip),),
        (Template("merge", (range(10), range(1, 10), _RESULTS), _merge),),
        (Template("gaps", (range(-6, 8), range(22, 40), range(5), range(1, 4), _RESULTS), _gaps),),
    ),
)
