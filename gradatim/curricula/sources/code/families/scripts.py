"""Programs in other notations, whose output a function is to give."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import CHANGES, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_ASKS = (
    "What does this program print? Write a function of the input `n`, an integer, that returns the list of "
    "the printed numbers, in order.",
    "Write a function that takes the integer `n` which this program reads, and returns the list of all "
    "numbers that the program prints, in order.",
    "Turn this program into a Python function: instead of reading `n` it gets the integer as its argument, "
    "and instead of printing numbers it returns them in a list, in order.",
)
_NAMES = ("printed", "output_of", "trace", "what_it_prints")
_SIGNS = (
    "In it, % is the remainder (never negative for a positive divisor), // divides and rounds down, and abs, min "
    "and max mean what they do in Python.\n\n"
)
_EDGES: Edges = ((0,), (1,), (-7,), (100,))


def _task(choice: Choice, listing: str, body: str, run: object) -> Task:
    text = f"{choice.pick(_ASKS)} {_SIGNS}{listing}"
    return Task(text, choice.pick(_NAMES), "n: int", "list[int]", body, run, lambda c: (c.between(-30, 60),), _EDGES)  # type: ignore[arg-type]


def _loop(choice: Choice, rounds: int, one: Block, test: Block, other: Block) -> Task:
    end, put = choice.pick((("END", "SET {} TO {}"), ("END", "LET {} = {}"), ("DONE", "{} <- {}")))
    listing = f"""READ n
REPEAT {rounds} TIMES
  IF {test.on("n")}
    {put.format("n", one.on("n"))}
  ELSE
    {put.format("n", other.on("n"))}
  {end} IF
  PRINT n
{end} REPEAT"""
    body = f"""printed = []
for _ in range({rounds}):
    n = {one.on("n")} if {test.on("n")} else {other.on("n")}
    printed.append(n)
return printed"""

    def run(n: int) -> list[int]:
        printed = []
        for _ in range(rounds):
            n = one.run(n) if test.run(n) else other.run(n)
            printed.append(n)
        return printed

    return _task(choice, listing, body, run)


def _two(choice: Choice, last: int, start: int, test: Block, one: Block, other: Block) -> Task:
    put = choice.pick(("SET {} TO {}", "LET {} = {}", "{} <- {}"))
    listing = f"""READ n
{put.format("t", start)}
FOR i FROM 1 TO {last}   (both included)
  {put.format("t", "t + n * i")}
  IF {test.on("t")}
    PRINT t
    {put.format("t", one.on("t"))}
  ELSE IF t > n
    {put.format("n", "n + i")}
  ELSE
    {put.format("n", other.on("n"))}
  END IF
END FOR
PRINT t + n"""
    body = f"""printed = []
t = {start}
for i in range(1, {last + 1}):
    t = t + n * i
    if {test.on("t")}:
        printed.append(t)
        t = {one.on("t")}
    elif t > n:
        n = n + i
    else:
        n = {other.on("n")}
printed.append(t + n)
return printed"""

    def run(n: int) -> list[int]:
        printed, t = [], start
        for i in range(1, last + 1):
            t += n * i
            if test.run(t):
                printed.append(t)
                t = one.run(t)
            else:
                n = n + i if t > n else other.run(n)
        return [*printed, t + n]

    return _task(choice, listing, body, run)


def _jumps_body(limit: int, test: Block, one: Block, second: Block, other: Block, modulus: int) -> str:
    return f"""printed = []
k = 0
while True:
    n = n % {modulus}
    if {test.on("n")}:
        n = {other.on("n")}
        k += 1
    else:
        n = {one.on("n")}
        if {second.on("k")}:
            printed.append(n)
    k += 1
    if k >= {limit}:
        break
if n > {modulus}:
    printed.append(n)
    printed.append(0)
printed.append(k)
return printed"""


def _jumps(choice: Choice, limit: int, test: Block, one: Block, second: Block, other: Block, modulus: int) -> Task:
    step = choice.pick((1, 5, 10))
    label = [step * i for i in range(1, 17)]
    lines = [
        "READ n",
        "LET k = 0",
        f"LET n = n % {modulus}",
        f"IF {test.on('n')} THEN GOTO {label[7]}",
        f"LET n = {one.on('n')}",
        f"IF {second.on('k')} THEN PRINT n",
        f"GOTO {label[9]}",
        f"LET n = {other.on('n')}",
        "LET k = k + 1",
        "LET k = k + 1",
        f"IF k < {limit} THEN GOTO {label[2]}",
        f"IF n <= {modulus} THEN GOTO {label[14]}",
        "PRINT n",
        "PRINT 0",
        "PRINT k",
        "STOP",
    ]
    listing = (
        "Lines are executed in the order of their numbers; GOTO continues at the line with that number, and what "
        "follows THEN is done only if the condition holds.\n\n"
    )
    listing += "\n".join(f"{number} {line}" for number, line in zip(label, lines, strict=True))
    body = _jumps_body(limit, test, one, second, other, modulus)

    def run(n: int) -> list[int]:
        printed, k = [], 0
        while k < limit:
            n %= modulus
            if test.run(n):
                n, k = other.run(n), k + 1
            else:
                n = one.run(n)
                if second.run(k):
                    printed.append(n)
            k += 1
        return [*printed, *([n, 0] if n > modulus else []), k]

    return _task(choice, listing, body, run)


_FEW = tuple(block for block in TESTS if "<= $ <=" not in block.code)
_STEPS = tuple(
    block
    for block in TESTS
    if block.code in {"$ % 2 == 0", "$ % 2 == 1", "$ % 3 == 0", "$ % 3 != 0", "$ > 1", "$ > 2", "$ < 5"}
)
_FLAT = tuple(block for block in CHANGES if "$ * $" not in block.code)  # squares of squares grow too long
_FLAT_WIDE = tuple(block for block in WIDE if "$ * $" not in block.code)

SCRIPTS = Family(
    "scripts",
    "programs in another notation whose output is to be returned: a loop, two variables, jumps",
    (
        (Template("loop", (range(3, 7), _FLAT_WIDE, _FEW, _FLAT), _loop),),
        (Template("two", (range(4, 9), range(-3, 8), _FEW, _FLAT_WIDE, _FLAT), _two),),
        (Template("jumps", (range(5, 11), _FEW, _FLAT_WIDE, _STEPS, _FLAT_WIDE, range(11, 40)), _jumps),),
    ),
)
