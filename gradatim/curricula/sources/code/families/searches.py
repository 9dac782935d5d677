"""Searches: the first number that is enough, the longest stretch, the best choice."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Family, Task, Template


def _enough(choice: Choice, a: int, b: int, c: int) -> Task:
    text = (
        f"Return the smallest integer n >= 0 for which {a} * n * n + {b} * n + {c} is at least `target`. "
        "`target` is any integer; "
        f"{choice.pick(('if it is already reached at n = 0, the answer is 0', 'the answer is never negative'))}."
    )
    body = f"""n = 0
while {a} * n * n + {b} * n + {c} < target:
    n += 1
return n"""

    def run(target: int) -> int:
        n = 0
        while a * n * n + b * n + c < target:
            n += 1
        return n

    return Task(
        text,
        choice.pick(("first_enough", "smallest_n", "least")),
        "target: int",
        "int",
        body,
        run,
        lambda x: (x.between(-50, 200) if x.chance(0.3) else x.between(200, 20000),),
        ((0,), (c,), (c + 1,), (a + b + c,)),
    )


_WINDOWS = (
    Block("len", len, "its length"),
    Block("sum", sum, "the sum of its numbers (0 for an empty stretch)"),
    Block("copy", list, "the stretch itself, as a list"),
)


def _window(choice: Choice, test: Block, most: int, result: Block) -> Task:
    limit = f"at most {most}" if most else "none"
    text = (
        "A stretch of the list `numbers` is a part of consecutive elements; it may be empty. Find the longest "
        f"stretch in which {limit} of the numbers {'is' if most == 1 or not most else 'are'} of this kind: it "
        f"{test.words}. If several are longest, take the one that begins first. Return {result.words}."
    )
    answer = {"len": "end - begin", "sum": "sum(numbers[begin:end])", "copy": "numbers[begin:end]"}[result.code]
    body = f"""begin, end = 0, 0
for i in range(len(numbers)):
    count = 0
    j = i
    while j < len(numbers):
        if {test.on("numbers[j]")}:
            count += 1
            if count > {most}:
                break
        j += 1
    if j - i > end - begin:
        begin, end = i, j
return {answer}"""

    def run(numbers: list[int]) -> object:
        best: list[int] = []
        for i in range(len(numbers)):
            left, part = most, []
            for x in numbers[i:]:
                left -= test.run(x)
                if left < 0:
                    break
                part.append(x)
            if len(part) > len(best):
                best = part
        return result.run(best)

    return Task(
        text,
        choice.pick(("longest_stretch", "best_window", "find_stretch")),
        "numbers: list[int]",
        "list[int]" if result.code == "copy" else "int",
        body,
        run,
        lambda c: (c.ints(-20, 40, 5, 12),),
        (([],), ([4],), ([1, 2, 3, 4, 5, 6],), ([-9, -9, 30, 30],)),
    )


def _choose_body(gap: int, test: Block, change: Block, other: Block, most: int) -> str:
    return f"""best: dict[tuple[int, int], tuple[int, int]] = {{}}

def solve(start: int, left: int) -> tuple[int, int]:
    if start >= len(numbers) or left == 0:
        return 0, 0
    if (start, left) not in best:
        x = numbers[start]
        if {test.on("x")}:
            worth = {change.on("x")}
        else:
            worth = {other.on("x")}
        total, count = solve(start + {gap + 1}, left - 1)
        taken = (total + worth, count + 1)
        skipped = solve(start + 1, left)
        if taken[0] > skipped[0] or (taken[0] == skipped[0] and taken[1] < skipped[1]):
            best[start, left] = taken
        else:
            best[start, left] = skipped
    return best[start, left]

return solve(0, {most})"""


def _choose(choice: Choice, gap: int, test: Block, change: Block, other: Block, most: int) -> Task:
    text = (
        f"Choose numbers of the list `numbers`, at most {most} of them, perhaps none, so that between the "
        f"positions of any two chosen numbers there {'is' if gap == 1 else 'are'} at least {gap} other "
        f"position{'s' if gap > 1 else ''}. A chosen number that {test.words} is worth {change.words}; any "
        f"other chosen number is worth {other.words}. "
        "Worths may be negative. Return the tuple (largest possible sum of the worths of the chosen numbers, "
        "fewest numbers with which that sum is possible); choosing none has the sum 0."
    )
    body = _choose_body(gap, test, change, other, most)

    def run(numbers: list[int]) -> tuple[int, int]:
        # Each row of the table: for up to so many numbers, the best (sum, -count) of the rest of the list.
        rows = [[(0, 0)] * (most + 1) for _ in range(gap + 1)]
        for x in reversed(numbers):
            worth = change.run(x) if test.run(x) else other.run(x)
            later = rows[gap]
            row = [(0, 0)]
            for left in range(1, most + 1):
                total, count = later[left - 1]
                row.append(max(rows[0][left], (total + worth, count - 1)))
            rows = [row, *rows[:gap]]
        total, count = rows[0][most]
        return total, -count

    return Task(
        text,
        choice.pick(("best_choice", "choose", "pick_best")),
        "numbers: list[int]",
        "tuple[int, int]",
        body,
        run,
        lambda c: (c.ints(-20, 40, 4, 10),),
        (([],), ([-20],), ([3, 3, 3, 3, 3, 3, 3, 3],), ([40, -1],)),
    )


SEARCHES = Family(
    "searches",
    "searches: the first number that is enough, the longest stretch with few of a kind, the best choice with gaps",
    (
        (Template("enough", (range(1, 8), range(12), range(-5, 10)), _enough),),
        (Template("window", (TESTS, (0, 1, 2), _WINDOWS), _window),),
        (Template("choose", ((1, 2, 3), LATER, WIDE, WIDE, (2, 3, 4)), _choose),),
    ),
)
