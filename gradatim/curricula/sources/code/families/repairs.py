"""Programs with one mistake, to be mended."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block, indent
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Run, Task, Template

_ASKS = (
    "The program below contains exactly one mistake. {} Write the function without the mistake.",
    "{} The following function was meant to do that, but it has one bug. Find it and write the corrected function.",
    "Someone wrote this function, and it does not work: one thing in it is wrong. {} Write it as it should be.",
)


def _task(
    choice: Choice,
    meant: str,
    returns: str,
    lines: tuple[str, str],
    run: Run,
    wrong: Run,
    edges: Edges,
) -> Task:
    right, broken = lines
    name = choice.pick(("compute", "result_of", "scan", "process", "analyse"))
    shown = f"def {name}(numbers: list[int]) -> {returns}:\n{indent(broken)}"
    text = f"{choice.pick(_ASKS).format(meant)}\n\n{shown}"
    return Task(
        text, name, "numbers: list[int]", returns, right, run, lambda c: (c.ints(-20, 40, 3, 9),), edges, (wrong,)
    )


_EDGES: Edges = (([],), ([6],), ([5, -5, 5],), ([-4, -7, -12],))


def _sum(choice: Choice, bug: str, test: Block, change: Block) -> Task:
    meant = (
        f"It should return the sum that you get from the list `numbers` if each number that {test.words} counts "
        f"as {change.words}, and all other numbers count 0."
    )
    right = f"""total = 0
for x in numbers:
    if {test.on("x")}:
        total += {change.on("x")}
return total"""
    broken = {
        "start": right.replace("total = 0", "total = 1"),
        "assign": right.replace("total +=", "total ="),
        "early": right.replace("\nreturn total", "\n    return total").replace("return total", "return total")
        + "\nreturn total",
        "skip": right.replace("in numbers:", "in numbers[1:]:"),
        "last": right.replace("in numbers:", "in numbers[:-1]:"),
        "negate": right.replace(f"if {test.on('x')}:", f"if not ({test.on('x')}):"),
    }[bug]

    def run(numbers: list[int]) -> int:
        return sum([change.run(x) for x in numbers if test.run(x)])

    def wrong(numbers: list[int]) -> int:
        if bug == "assign":
            kept = [change.run(x) for x in numbers if test.run(x)]
            return kept[-1] if kept else 0
        if bug == "negate":
            return sum([change.run(x) for x in numbers if not test.run(x)])
        part = {"early": numbers[:1], "skip": numbers[1:], "last": numbers[:-1]}.get(bug, numbers)
        return run(part) + (bug == "start")

    return _task(choice, meant, "int", (right, broken), run, wrong, _EDGES)


def _streak(choice: Choice, bug: str, test: Block, change: Block) -> Task:
    meant = (
        "It should return the tuple (length, worth) of the longest stretch of consecutive numbers in the list "
        f"`numbers` of which each {test.words}, or (0, 0) if there is no such number. The worth of a stretch is "
        f"the sum over its numbers of this: {change.words}. Of several longest stretches the first counts."
    )
    right = f"""best, best_worth = 0, 0
length, worth = 0, 0
for x in numbers:
    if {test.on("x")}:
        length += 1
        worth += {change.on("x")}
        if length > best:
            best, best_worth = length, worth
    else:
        length, worth = 0, 0
return best, best_worth"""
    broken = {
        "reset": right.replace("    else:\n        length, worth = 0, 0", "    else:\n        length = 0"),
        "tie": right.replace("length > best", "length >= best"),
        "start": right.replace("length, worth = 0, 0\nfor", "length, worth = 1, 0\nfor"),
        "keep": right.replace("    else:\n        length, worth = 0, 0", "    else:\n        worth = 0"),
        "order": right.replace("best, best_worth = length, worth", "best, best_worth = length, best_worth + worth"),
    }[bug]

    def streak(numbers: list[int], bug: str) -> tuple[int, int]:
        best = (0, 0)
        length, worth = int(bug == "start"), 0
        for x in numbers:
            if test.run(x):
                length, worth = length + 1, worth + change.run(x)
                if length > best[0] or (length == best[0] and bug == "tie"):
                    best = (length, worth + (best[1] if bug == "order" else 0))
            else:
                length, worth = length if bug == "keep" else 0, worth if bug == "reset" else 0
        return best

    return _task(
        choice, meant, "tuple[int, int]", (right, broken), lambda n: streak(n, ""), lambda n: streak(n, bug), _EDGES
    )


def _pairs(choice: Choice, case: tuple[str, int], test: Block, change: Block, other: Block) -> Task:
    bug, reach = case
    meant = (
        f"Call positions i < j of the list `numbers` near if j - i is at most {reach}. For every near pair whose sum "
        f"{test.words}, take {change.words.replace('the number', 'that sum')}; for every other near pair, with d being "
        f"numbers[j] - numbers[i], take {other.words.replace('the number', 'd')}. For each position i that has a near "
        "position j > i, only the largest of what its pairs gave counts. The function should return the list of these "
        "largest values, by ascending i."
    )
    right = f"""result = []
for i in range(len(numbers) - 1):
    best = None
    for j in range(i + 1, min(i + {reach + 1}, len(numbers))):
        total = numbers[i] + numbers[j]
        if {test.on("total")}:
            value = {change.on("total")}
        else:
            difference = numbers[j] - numbers[i]
            value = {other.on("difference")}
        if best is None or value > best:
            best = value
    result.append(best)
return result"""
    broken = {
        "self": right.replace("range(i + 1,", "range(i,"),
        "reach": right.replace(f"min(i + {reach + 1},", f"min(i + {reach},")
        if reach > 1
        else right.replace("min(i + 2,", "min(i + 3,"),
        "smallest": right.replace("value > best", "value < best"),
        "first": right.replace("range(len(numbers) - 1)", "range(1, len(numbers) - 1)"),
        "turned": right.replace("numbers[j] - numbers[i]", "numbers[i] - numbers[j]"),
        "reset": right.replace(
            "result = []\nfor i in range(len(numbers) - 1):\n    best = None",
            "result = []\nbest = None\nfor i in range(len(numbers) - 1):",
        ),
    }[bug]

    def pairs(numbers: list[int], bug: str) -> list[int]:
        result: list[int] = []
        far = (reach - 1 if reach > 1 else reach + 1) if bug == "reach" else reach
        for i, x in enumerate(numbers[:-1]):
            values = result[-1:] if bug == "reset" else []
            for y in numbers[i + (bug != "self") : i + 1 + far]:
                values.append(change.run(x + y) if test.run(x + y) else other.run(x - y if bug == "turned" else y - x))
            result.append(min(values) if bug == "smallest" else max(values))
        return result[1:] if bug == "first" else result

    return _task(choice, meant, "list[int]", (right, broken), lambda n: pairs(n, ""), lambda n: pairs(n, bug), _EDGES)


_PAIR_BUGS = ("self", "reach", "first", "turned", "reset", "smallest")
# With one near position there is no choice among several values that could go wrong.
_CASES = tuple((bug, reach) for bug in _PAIR_BUGS for reach in (1, 2, 3) if (bug, reach) != ("smallest", 1))

REPAIRS = Family(
    "repairs",
    "programs with one bug: a sum, the longest stretch, the best of near pairs",
    (
        (Template("sum", (("start", "assign", "early", "skip", "last", "negate"), TESTS, WIDE), _sum),),
        (Template("streak", (("reset", "tie", "start", "keep", "order"), TESTS, WIDE), _streak),),
        (Template("pairs", (_CASES, LATER, WIDE, WIDE), _pairs),),
    ),
)
