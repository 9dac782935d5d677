"""Matrices as lists of rows."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.cells import NEAR, OPENINGS, Matrix, cell_steps
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_COUNTED = "Rows and columns are counted from 0, r being the row and c the column."

_PLACES = (
    Block("(r + c) % 2 == 0", lambda p: (p[0] + p[1]) % 2 == 0, "r + c is even"),
    Block("(r + c) % 2 == 1", lambda p: (p[0] + p[1]) % 2 == 1, "r + c is odd"),
    Block("(r + c) % 3 == 0", lambda p: (p[0] + p[1]) % 3 == 0, "r + c is divisible by 3"),
    Block("r <= c", lambda p: p[0] <= p[1], "r <= c"),
    Block("r >= c", lambda p: p[0] >= p[1], "r >= c"),
    Block("r != c", lambda p: p[0] != p[1], "r and c differ"),
    Block("r % 2 == 0", lambda p: p[0] % 2 == 0, "r is even"),
    Block("c % 2 == 0", lambda p: p[1] % 2 == 0, "c is even"),
    Block("r * c % 2 == 0", lambda p: p[0] * p[1] % 2 == 0, "r * c is even"),
)


def _inputs(choice: Choice) -> tuple[Matrix]:
    width = choice.between(2, 4)
    return ([choice.ints(-20, 40, width, width) for _ in range(choice.between(2, 4))],)


_EDGES: Edges = (([[5]],), ([[1, 2, 3]],), ([[4], [-7], [30]],), ([[0, 0], [0, 0]],))


def _sum(choice: Choice, place: Block, test: Block) -> Task:
    text = (
        f"{choice.pick(OPENINGS)} {_COUNTED} Return the sum of all numbers that stand in a place where "
        f"{place.words} and "
        f"that also satisfy this: the number {test.words}. It is 0 if there are none."
    )
    body = f"""total = 0
for r, row in enumerate(grid):
    for c, value in enumerate(row):
        if {place.code} and {test.on("value")}:
            total += value
return total"""

    def run(grid: Matrix) -> int:
        return sum([x for r, row in enumerate(grid) for c, x in enumerate(row) if place.run((r, c)) and test.run(x)])

    return Task(
        text,
        choice.pick(("grid_sum", "sum_cells", "selected_sum")),
        "grid: list[list[int]]",
        "int",
        body,
        run,
        _inputs,
        _EDGES,
    )


_TURNS = (
    Block(
        "[list(row) for row in zip(*grid)]",
        lambda g: [list(row) for row in zip(*g, strict=True)],
        "swap rows and columns, so that row i becomes column i",
    ),
    Block(
        "[list(row) for row in zip(*grid[::-1])]",
        lambda g: [list(row) for row in zip(*g[::-1], strict=True)],
        "turn it by 90 degrees clockwise, so that its first row becomes the last column",
    ),
    Block(
        "[list(row) for row in zip(*grid)][::-1]",
        lambda g: [list(row) for row in zip(*g, strict=True)][::-1],
        "turn it by 90 degrees counter-clockwise, so that its first row, read backwards, becomes the first column",
    ),
    Block("[row[::-1] for row in grid]", lambda g: [row[::-1] for row in g], "reverse each row"),
    Block("grid[::-1]", lambda g: g[::-1], "reverse the order of the rows"),
    Block("[row[::-1] for row in grid[::-1]]", lambda g: [row[::-1] for row in g[::-1]], "turn it by 180 degrees"),
    Block("grid[1:] + grid[:1]", lambda g: g[1:] + g[:1], "move the first row to the end"),
    Block(
        "[row[1:] + row[:1] for row in grid]",
        lambda g: [row[1:] + row[:1] for row in g],
        "move the first column to the end",
    ),
)


def _turn(choice: Choice, turn: Block, place: Block, test: Block, change: Block) -> Task:
    text = (
        f"{choice.pick(OPENINGS)} First {turn.words}. In the matrix that you get, replace every number in a "
        f"place where {place.words}, if the number {test.words}, by {change.words}. "
        f"{_COUNTED} All other numbers stay as they are. Return the new matrix as a list of rows, and leave "
        "`grid` unchanged."
    )
    body = f"""turned = {turn.code}
result = []
for r, row in enumerate(turned):
    changed = []
    for c, value in enumerate(row):
        if {place.code} and {test.on("value")}:
            value = {change.on("value")}
        changed.append(value)
    result.append(changed)
return result"""

    def run(grid: Matrix) -> Matrix:
        turned = enumerate(turn.run(grid))
        return [
            [change.run(x) if place.run((r, c)) and test.run(x) else x for c, x in enumerate(row)] for r, row in turned
        ]

    return Task(
        text,
        choice.pick(("turn_and_change", "rework_grid", "remap")),
        "grid: list[list[int]]",
        "list[list[int]]",
        body,
        run,
        _inputs,
        _EDGES,
    )


MATRICES = Family(
    "matrices",
    "matrices: a sum over places, turning and changing, steps in which all cells look at their neighbours",
    (
        (Template("sum", (_PLACES, TESTS), _sum),),
        (Template("turn", (_TURNS, _PLACES, TESTS, WIDE), _turn),),
        (Template("step", (NEAR, ("wrap", "border"), LATER, WIDE, range(11, 30)), cell_steps),),
    ),
)
