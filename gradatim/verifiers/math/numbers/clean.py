r"""One spelling for the many that a short answer can have.

Read as their ASCII form: full-width characters, mathematical digits (bold, double-struck, ...), the Unicode minus and
en dash, vulgar fractions, the times sign and the like. Digits of other scripts, superscripts and circled digits are
no ASCII digits and stay what they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from gradatim.core.text import ASCII_FORMS, NO_WIDTH

MAX_LAYERS = 16
"""Nested delimiters that are taken off; more is no answer."""

_SPECIAL = re.compile(r"[\\$*`~{}_\s]|\.\Z")
_COMMAND = re.compile(r"\\(?!frac[{0-9])|~|\{,\}")
_COMMANDS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\\\(?=(?:[dtc]?frac|text|boxed|fbox|left|right)(?![a-z]))", r"\\"),
        (r"(?<=[0-9])(?:\{,\}|\\,|,\\! ?|\\!,)(?=[0-9]{3}(?![0-9]))", ","),
        (r"\\(?:left|right|displaystyle|textstyle|[bB]ig[lrgG]*)(?![A-Za-z])|\\!", ""),
        (r"\\[,;:> ]|\\q?quad(?![A-Za-z])|~", " "),
        (r"\\[dtc]frac(?![A-Za-z])", r"\\frac"),
        (r"\\(?:cdot|ast)(?![A-Za-z])", r"\\times "),
        (r"\\([%$#&])", r"\1"),
        (r"\\pounds(?![A-Za-z])", "£"),
        (r"\\euro(?![A-Za-z])", "€"),
    )
)
_FRACTION = re.compile(r"-?[0-9]*+\\frac\{[0-9]++\}\{[0-9]++\}")
_UNIT_FRACTION = re.compile(
    r"\\[dt]?frac ?\{\\(?:text|mathrm) ?\{([A-Za-z ]+)\}\} ?\{\\(?:text|mathrm) ?\{([A-Za-z ]+)\}((?:\^\{?[23]\}?)?)\}"
)
_UNIT_PRODUCT = re.compile(
    r"(\\(?:text|mathrm) ?\{[A-Za-z]+)(?:\\cdot ?|\\,|\\ )([A-Za-z]+(?:/[A-Za-z]+)?(?:\^\{?-?[123]\}?)?\})"
)
_TEXT = re.compile(r"(?<!\\)\\(?:text(?:bf|it|rm|sf|tt|normal)?|mbox|hbox) ?\{([^{}]*)\}")
_FONT = re.compile(r"\\(?:math(?:rm|bf|it|sf|tt|normal)|operatorname|boldsymbol|bm) ?\{([^{}]*)\}")
_LABEL = re.compile(
    r"\s*+(?:(?:\\text(?:bf)?\{)?(?:the )?(?:final )?answer(?: is:?|:) ?\}?|=(?!=))(?=.*\w)", re.IGNORECASE | re.DOTALL
)
_TIGHT = re.compile(r" ?([^\w ]) ?")
_WORDS = re.compile(r"[A-Za-z'. -]+")
_WORD = re.compile(r"[A-Za-z]+")
_LONG_WORD = 4
_SHORT_WORDS = frozenset({"yes", "no", "odd", "none", "true"})
_FUNCTIONS = frozenset(
    [
        "sqrt",
        "cbrt",
        "sinh",
        "cosh",
        "tanh",
        "arcsin",
        "arccos",
        "arctan",
        "asin",
        "acos",
        "atan",
        "floor",
        "ceil",
        "choose",
        "cdot",
    ]
)
_PAIRS = (("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("`", "`"), (r"\(", r"\)"), (r"\[", r"\]"))
_WRAPPING = frozenset("*_`\\{")
_BRACED = ("{", r"\boxed{", r"\fbox{", r"\boxed {", r"\fbox {")


_VULGAR = (0xBC, 0xBD, 0xBE, *range(0x2150, 0x215F))
_CHARACTERS: Mapping[int, str] = MappingProxyType(
    {
        **ASCII_FORMS,
        **NO_WIDTH,
        **{code: " " + unicodedata.normalize("NFKC", chr(code)).replace("\u2044", "/") for code in _VULGAR},
        **dict.fromkeys(map(ord, "×·⋅"), r"\times "),
        # Thin spaces group digits as LaTeX's `\,` does.
        **dict.fromkeys((0x2009, 0x202F), r"\,"),
        ord("°"): r"^\circ ",
    }
)


def plain_units(text: str) -> str:
    r"""Compound units in one group: `\frac{\text{m}}{\text{s}}` as `\text{m/s}`, `\mathrm{kg\cdot m}` with a blank."""
    if r"\text" not in text and r"\mathrm" not in text:
        return text
    return _UNIT_PRODUCT.sub(r"\1 \2", _UNIT_FRACTION.sub(r"\\text{\1/\2}\3", text))


def clean(text: str) -> str:
    r"""Remove what only decorates: delimiters, bold, boxes, text and font commands, spacing, one final full stop.

    >>> clean(r"**$\dfrac{1}{2}$.**")
    '\\frac{1}{2}'
    """
    if not text.isascii():
        text = text.translate(_CHARACTERS)
    if "\\" in text:
        text = plain_units(text)
    if not _SPECIAL.search(text) or _FRACTION.fullmatch(text):
        return text
    text = unwrapped(text)
    if "\\" in text:
        text = text.replace(r"\%", "%").replace(r"\$", "$")
    if _COMMAND.search(text):
        text = unwrapped(_plain_commands(text))
    return " ".join(text.split())


def unwrapped(text: str) -> str:
    """Take off at most `MAX_LAYERS` layers of delimiters around the whole text."""
    for _ in range(MAX_LAYERS):
        inner = _one_layer_less(text)
        if inner == text:
            break
        text = inner
    return text


def without_label(text: str) -> str:
    r"""The text after `Answer:`, `The answer is`, `\text{Answer: }` or an equals sign that stands alone.

    >>> without_label("The answer is 42")
    '42'
    """
    inner = unwrapped(text)
    label = _LABEL.match(inner)
    return inner[label.end() :] if label else text


def text_key(cleaned: str) -> str:
    """The form in which two cleaned texts are equal: white space only where it separates, words in one case.

    Words are long ones, `yes`, `no` and the like, and short ones of which only the first letter is a capital; other
    letters may be symbols, where case matters.
    """
    key = _TIGHT.sub(r"\1", cleaned) if " " in cleaned else cleaned
    if not key[:1].isalpha() or not _WORDS.fullmatch(key):
        return key
    words = _WORD.findall(key)
    if any(len(word) >= _LONG_WORD and word.lower() not in _FUNCTIONS for word in words):
        return key.casefold()
    return _WORD.sub(lambda match: match[0].casefold() if _is_word(match[0]) else match[0], key)


def _is_word(letters: str) -> bool:
    return letters.casefold() in _SHORT_WORDS or (len(letters) == _LONG_WORD - 1 and letters.istitle())


def _plain_commands(text: str) -> str:
    text = _TEXT.sub(r" \1 ", text)
    if not _COMMAND.search(text):
        return text
    for pattern, replacement in _COMMANDS:
        text = pattern.sub(replacement, text)
    for _ in range(MAX_LAYERS):
        text = _TEXT.sub(r" \1 ", _FONT.sub(r"\1", text))
        if not _TEXT.search(text) and not _FONT.search(text):
            break
    return text


def _one_layer_less(text: str) -> str:
    text = text.strip()
    if text.endswith("$"):
        inner = text.strip("$ \t\r\n")
        # `$1$ or $2$` is not in one pair of dollar signs; one that stands alone at the start is a currency's.
        text = text if "$" in inner else inner
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1].rstrip()
    # What is left of a final `\$` or `\ `.
    if text.endswith("\\") and not text.endswith(r"\\"):
        text = text[:-1]
    if text[:1] not in _WRAPPING or text.startswith(r"\frac"):
        return text
    for opening, closing in _PAIRS:
        if text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : -len(closing)]
            return inner if inner and opening not in inner else text
    for opening in _BRACED:
        if text.startswith(opening) and _closes_at_end(text, len(opening)):
            return text[len(opening) : -1]
    return text


def _closes_at_end(text: str, start: int) -> bool:
    """Whether the brace before `start` is closed by the last character."""
    depth = 1
    escaped = False
    for index in range(start, len(text)):
        char = text[index]
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if depth == 0:
                return index == len(text) - 1
    return False
