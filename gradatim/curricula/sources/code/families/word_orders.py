"""Words in order of a key."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.letters import WORDS
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Task

WORD_KEYS = (
    Block("len($)", len, "by length, shortest first"),
    Block("-len($)", lambda w: -len(w), "by length, longest first"),
    Block("$[-1]", lambda w: w[-1], "by last letter in alphabetical order"),
    Block("$[::-1]", lambda w: w[::-1], "in the alphabetical order of the words read backwards"),
    Block(
        'sum(c in "aeiou" for c in $)',
        lambda w: sum([c in "aeiou" for c in w]),
        "by the number of vowels (a, e, i, o, u), fewest first",
    ),
    Block('-$.count("e")', lambda w: -w.count("e"), "by how often they contain 'e', most often first"),
    Block("len(set($))", lambda w: len(set(w)), "by the number of different letters, fewest first"),
    Block("max($)", max, "by the letter in them that comes last in the alphabet, alphabetically"),
    Block(
        "$[1:]",
        lambda w: w[1:],
        "in the alphabetical order of what remains without the first letter (nothing comes before everything)",
    ),
)


def sort_words(choice: Choice, test: Block, key: Block) -> Task:
    """Returns the task of sorting words."""
    given = choice.pick(("words", "names", "labels"))
    text = (
        f"`{given}` is a list of non-empty words of small letters, perhaps with repetitions. Take the words of "
        f"this kind: the word {test.words}. Sort them {key.words}; words that tie come in alphabetical order. "
        "Return the sorted list."
    )
    body = f"""kept = [word for word in {given} if {test.on("word")}]
return sorted(kept, key=lambda word: ({key.on("word")}, word))"""

    def run(words: list[str]) -> list[str]:
        return sorted([w for w in words if test.run(w)], key=lambda w: (key.run(w), w))

    return Task(
        text,
        choice.pick(("arrange", "sort_words", "ordered_words")),
        f"{given}: list[str]",
        "list[str]",
        body,
        run,
        lambda c: ([c.pick(WORDS) for _ in range(c.between(5, 10))],),
        (([],), (["noon"],), (["tea", "eat", "tea", "ate"],)),
    )
