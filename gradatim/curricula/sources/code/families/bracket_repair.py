"""Repair of texts with brackets."""

from __future__ import annotations

from itertools import combinations

from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.bracket_texts import KINDS, bracket_text, listed, split_pairs, table_of
from gradatim.curricula.sources.code.task import Edges, Task

SUBSETS = tuple(pairs for size in (2, 3, 4) for pairs in combinations(KINDS, size))


def _repair_body(pairs: tuple[str, ...], limit: int, quote: str, mark: str) -> str:
    otherwise = f'\n        else:\n            result += "{mark}"' if mark else ""
    return f"""closing = {table_of(pairs)}
waiting: list[str] = []
result = ""
quoted = False
for char in text:
    if char == "{quote}":
        quoted = not quoted
        result += char
    elif quoted:
        result += char
    elif char in closing:
        if len(waiting) < {limit}:
            waiting.append(closing[char])
            result += char{otherwise}
    elif char in closing.values():
        if waiting and waiting[-1] == char:
            waiting.pop()
            result += char{otherwise}
    else:
        result += char
if quoted:
    result += "{quote}"
return result + "".join(reversed(waiting))"""


def _repair_text(pairs: tuple[str, ...], limit: int, quote: str, how: str) -> str:
    sign = {"'": "apostrophe (')", '"': 'double quotation mark (")'}.get(quote, f"'{quote}'")
    return (
        f"Brackets of the kinds {listed(pairs)} stand among other characters in the string `text`; repair "
        f"them. Read from left to right. Each {sign} begins a quotation if none is open, and ends it "
        "otherwise; these signs and everything inside quotations are copied as they are and "
        f"count for nothing else. Outside quotations, an opening bracket of these kinds {how} if {limit} such "
        "brackets are open already; otherwise it is copied and is open from there. A closing bracket of "
        "these kinds is copied if it belongs to the innermost open bracket, "
        f"which it closes; otherwise it {how}. All else is copied. At the end, an open quotation is ended by "
        f"appending one more {sign}; then the closing brackets of all brackets still open are appended, the "
        "innermost first. Return the repaired string."
    )


def repair(choice: Choice, pairs: tuple[str, ...], limit: int, quote: str, mark: str) -> Task:
    """Returns the task of repairing a text."""
    how = f"is replaced by '{mark}'" if mark else "is left out"
    text = _repair_text(pairs, limit, quote, how)
    body = _repair_body(pairs, limit, quote, mark)

    def run(text: str) -> str:
        closing, waiting, result, quoted = dict(split_pairs(pairs)), "", "", False
        for char in text:
            if char == quote:
                quoted = not quoted
            elif not quoted and char in closing:
                if len(waiting) == limit:
                    result += mark
                    continue
                waiting += closing[char]
            elif not quoted and char in closing.values():
                if waiting[-1:] != char:
                    result += mark
                    continue
                waiting = waiting[:-1]
            result += char
        return result + quote * quoted + waiting[::-1]

    up, down = pairs[0][0], pairs[0][1]
    edges: Edges = (("",), (f"{down}{up}",), (f"{quote}{up}",), (up * 7,), (f"a{quote}{down}{quote}b",))
    return Task(
        text,
        choice.pick(("repair", "mend_brackets", "fix_text")),
        "text: str",
        "str",
        body,
        run,
        lambda c: (bracket_text(c, pairs, 4, 14, f"abx{quote}{quote}"),),
        edges,
    )
