r"""Where a completion states its answer.

Reasoning is invisible: everything before the last `</think>`, whether or not the opening tag is there (chat templates
may have put it into the prompt). A `<think>` still open at the end means that there is no final answer.

In the visible text one statement counts, the last:

- `plain`: the whole text.
- `tags`: the last `<answer>` with the first `</answer>` after it.
- `boxed`: the last `\boxed{}` or `\fbox{}`, joined by earlier ones of the same sentence (see `boxes`).
- `gsm8k`: the rest of the line after the last run of exactly four `#`.
- `last_number`: the last number (see `last_number`).
- `code`: the last fenced block of Python, or the whole text where there is no fence (see `code_blocks`).

Every style is one linear scan, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from gradatim.core.text import LINE_END
from gradatim.verifiers.extraction.boxes import final_boxes
from gradatim.verifiers.extraction.code_blocks import MAX_CODE, final_code
from gradatim.verifiers.extraction.last_number import final_number
from gradatim.verifiers.extraction.statement import MAX_ANSWER, Statement

WrittenStyle = Literal["plain", "tags", "boxed", "gsm8k", "last_number"]
"""The styles of answers that are read, and not run."""
WRITTEN_STYLES: tuple[WrittenStyle, ...] = get_args(WrittenStyle)
AnswerStyle = Literal["plain", "tags", "boxed", "gsm8k", "last_number", "code"]
ANSWER_STYLES: tuple[AnswerStyle, ...] = get_args(AnswerStyle)

_MARKER = re.compile(r"(?<!#)####(?!#)")
_BOX_TAIL = re.compile(r"(?:\s|\$|\\[)\]])*+\.?(?:\s|\$|\\[)\]])*+\Z")
_NUMBER_TAIL = re.compile(r"(?:[\s$*_`}]|\\[)\]])*+\.?(?:[\s$*_`}]|\\[)\]])*+\Z")
_BLANK_TAIL = re.compile(r"\s*+\Z")


class Extraction(NamedTuple):
    """What a completion states as its answer.

    Attributes:
        answers: the stated values in order, white space around them stripped; several only for boxes that share a
            sentence. Empty if `reason` is set.
        span: `[start, end)` of the extracted text; from the first box to the last one where there are several. None
            if nothing was found; set for an answer that is `too_long`.
        end: index after the answer's own mark-up (`</answer>`, closing brace, end of the `####` line, end of the
            text for `plain`); the length of the completion if nothing was found.
        reason: why there is no answer: `no_marker`, `empty_answer`, `unclosed`, `open_reasoning` or `too_long`.
    """

    answers: tuple[str, ...]
    span: tuple[int, int] | None
    end: int
    reason: str | None = None


def extract(completion: str, style: AnswerStyle) -> Extraction:
    r"""Find the final answer of a completion.

    >>> extract(r"It is \boxed{4}. No, \boxed{5} or \boxed{6}.", "boxed").answers
    ('5', '6')
    """
    if not isinstance(completion, str):
        raise TypeError(f"the completion must be a str, got {type(completion).__name__}")
    return _extract(completion, style)


# The verifier and the reward terms of one completion ask for the same thing, one after the other.
@lru_cache(maxsize=8)
def _extract(completion: str, style: AnswerStyle) -> Extraction:
    reasoning_end = completion.rfind("</think>")
    start = 0 if reasoning_end < 0 else reasoning_end + len("</think>")
    if completion.find("<think>", start) >= 0:
        return Extraction((), None, len(completion), "open_reasoning")
    found = _FINDERS[style](completion, start)
    if isinstance(found, str):
        return Extraction((), None, len(completion), found)
    if len(found.parts) == 1:
        return _single(completion, found, MAX_CODE if style == "code" else MAX_ANSWER)
    if found.parts[-1].blank_in(completion):
        return Extraction((), None, found.end, "empty_answer")
    span = found.span(completion)
    if span[1] - span[0] > MAX_ANSWER:
        return Extraction((), span, found.end, "too_long")
    texts = tuple(completion[part.start : part.end].strip() for part in found.parts)
    return Extraction(tuple(filter(None, texts)), span, found.end)


def _single(completion: str, found: Statement, limit: int) -> Extraction:
    start, end, _, _ = found.parts[0]
    body = completion[start:end]
    text = body.strip()
    if not text:
        return Extraction((), None, found.end, "empty_answer")
    if len(text) < len(body):
        start += len(body) - len(body.lstrip())
        end = start + len(text)
    if end - start > limit:
        return Extraction((), (start, end), found.end, "too_long")
    return Extraction((text,), (start, end), found.end)


def nothing_after_answer(completion: str, style: AnswerStyle) -> bool:
    r"""Whether an answer was found and the completion ends with it.

    White space may follow; after a box also `$`, `$$`, `\)`, `\]` and one full stop; after a bare last number also
    closing mark-up such as `**` and one full stop.
    """
    found = extract(completion, style)
    return found.span is not None and _TAILS[style].match(completion, found.end) is not None


def _plain(text: str, start: int) -> Statement | str:
    return Statement.of(start, len(text), len(text))


def _tags(text: str, start: int) -> Statement | str:
    opening = text.rfind("<answer>", start)
    if opening < 0:
        return "no_marker"
    body = opening + len("<answer>")
    closing = text.find("</answer>", body)
    return Statement.of(body, closing, closing + len("</answer>")) if closing >= 0 else "unclosed"


def _gsm8k(text: str, start: int) -> Statement | str:
    body = -1
    for marker in _MARKER.finditer(text, start):
        body = marker.end()
    if body < 0:
        return "no_marker"
    line_end = LINE_END.search(text, body)
    end = line_end.start() if line_end else len(text)
    return Statement.of(body, end, end)


_FINDERS: Mapping[AnswerStyle, Callable[[str, int], Statement | str]] = MappingProxyType(
    {
        "plain": _plain,
        "tags": _tags,
        "boxed": final_boxes,
        "gsm8k": _gsm8k,
        "last_number": final_number,
        "code": final_code,
    }
)
_TAILS: Mapping[AnswerStyle, re.Pattern[str]] = MappingProxyType(
    {
        "plain": _BLANK_TAIL,
        "tags": _BLANK_TAIL,
        "boxed": _BOX_TAIL,
        "gsm8k": _BLANK_TAIL,
        "last_number": _NUMBER_TAIL,
        "code": _BLANK_TAIL,
    }
)
