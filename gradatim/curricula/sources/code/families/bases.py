"""Numbers in other bases."""

from __future__ import annotations

from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Family, Task, Template


def _digits(n: int, base: int) -> list[int]:
    digits = []
    while n:
        n, digit = divmod(n, base)
        digits.append(digit)
    return digits


def _n(choice: Choice) -> tuple[int]:
    return (choice.between(0, 99) if choice.chance(0.3) else choice.between(100, 99999),)


def _list(choice: Choice, base: int, order: str, width: int) -> Task:
    lowest = order == "lowest"
    text = (
        f"Write the non-negative integer `n` in base {base} and return the list of its digits as integers, "
        f"the {'least' if lowest else 'most'} significant digit first. "
        f"If there are fewer than {width}, add zeros at the {'end' if lowest else 'beginning'} of the list up "
        f"to {width} digits; otherwise no needless zeros. (0 without zeros added has no digits at all.)"
    )
    back = "" if lowest else "[::-1]"
    body = f"""digits = []
while n > 0:
    digits.append(n % {base})
    n //= {base}
digits += [0] * ({width} - len(digits))
return digits{back}"""

    def run(n: int) -> list[int]:
        digits = _digits(n, base)
        digits += [0] * (width - len(digits))
        return digits if lowest else digits[::-1]

    return Task(
        text,
        choice.pick(("to_base", "base_digits", f"in_base_{base}")),
        "n: int",
        "list[int]",
        body,
        run,
        _n,
        ((0,), (base,), (base - 1,), (base**3 - 1,)),
    )


_ALPHABETS = ("abcdefghijkl", "zyxwvutsrqpo", "ABCDEFGHIJKL", "0123456789XY", "qwertyuiopas", "mnbvcxzlkjhg")
_SIGNS = (("~", "before"), ("-", "before"), ("-", "after"), ("!", "after"))


def _write(choice: Choice, base: int, alphabet: str, size: int, sep: str, sign: tuple[str, str]) -> Task:
    mark, side = sign
    signs = alphabet[:base]
    text = (
        f"Write the integer `n` in base {base} with the characters of '{signs}' as digits ('{signs[0]}' "
        f"stands for 0, '{signs[-1]}' for {base - 1}), most significant digit first and without leading "
        f"zeros; 0 is written '{signs[0]}'. Then cut the digits into groups of {size}, counted from the "
        f"right (the leftmost group may be shorter), with '{sep}' between groups. A negative number is "
        f"written like its absolute value with one '{mark}' {side} everything else. Return the string."
    )
    end = f'"{mark}" + "{sep}".join(groups)' if side == "before" else f'"{sep}".join(groups) + "{mark}"'
    body = f"""rest, digits = abs(n), ""
while rest > 0:
    digits = "{signs}"[rest % {base}] + digits
    rest //= {base}
digits = digits or "{signs[0]}"
groups: list[str] = []
while digits:
    groups.insert(0, digits[-{size}:])
    digits = digits[:-{size}]
return {end} if n < 0 else "{sep}".join(groups)"""

    def run(n: int) -> str:
        lowest = [signs[digit] for digit in _digits(abs(n), base)] or [signs[0]]
        groups = ["".join(lowest[i : i + size])[::-1] for i in range(0, len(lowest), size)]
        written = sep.join(groups[::-1])
        return written if n >= 0 else mark + written if side == "before" else written + mark

    return Task(
        text,
        choice.pick(("write_number", "spell", "encode_number")),
        "n: int",
        "str",
        body,
        run,
        lambda c: (c.between(-9999, 99999),),
        ((0,), (-1,), (base,), (-(base**4),)),
    )


def _translate_body(base: int, other: int, factor: int, more: int, sep: str, signs: str) -> str:
    return f"""value, count = 0, 0
for char in text:
    if char == "{sep}":
        continue
    digit = "{signs}".find(char)
    if digit < 0:
        return "bad"
    value = value * {base} + digit
    count += 1
if count == 0:
    return "bad"
value = value * {factor} + {more}
result = ""
while value > 0:
    value, digit = divmod(value, {other})
    result = str(digit) + result
if count % 2 == 0:
    result += "+"
return result"""


def _translate(choice: Choice, base: int, alphabet: str, other: int, factor: int, more: int, sep: str) -> Task:
    signs = alphabet[:base]
    text = (
        f"The string `text` should hold a number in base {base}, most significant digit first, written with "
        f"the characters of '{signs}' as digits ('{signs[0]}' stands for 0, '{signs[-1]}' for {base - 1}). "
        f"Any '{sep}' in it is to be ignored. If anything else occurs, or if there is "
        f"no digit at all, return 'bad'. Otherwise multiply the number by {factor}, add {more}, and return "
        f"the result in base {other} as a string of decimal digits, "
        "most significant first, without leading zeros; to this string append a '+' if the number of digits "
        "in `text` (leading zeros included) was even."
    )
    body = _translate_body(base, other, factor, more, sep, signs)

    def run(text: str) -> str:
        digits = [signs.find(char) for char in text if char != sep]
        if not digits or min(digits) < 0:
            return "bad"
        value = 0
        for digit in digits:
            value = value * base + digit
        result = "".join(map(str, _digits(value * factor + more, other)[::-1]))
        return result + "+" * (len(digits) % 2 == 0)

    def inputs(c: Choice) -> tuple[str]:
        text = c.text(signs * 6 + sep, 2, 8)
        return (text + c.pick("#%@") if c.chance(0.12) else text,)

    return Task(
        text,
        choice.pick(("translate", "change_base", "recode")),
        "text: str",
        "str",
        body,
        run,
        inputs,
        (("",), (sep,), (signs[0],), (signs[1] * 3,), ("$" + signs,)),
    )


BASES = Family(
    "bases",
    "number bases: a list of digits, digits of one's own in groups, from one base to another",
    (
        (Template("list", (range(2, 31), ("lowest", "highest"), range(1, 9)), _list),),
        (Template("write", (range(3, 11), _ALPHABETS, (2, 3, 4), ("_", ".", " "), _SIGNS), _write),),
        (
            Template(
                "translate",
                (range(3, 11), _ALPHABETS, range(2, 10), range(2, 8), range(1, 10), ("_", ".", " ")),
                _translate,
            ),
        ),
    ),
)
