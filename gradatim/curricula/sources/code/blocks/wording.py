"""Ways to say that steps follow each other."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.curricula.sources.code.choice import Choice


def in_order(choice: Choice, steps: Sequence[str]) -> str:
    """Returns steps in the imperative as sentences or as a numbered list, with the white space that must follow."""
    if len(steps) == 1:
        return f"{steps[0][0].upper()}{steps[0][1:]}. "
    if choice.chance(0.5):
        lines = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
        return "Do the following in this order:\n" + "\n".join(lines) + "\n"
    links = ["First", *(choice.pick(("Then", "Next", "After that")) for _ in steps[1:])]
    return "".join([f"{link} {step}. " for link, step in zip(links, steps, strict=True)])
