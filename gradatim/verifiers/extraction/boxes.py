r"""The final `\boxed{}` or `\fbox{}` of a text.

Boxes with neither a sentence end nor a line break between them form one joint answer ("`\boxed{3}` and
`\boxed{-1}`"); the last such group counts. Of nested boxes the outermost counts. A box that never closes after the
last closed one means that the text was cut off.
"""

from __future__ import annotations

import re

from gradatim.verifiers.extraction.statement import MAX_ANSWER, Part, Statement

# `\\boxed{` (a doubled backslash, from JSON escapes) is a box; any other `\\` is a line break and escapes nothing.
_BRACE = re.compile(r"\\(?:boxed|fbox)\s*+\{|\\[{}]|\\\\(?!boxed|fbox)|[{}]")
# With the whole box if nothing but arguments of commands is nested in it.
_OPENING = re.compile(r"\\(?:boxed|fbox)\s*+\{(?:((?:[^{}\\]|\\[A-Za-z]|\{[^{}\\]*+\})*+)\})?")
_SENTENCE_END = re.compile(r"[\r\n\u2028\u2029。！？]|[.!?](?:[$*)\]'\"”’]|\\[)\]])*+\s")


def final_boxes(text: str, start: int) -> Statement | str:
    """The last group of boxes at or after `start`, or the reason why there is none.

    Boxes more than `MAX_ANSWER` characters before the last one do not belong to its statement.
    """
    opening = _last_opening(text, start)
    if opening is None:
        return "no_marker"
    last = opening.start()
    near = max(start, last - MAX_ANSWER)
    if opening[1] is not None and text.find("box", near, last) < 0:
        return Statement.of(opening.start(1), opening.end(1), opening.end())
    boxes = _closed_boxes(text, near, last)
    if not boxes or boxes[-1].outer_end < last:
        return "unclosed"
    first = len(boxes) - 1
    while first and not _SENTENCE_END.search(text, boxes[first - 1].outer_end, boxes[first].outer_start):
        first -= 1
    return Statement(tuple(boxes[first:]), boxes[-1].outer_end)


def _last_opening(text: str, start: int) -> re.Match[str] | None:
    end = len(text)
    while (end := text.rfind("box", start, end)) >= 0:
        # `\boxed` has one character before its `box`, `\fbox` has two.
        for before in (end - 1, end - 2):
            if before >= start and (opening := _OPENING.match(text, before)):
                return opening
    return None


def _closed_boxes(text: str, start: int, last: int) -> list[Part]:
    """The outermost closed boxes from `start` on, in order; the last one opens at `last`."""
    boxes: list[Part] = []
    # Per open brace: where the box and its content start, or None for a brace of no box.
    stack: list[tuple[int, int] | None] = []
    depth = 0
    for token in _BRACE.finditer(text, start):
        mark = token[0]
        if mark == "{":
            stack.append(None)
        elif mark == "}":
            opened = stack.pop() if stack else None
            if opened is not None:
                depth -= 1
                while boxes and boxes[-1].outer_start > opened[0]:
                    boxes.pop()
                boxes.append(Part(opened[1], token.start(), opened[0], token.end()))
                if depth == 0 and token.end() > last:
                    break
        elif len(mark) > 2:
            depth += 1
            stack.append((token.start(), token.end()))
    return boxes
