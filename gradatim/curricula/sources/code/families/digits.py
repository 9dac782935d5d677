"""Decimal digits of numbers: sums over them, repeated steps, and counts in a range."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import DIGIT_TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Family, Task, Template


def _digits(n: int) -> list[int]:
    return [int(char) for char in str(abs(n))]


def _sum(choice: Choice, test: Block, change: Block) -> Task:
    words = change.words.replace("the number", "the digit")
    text = (
        "Look at the decimal digits of the integer `n` (which may be negative; ignore the sign). For each "
        f"digit that {test.words}, "
        f"take {words}; a digit that occurs more than once counts each time. Return the sum of what you took, "
        "or 0 if no digit qualifies."
    )
    body = f"return sum({change.on('d')} for d in map(int, str(abs(n))) if {test.on('d')})"
    return Task(
        text,
        choice.pick(("digit_score", "digit_sum", "weigh_digits")),
        "n: int",
        "int",
        body,
        lambda n: sum([change.run(d) for d in _digits(n) if test.run(d)]),
        lambda c: (c.between(-200, 999999),),
        ((0,), (-907,), (1000000,), (5,)),
    )


def _steps(choice: Choice, test: Block, a: int, b: int, start: int) -> Task:
    text = (
        "Start with a non-negative integer `n` and repeat the following step `rounds` times: the new number "
        f"is {b} plus one contribution of each decimal digit of the current number: "
        f"a digit that {test.words} contributes {a} times itself, any other digit its square. "
        f"Return the number after the last step (`n` itself if `rounds` is 0), plus {start} for every step "
        "whose result was odd."
    )
    body = f"""bonus = 0
for _ in range(rounds):
    new = {b}
    for d in map(int, str(n)):
        if {test.on("d")}:
            new += {a} * d
        else:
            new += d * d
    if new % 2 == 1:
        bonus += {start}
    n = new
return n + bonus"""

    def run(n: int, rounds: int) -> int:
        bonus = 0
        for _ in range(rounds):
            n = b + sum([a * d if test.run(d) else d * d for d in _digits(n)])
            bonus += start * (n % 2)
        return n + bonus

    return Task(
        text,
        choice.pick(("digit_walk", "iterate_digits", "after_rounds")),
        "n: int, rounds: int",
        "int",
        body,
        run,
        lambda c: (c.between(1, 9999), c.between(1, 9)),
        ((0, 3), (77, 0), (10, 1)),
    )


def _range(choice: Choice, test: Block, a: int, m: int, other: Block) -> Task:
    text = (
        "Every whole number has a mark, made of its decimal digits from left to right. The mark starts at 0. "
        "At each digit that "
        f"{test.words}, the mark is multiplied by {a} and the digit is added; at each other digit the digit "
        "is subtracted from the mark. After each digit the mark is "
        f"replaced by its remainder modulo {m} (from 0 to {m - 1}). Of the numbers from `low` to `high` (both "
        f"included; 0 <= `low`) consider those whose mark {other.words}, and "
        "return the pair (how many there are, the largest mark among them) as a tuple; it is (0, -1) if there are none."
    )
    body = f"""count, best = 0, -1
for n in range(low, high + 1):
    mark = 0
    for d in map(int, str(n)):
        if {test.on("d")}:
            mark = mark * {a} + d
        else:
            mark -= d
        mark %= {m}
    if {other.on("mark")}:
        count += 1
        if mark > best:
            best = mark
return count, best"""

    def run(low: int, high: int) -> tuple[int, int]:
        marks = []
        for n in range(low, high + 1):
            mark = 0
            for char in str(n):
                d = int(char)
                mark = (mark * a + d if test.run(d) else mark - d) % m
            if other.run(mark):
                marks.append(mark)
        return len(marks), max(marks, default=-1)

    def inputs(c: Choice) -> tuple[int, int]:
        low = c.between(0, 400)
        return low, low + c.between(3, 30)

    return Task(
        text,
        choice.pick(("count_marks", "marked_numbers", "survey")),
        "low: int, high: int",
        "tuple[int, int]",
        body,
        run,
        inputs,
        ((5, 4), (0, 0), (99, 101)),
    )


DIGITS = Family(
    "digits",
    "decimal digits: a sum over them, repeated steps, marks of all numbers in a range",
    (
        (Template("sum", (DIGIT_TESTS, WIDE), _sum),),
        (Template("steps", (DIGIT_TESTS, range(2, 10), range(1, 12), range(3, 9)), _steps),),
        (Template("range", (DIGIT_TESTS, range(2, 8), range(7, 24), DIGIT_TESTS), _range),),
    ),
)
