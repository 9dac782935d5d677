"""Brackets: depth, matching with rules, and repair."""

from __future__ import annotations

from itertools import combinations, permutations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.bracket_repair import SUBSETS, repair
from gradatim.curricula.sources.code.families.bracket_texts import KINDS, bracket_text, listed, split_pairs, table_of
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_PAIRS = ("pq", "AZ", "12", "()", "[]", "{}", "<>", "+-", "ud", "LR", "^v", "io", "/|")
_RULES = tuple(
    Block(
        f"depth {sign} {k}",
        (lambda d, k=k: d == k)
        if sign == "=="
        else (lambda d, k=k: d >= k)
        if sign == ">="
        else (lambda d, k=k: d < k),
        f"{words} {k}",
    )
    for sign, words in (("==", "exactly"), (">=", "at least"), ("<", "less than"))
    for k in (1, 2, 3, 4)
)
_OUTPUTS = (
    Block("count += 1", len, "how many there are"),
    Block(
        "found += char", lambda found: "".join([char for _, char in found]), "the string of these characters, in order"
    ),
    Block("places.append(i)", lambda found: [i for i, _ in found], "the list of their positions, counted from 0"),
)
_STARTS = (("count", "0", "int"), ("found", '""', "str"), ("places", "[]", "list[int]"))


def _depth(choice: Choice, pair: str, rule: Block, output: Block) -> Task:
    up, down = pair[0], pair[1]
    variable, start, returns = _STARTS[_OUTPUTS.index(output)]
    text = (
        f"Read the string `text` from left to right. The depth is 0 at first; each '{up}' raises it by 1, and "
        f"each '{down}' lowers it by 1 unless it is 0. "
        f"Look at all other characters that stand where the depth is {rule.words}, and return {output.words}."
    )
    opening = "for i, char in enumerate(text):" if variable == "places" else "for char in text:"
    body = f"""depth, {variable} = 0, {start}
{opening}
    if char == "{up}":
        depth += 1
    elif char == "{down}":
        depth = max(depth - 1, 0)
    elif {rule.code}:
        {output.code}
return {variable}"""

    def run(text: str) -> object:
        depth, found = 0, []
        for i, char in enumerate(text):
            if char == up:
                depth += 1
            elif char == down:
                depth = max(depth - 1, 0)
            elif rule.run(depth):
                found.append((i, char))
        return output.run(found)

    def inputs(choice: Choice) -> tuple[str]:
        body = "".join([choice.pick((up, up, up, down, "abc", "zy", "k")) for _ in range(choice.between(6, 14))])
        return (body,)

    return Task(
        text,
        choice.pick(("at_depth", "scan_levels", "by_depth")),
        "text: str",
        returns,
        body,
        run,
        inputs,
        (("",), (f"{up}{up}{up}{up}{up}a",), (f"{down}b{up}c",), ("xyz",)),
    )


_ORDERED = tuple(
    (outer, inner, *rest)
    for outer, inner in permutations(KINDS, 2)
    for size in (0, 1, 2)
    for rest in combinations([kind for kind in KINDS if kind not in (outer, inner)], size)
)


def _check_body(pairs: tuple[str, ...], limit: int, base: int, outer: str, inner: str) -> str:
    plus = f" + {base}" if base else ""
    return f"""closing = {table_of(tuple(sorted(pairs)))}
waiting: list[str] = []
for i, char in enumerate(text):
    if char in closing:
        if len(waiting) == {limit}:
            return i{plus}
        if char == "{inner[0]}" and waiting and waiting[-1] == "{outer[1]}":
            return i{plus}
        waiting.append(closing[char])
    elif char in closing.values():
        if not waiting or waiting.pop() != char:
            return i{plus}
return len(text){plus} if waiting else -1"""


def _check(choice: Choice, pairs: tuple[str, ...], limit: int, base: int) -> Task:
    outer, inner = pairs[:2]
    more = f" plus {base}" if base else ""
    text = (
        f"Brackets of the kinds {listed(tuple(sorted(pairs)))} stand among other characters in the string "
        "`text`. Reading from left to right, a character is wrong if it is a closing bracket of these kinds "
        "that does not belong to the innermost bracket still open "
        f"(or if none is open), if it is an opening bracket that makes more than {limit} open at once, or if "
        f"it is the '{inner[0]}' of a pair that stands directly inside '{outer}' (no other bracket of these "
        "kinds open in between). Return the position of the first wrong "
        f"character, counted from {base}. If there is none, return the number of characters{more} if "
        "some bracket is left open, and -1 otherwise."
    )
    body = _check_body(pairs, limit, base, outer, inner)

    def run(text: str) -> int:
        closing, waiting = dict(split_pairs(pairs)), ""
        for i, char in enumerate(text):
            if char in closing:
                if len(waiting) == limit or (char == inner[0] and waiting[-1:] == outer[1]):
                    return i + base
                waiting += closing[char]
            elif char in closing.values():
                if waiting[-1:] != char:
                    return i + base
                waiting = waiting[:-1]
        return len(text) + base if waiting else -1

    edges: Edges = (("",), (outer[0] + inner + outer[1],), (outer[0],), ("abc",), (outer[1],))
    return Task(
        text,
        choice.pick(("first_wrong", "find_error", "check_brackets")),
        "text: str",
        "int",
        body,
        run,
        lambda c: (bracket_text(c, pairs, 3, 14),),
        edges,
    )


BRACKETS = Family(
    "brackets",
    "brackets in a string: depth, the first error under rules, repair with quotations",
    (
        (Template("depth", (_PAIRS, _RULES, _OUTPUTS), _depth),),
        (Template("check", (_ORDERED, range(2, 6), (0, 1)), _check),),
        (Template("repair", (SUBSETS, range(2, 6), ("'", "|", "%", "!"), ("", "?", "#")), repair),),
    ),
)
