"""Which part of a completion is the program."""

from __future__ import annotations

import re
from typing import NamedTuple

from gradatim.verifiers.code.gold import CodeGold
from gradatim.verifiers.extraction.code_blocks import CodeBlock, code_blocks

_REASONING_END = "</think>"


class FoundCode(NamedTuple):
    """The program's text and place; or, with `span` None, why there is none, as a key of `REASONS`."""

    code: str
    span: tuple[int, int] | None
    reason: str | None = None


def find_code(completion: str, gold: CodeGold) -> FoundCode:
    """Finds the program: the last Python block that defines the entry point, else the last Python block at all.

    Reasoning (up to the last `</think>`) is invisible. A text without any fence is a program as a whole. What does not
    define the entry point goes on from the gold's prompt, where it has one.
    """
    if not isinstance(completion, str):
        raise TypeError(f"the completion must be a str, got {type(completion).__name__}")
    end = completion.rfind(_REASONING_END)
    start = 0 if end < 0 else end + len(_REASONING_END)
    if completion.find("<think>", start) >= 0:
        return FoundCode("", None, "open_reasoning")
    blocks = list(code_blocks(completion, start))
    defines = _definition(gold.entry_point)
    if not blocks:
        return _whole(completion, start, gold, defines)
    python = [block for block in blocks if block.is_python and completion[block.start : block.end].strip()]
    if not python:
        return FoundCode("", None, "no_code")
    # A script has no entry point, so its last block counts.
    named = (
        [block for block in python if defines.search(completion, block.start, block.end)] if gold.entry_point else []
    )
    block = (named or python)[-1]
    code = _content(completion, block)
    if not named and gold.prompt:
        code = _continued(gold.prompt, code)
    return FoundCode(code, (block.start, block.end))


def _whole(completion: str, start: int, gold: CodeGold, defines: re.Pattern[str]) -> FoundCode:
    code = completion[start:]
    if not code.strip():
        return FoundCode("", None, "no_code")
    if gold.prompt and not defines.search(code):
        code = _continued(gold.prompt, code)
    return FoundCode(code, (start, len(completion)))


def _definition(entry_point: str) -> re.Pattern[str]:
    name = re.escape(entry_point)
    function, cls, other = (
        rf"(?:async[ \t]+)?def[ \t]+{name}\b",
        rf"class[ \t]+(?:{name}|Solution)\b",
        rf"{name}[ \t]*[=:]",
    )
    return re.compile(rf"(?m)^[ \t]*(?:{function}|{cls}|{other})")


def _content(completion: str, block: CodeBlock) -> str:
    """Returns a block's text, less the indentation of its fence where lines start with it (as in a list)."""
    text = completion[block.start : block.end]
    if not block.indent:
        return text
    return "\n".join(line.removeprefix(block.indent) for line in text.split("\n"))


def _continued(prompt: str, code: str) -> str:
    return f"{prompt}{code}" if prompt.endswith("\n") else f"{prompt}\n{code}"
