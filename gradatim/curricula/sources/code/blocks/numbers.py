"""Predicates, changes and summaries of whole numbers."""

from __future__ import annotations

from itertools import accumulate, pairwise

from gradatim.curricula.sources.code.blocks.block import Block

TESTS: tuple[Block, ...] = (
    Block("$ % 2 == 0", lambda x: x % 2 == 0, "is even"),
    Block("$ % 2 == 1", lambda x: x % 2 == 1, "is odd"),
    *(Block(f"$ % {k} == 0", lambda x, k=k: x % k == 0, f"is divisible by {k}") for k in range(3, 7)),
    *(Block(f"$ % {k} != 0", lambda x, k=k: x % k != 0, f"is not divisible by {k}") for k in range(3, 10)),
    *(Block(f"$ > {k}", lambda x, k=k: x > k, f"is greater than {k}") for k in range(16)),
    *(Block(f"$ < {k}", lambda x, k=k: x < k, f"is less than {k}") for k in range(5, 21)),
    *(
        Block(f"{a} <= $ <= {b}", lambda x, a=a, b=b: a <= x <= b, f"lies between {a} and {b} (both included)")
        for a in (-6, -3, 2, 4)
        for b in (15, 19, 24)
    ),
    *(
        Block(f"$ % {k} == {r}", lambda x, k=k, r=r: x % k == r, f"is {r} more than a multiple of {k}")
        for k in (3, 4, 5)
        for r in range(1, k)
    ),
    *(Block(f"abs($) % 10 < {k}", lambda x, k=k: abs(x) % 10 < k, f"ends in a digit below {k}") for k in range(3, 8)),
)
"""Predicates that hold for a fair part of the numbers from -20 to 40."""

DIGIT_TESTS: tuple[Block, ...] = (
    *TESTS[:2],
    Block("$ % 3 == 0", lambda x: x % 3 == 0, "is divisible by 3"),
    *(Block(f"$ > {k}", lambda x, k=k: x > k, f"is greater than {k}") for k in range(2, 7)),
    *(Block(f"$ < {k}", lambda x, k=k: x < k, f"is less than {k}") for k in range(4, 9)),
    *(Block(f"$ != {k}", lambda x, k=k: x != k, f"is different from {k}") for k in range(1, 10)),
)
"""Predicates for numbers from 0 to 9."""

CHANGES: tuple[Block, ...] = (
    *(Block(f"$ + {k}", lambda x, k=k: x + k, f"the number plus {k}") for k in range(1, 13)),
    *(Block(f"$ - {k}", lambda x, k=k: x - k, f"the number minus {k}") for k in range(1, 10)),
    *(Block(f"{k} - $", lambda x, k=k: k - x, f"{k} minus the number") for k in range(10)),
    *(Block(f"{k} * $", lambda x, k=k: k * x, f"{k} times the number") for k in range(2, 10)),
    *(Block(f"$ // {k}", lambda x, k=k: x // k, f"the number divided by {k}, rounded down") for k in range(2, 6)),
    *(
        Block(f"$ % {k}", lambda x, k=k: x % k, f"the remainder of the number modulo {k} (from 0 to {k - 1})")
        for k in range(4, 10)
    ),
    Block("$ * $", lambda x: x * x, "the square of the number"),
    Block("$ * $ - $", lambda x: x * x - x, "the product of the number and the integer one below it"),
    *(Block(f"$ * $ + {k}", lambda x, k=k: x * x + k, f"{k} more than the square of the number") for k in range(1, 6)),
    *(Block(f"abs($ - {k})", lambda x, k=k: abs(x - k), f"the distance of the number from {k}") for k in range(3, 12)),
    *(Block(f"min($, {k})", lambda x, k=k: min(x, k), f"the smaller of the number and {k}") for k in range(12, 20)),
    *(Block(f"max($, {k})", lambda x, k=k: max(x, k), f"the larger of the number and {k}") for k in range(1, 9)),
    *(
        Block(f"{a} * $ + {k}", lambda x, a=a, k=k: a * x + k, f"{k} more than {a} times the number")
        for a in (2, 3, 5)
        for k in range(1, 6)
    ),
)
"""Changes of one number."""

FREE: tuple[Block, ...] = tuple(block for block in CHANGES if not block.code.startswith(("min", "max")))
"""Changes that still do something after a selection by size."""

SUMS: tuple[Block, ...] = (
    Block("sum($)", sum, "the sum of these numbers (0 if there are none)"),
    Block("max($, default=0)", lambda x: max(x, default=0), "the largest of these numbers (0 if there are none)"),
    Block("min($, default=0)", lambda x: min(x, default=0), "the smallest of these numbers (0 if there are none)"),
    Block("len(set($))", lambda x: len(set(x)), "how many different values there are among these numbers"),
    Block(
        "max($, default=0) - min($, default=0)",
        lambda x: max(x, default=0) - min(x, default=0),
        "the largest minus the smallest of these numbers (0 if there are none)",
    ),
    Block(
        "sum($[::2])",
        lambda x: sum(x[::2]),
        "the sum of the first, third, fifth of these numbers and so on (0 if there are none)",
    ),
    Block(
        "sum($[::2]) - sum($[1::2])",
        lambda x: sum(x[::2]) - sum(x[1::2]),
        "the first of these numbers minus the second plus the third minus the fourth and so on (0 if there are none)",
    ),
    Block("sum($) - len($)", lambda x: sum(x) - len(x), "the sum of these numbers minus how many there are"),
    Block(
        "sum($[-3:])",
        lambda x: sum(x[-3:]),
        "the sum of the last three of these numbers (of all if there are fewer; 0 if there are none)",
    ),
)
"""Summaries of a list."""

ORDERS: tuple[Block, ...] = (
    Block("sorted($)", sorted, "sort them from smallest to largest"),
    Block("sorted($, reverse=True)", lambda x: sorted(x, reverse=True), "sort them from largest to smallest"),
    Block("$[::-1]", lambda x: x[::-1], "reverse their order"),
    Block(
        "list(dict.fromkeys($))",
        lambda x: list(dict.fromkeys(x)),
        "keep only the first occurrence of each value, in the order in which they stand",
    ),
    Block("sorted(set($))", lambda x: sorted(set(x)), "keep each value once and sort them from smallest to largest"),
    *(
        Block(f"$[::{k}]", lambda x, k=k: x[::k], f"keep the first number and every {k}{s} one after it")
        for k, s in ((2, "nd"), (3, "rd"))
    ),
    *(
        Block(f"$[{k}:]", lambda x, k=k: x[k:], f"drop the first {w} (all if there are fewer)")
        for k, w in ((1, "one"), (2, "two"), (3, "three"))
    ),
    *(
        Block(f"$[:-{k}]", lambda x, k=k: x[:-k], f"drop the last {w} (all if there are fewer)")
        for k, w in ((1, "one"), (2, "two"))
    ),
    *(
        Block(f"$[:{k}]", lambda x, k=k: x[:k], f"keep only the first {w} (all if there are fewer)")
        for k, w in ((3, "three"), (4, "four"))
    ),
    *(
        Block(f"$[-{k}:]", lambda x, k=k: x[-k:], f"keep only the last {w} (all if there are fewer)")
        for k, w in ((3, "three"), (4, "four"))
    ),
    *(
        Block(
            f"$[{k}:] + $[:{k}]",
            lambda x, k=k: x[k:] + x[:k],
            f"move the first {w} to the end, keeping their order (if there are fewer, nothing changes)",
        )
        for k, w in ((1, "one"), (2, "two"), (3, "three"))
    ),
    Block(
        "[sum($[: i + 1]) for i in range(len($))]",
        lambda x: list(accumulate(x)),
        "replace each number by the sum of all numbers up to and including it",
    ),
    Block(
        "[b - a for a, b in zip($, $[1:])]",
        lambda x: [b - a for a, b in pairwise(x)],
        "replace the list by the differences of neighbours, each number minus the one before it (an empty "
        "list if there are fewer than two)",
    ),
    Block(
        "[a + b for a, b in zip($, $[1:])]",
        lambda x: [a + b for a, b in pairwise(x)],
        "replace the list by the sums of neighbours (an empty list if there are fewer than two)",
    ),
)
"""Changes of a whole list."""

MIXING = ORDERS[3:11]
"""Those that change which numbers there are, not only their order."""

LATER: tuple[Block, ...] = tuple(block for block in TESTS if "!=" in block.code or "% 10" in block.code) + tuple(
    Block(f"abs($) % 10 > {k}", lambda x, k=k: abs(x) % 10 > k, f"ends in a digit above {k}") for k in range(2, 5)
)
"""Predicates that hold for a fair part of almost any numbers."""

WIDE: tuple[Block, ...] = tuple(
    block for block in CHANGES if not any(sign in block.code for sign in ("%", "//", "min", "max"))
)
"""Changes that keep different numbers apart, or nearly so."""
