"""Texts with brackets, and how to speak of them."""

from __future__ import annotations

from gradatim.curricula.sources.code.choice import Choice


def bracket_text(choice: Choice, pairs: tuple[str, ...], fewest: int, most: int, others: str = "abcxyz") -> str:
    """A text whose brackets match up to some errors."""
    text, still_open = "", ""
    for _ in range(choice.between(fewest, most)):
        way = choice.between(0, 19)
        if way < 8:
            pair = choice.pick(pairs)
            text += pair[0]
            still_open += pair[1]
        elif way < 14 and still_open:
            text += still_open[-1]
            still_open = still_open[:-1]
        elif way == 14:
            text += choice.pick(pairs)[1]
        else:
            text += choice.pick(others)
    return text + (still_open[::-1] if choice.chance(0.6) else "")


KINDS = ("()", "[]", "{}", "<>")


def listed(pairs: tuple[str, ...]) -> str:
    """Returns the kinds in words."""
    shown = [f"'{pair}'" for pair in pairs]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def split_pairs(pairs: tuple[str, ...]) -> list[tuple[str, str]]:
    """Returns the opening and the closing bracket of each kind."""
    return [(pair[0], pair[1]) for pair in pairs]


def table_of(pairs: tuple[str, ...]) -> str:
    """Returns the source text of a dictionary from opening to closing brackets."""
    return "{" + ", ".join([f'"{up}": "{down}"' for up, down in split_pairs(pairs)]) + "}"
