r"""Layouts that a completion's text can have. Each check is strict: all of it, exactly once, in order.

None of them reads more than the text, and each takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

from gradatim.core.text import LINE_END
from gradatim.verifiers import extract
from gradatim.verifiers.extraction.code_blocks import code_blocks

_INVISIBLE = frozenset({"Cc", "Cf"})
_BOX = re.compile(r"\\boxed(?![A-Za-z])")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_HASH = "#### "
_PYTHON = frozenset({"", "python", "py", "python3"})


def is_blank(text: str) -> bool:
    """Returns whether nothing in the text can be seen: white space, control and format characters only.

    Zero-width characters count as blank: a policy must not earn the reward of a full body with an empty one.
    """
    return all(char.isspace() or category(char) in _INVISIBLE for char in text)


def has_tags(text: str, tags: Sequence[str]) -> bool:
    """Returns whether each `<tag>` and `</tag>` stands exactly once, in order and around something non-blank.

    Tags are literal. White space may stand before, between and after them; other text only before a tag that is the
    only one (there the reasoning goes), never behind the last.
    """
    position = 0
    for tag in tags:
        opening, closing = f"<{tag}>", f"</{tag}>"
        if text.count(opening) != 1 or text.count(closing) != 1:
            return False
        start, end = text.index(opening), text.index(closing)
        body = start + len(opening)
        if start < position or is_blank(text[body:end]):
            return False
        if len(tags) > 1 and text[position:start].strip():
            return False
        position = end + len(closing)
    return not text[position:].strip()


def has_box(text: str) -> bool:
    r"""Returns whether the text has exactly one `\boxed{...}`, closed and non-blank."""
    boxes = [match.end() for match in _BOX.finditer(text)]
    if len(boxes) != 1 or not text.startswith("{", boxes[0]):
        return False
    depth = 0
    for brace in _BRACE.finditer(text, boxes[0]):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return not is_blank(text[boxes[0] + 1 : brace.start()])
    return False


def has_final_hash_line(text: str) -> bool:
    """Returns whether exactly one line is `#### ` with something non-blank behind it, the last non-blank line."""
    lines = [line for line in LINE_END.split(text) if line.strip()]
    hashes = [line for line in lines if line.startswith(_HASH) and not is_blank(line[len(_HASH) :])]
    return bool(hashes) and hashes == lines[-1:]


def has_number(text: str) -> bool:
    """Returns whether the text states a number as its answer."""
    return bool(extract(text, "last_number").answers)


def has_final_code(text: str) -> bool:
    """Returns whether the text has exactly one fenced block, closed, non-blank, of Python and with nothing behind it.

    A fence without a language is Python's, too. Prose may stand before the block.
    """
    blocks = list(code_blocks(text))
    if len(blocks) != 1:
        return False
    [block] = blocks
    whole = block.closed and not text[block.outer_end :].strip()
    return whole and block.language in _PYTHON and not is_blank(text[block.start : block.end])
