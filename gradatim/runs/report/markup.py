"""HTML in which text cannot become markup: plain strings are always escaped, only `Html` is taken as it stands."""

from __future__ import annotations

import html
from collections.abc import Iterable

from gradatim.core.text import visible

_VOID = frozenset({"meta", "link", "br", "hr", "input"})


class Html(str):
    """Markup made by this module."""

    __slots__ = ()


Child = str | Iterable["Html"] | None
Attribute = str | int | float | bool | None


def escape(text: str) -> Html:
    """Returns text as markup: invisible characters written out, and `& < > " '` as entities."""
    return Html(html.escape(visible(text)))


def join(*children: Child) -> Html:
    """Returns children in a row: `Html` as it stands, strings escaped, None left out, iterables of `Html` joined."""
    return Html("".join(map(_child, children)))


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """Returns an element.

    In attribute names a final `_` is dropped and other `_` become `-`; None and False leave the attribute out, True
    writes it without a value.

    >>> tag("p", "1 < 2", class_="note", hidden=True)
    '<p class="note" hidden>1 &lt; 2</p>'
    """
    opening = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    return Html(opening if name in _VOID else f"{opening}{join(*children)}</{name}>")


def _child(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    return escape(child) if isinstance(child, str) else "".join(child)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.removesuffix("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
