"""Worked solutions of two-number problems: the steps of the pencil-and-paper methods."""

from __future__ import annotations

from collections.abc import Callable

Write = Callable[[int], str]


def worked_pair(symbol: str, a: int, b: int, write: Write, gold: str) -> str:
    """Returns the steps and the answer, separated by commas.

    The steps work on magnitudes: `5-8` and `-8+5` both show `8-5=3`. Only the answer has the sign.

    Args:
        symbol: one of `+-*/`; a division must be exact.
        a: first operand.
        b: second operand.
        write: how the steps write a number >= 0.
        gold: the answer as it is to be written.
    """
    return ",".join([*_steps(symbol, a, b, write), gold])


def _steps(symbol: str, a: int, b: int, write: Write) -> list[str]:
    x, y = abs(a), abs(b)
    if symbol == "*":
        return _products(x, y, write)
    if symbol == "/":
        return _long_division(x, y, write)
    alike = (a < 0) == (b < 0)
    return _sums(x, y, write) if alike == (symbol == "+") else _differences(max(x, y), min(x, y), write)


def _sums(x: int, y: int, write: Write) -> list[str]:
    steps: list[str] = []
    carry = 0
    while x or y or not steps:
        total = x % 10 + y % 10 + carry
        steps.append(f"{x % 10}+{y % 10}{'+1' if carry else ''}={write(total)}")
        carry, x, y = total // 10, x // 10, y // 10
    return steps


def _differences(x: int, y: int, write: Write) -> list[str]:
    steps: list[str] = []
    borrow = 0
    while x or y or not steps:
        top, bottom = x % 10, y % 10 + borrow
        top += 10 if top < bottom else 0
        steps.append(f"{write(top)}-{y % 10}{'-1' if borrow else ''}={top - bottom}")
        borrow, x, y = top // 10, x // 10, y // 10
    return steps


def _products(x: int, y: int, write: Write) -> list[str]:
    factor, spread = (y, x) if y < 10 <= x else (x, y)
    parts = [int(digit) * 10**place for place, digit in enumerate(reversed(str(spread))) if digit != "0"] or [0]
    steps = [f"{write(factor)}*{write(part)}={write(factor * part)}" for part in parts]
    if len(parts) > 1:
        steps.append("+".join(write(factor * part) for part in parts) + f"={write(x * y)}")
    return steps


def _long_division(x: int, y: int, write: Write) -> list[str]:
    steps: list[str] = []
    rest = 0
    digits = str(x)
    for place, digit in enumerate(digits, start=1):
        current = 10 * rest + int(digit)
        quotient, rest = divmod(current, y)
        if steps or quotient or place == len(digits):
            steps.append(f"{write(current)}={write(y)}*{quotient}+{write(rest)}")
    return steps
