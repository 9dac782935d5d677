"""Sorting with keys and ties."""

from __future__ import annotations

from itertools import permutations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.letters import WORD_TESTS, WORDS
from gradatim.curricula.sources.code.blocks.numbers import TESTS
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.word_orders import WORD_KEYS, sort_words
from gradatim.curricula.sources.code.task import Edges, Family, Run, Task, Template

Row = tuple[str, int, int]


_KEYS = (
    Block("a", lambda r: r[1], "a from smallest to largest"),
    Block("-a", lambda r: -r[1], "a from largest to smallest"),
    Block("b", lambda r: r[2], "b from smallest to largest"),
    Block("-b", lambda r: -r[2], "b from largest to smallest"),
    Block("a + b", lambda r: r[1] + r[2], "a + b from smallest to largest"),
    Block("-(a + b)", lambda r: -r[1] - r[2], "a + b from largest to smallest"),
    Block("abs(a - b)", lambda r: abs(r[1] - r[2]), "the distance between a and b from smallest to largest"),
    Block("-max(a, b)", lambda r: -max(r[1:]), "the larger of a and b from largest to smallest"),
    Block("a % 3", lambda r: r[1] % 3, "the remainder of a modulo 3 (0, 1, 2) in ascending order"),
    Block("b % 2", lambda r: r[2] % 2, "even b before odd b"),
    Block("len(name)", lambda r: len(r[0]), "the length of the name from shortest to longest"),
)


class _Two(tuple[Block, Block]):
    """Two keys in order."""

    __slots__ = ()

    @property
    def key(self) -> str:
        return f"{self[0].key},{self[1].key}"


def _differ(keys: tuple[Block, Block]) -> bool:
    return keys[0].code.lstrip("-").strip("()") != keys[1].code.lstrip("-").strip("()")


_PAIRS = tuple(map(_Two, filter(_differ, permutations(_KEYS, 2))))


def _rows(choice: Choice) -> tuple[list[Row]]:
    names = choice.sample(WORDS, choice.between(4, 8))
    return ([(name, choice.between(0, 6), choice.between(0, 9)) for name in names],)


_ROW_EDGES: Edges = (([],), ([("oak", 2, 2)],), ([("sun", 1, 1), ("elm", 1, 1), ("map", 1, 1), ("fox", 1, 1)],))
_OPENING = (
    "`rows` is a list of tuples (name, a, b): a name of small letters, different in each row, and two integers "
    "from 0 to 9. "
)


def _top(choice: Choice, keys: _Two, top: int) -> Task:
    first, second = keys
    text = (
        f"{_OPENING}Sort the rows by {first.words}; rows that tie by {second.words}; rows that tie again in "
        f"alphabetical order of the name. Return the list of the names of the first {top} rows in this order (of "
        "all rows if there are fewer)."
    )
    body = f"""def key(row: tuple[str, int, int]) -> tuple:
    name, a, b = row
    return {first.code}, {second.code}, name

ordered = sorted(rows, key=key)
names = []
for name, _, _ in ordered[:{top}]:
    names.append(name)
return names"""

    def run(rows: list[Row]) -> list[str]:
        return [row[0] for row in sorted(rows, key=lambda r: (first.run(r), second.run(r), r[0]))[:top]]

    return Task(
        text,
        choice.pick(("top_names", "leading", "first_names")),
        "rows: list[tuple[str, int, int]]",
        "list[str]",
        body,
        run,
        _rows,
        _ROW_EDGES,
    )


_ROW_TESTS = tuple(
    block
    for block in TESTS
    if block.code
    in {
        "$ % 2 == 0",
        "$ % 2 == 1",
        "$ % 3 != 0",
        "$ > 2",
        "$ > 3",
        "$ > 4",
        "$ < 7",
        "$ < 8",
        "$ < 9",
        "$ < 10",
        "$ % 4 != 0",
        "$ % 5 != 0",
    }
)


def _places_body(test: Block, dense: str, first: Block, second: Block, variable: str, new_place: str) -> str:
    return f"""counted = []
for name, a, b in rows:
    if {test.on(variable)}:
        counted.append((({first.code}, {second.code}), name))
counted.sort()
places: dict[int, list[str]] = {{}}
place = 0
before = None
for {"i, (key, name) in enumerate(counted)" if dense != "dense" else "key, name in counted"}:
    if key != before:
        {new_place}
        places[place] = []
        before = key
    places[place].append(name)
return places"""


_VALUES: dict[str, Run] = {"a": lambda r: r[1], "b": lambda r: r[2], "a + b": lambda r: r[1] + r[2]}


def _places(choice: Choice, test: Block, on: str, keys: _Two, dense: str) -> Task:
    first, second = keys
    value = _VALUES[on]
    next_rank = (
        "one more than the place before"
        if dense == "dense"
        else "one more than the number of all rows in better places"
    )
    text = (
        f"{_OPENING}Only rows count for which {on} {test.words}. Compare these rows by {first.words}, and if "
        f"that ties, by {second.words}. Rows that tie in both share a place. The best place is 1; every later "
        f"place is {next_rank}. "
        "Return a dictionary that maps each place that is taken to the list of the names there, in alphabetical order."
    )
    variable = on if len(on) == 1 else f"({on})"
    new_place = "place += 1" if dense == "dense" else "place = i + 1"
    body = _places_body(test, dense, first, second, variable, new_place)

    def run(rows: list[Row]) -> dict[int, list[str]]:
        counted = sorted([(first.run(r), second.run(r), r[0]) for r in rows if test.run(value(r))])
        places: dict[int, list[str]] = {}
        place = 0
        for i, entry in enumerate(counted):
            if i == 0 or entry[:2] != counted[i - 1][:2]:
                place = place + 1 if dense == "dense" else i + 1
            places.setdefault(place, []).append(entry[2])
        return places

    return Task(
        text,
        choice.pick(("places", "podium", "rank_rows")),
        "rows: list[tuple[str, int, int]]",
        "dict[int, list[str]]",
        body,
        run,
        _rows,
        _ROW_EDGES,
    )


RANKINGS = Family(
    "rankings",
    "sorting: words by a key, records by two keys, places shared by those that tie",
    (
        (Template("words", (WORD_TESTS, WORD_KEYS), sort_words),),
        (Template("top", (_PAIRS, (2, 3, 4, 5)), _top),),
        (Template("places", (_ROW_TESTS, ("a", "b", "a + b"), _PAIRS, ("dense", "sparse")), _places),),
    ),
)
