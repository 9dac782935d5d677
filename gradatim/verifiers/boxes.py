r"""The final `\boxed{}` or `\fbox{}` of a text.

Boxes with neither a sentence end nor a line break between them form one joint answer ("`\boxed{3}` and
`\boxed{-1}`"); the last such group counts. Of nested boxes the outermost counts. A box that never closes after the
last closed one means that the text was cut off.
"""

from __future__ import annotations

import re

from gradatim.verifiers.statement import Part, Statement

# `\\boxed{` (a doubled backslash, from JSON escapes) is a box; any other `\\` is a line break and escapes nothing.
_BRACE = re.compile(r"\\(?:boxed|fbox)\s*+\{|\\[{}]|\\\\(?!boxed|fbox)|[{}]")
_SENTENCE_END = re.compile(r"[\r\n\u2028\u2029。！？]|[.!?](?:[$*)\]'\"”’]|\\[)\]])*+\s")


def final_boxes(text: str, start: int) -> Statement | str:
    """The last group of boxes at or after `start`, or the reason why there is none."""
    boxes, unclosed = _closed_boxes(text, start)
    if unclosed >= 0 and (not boxes or unclosed > boxes[-1].outer_start):
        return "unclosed"
    if not boxes:
        return "no_marker"
    first = len(boxes) - 1
    while first and not _SENTENCE_END.search(text, boxes[first - 1].outer_end, boxes[first].outer_start):
        first -= 1
    return Statement(tuple(boxes[first:]), boxes[-1].outer_end)


def _closed_boxes(text: str, start: int) -> tuple[list[Part], int]:
    """Outermost closed boxes in order, and where the last box starts that never closes (-1: none)."""
    boxes: list[Part] = []
    # Per open brace: where the box and its content start, or None for a brace of no box.
    stack: list[tuple[int, int] | None] = []
    for token in _BRACE.finditer(text, start):
        mark = token[0]
        if mark == "{":
            stack.append(None)
        elif mark == "}":
            opened = stack.pop() if stack else None
            if opened is not None:
                while boxes and boxes[-1].outer_start > opened[0]:
                    boxes.pop()
                boxes.append(Part(opened[1], token.start(), opened[0], token.end()))
        elif len(mark) > 2:
            stack.append((token.start(), token.end()))
    return boxes, max((box[0] for box in stack if box is not None), default=-1)
