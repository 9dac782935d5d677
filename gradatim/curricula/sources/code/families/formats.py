"""Writing and reading formatted text."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.letters import WORDS
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.reports import sales_report
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

Rows = list[tuple[str, int]]


def _rows(choice: Choice) -> tuple[Rows]:
    return (
        [(choice.pick(WORDS), choice.pick((7, -3, 12, 0, 150, -48, 3, 2048))) for _ in range(choice.between(1, 4))],
    )


def _line(choice: Choice, width: int, side: str, fill: str, digits: int, sep: str) -> Task:
    left = side == "left"
    text = (
        "Write each pair (name, amount) in the list `rows` as one piece of text: the name, cut to its first "
        f"{width} characters if it is longer and filled up with '{fill}' on the {'right' if left else 'left'} "
        f"to {width} characters if it is shorter; then ':'; then the amount in decimal, with a "
        f"'-' in front if it is negative, filled up with blanks on the left to {digits} characters if it is "
        f"shorter. Join the pieces with '{sep}' between them and return the string."
    )
    adjust = "ljust" if left else "rjust"
    body = f"""return "{sep}".join(
    name[:{width}].{adjust}({width}, "{fill}") + ":" + str(amount).rjust({digits}) for name, amount in rows
)"""

    def run(rows: Rows) -> str:
        names = [name[:width].ljust(width, fill) if left else name[:width].rjust(width, fill) for name, _ in rows]
        return sep.join([f"{name}:{amount:>{digits}}" for name, (_, amount) in zip(names, rows, strict=True)])

    return Task(
        text,
        choice.pick(("format_rows", "layout", "write_rows")),
        "rows: list[tuple[str, int]]",
        "str",
        body,
        run,
        _rows,
        (([],), ([("a", 0)],), ([("bookkeeper", -100000)],)),
    )


_REPEATS = (
    Block("first", lambda old, new: old, "the first value of a repeated key counts"),
    Block("last", lambda old, new: new, "the last value of a repeated key counts"),
    Block("sum", lambda old, new: old + new, "the values of a repeated key are added up"),
    Block("max", max, "the largest value of a repeated key counts"),
)


def _pairs_body(outer: str, inner: str, test: Block, update: str) -> str:
    return f"""result: dict[str, int] = {{}}
for entry in text.split("{outer}"):
    parts = entry.split("{inner}")
    if len(parts) != 2:
        continue
    key, value = parts[0].strip().lower(), parts[1].strip()
    if not key or not value.removeprefix("-").isdigit():
        continue
    number = int(value)
    if not ({test.on("number")}):
        continue
    {update}
return result"""


def _pairs(choice: Choice, outer: str, inner: str, repeat: Block, test: Block) -> Task:
    text = (
        f"The string `text` consists of entries with '{outer}' between them. A good entry is "
        f"'key{inner}value' with exactly one '{inner}'; blanks around key and value are ignored, the key is "
        "then not empty, and the value is then made of digits 0-9 only, at least one, perhaps after one '-'. "
        "Ignore entries that are "
        f"not good, and good ones unless the value {test.words}. Return a dictionary from keys, in lower "
        f"case, to values as integers; {repeat.words} (keys that differ only in case are the same)."
    )
    update = {
        "first": "if key not in result:\n        result[key] = number",
        "last": "result[key] = number",
        "sum": "result[key] = result.get(key, 0) + number",
        "max": "result[key] = max(number, result.get(key, number))",
    }[repeat.code]
    body = _pairs_body(outer, inner, test, update)

    def run(text: str) -> dict[str, int]:
        result: dict[str, int] = {}
        for entry in text.split(outer):
            key, _, value = (part.strip() for part in entry.partition(inner))
            if key and value.removeprefix("-").isdigit() and test.run(int(value)):
                key, number = key.lower(), int(value)
                result[key] = repeat.run(result[key], number) if key in result else number
        return result

    def inputs(c: Choice) -> tuple[str]:
        keys = c.sample(("oak", "elm", "Fir", "Yew", "ASH", "elm", "oak", "x1"), 4)
        entries = []
        for _ in range(c.between(3, 8)):
            value = c.pick(("", "4x", "--2", "1.5")) if c.chance(0.12) else str(c.between(-20, 40))
            blank = c.pick(("", "", " "))
            entries.append(
                c.pick(("", f"{inner}3", "zz", f"q{inner}{inner}2"))
                if c.chance(0.08)
                else f"{blank}{c.pick(keys)}{blank}{inner}{value}"
            )
        return (outer.join(entries),)

    edges: Edges = (("",), (outer,), (f"A{inner}5{outer}a{inner}7{outer}b{inner}6",), (f"k {inner} 12",))
    return Task(
        text,
        choice.pick(("parse", "read_settings", "parse_entries")),
        "text: str",
        "dict[str, int]",
        body,
        run,
        inputs,
        edges,
    )


FORMATS = Family(
    "formats",
    "text formats: write rows in columns, read keys and values, read sales and write a report",
    (
        (Template("line", (range(4, 11), ("left", "right"), ".*_~", range(4, 8), (" | ", "; ", " / ", "  ")), _line),),
        (Template("pairs", (";,|&", "=:>~", _REPEATS, TESTS), _pairs),),
        (Template("report", (",;|/", WIDE, LATER, (" EUR", " USD", " points", "$"), ("total", "name")), sales_report),),
    ),
)
