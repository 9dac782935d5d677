"""Counting and grouping with dictionaries."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.blocks.letters import WORD_TESTS, WORDS
from gradatim.curricula.sources.code.blocks.numbers import LATER, TESTS, WIDE
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_KEYS = (
    Block("len($)", len, "number of characters"),
    Block("$[0]", lambda w: w[0], "first letter"),
    Block("$[-1]", lambda w: w[-1], "last letter"),
    Block("$[:2]", lambda w: w[:2], "first two letters (or only letter)"),
    Block(
        "$[0] + $[-1]",
        lambda w: w[0] + w[-1],
        "first letter followed by its last letter (the same letter twice for a word of one letter)",
    ),
    Block('sum(c in "aeiou" for c in $)', lambda w: sum([c in "aeiou" for c in w]), "number of vowels (a, e, i, o, u)"),
    Block("max($)", max, "letter that comes last in the alphabet"),
    Block("min($)", min, "letter that comes first in the alphabet"),
    Block("len(set($))", lambda w: len(set(w)), "number of different letters"),
)


def _type(key: Block) -> str:
    return "int" if "len" in key.code or "sum" in key.code else "str"


def _sentence(choice: Choice) -> tuple[list[str]]:
    words = [choice.pick(WORDS) for _ in range(choice.between(4, 9))]
    return ([*words, *choice.sample(words, choice.between(0, 3))],)


def _count(choice: Choice, key: Block, test: Block, step: int) -> Task:
    given = choice.pick(("words", "names", "terms"))
    each = "1" if step == 1 else f"{step} points"
    text = choice.pick(
        (
            f"`{given}` is a list of non-empty words of small letters. Take each word that {test.words}, and group "
            f"these words by their {key.words}. Each word of a group gives it {each}; a repeated word counts "
            "each time it "
            "occurs. Return a dictionary that maps what the words of a group share to the sum of the group.",
            f"You are given a list `{given}` of non-empty words of small letters. Leave out every word unless it "
            f"{test.words}. Each word left gives {each} to a property that it has, its {key.words} (repeated words do "
            "so each time). Return a dictionary from all these properties to the sums of what they were given.",
        )
    )
    body = f"""counts: dict[{_type(key)}, int] = {{}}
for word in {given}:
    if {test.on("word")}:
        key = {key.on("word")}
        counts[key] = counts.get(key, 0) + {step}
return counts"""

    def run(words: list[str]) -> dict[object, int]:
        keys = [key.run(word) for word in words if test.run(word)]
        return {shared: step * keys.count(shared) for shared in keys}

    return Task(
        text,
        choice.pick(("count_groups", "tally", "frequencies")),
        f"{given}: list[str]",
        f"dict[{_type(key)}, int]",
        body,
        run,
        _sentence,
        (([],), (["a"],), (["tea", "tea", "on"],)),
    )


def _sales(choice: Choice) -> tuple[list[tuple[str, int]]]:
    names = choice.sample(WORDS[:40], choice.between(2, 4))
    return ([(choice.pick(names), choice.between(-20, 40)) for _ in range(choice.between(4, 9))],)


_SALES_EDGES: Edges = (([],), ([("oak", 0)],), ([("elm", 5), ("elm", 5), ("fox", -4), ("elm", -10)],))
_SCENES = (
    ("entries", "account", "amount"),
    ("events", "team", "value"),
    ("records", "city", "change"),
    ("moves", "item", "quantity"),
)


def _totals(choice: Choice, test: Block, change: Block, least: int) -> Task:
    given, who, what = choice.pick(_SCENES)
    words = change.words.replace("the number", f"the {what}")
    text = (
        f"`{given}` is a list of pairs ({who}, {what}), where the {who} is a string and the {what} an "
        f"integer. Only pairs count whose {what} {test.words}. "
        f"The worth of such a pair is {words}. Return a dictionary that maps each {who} to the sum of the "
        f"worths of its counted pairs, without those {who} names "
        f"that have no counted pair or whose sum is below {least}."
    )
    body = f"""totals: dict[str, int] = {{}}
for {who}, {what} in {given}:
    if {test.on(what)}:
        totals[{who}] = totals.get({who}, 0) + {change.on(what)}
return {{key: total for key, total in totals.items() if total >= {least}}}"""

    def run(pairs: list[tuple[str, int]]) -> dict[str, int]:
        totals: dict[str, int] = {}
        for name, value in pairs:
            if test.run(value):
                totals[name] = totals.get(name, 0) + change.run(value)
        return {name: total for name, total in totals.items() if total >= least}

    return Task(
        text,
        choice.pick(("totals", f"{who}_totals", "sum_up", "balance")),
        f"{given}: list[tuple[str, int]]",
        "dict[str, int]",
        body,
        run,
        _sales,
        _SALES_EDGES,
    )


_GROUP_SUMS = (
    Block("sum($)", sum, "the sum"),
    Block("max($)", max, "the largest"),
    Block("min($)", min, "the smallest"),
    Block("max($) - min($)", lambda x: max(x) - min(x), "the largest minus the smallest"),
    Block("$[-1]", lambda x: x[-1], "the last, in the order of the list,"),
    Block(
        "sum($) // len($)",
        lambda x: sum(x) // len(x),
        "the sum divided by the count, rounded down (towards minus infinity),",
    ),
)


def _ranking(choice: Choice, test: Block, change: Block, total: Block, count: int, top: int) -> Task:
    given, who, what = choice.pick(_SCENES)
    words = change.words.replace("the number", f"the {what}")
    few = "no counted pair" if count == 1 else f"fewer than {count} counted pairs"
    text = (
        f"`{given}` is a list of pairs ({who}, {what}), where the {who} is a string and the {what} an "
        f"integer. Only pairs count whose {what} {test.words}; the worth of "
        f"such a pair is {words}. Leave out each {who} with {few}. The score of "
        f"each other {who} is {total.words} of the worths of its counted pairs. Return a list of "
        f"tuples ({who}, score), highest score first and equal scores in alphabetical order of the {who}; "
        f"keep only the first {top} tuples (all if there are fewer)."
    )
    body = f"""groups: dict[str, list[int]] = {{}}
for {who}, {what} in {given}:
    if {test.on(what)}:
        groups.setdefault({who}, []).append({change.on(what)})
scores = []
for key, worths in groups.items():
    if len(worths) >= {count}:
        scores.append((key, {total.on("worths")}))
scores.sort(key=lambda pair: (-pair[1], pair[0]))
return scores[:{top}]"""

    def run(pairs: list[tuple[str, int]]) -> list[tuple[str, int]]:
        groups: dict[str, list[int]] = {}
        for name, value in pairs:
            if test.run(value):
                groups.setdefault(name, []).append(change.run(value))
        scores = [(name, total.run(worths)) for name, worths in groups.items() if len(worths) >= count]
        return sorted(scores, key=lambda pair: (-pair[1], pair[0]))[:top]

    return Task(
        text,
        choice.pick(("leaders", "best_of", "rank_groups", f"top_{who}")),
        f"{given}: list[tuple[str, int]]",
        "list[tuple[str, int]]",
        body,
        run,
        _sales,
        _SALES_EDGES,
    )


TALLIES = Family(
    "tallies",
    "dictionaries: count by a key, totals with a threshold, scores of groups in order",
    (
        (Template("count", (_KEYS, WORD_TESTS, (1, 2, 3, 5)), _count),),
        (Template("totals", (TESTS, WIDE, range(-4, 8)), _totals),),
        (Template("ranking", (LATER, WIDE, _GROUP_SUMS, (1, 2), (2, 3)), _ranking),),
    ),
)
