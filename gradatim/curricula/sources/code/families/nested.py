"""Recursion on nested lists."""

from __future__ import annotations

from typing import Any

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_EDGES: Edges = (([],), ([[], [[]]],), ([4],), ([[[[7]]], 2, [-3]],))
_OPENINGS = (
    "`data` is a list that holds integers and further lists of the same kind, nested to any depth.",
    "You are given a nested list `data`: its elements are integers or again such lists, and lists may be empty.",
)


def _nest(choice: Choice, depth: int) -> list[Any]:
    items: list[Any] = []
    for _ in range(choice.between(1 if depth else 2, 4)):
        if depth < 3 and choice.chance(0.4):
            items.append(_nest(choice, depth + 1))
        else:
            items.append(choice.between(-20, 40))
    return items


def _inputs(choice: Choice) -> tuple[list[Any]]:
    return (_nest(choice, 0),)


def _sum(choice: Choice, test: Block, change: Block) -> Task:
    name = choice.pick(("deep_sum", "nested_total", "sum_everything"))
    text = (
        f"{choice.pick(_OPENINGS)} For every integer at any depth that {test.words}, take {change.words}. Return "
        "the sum of all that you took (0 if there is nothing to take)."
    )
    body = f"""total = 0
for item in data:
    if isinstance(item, list):
        total += {name}(item)
    elif {test.on("item")}:
        total += {change.on("item")}
return total"""

    def run(data: list[Any]) -> int:
        return sum(
            [run(item) if isinstance(item, list) else change.run(item) if test.run(item) else 0 for item in data]
        )

    return Task(text, name, "data: list", "int", body, run, _inputs, _EDGES)


_RULES = (
    Block("$ % 2 == 1", lambda d: d % 2 == 1, "odd"),
    Block("$ % 2 == 0", lambda d: d % 2 == 0, "even"),
    Block("$ > 1", lambda d: d > 1, "greater than 1"),
    Block("$ < 3", lambda d: d < 3, "less than 3"),
)


def _weighted(choice: Choice, rule: Block, test: Block, change: Block, other: Block) -> Task:
    text = (
        f"{choice.pick(_OPENINGS)} Integers directly in `data` have depth 1, those in a list inside it depth 2, and so "
        f"on. For an integer whose depth is {rule.words}: if it {test.words}, it is worth {change.words}; "
        "otherwise it is "
        f"worth 0. An integer at any other depth is worth its depth times ({other.words}). Return the sum of "
        "the worths "
        "of all integers (0 if there are none)."
    )
    body = f"""def walk(items: list, depth: int) -> int:
    total = 0
    for item in items:
        if isinstance(item, list):
            total += walk(item, depth + 1)
        elif {rule.on("depth")}:
            if {test.on("item")}:
                total += {change.on("item")}
        else:
            total += depth * ({other.on("item")})
    return total

return walk(data, 1)"""

    def walk(items: list[Any], depth: int) -> int:
        total = 0
        for item in items:
            if isinstance(item, list):
                total += walk(item, depth + 1)
            elif not rule.run(depth):
                total += depth * other.run(item)
            elif test.run(item):
                total += change.run(item)
        return total

    return Task(
        text,
        choice.pick(("weigh", "depth_score", "worth_by_depth")),
        "data: list",
        "int",
        body,
        lambda data: walk(data, 1),
        _inputs,
        _EDGES,
    )


def _rebuild_body(rule: Block, test: Block, change: Block, other: Block, most: int) -> str:
    return f"""def rebuild(items: list, depth: int) -> list:
    result = []
    for item in items:
        if isinstance(item, list):
            inner = rebuild(item, depth + 1)
            if inner:
                if isinstance(inner[0], int) and inner[0] < {most}:
                    result.append(inner[0])
                else:
                    result.append(inner)
        elif {rule.on("depth")}:
            if {test.on("item")}:
                result.append({change.on("item")})
        else:
            result.append({other.on("item")})
    if not ({rule.on("depth")}):
        result.reverse()
    return result

return rebuild(data, 1)"""


def _rebuild(choice: Choice, rule: Block, test: Block, change: Block, other: Block, most: int) -> Task:
    text = (
        f"{choice.pick(_OPENINGS)} The list `data` itself has depth 1, lists inside it depth 2, and so on. "
        f"Return a new nested list made from `data` by these rules. In a list whose depth is {rule.words}, "
        f"each integer that {test.words} "
        f"is replaced by {change.words}, and its other integers are removed. In a list of any other depth, "
        f"each integer is replaced by {other.words}, and after that the order of its elements (integers and "
        "lists) is reversed. Lists inside are rebuilt by the same rules, "
        "each at its own depth; a rebuilt inner list is left out if it is empty, and replaced by its first "
        f"element if that element is an integer below {most}."
    )
    body = _rebuild_body(rule, test, change, other, most)

    def rebuild(items: list[Any], depth: int) -> list[Any]:
        result: list[Any] = []
        for item in items:
            if isinstance(item, list):
                inner = rebuild(item, depth + 1)
                if inner:
                    small = isinstance(inner[0], int) and inner[0] < most
                    result.append(inner[0] if small else inner)
            elif not rule.run(depth):
                result.append(other.run(item))
            elif test.run(item):
                result.append(change.run(item))
        return result if rule.run(depth) else result[::-1]

    return Task(
        text,
        choice.pick(("rebuild_nested", "remake", "restructure")),
        "data: list",
        "list",
        body,
        lambda data: rebuild(data, 1),
        _inputs,
        _EDGES,
    )


NESTED = Family(
    "nested",
    "recursion on nested lists: a sum, a sum that depends on the depth, a new nested list",
    (
        (Template("sum", (TESTS, WIDE), _sum),),
        (Template("weighted", (_RULES, LATER, WIDE, WIDE), _weighted),),
        (Template("rebuild", (_RULES[:2], LATER, WIDE, WIDE, range(3, 12)), _rebuild),),
    ),
)
