"""Numbers defined by earlier numbers."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_NAMES = ("term", "sequence", "series_value", "nth_value", "element")


def _n(choice: Choice) -> tuple[int]:
    return (choice.between(0, 60),)


_EDGES: Edges = ((0,), (1,), (2,), (3,))


def _first(choice: Choice, start: int, p: int, q: int, m: int) -> Task:
    s = choice.pick("abcst")
    text = (
        f"A sequence starts with {s}(0) = {start}. Each later term is {s}(n) = ({p} * {s}(n - 1) + {q} * n) "
        f"mod {m}, that is, the remainder after division by {m}. "
        f"Return {s}(n) for an integer n >= 0."
    )
    body = f"""value = {start}
for i in range(1, n + 1):
    value = ({p} * value + {q} * i) % {m}
return value"""

    def run(n: int) -> int:
        value = start
        for i in range(1, n + 1):
            value = (p * value + q * i) % m
        return value

    return Task(text, choice.pick(_NAMES), "n: int", "int", body, run, _n, _EDGES)


_PARITY = (
    Block("$ % 2 == 0", lambda x: x % 2 == 0, "even"),
    Block("$ % 3 == 0", lambda x: x % 3 == 0, "divisible by 3"),
    Block("$ % 3 == 1", lambda x: x % 3 == 1, "1 more than a multiple of 3"),
    Block("$ % 4 < 2", lambda x: x % 4 < 2, "a number that leaves remainder 0 or 1 when divided by 4"),
)


def _second(choice: Choice, a: int, b: int, p: int, q: int, m: int, case: Block) -> Task:
    s = choice.pick("abcst")
    text = (
        f"A sequence starts with {s}(0) = {a} and {s}(1) = {b}. For n >= 2, {s}(n) is the remainder modulo "
        f"{m} (from 0 to {m - 1}) of {p} * {s}(n - 1) + {s}(n - 2) if n is {case.words}, and of {s}(n - 1) + "
        f"{q} * {s}(n - 2) + n otherwise. "
        f"Return {s}(n) for an integer n >= 0."
    )
    body = f"""before, value = {a}, {b}
if n == 0:
    return before
for i in range(2, n + 1):
    if {case.on("i")}:
        new = {p} * value + before
    else:
        new = value + {q} * before + i
    before, value = value, new % {m}
return value"""

    def run(n: int) -> int:
        before, value = a, b
        for i in range(2, n + 1):
            new = p * value + before if case.run(i) else value + q * before + i
            before, value = value, new % m
        return value if n else before

    return Task(text, choice.pick(_NAMES), "n: int", "int", body, run, _n, _EDGES)


def _mutual(choice: Choice, a: int, b: int, p: int, q: int, m: int, case: Block, limit: int) -> Task:
    text = (
        f"Two sequences depend on each other: a(0) = {a} and b(0) = {b}, and for n >= 1, with all remainders "
        f"modulo {m} from 0 to {m - 1}:\n"
        f"- if a(n - 1) is {case.words}, then a(n) = ({p} * a(n - 1) + b(n - 1)) mod {m}, otherwise a(n) = "
        f"(a(n - 1) + n) mod {m};\n"
        "- if b(n - 1) > a(n), where a(n) is the new term, then b(n) = b(n - 1) - a(n), otherwise b(n) = "
        f"(b(n - 1) + {q} * a(n)) mod {m}.\n"
        "Return the tuple (a(n), b(n), c) for an integer n >= 0, where c is how many of the numbers a(1), "
        f"..., a(n) are greater than {limit}."
    )
    body = f"""a, b, count = {a}, {b}, 0
for i in range(1, n + 1):
    if {case.on("a")}:
        a = ({p} * a + b) % {m}
    else:
        a = (a + i) % {m}
    if b > a:
        b -= a
    else:
        b = (b + {q} * a) % {m}
    if a > {limit}:
        count += 1
return a, b, count"""

    def run(n: int) -> tuple[int, int, int]:
        x, y, count = a, b, 0
        for i in range(1, n + 1):
            x = (p * x + y if case.run(x) else x + i) % m
            y = y - x if y > x else (y + q * x) % m
            count += x > limit
        return x, y, count

    return Task(
        text,
        choice.pick(("two_sequences", "pair_at", "twin_terms", "evolve")),
        "n: int",
        "tuple[int, int, int]",
        body,
        run,
        _n,
        _EDGES,
    )


_MODULI = (29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109)

RECURRENCES = Family(
    "recurrences",
    "numbers defined by earlier ones: one term back, two with cases, two sequences that depend on each other",
    (
        (Template("first", (range(1, 10), range(2, 10), range(1, 8), _MODULI), _first),),
        (Template("second", (range(1, 6), range(1, 6), range(2, 6), range(2, 6), _MODULI, _PARITY), _second),),
        (
            Template(
                "mutual", (range(1, 6), range(1, 6), range(2, 6), range(2, 6), _MODULI, _PARITY, range(10, 25)), _mutual
            ),
        ),
    ),
)
