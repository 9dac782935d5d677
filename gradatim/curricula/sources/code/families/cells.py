"""Cells of a grid that change step by step with their neighbours."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Task

Matrix = list[list[int]]

OPENINGS = (
    "`grid` is a non-empty list of rows; all rows are lists of integers of the same length, at least 1.",
    "You are given a matrix `grid`, a list of at least one row, where each row is a list of the same "
    "positive number of integers.",
)

NEAR = (
    ("left, right, above and below", ((0, -1), (0, 1), (-1, 0), (1, 0))),
    ("diagonally adjacent to it", ((-1, -1), (-1, 1), (1, -1), (1, 1))),
    ("left and right", ((0, -1), (0, 1))),
    ("above and below", ((-1, 0), (1, 0))),
    ("right and below", ((0, 1), (1, 0))),
    ("left, above, and above to the left", ((0, -1), (-1, 0), (-1, -1))),
)


def _step_body(
    test: Block, change: Block, modulus: int, offsets: tuple[tuple[int, int], ...], test_edge: str, pad: str, cell: str
) -> str:
    return f"""height, width = len(grid), len(grid[0])
for _ in range(steps):
    new = []
    for r in range(height):
        row = []
        for c in range(width):
            s = 0
            for dr, dc in {offsets}:
                rr, cc = r + dr, c + dc{test_edge}
                {pad}s += {cell}
            if {test.on("s")}:
                value = {change.on("grid[r][c]")}
            else:
                value = grid[r][c] + s
            row.append(value % {modulus})
        new.append(row)
    grid = new
return grid"""


def _step_text(choice: Choice, test: Block, change: Block, modulus: int, words: str, beyond: str) -> str:
    return (
        f"{choice.pick(OPENINGS)} The neighbours of a cell are the cells {words}. {beyond} One step replaces "
        "all numbers at once, based on the numbers before the step: let s be the sum of a cell's neighbours "
        f"(0 if it has none); if s {test.words}, the new number of "
        f"the cell is {change.words.replace('the number', 'its old number')}; otherwise it is its old number "
        f"plus s. After this, take the remainder modulo {modulus} (from 0 to {modulus - 1}). Return the grid "
        "after `steps` steps (`steps` >= 0; after 0 steps it is as it was), and leave `grid` itself "
        "unchanged."
    )


def cell_steps(
    choice: Choice, near: tuple[str, tuple[tuple[int, int], ...]], edge: str, test: Block, change: Block, modulus: int
) -> Task:
    """Returns the task of applying steps to a grid."""
    words, offsets = near
    wraps = edge == "wrap"
    beyond = (
        "Beyond an edge the grid continues at the opposite edge, so that a cell can be its own neighbour, "
        "and one that is a neighbour in two ways counts twice."
        if wraps
        else "Beyond the edges there are no neighbours."
    )
    text = _step_text(choice, test, change, modulus, words, beyond)
    test_edge = "" if wraps else "\n                if 0 <= rr < height and 0 <= cc < width:"
    pad = "    " if not wraps else ""
    cell = "grid[rr % height][cc % width]" if wraps else "grid[rr][cc]"
    body = _step_body(test, change, modulus, offsets, test_edge, pad, cell)

    def run(grid: Matrix, steps: int) -> Matrix:
        height, width = len(grid), len(grid[0])
        for _ in range(steps):
            new = []
            for r in range(height):
                row = []
                for c in range(width):
                    places = [(r + dr, c + dc) for dr, dc in offsets]
                    inside = places if wraps else [(y, x) for y, x in places if 0 <= y < height and 0 <= x < width]
                    s = sum([grid[y % height][x % width] for y, x in inside])
                    row.append((change.run(grid[r][c]) if test.run(s) else grid[r][c] + s) % modulus)
                new.append(row)
            grid = new
        return grid

    def inputs(c: Choice) -> tuple[Matrix, int]:
        width = c.between(2, 3)
        return [c.ints(0, 12, width, width) for _ in range(c.between(2, 3))], c.between(1, 3)

    edges: Edges = (([[5]], 2), ([[1, 2, 3]], 1), ([[4], [7], [0]], 2), ([[0, 1], [2, 3]], 0))
    return Task(
        text,
        choice.pick(("evolve_grid", "run_steps", "automaton")),
        "grid: list[list[int]], steps: int",
        "list[list[int]]",
        body,
        run,
        inputs,
        edges,
    )
