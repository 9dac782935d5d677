r"""What may stand on the left of `=` and only names: `\text{Area}`, `Total cost`, `\mathrm{Var}(X)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gradatim.verifiers.math.notation.brackets import Item
from gradatim.verifiers.math.notation.tree import Node
from gradatim.verifiers.math.numbers.units import is_hedge

_MAX_WORDS = 4
# Words of sentences, and such as take back what follows.
_NO_NAMES = frozenset(
    [
        "be",
        "can",
        "cannot",
        "can't",
        "conclude",
        "does",
        "doesn't",
        "don't",
        "false",
        "find",
        "fake",
        "get",
        "gives",
        "got",
        "had",
        "has",
        "have",
        "hence",
        "here",
        "how",
        "if",
        "is",
        "isn't",
        "it",
        "know",
        "let",
        "means",
        "must",
        "never",
        "no",
        "not",
        "now",
        "obtain",
        "possible",
        "prove",
        "see",
        "show",
        "since",
        "so",
        "suppose",
        "that",
        "then",
        "therefore",
        "there",
        "they",
        "think",
        "this",
        "thus",
        "unless",
        "was",
        "we",
        "were",
        "what",
        "when",
        "whether",
        "which",
        "why",
        "would",
        "you",
        "your",
        "either",
        "neither",
    ]
)


def opaque_name(items: Sequence[Item]) -> Node | None:
    """A `text` node for a left side that names something in words; None if it says more than a name."""
    text = "".join(f" {item.value}" if item.spaced or item.kind == "text" else item.value for item in items).strip()
    words = re.findall(r"[A-Za-z']+", text)
    if not any(item.kind == "text" for item in items) or len(words) > _MAX_WORDS:
        return None
    if any(word.lower() in _NO_NAMES or is_hedge(word) for word in words if len(word) > 1):
        return None
    return Node("text", (), text.casefold())
