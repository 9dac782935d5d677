"""A machine with a stack."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Task


def _stack_body(change: Block, test: Block, other: Block, most: int, empty: int) -> str:
    return f"""stack: list[int] = []
for order in orders:
    if order in ("add", "mul", "swap"):
        if len(stack) < 2:
            continue
        b = stack.pop()
        a = stack.pop()
        if order == "add":
            stack.append(a + b)
        elif order == "mul":
            stack.append(a * b)
        else:
            stack += [b, a]
    elif order in ("step", "dup"):
        if not stack:
            continue
        top = stack[-1]
        if order == "dup":
            stack.append(top)
        elif {test.on("top")}:
            stack[-1] = {change.on("top")}
        else:
            stack[-1] = {other.on("top")}
    else:
        stack.append(int(order))
    if len(stack) > {most}:
        stack.pop(0)
    if abs(stack[-1]) > 9999:
        stack[-1] %= 1000
return stack or [{empty}]"""


def _stack_text(change: Block, test: Block, other: Block, most: int, empty: int) -> str:
    return (
        "A machine has a stack of integers, empty at first, and executes the strings in the list `orders` "
        "one after the other:\n"
        "- a string that is an integer such as '12' or '-3' puts this number on top of the stack;\n"
        "- 'add' and 'mul' take the two top numbers off and put their sum or product on top;\n"
        f"- 'step' takes the top number off; if it {test.words}, {change.words} is put on top in its place, "
        f"and otherwise {other.words};\n"
        "- 'dup' puts a copy of the top number on top, and 'swap' exchanges the two top numbers.\n"
        "An order that needs more numbers than the stack has is skipped. After any order, if the stack has "
        f"more than {most} numbers, the lowest is thrown away. If the absolute value of a number on top gets "
        "above 9999 after an order, it is replaced by its remainder modulo 1000 (from 0 to 999) at once. "
        f"Return the list of the numbers in the stack from bottom to top, or [{empty}] if it is empty."
    )


def stack_machine(choice: Choice, change: Block, test: Block, other: Block, most: int, empty: int) -> Task:
    """Returns the task of running a stack machine."""
    text, body = _stack_text(change, test, other, most, empty), _stack_body(change, test, other, most, empty)

    def run(orders: list[str]) -> list[int]:
        stack: list[int] = []
        for order in orders:
            need = {"add": 2, "mul": 2, "swap": 2, "step": 1, "dup": 1}.get(order, 0)
            if len(stack) < need:
                continue
            taken = stack[len(stack) - need :]
            stack = stack[: len(stack) - need]
            if order == "add":
                stack.append(taken[0] + taken[1])
            elif order == "mul":
                stack.append(taken[0] * taken[1])
            elif order == "step":
                stack.append(change.run(taken[0]) if test.run(taken[0]) else other.run(taken[0]))
            else:
                stack += taken[::-1] if order == "swap" else taken * 2 if order == "dup" else [int(order)]
            stack = stack[-most:]
            if abs(stack[-1]) > 9999:
                stack[-1] %= 1000
        return stack or [empty]

    def inputs(c: Choice) -> tuple[list[str]]:
        return (
            [
                str(c.between(-9, 30)) if c.chance(0.5) else c.pick(("add", "mul", "step", "step", "dup", "swap"))
                for _ in range(c.between(4, 12))
            ],
        )

    edges: Edges = (
        ([],),
        (["add", "step"],),
        (["7", "step"],),
        (["1", "2", "3", "4", "5", "6", "7"],),
        (["200", "dup", "mul", "dup"],),
    )
    return Task(
        text,
        choice.pick(("run_orders", "stack_machine", "operate")),
        "orders: list[str]",
        "list[int]",
        body,
        run,
        inputs,
        edges,
    )
