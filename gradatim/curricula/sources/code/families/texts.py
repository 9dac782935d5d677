"""Texts that are filtered, changed character by character and rearranged; sentences word by word."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.letters import (
    CHAR_CHANGES,
    CHAR_TESTS,
    TEXT,
    TEXT_CHANGES,
    WORD_TESTS,
    WORDS,
)
from gradatim.curricula.sources.code.blocks.wording import in_order
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_OPENINGS = (
    "The argument `{}` is a text of ASCII characters.",
    "You are given a string `{}` (ASCII only; it may be empty).",
    "Take a string `{}` of ASCII characters.",
)
_EDGES: Edges = (("",), ("a",), ("Hello World",), ("2024-12-31",), ("AEIOU xyz",), ("bookkeeper",))


def _inputs(choice: Choice) -> tuple[str]:
    return (choice.text(TEXT, 6, 16),)


def _given(choice: Choice) -> str:
    return choice.pick(("text", "s", "line", "phrase"))


_NAMES = ("rewrite", "encode_text", "convert", "mangle", "transform_text", "scramble", "edit")


def _change_if(choice: Choice, test: Block, change: Block) -> Task:
    given = _given(choice)
    other = choice.pick(("All other characters stay as they are.", "Leave the other characters alone."))
    text = (
        f"{choice.pick(_OPENINGS).format(given)} Replace every character that {test.words} by {change.words}. "
        f"{other} Return the new string."
    )
    body = f'return "".join({change.on("c")} if {test.on("c")} else c for c in {given})'
    return Task(
        text,
        choice.pick(_NAMES),
        f"{given}: str",
        "str",
        body,
        lambda s: "".join([change.run(c) if test.run(c) else c for c in s]),
        _inputs,
        _EDGES,
    )


def _keep_change(choice: Choice, test: Block, change: Block) -> Task:
    given = _given(choice)
    text = (
        f"{choice.pick(_OPENINGS).format(given)} Drop every character unless it {test.words}, and replace each "
        f"one kept by {change.words}. Return the resulting string."
    )
    body = f'return "".join({change.on("c")} for c in {given} if {test.on("c")})'
    return Task(
        text,
        choice.pick(_NAMES),
        f"{given}: str",
        "str",
        body,
        lambda s: "".join([change.run(c) for c in s if test.run(c)]),
        _inputs,
        _EDGES,
    )


def _rearrange(choice: Choice, test: Block, order: Block, change: Block) -> Task:
    given = _given(choice)
    steps = [
        f"remove each character that {test.words}",
        order.words,
        f"replace each character of what you have by {change.words}",
    ]
    text = f"{choice.pick(_OPENINGS).format(given)} {in_order(choice, steps)}Return the resulting string."
    lines = [
        f'kept = "".join(c for c in {given} if not ({test.on("c")}))',
        f"moved = {order.on('kept')}",
        f'return "".join({change.on("c")} for c in moved)',
    ]

    def run(s: str) -> str:
        return "".join([change.run(c) for c in order.run("".join([c for c in s if not test.run(c)]))])

    return Task(text, choice.pick(_NAMES), f"{given}: str", "str", "\n".join(lines), run, _inputs, _EDGES)


def _sentence(choice: Choice) -> tuple[str]:
    return (" ".join([choice.pick(WORDS) for _ in range(choice.between(4, 10))]),)


def _words(choice: Choice, test: Block, order: Block, char: Block, change: Block, sep: str) -> Task:
    given = choice.pick(("sentence", "text", "line"))
    steps = [
        f"take each word that {test.words}, and drop the others",
        f"for every word taken: {order.words}",
        f"in what you have, replace every character that {char.words} by {change.words}, and leave the others "
        "as they are",
    ]
    text = (
        f"`{given}` holds words of small letters, separated by single blanks; it may be empty. "
        f"{in_order(choice, steps)}"
        f"Join the changed words with '{sep}' between them, in their old order, and return that string."
    )
    body = f"""result = []
for word in {given}.split():
    if {test.on("word")}:
        moved = {order.on("word")}
        changed = "".join({change.on("c")} if {char.on("c")} else c for c in moved)
        result.append(changed)
return "{sep}".join(result)"""

    def run(line: str) -> str:
        words = [order.run(word) for word in line.split() if test.run(word)]
        return sep.join(["".join([change.run(c) if char.run(c) else c for c in word]) for word in words])

    return Task(
        text,
        choice.pick(("rework_words", "code_sentence", "rewrite_words", "word_game")),
        f"{given}: str",
        "str",
        body,
        run,
        _sentence,
        (("",), ("stone",), ("on a tea on a tea",)),
    )


_COMMON = tuple(
    block
    for block in CHAR_TESTS
    if "digit" not in block.words and "capital letter" not in block.words and "ASCII" not in block.words
)

TEXTS = Family(
    "texts",
    "strings: filter, change and rearrange characters, then words",
    (
        (
            Template("change-if", (CHAR_TESTS, CHAR_CHANGES[3:]), _change_if),
            Template("keep-change", (CHAR_TESTS, CHAR_CHANGES[3:]), _keep_change),
        ),
        (Template("rearrange", (CHAR_TESTS, TEXT_CHANGES, CHAR_CHANGES[3:]), _rearrange),),
        (
            Template(
                "words",
                (WORD_TESTS, TEXT_CHANGES[:9], _COMMON, CHAR_CHANGES[2:], (" ", "-", "_", ", ", "/", "+")),
                _words,
            ),
        ),
    ),
)
