"""Divisors, prime factors and common divisors."""

from __future__ import annotations

from math import gcd

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import CHANGES, DIGIT_TESTS, LATER, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Family, Task, Template

_DIVISOR_TESTS = tuple(block for block in (*DIGIT_TESTS, *LATER) if "<" not in block.code and "== 1" not in block.code)
_RICH = (
    12,
    18,
    24,
    30,
    36,
    40,
    42,
    48,
    54,
    56,
    60,
    66,
    70,
    72,
    78,
    80,
    84,
    90,
    96,
    100,
    108,
    110,
    120,
    126,
    132,
    140,
    144,
    150,
    168,
    180,
    200,
    210,
    240,
)


def _rich(choice: Choice) -> int:
    return choice.pick(_RICH) * choice.between(1, 4) if choice.chance(0.7) else choice.between(2, 300)


def _sum(choice: Choice, test: Block, change: Block) -> Task:
    opening = choice.pick(("`n` is a positive integer.", "You are given a positive integer `n`."))
    text = (
        f"{opening} For each positive divisor of `n` (1 and `n` are divisors, too) that {test.words}, take "
        f"{change.words.replace('the number', 'the divisor')}. Return the sum, or 0 if no divisor qualifies."
    )
    body = f"return sum({change.on('d')} for d in range(1, n + 1) if n % d == 0 and {test.on('d')})"
    return Task(
        text,
        choice.pick(("divisor_score", "sum_divisors", "divisor_total")),
        "n: int",
        "int",
        body,
        lambda n: sum([change.run(d) for d in range(1, n + 1) if n % d == 0 and test.run(d)]),
        lambda c: (_rich(c),),
        ((1,), (2,), (97,), (64,)),
    )


def _factors(n: int) -> list[tuple[int, int]]:
    found, p = [], 2
    while n > 1:
        times = 0
        while n % p == 0:
            n //= p
            times += 1
        if times:
            found.append((p, times))
        p += 1
    return found


def _primes(choice: Choice, a: int, b: int, single: Block) -> Task:
    words = single.words.replace("the number", "the prime")
    text = (
        "Write the positive integer `n` as a product of powers of different primes. A prime that occurs "
        "exactly once is worth "
        f"{words}; a prime p with an exponent e of 2 or more is worth {a} times p plus {b} times e. Return "
        "the sum of the worths of all primes that divide `n`; it is 0 for `n` = 1."
    )
    body = f"""total = 0
p = 2
while n > 1:
    exponent = 0
    while n % p == 0:
        n //= p
        exponent += 1
    if exponent == 1:
        total += {single.on("p")}
    elif exponent > 1:
        total += {a} * p + {b} * exponent
    p += 1
return total"""

    def run(n: int) -> int:
        return sum([single.run(p) if e == 1 else a * p + b * e for p, e in _factors(n)])

    return Task(
        text,
        choice.pick(("prime_worth", "factor_value", "factor_score")),
        "n: int",
        "int",
        body,
        run,
        lambda c: (_rich(c),),
        ((1,), (2,), (1024,), (997,), (49,)),
    )


def _pairs(choice: Choice, most: int, change: Block, test: Block, second: Block) -> Task:
    text = (
        "For two positive integers, let g be their greatest common divisor. Look at all pairs of different positions "
        "i < j in the list `numbers` of positive integers. A pair is close if g of its two numbers is at most "
        f"{most}. A close pair is worth {change.words.replace('the number', 'g')}. For a pair that is not "
        "close: if the "
        f"sum of its two numbers {test.words}, it is worth {second.words.replace('the number', 'g')}; otherwise it is "
        "worth 0. Return the tuple (number of close pairs, sum of the worths of all pairs)."
    )
    body = f"""close, worth = 0, 0
for i in range(len(numbers)):
    for j in range(i + 1, len(numbers)):
        a, b = numbers[i], numbers[j]
        while b:
            a, b = b, a % b
        if a <= {most}:
            close += 1
            worth += {change.on("a")}
        else:
            total = numbers[i] + numbers[j]
            if {test.on("total")}:
                worth += {second.on("a")}
return close, worth"""

    def run(numbers: list[int]) -> tuple[int, int]:
        close, worth = 0, 0
        for i, a in enumerate(numbers):
            for b in numbers[i + 1 :]:
                g = gcd(a, b)
                if g <= most:
                    close += 1
                    worth += change.run(g)
                elif test.run(a + b):
                    worth += second.run(g)
        return close, worth

    def inputs(c: Choice) -> tuple[list[int]]:
        return ([_rich(c) if c.chance(0.6) else c.between(1, 60) for _ in range(c.between(3, 6))],)

    return Task(
        text,
        choice.pick(("pair_worth", "judge_pairs", "common_divisors")),
        "numbers: list[int]",
        "tuple[int, int]",
        body,
        run,
        inputs,
        (([],), ([12],), ([6, 6, 6],)),
    )


DIVISORS = Family(
    "divisors",
    "number theory: divisors, prime factors with exponents, greatest common divisors of pairs",
    (
        (Template("sum", (_DIVISOR_TESTS, WIDE), _sum),),
        (Template("primes", (range(1, 8), range(1, 8), CHANGES[:60]), _primes),),
        (Template("pairs", (range(1, 7), WIDE, LATER, WIDE), _pairs),),
    ),
)
