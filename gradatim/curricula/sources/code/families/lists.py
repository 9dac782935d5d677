"""Lists of numbers that are selected, changed, put in order and summed up, step by step."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import FREE, LATER, MIXING, ORDERS, SUMS, TESTS, WIDE
from gradatim.curricula.sources.code.blocks.wording import in_order
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

Step = tuple[str, str, Block]
"""The variable that gets the result, the kind of step, and what is done."""

_OPENINGS = (
    "You are given a list `{}` of integers, in which values may repeat.",
    "The argument `{}` is a list of whole numbers; it may be empty.",
    "Take a list of integers `{}`.",
    "`{}` is a list of integers.",
)
_EDGES: Edges = (([],), ([7],), ([0, 0, 0],), ([-8, -3, -15, -2],), ([5, 12, 5, 12, 5],))


def _inputs(choice: Choice) -> tuple[list[int]]:
    return (choice.ints(-20, 40, 4, 10),)


def _written(choice: Choice, given: str, steps: list[Step]) -> tuple[list[str], list[str]]:
    """Returns the lines of the program, and the steps in words."""
    lines, sentences, source = [], [], given
    for target, kind, block in steps:
        if kind == "keep":
            lines.append(f"{target} = [x for x in {source} if {block.on('x')}]")
            wording = choice.pick(("keep each number that {}, and drop the others", "drop every number unless it {}"))
            sentences.append(wording.format(block.words))
        elif kind == "change":
            lines.append(f"{target} = [{block.on('x')} for x in {source}]")
            sentences.append(f"{choice.pick(('replace each number by', 'turn each number into'))} {block.words}")
        else:
            lines.append(f"{target} = {block.on(source)}")
            sentences.append(block.words)
        source = target
    return lines, sentences


def _task(choice: Choice, given: str, steps: list[Step], last: Block | None, names: tuple[str, ...]) -> Task:
    lines, sentences = _written(choice, given, steps)
    if last:
        lines.append(f"return {last.on(steps[-1][0])}")
        end = f"Return {last.words}."
    else:
        lines[-1] = "return " + lines[-1].split(" = ", 1)[1]
        end = choice.pick(("Return the resulting list.", "The result is the new list.", "Return the list you get."))

    def run(xs: list[int]) -> object:
        for _, kind, block in steps:
            if kind == "keep":
                xs = [x for x in xs if block.run(x)]
            else:
                xs = [block.run(x) for x in xs] if kind == "change" else block.run(xs)
        return last.run(xs) if last else xs

    text = f"{choice.pick(_OPENINGS).format(given)} {in_order(choice, sentences)}{end}"
    returns = "int" if last else "list[int]"
    return Task(text, choice.pick(names), f"{given}: list[int]", returns, "\n".join(lines), run, _inputs, _EDGES)


def _given(choice: Choice) -> str:
    return choice.pick(("xs", "numbers", "values", "data", "nums"))


_LIST_NAMES = ("reshape", "process_numbers", "transform", "select_and_change", "rework_list", "refine")
_SUM_NAMES = ("summarize", "score", "total_of", "measure", "evaluate_list", "digest")


def _keep_change(choice: Choice, test: Block, change: Block) -> Task:
    return _task(choice, _given(choice), [("kept", "keep", test), ("changed", "change", change)], None, _LIST_NAMES)


def _keep_sum(choice: Choice, test: Block, total: Block) -> Task:
    return _task(choice, _given(choice), [("kept", "keep", test)], total, _SUM_NAMES)


def _three(choice: Choice, test: Block, change: Block, order: Block) -> Task:
    steps = [("kept", "keep", test), ("changed", "change", change), ("ordered", "order", order)]
    return _task(choice, _given(choice), steps, None, _LIST_NAMES)


def _change_keep_sum(choice: Choice, change: Block, test: Block, total: Block) -> Task:
    steps = [("changed", "change", change), ("kept", "keep", test)]
    return _task(choice, _given(choice), steps, total, _SUM_NAMES)


def _five(choice: Choice, first: Block, order: Block, change: Block, test: Block, total: Block) -> Task:
    steps = [
        ("kept", "keep", first),
        ("ordered", "order", order),
        ("changed", "change", change),
        ("left", "keep", test),
    ]
    return _task(choice, _given(choice), steps, total, _SUM_NAMES)


def _five_list(choice: Choice, change: Block, test: Block, order: Block, second: Block, last: Block) -> Task:
    steps = [
        ("changed", "change", change),
        ("kept", "keep", test),
        ("ordered", "order", order),
        ("moved", "change", second),
        ("left", "keep", last),
    ]
    return _task(choice, _given(choice), steps, None, _LIST_NAMES)


LISTS = Family(
    "lists",
    "lists of numbers: select, change, order and sum up, in two to five steps",
    (
        (Template("keep-change", (TESTS, FREE), _keep_change), Template("keep-sum", (TESTS, SUMS), _keep_sum)),
        (
            Template("keep-change-order", (TESTS, FREE, ORDERS), _three),
            Template("change-keep-sum", (WIDE, LATER, SUMS), _change_keep_sum),
        ),
        (
            Template("five-sum", (TESTS, MIXING, WIDE, LATER, SUMS), _five),
            Template("five-list", (WIDE, LATER, ORDERS, WIDE, LATER), _five_list),
        ),
    ),
)
