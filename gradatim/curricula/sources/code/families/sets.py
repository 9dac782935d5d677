"""Which elements several lists have in common."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Family, Task, Template

_JOINS = (
    Block("set(a) & set(b)", lambda p: set(p[0]) & set(p[1]), "occur in both `a` and `b`"),
    Block("set(a) | set(b)", lambda p: set(p[0]) | set(p[1]), "occur in `a` or `b` or both"),
    Block("set(a) - set(b)", lambda p: set(p[0]) - set(p[1]), "occur in `a` but not in `b`"),
    Block("set(b) - set(a)", lambda p: set(p[1]) - set(p[0]), "occur in `b` but not in `a`"),
    Block("set(a) ^ set(b)", lambda p: set(p[0]) ^ set(p[1]), "occur in exactly one of `a` and `b`"),
)


def _two(choice: Choice) -> tuple[list[int], list[int]]:
    pool = choice.ints(-20, 40, 9, 12)
    return [choice.pick(pool) for _ in range(choice.between(5, 11))], [
        choice.pick(pool) for _ in range(choice.between(5, 11))
    ]


def _join(choice: Choice, join: Block, test: Block, order: str) -> Task:
    down = order == "down"
    text = (
        "`a` and `b` are lists of integers, in which values may repeat. Find the different values that "
        f"{join.words}, and of these keep each one that {test.words}. "
        "Return them as a list without repetitions, sorted from "
        f"{'largest to smallest' if down else 'smallest to largest'}."
    )
    body = f"return sorted((x for x in {join.code} if {test.on('x')}){', reverse=True' if down else ''})"

    def run(a: list[int], b: list[int]) -> list[int]:
        return sorted([x for x in join.run((a, b)) if test.run(x)], reverse=down)

    return Task(
        text,
        choice.pick(("combine", "compare_lists", "select_values")),
        "a: list[int], b: list[int]",
        "list[int]",
        body,
        run,
        _two,
        (([], []), ([1, 2, 2], []), ([], [6, 5, 6]), ([3, 7], [7, 3])),
    )


def _alike(choice: Choice, modulus: int, wanted: str, test: Block, most: int) -> Task:
    inside = wanted == "in"
    kin = "at least one number" if inside else "no number"
    before = "at most one of the numbers taken before is" if most else "none of the numbers taken before is"
    text = (
        f"Two integers are alike if their remainders modulo {modulus} are equal (remainders are from 0 to "
        f"{modulus - 1}, "
        "also for negative numbers). `a` and `b` are lists of integers. Go through `a` from the beginning "
        "and take each "
        f"number that is alike to {kin} of `b`, that {test.words}, and to which {before} alike. Return the list of the "
        "numbers taken, in this order."
    )
    body = f"""known = {{x % {modulus} for x in b}}
counts: dict[int, int] = {{}}
taken = []
for x in a:
    kind = x % {modulus}
    if kind {wanted} known and {test.on("x")}:
        if counts.get(kind, 0) <= {most}:
            taken.append(x)
            counts[kind] = counts.get(kind, 0) + 1
return taken"""

    def run(a: list[int], b: list[int]) -> list[int]:
        known = {x % modulus for x in b}
        taken: list[int] = []
        for x in a:
            if (
                (x % modulus in known) == inside
                and test.run(x)
                and [y % modulus for y in taken].count(x % modulus) <= most
            ):
                taken.append(x)
        return taken

    def inputs(c: Choice) -> tuple[list[int], list[int]]:
        return c.ints(-20, 40, 7, 12), c.ints(-20, 40, max(1, modulus // 3), modulus // 2 + 1)

    return Task(
        text,
        choice.pick(("take_alike", "filter_kinds", "matching")),
        "a: list[int], b: list[int]",
        "list[int]",
        body,
        run,
        inputs,
        (([], [1]), ([5, 5, 5, 6], []), ([1, 2, 3], [4, 5, 6])),
    )


def _groups_body(change: Block, modulus: int, least: int, test: Block) -> str:
    return f"""groups: list[set[int]] = []
for numbers in lists:
    marks = {{({change.on("x")}) % {modulus} for x in numbers}}
    apart = []
    for group in groups:
        if group & marks:
            marks |= group
        else:
            apart.append(group)
    groups = apart + [marks]
result = []
for group in groups:
    if len(group) >= {least}:
        total = sum(group)
        if {test.on("total")}:
            result.append(sorted(group))
return sorted(result)"""


def _groups(choice: Choice, change: Block, modulus: int, least: int, test: Block) -> Task:
    few = "no marks" if least == 1 else f"fewer than {least} different marks"
    text = (
        f"The mark of an integer is found thus: take {change.words}, and of that the remainder modulo {modulus} "
        f"(from 0 to {modulus - 1}). `lists` is a list of lists of integers. Two lists belong together if a "
        "mark occurs "
        "in both, and also if there is a chain of lists from one to the other in which each two neighbours "
        "belong together; "
        "so the lists fall into groups. An empty list is a group of its own. For each group, collect the "
        f"different marks of all its lists. Ignore groups with {few}, and groups "
        f"for which the sum of the different marks does not satisfy this: it {test.words}. Return the other "
        "groups, each as the list of its "
        "different marks from smallest to largest, sorted by their smallest mark."
    )
    body = _groups_body(change, modulus, least, test)

    def run(lists: list[list[int]]) -> list[list[int]]:
        groups: list[set[int]] = []
        for numbers in lists:
            marks = {change.run(x) % modulus for x in numbers}
            near = [group for group in groups if group & marks]
            groups = [group for group in groups if not group & marks] + [marks.union(*near)]
        return sorted([sorted(group) for group in groups if len(group) >= least and test.run(sum(group))])

    def inputs(c: Choice) -> tuple[list[list[int]]]:
        return ([c.ints(-20, 40, 1, 3) for _ in range(c.between(4, 8))],)

    return Task(
        text,
        choice.pick(("linked_groups", "connect", "merge_groups")),
        "lists: list[list[int]]",
        "list[list[int]]",
        body,
        run,
        inputs,
        (([],), ([[], []],), ([[3, 4], [4, 5], [5, 6]],), ([[1]],)),
    )


SETS = Family(
    "sets",
    "sets: values that two lists share, numbers alike to others, groups of lists that are linked",
    (
        (Template("join", (_JOINS, TESTS, ("up", "down")), _join),),
        (Template("alike", (range(5, 13), ("in", "not in"), TESTS, (0, 1)), _alike),),
        (Template("groups", (tuple(b for b in WIDE if "* $" not in b.code), range(17, 40), (1, 2), LATER), _groups),),
    ),
)
