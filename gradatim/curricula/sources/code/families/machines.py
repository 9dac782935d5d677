"""Simulations: a register, a robot, a stack machine."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.numbers import CHANGES, LATER, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.stack_machines import stack_machine
from gradatim.curricula.sources.code.task import Family, Task, Template


def _register(choice: Choice, start: int, one: Block, two: Block, modulus: int) -> Task:
    a, b = choice.pick((("a", "b"), ("x", "y"), ("+", "*"), ("0", "1"), ("L", "R"), ("p", "q")))
    say = "the number in the register"
    text = (
        f"A register holds {start} at first. Each character of the string `program` is an order: '{a}' "
        f"replaces the number in the register by {one.words.replace('the number', say)}, '{b}' by "
        f"{two.words.replace('the number', say)}; after each of these orders the number is "
        f"replaced by its remainder modulo {modulus} (from 0 to {modulus - 1}). All other characters do "
        "nothing. Return the number at the end."
    )
    body = f"""value = {start}
for char in program:
    if char == "{a}":
        value = ({one.on("value")}) % {modulus}
    elif char == "{b}":
        value = ({two.on("value")}) % {modulus}
return value"""

    def run(program: str) -> int:
        value = start
        for char in program:
            if char in (a, b):
                value = (one.run(value) if char == a else two.run(value)) % modulus
        return value

    return Task(
        text,
        choice.pick(("run_register", "execute", "run_program")),
        "program: str",
        "int",
        body,
        run,
        lambda c: (c.text(f"{a}{b}{a}{b}.", 3, 14),),
        (("",), (a * 9,), (b * 7,), (". .",)),
    )


_AT_EDGES = ("stop", "wrap", "turn")


def _robot_body(go: str, left: str, right: str, step: str, pad: str, loop: str) -> str:
    return f"""x, y, dx, dy = 0, 0, 0, 1
for move in moves:
    if move == "{go}":
{loop}{pad}{step.replace(chr(10), chr(10) + pad)}
    elif move == "{left}":
        dx, dy = -dy, dx
    elif move == "{right}":
        dx, dy = dy, -dx
return x, y, {{(0, 1): "N", (1, 0): "E", (0, -1): "S", (-1, 0): "W"}}[dx, dy]"""


def _robot_text(width: int, height: int, jump: int, go: str, left: str, right: str, at_edge: str) -> str:
    return (
        f"A robot moves on a field of {width} columns (x from 0 to {width - 1}) and {height} rows (y from 0 "
        f"to {height - 1}); north means larger y, and east larger x. It starts at x = 0, y = 0 and looks "
        "north. Each character of the string `moves` is an order: "
        f"'{go}' moves it {jump} {'steps' if jump > 1 else 'step'} ahead, one square each, '{left}' turns it "
        f"left by 90 degrees, '{right}' right by 90 degrees; all others do nothing. At the edge: {at_edge}. "
        "Return the tuple (x, y, direction) at the end, the direction being one of 'N', 'E', 'S', 'W'."
    )


def _robot(choice: Choice, width: int, height: int, edge: str, jump: int) -> Task:
    go, left, right = choice.pick((("F", "L", "R"), ("g", "l", "r"), ("^", "<", ">"), ("m", "p", "s"), ("1", "2", "3")))
    at_edge = {
        "stop": "a step that would leave the field is not made",
        "wrap": "a step that would leave the field enters it again at the opposite edge, in the same column or row",
        "turn": (
            "instead of a step that would leave the field, the robot turns round (to the opposite direction) and "
            "stays on its square"
        ),
    }[edge]
    text = _robot_text(width, height, jump, go, left, right, at_edge)
    step = {
        "stop": f"if 0 <= x + dx < {width} and 0 <= y + dy < {height}:\n    x, y = x + dx, y + dy",
        "wrap": f"x, y = (x + dx) % {width}, (y + dy) % {height}",
        "turn": (
            f"if 0 <= x + dx < {width} and 0 <= y + dy < {height}:\n    x, y = x + dx, y + dy\nelse:\n    dx, dy "
            "= -dx, -dy"
        ),
    }[edge]
    pad = "            " if jump > 1 else "        "
    loop = f"        for _ in range({jump}):\n" if jump > 1 else ""
    body = _robot_body(go, left, right, step, pad, loop)

    def run(moves: str) -> tuple[int, int, str]:
        x, y, way = 0, 0, 0
        for move in moves:
            if move == left:
                way = (way + 3) % 4
            elif move == right:
                way = (way + 1) % 4
            for _ in range(jump if move == go else 0):
                nx, ny = x + (0, 1, 0, -1)[way], y + (1, 0, -1, 0)[way]
                if edge == "wrap":
                    x, y = nx % width, ny % height
                elif 0 <= nx < width and 0 <= ny < height:
                    x, y = nx, ny
                elif edge == "turn":
                    way = (way + 2) % 4
        return x, y, "NESW"[way]

    return Task(
        text,
        choice.pick(("drive", "robot_position", "follow")),
        "moves: str",
        "tuple[int, int, str]",
        body,
        run,
        lambda c: (c.text(f"{go * 5}{left}{right}", 5, 16),),
        (("",), (go * 12,), (right + go * 9,), (left * 2 + go,)),
    )


MACHINES = Family(
    "machines",
    "simulations: a register, a robot on a field, a stack machine",
    (
        (Template("register", (range(1, 8), WIDE[:30], CHANGES[31:50], (17, 19, 23, 29, 31, 37, 41, 43)), _register),),
        (Template("robot", (range(3, 11), range(3, 11), _AT_EDGES, (1, 2)), _robot),),
        (Template("stack", (WIDE, LATER, WIDE, (3, 4, 5), (-1, 0)), stack_machine),),
    ),
)
