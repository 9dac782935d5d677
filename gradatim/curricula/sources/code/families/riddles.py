"""Functions known by examples only, and by menus of the steps that they may be made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import LATER, MIXING, ORDERS, SUMS, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Family, Run, Task, Template

_ASKS = (
    "Find out from the examples what the function does, and write it.",
    "The examples below show what a function does; write that function.",
    "Guess the function from the examples.",
)
_KINDS = {
    "keep": (TESTS, "keep each number that ... and drop the others", "kept = [x for x in {} if {}]"),
    "keep later": (LATER, "keep each number that ... and drop the others", "left = [x for x in {} if {}]"),
    "change": (WIDE, "replace each number by ...", "changed = [{1} for x in {0}]"),
    "order": (ORDERS, "change the list: ...", "ordered = {1}"),
    "mix": (MIXING, "change the list: ...", "ordered = {1}"),
    "sum": (SUMS, "return ...", "return {1}"),
}


def _menu(choice: Choice, block: Block, kind: str, size: int) -> list[Block]:
    others = choice.sample(
        [other for other in _sampled(choice, _KINDS[kind][0], size + 2) if other.key != block.key], size - 1
    )
    return choice.shuffled([block, *others])


def _sampled(choice: Choice, blocks: Sequence[Block], count: int) -> list[Block]:
    return list({block.key: block for block in (choice.pick(blocks) for _ in range(3 * count))}.values())[: count + 1]


def _applied(kind: str, block: Block) -> Run:
    if kind.startswith("keep"):
        return lambda xs: [x for x in xs if block.run(x)]
    if kind == "change":
        return lambda xs: [block.run(x) for x in xs]
    return block.run


def _composed(steps: Sequence[Run]) -> Run:
    return lambda xs: reduce(lambda value, step: step(value), steps, xs)


def _riddle(
    choice: Choice, kinds: tuple[str, ...], blocks: tuple[Block, ...], sizes: tuple[int, ...], shown: int
) -> Task:
    menus = [_menu(choice, *entry) for entry in zip(blocks, kinds, sizes, strict=True)]
    lines = []
    for number, (kind, menu) in enumerate(zip(kinds, menus, strict=True), 1):
        options = "\n".join(f"   - {block.words}" for block in menu)
        lines.append(f"{number}. {_KINDS[kind][1]}, where ... is one of these:\n{options}")
    opening = (
        f"{choice.pick(_ASKS)} It takes a list of integers and does the following, in this order, each time with "
        "one of the given choices, always the same:"
    )
    source, body = "xs", []
    for kind, block in zip(kinds, blocks, strict=True):
        step = _KINDS[kind][2].format(source, block.on("x" if kind.startswith("keep") or kind == "change" else source))
        body.append(step)
        source = step.split(" = ")[0]
    if not body[-1].startswith("return"):
        lines.append(f"{len(lines) + 1}. return the list")
        body[-1] = "return " + body[-1].split(" = ", 1)[1]
    runs = [[_applied(kind, block) for block in menu] for kind, menu in zip(kinds, menus, strict=True)]
    rivals = tuple(map(_composed, product(*runs)))
    run = _composed([_applied(kind, block) for kind, block in zip(kinds, blocks, strict=True)])
    return Task(
        "\n".join([opening, *lines]),
        choice.pick(("mystery", "riddle", "hidden_rule", "black_box")),
        "xs: list[int]",
        "int" if kinds[-1] == "sum" else "list[int]",
        "\n".join(body),
        run,
        lambda c: (c.ints(-20, 40, 4, 10),),
        (([],), ([7],), ([5, 12, 5, 12, 5],)),
        (),
        rivals,
        shown,
    )


def _two(choice: Choice, test: Block, change: Block) -> Task:
    return _riddle(choice, ("keep", "change"), (test, change), (6, 8), 4)


def _three(choice: Choice, test: Block, change: Block, order: Block) -> Task:
    return _riddle(choice, ("keep", "change", "order"), (test, change, order), (4, 5, 4), 5)


def _five(choice: Choice, test: Block, change: Block, order: Block, later: Block, total: Block) -> Task:
    return _riddle(
        choice, ("keep", "change", "mix", "keep later", "sum"), (test, change, order, later, total), (3, 3, 3, 3, 3), 7
    )


RIDDLES = Family(
    "riddles",
    "functions to be found from examples: two, three or five steps, each out of a menu",
    (
        (Template("two", (TESTS, WIDE), _two),),
        (Template("three", (TESTS, WIDE, ORDERS), _three),),
        (Template("five", (TESTS, WIDE, MIXING, LATER, SUMS), _five),),
    ),
)
