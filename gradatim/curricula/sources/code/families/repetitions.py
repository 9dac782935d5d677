"""Decoding of nested repetitions."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Task

GROUP_CHANGES = (
    Block("$[::-1]", lambda s: s[::-1], "reversed"),
    Block("$.upper()", str.upper, "put in capital letters"),
    Block("$[:-1]", lambda s: s[:-1], "shortened by its last character"),
    Block('"".join(sorted($))', lambda s: "".join(sorted(s)), "sorted by the ASCII codes of its characters"),
    Block("$[1:]", lambda s: s[1:], "shortened by its first character"),
    Block("$[1:] + $[:1]", lambda s: s[1:] + s[:1], "changed by moving its first character to the end"),
)


COUNT_RULES = (
    Block("$ % 2 == 0", lambda n: n % 2 == 0, "even"),
    Block("$ % 2 == 1", lambda n: n % 2 == 1, "odd"),
    Block("$ > 2", lambda n: n > 2, "greater than 2"),
    Block("$ < 3", lambda n: n < 3, "less than 3"),
)


def _decode_body(cap: int, rule: Block, change: Block, up: str, down: str, count: str) -> str:
    return f"""stack: list[tuple[str, int]] = []
current, count = "", 0
for char in code:
    if char.isdigit():
        count = int(char)
    elif char == "{up}":
        stack.append((current, count))
        current = ""
    elif char == "{down}":
        before, count = stack.pop()
        if {rule.on("count")}:
            current = {change.on("current")}
        current = before + current * min({count}, {cap})
    else:
        current += char
return current"""


def _decode_text(cap: int, rule: Block, change: Block, up: str, down: str, plus: str) -> str:
    return (
        "The string `code` is made of small letters and groups. A group is one digit from 0 to 9 followed by "
        f"'{up}', a code of the same kind (perhaps empty), and '{down}'; groups may stand inside groups. "
        "Every digit and bracket belongs to a group. "
        "Letters mean themselves. For a group, decode what is inside its brackets; if its digit is "
        f"{rule.words}, the decoded text is {change.words}; then it is repeated as often as the digit "
        f"says{plus}, but at most {cap} times. "
        f"Return the decoded string; inner groups are decoded before the groups around them."
    )


def decode(choice: Choice, pair: str, more: int, cap: int, rule: Block, change: Block) -> Task:
    """Returns the task of decoding repetitions; `more` is added to each count, and `cap` limits it."""
    up, down = pair[0], pair[1]
    plus = f" plus {more}" if more else ""
    text = _decode_text(cap, rule, change, up, down, plus)
    count = f"count + {more}" if more else "count"
    body = _decode_body(cap, rule, change, up, down, count)

    def run(code: str) -> str:
        stack: list[tuple[str, int]] = []
        current, count = "", 0
        for char in code:
            if char.isdigit():
                count = int(char)
            elif char == up:
                stack.append((current, count))
                current = ""
            elif char == down:
                before, count = stack.pop()
                inner = change.run(current) if rule.run(count) else current
                current = before + inner * min(count + more, cap)
            else:
                current += char
        return current

    def code(choice: Choice, depth: int) -> str:
        parts = []
        for _ in range(choice.between(1, 3)):
            group = depth < 2 and choice.chance(0.55)
            parts.append(
                f"{choice.between(0, 5)}{up}{code(choice, depth + 1)}{down}" if group else choice.text("abcdxyz", 1, 3)
            )
        return "".join(parts)

    edges: Edges = (("",), ("abc",), (f"0{up}ab{down}c",), (f"9{up}ab{down}",), (f"2{up}{down}x",))
    return Task(
        text,
        choice.pick(("decode", "expand", "unpack_code")),
        "code: str",
        "str",
        body,
        run,
        lambda c: (code(c, 0),),
        edges,
    )
