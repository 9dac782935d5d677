"""Sales, read from lines and summed up in a report."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.letters import WORDS
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Task


def _report_body(sep: str, change: Block, test: Block, unit: str, key: str) -> str:
    return f"""totals: dict[str, int] = {{}}
broken = 0
for line in lines:
    fields = line.split("{sep}")
    if len(fields) != 3 or not fields[0] or not fields[1].isdigit() or not fields[2].isdigit():
        broken += 1
        continue
    name, count, price = fields
    value = int(count) * int(price)
    totals[name] = totals.get(name, 0) + {change.on("value")}
report = []
for name, total in sorted(totals.items(), key={key}):
    if {test.on("total")}:
        report.append(f"{{name}} {{total:,}}{unit}")
if broken > 0:
    report.append(f"broken: {{broken}}")
return report"""


def _report_text(sep: str, change: Block, test: Block, unit: str, order_words: str) -> str:
    return (
        f"Each string in `lines` describes a sale as 'name{sep}count{sep}price', with a name of small letters and two "
        "non-negative integers in decimal. A line is broken if it does not have exactly three fields, if the name is "
        "empty, or if count or price is empty or has a character that is no digit. The amount of "
        f"a sale is count times price, and its worth is {change.words.replace('the number', 'the amount')}. "
        "Add up the worths of all sales of each name, and "
        f"keep the names whose total {test.words}. Return a list of strings 'name total{unit}' for these names, "
        f"{order_words}; write the total with a comma before each group of three digits, such as 1,234,567 (and a '-' "
        "in front if negative). If there are broken lines, add the string 'broken: K' at the end, K being their number."
    )


def sales_report(choice: Choice, sep: str, change: Block, test: Block, unit: str, order: str) -> Task:
    """Returns the task of writing a report."""
    by_total = order == "total"
    order_words = (
        "largest total first, and in alphabetical order of the names where totals are equal"
        if by_total
        else "in alphabetical order of the names"
    )
    text = _report_text(sep, change, test, unit, order_words)
    key = "lambda item: (-item[1], item[0])" if by_total else "lambda item: item[0]"
    body = _report_body(sep, change, test, unit, key)

    def run(lines: list[str]) -> list[str]:
        totals: dict[str, int] = {}
        broken = 0
        for line in lines:
            fields = line.split(sep)
            if len(fields) == 3 and fields[0] and fields[1].isdigit() and fields[2].isdigit():
                totals[fields[0]] = totals.get(fields[0], 0) + change.run(int(fields[1]) * int(fields[2]))
            else:
                broken += 1
        ordered = sorted(totals.items(), key=lambda item: (-item[1] if by_total else 0, item[0]))
        report = [f"{name} {total:,}{unit}" for name, total in ordered if test.run(total)]
        return report + [f"broken: {broken}"] * (broken > 0)

    def inputs(c: Choice) -> tuple[list[str]]:
        names = c.sample(WORDS[:60], 3)
        lines = [
            sep.join((c.pick(names), str(c.between(0, 40)), str(c.pick((2, 5, 30, 99, 250)))))
            for _ in range(c.between(2, 6))
        ]
        return ([line + c.pick((sep, "x")) if c.chance(0.12) else line for line in lines],)

    edges: Edges = (
        ([],),
        ([""],),
        ([sep.join(("ant", "0", "5"))],),
        ([sep.join(("", "2", "5")), sep.join(("cow", "3", "4"))],),
    )
    return Task(
        text,
        choice.pick(("report", "sales_report", "summarize_sales")),
        "lines: list[str]",
        "list[str]",
        body,
        run,
        inputs,
        edges,
    )
