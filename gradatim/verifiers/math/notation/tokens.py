r"""A text in LaTeX, Unicode or plain notation as a list of tokens.

Spacing, sizing and `$` vanish. Digits stay text, so that the parser can tell `\frac12` from 12. Superscripts (`5²`)
become `^` and a group, vulgar fractions (`3½`) a mixed number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from gradatim.core.text import ASCII_FORMS, NO_WIDTH
from gradatim.verifiers.math.notation.vocabulary import (
    CHARACTERS,
    COMMANDS,
    FONTS,
    IGNORED,
    WORD_FONTS,
    WORDS,
    TokenKind,
)
from gradatim.verifiers.math.numbers.clean import plain_units
from gradatim.verifiers.math.numbers.units import is_short_unit, is_touching_unit


class UnreadableError(Exception):
    """The text is no mathematics that is known. Never leaves this package."""


class Token(NamedTuple):
    """One token.

    Attributes:
        kind: see `vocabulary`; also `num` (`value` is the number as written, without grouping).
        value: what it means.
        spaced: whether white space stands before it.
    """

    kind: TokenKind
    value: str
    spaced: bool = False


_GROUP = r"(?:,|\{,\}|\\,|,\\! ?|\\!,|\u2009|\u202f)"
_COLOR = r"\\(?:(?:text)?color|[hv]space\*?) ?\{[^{}]*+\}"
_SPACE = rf"(?:{_COLOR}|\s|~|\$|\\\$|\\(?:left|right) ?\.|\\[,;:!> ]|\\[()\[\]]|\u2009|\u202f|\u2061|\u2062)"
_FONT_NAMES = "|".join(sorted({*WORD_FONTS, *FONTS, "mathbb"}, key=len, reverse=True))
_ACCENTS = "overline|overrightarrow|widehat|hat|vec|bar|tilde|dot"
_TOKEN = re.compile(
    rf"(?P<space>{_SPACE}++)"
    r"|(?P<digits>(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[0-9A-Z]++)(?=_\{?(?:1[1-9]|[23][0-9])(?![0-9]))"
    rf"|(?P<num>(?:[1-9][0-9]{{0,2}}(?:{_GROUP}[0-9]{{3}})++(?![0-9])|[0-9]++)(?:\.[0-9]*+)?+|\.[0-9]++)"
    r"(?P<repeat>\\(?:overline|bar) ?\{?[0-9]++\}?|(?:\\dot ?\{?[0-9]\}?)++)?"
    r"(?P<dots>\\[lc]?dots(?![A-Za-z])|\.\.\.|\u2026)?"
    r"(?P<exponent>[eE][-+]?[0-9]++(?![A-Za-z0-9]))?"
    r"|(?P<degree>\^\s*+(?:\{\s*+\\(?:circ|degree)\s*+\}|\\(?:circ|degree)(?![A-Za-z])|[°º]))"
    r"|\\mathbb ?(?P<board>[RQZNC])(?![A-Za-z])"
    rf"|\\(?P<accent>{_ACCENTS})(?![A-Za-z]) ?(?:\{{ ?(?P<marked>[A-Za-z]{{1,3}}) ?\}}|(?P<letter>[A-Za-z]))"
    rf"|\\(?P<font>{_FONT_NAMES})(?![A-Za-z])\s*+\{{(?P<words>[^{{}}]*+)\}}"
    r"|\\(?P<environment>begin|end)\s*+\{(?P<name>[A-Za-z]++\*?)\}(?:\{[clr|]*+\})?"
    r"|\\\\(?P<row>(?:\[[^\[\]]*+\])?+)"
    r"|\\(?P<command>[A-Za-z]++|[{}|%])"
    r"|(?P<word>[A-Za-z]++)"
    r"|(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿˣ]++)"
    r"|(?P<sub>[₀₁₂₃₄₅₆₇₈₉]++)"
    r"|(?P<compare><=|>=|!=|==|:=|\*\*|\+/-)"
    r"|(?P<char>.)",
    re.DOTALL,
)
_BARS = re.compile("(?:[0-9]\u0305)+")
# `0.1(6)` at the end of a text.
_PERIOD = re.compile(r"([0-9]*+\.[0-9]*)\(([0-9]++)\)(?=\s*\Z)")
# `1.2 x 10^5`, `log10(x)`.
_TIMES = re.compile(r"(?<=[0-9]) ?x ?(?=10 ?\^)")
_LOG = re.compile(r"(?<![A-Za-z\\])log(2|10) ?(?=\()")
_NOT = re.compile(r"\\not ?(=|\\in(?![A-Za-z])|<|>)")
_NEGATED = {"=": r"\ne ", r"\in": r"\notin ", "<": r"\ge ", ">": r"\le "}
# JSON escapes that were escaped twice.
_DOUBLED = re.compile(r"\\\\(?=[A-Za-z])")
_PROSE = re.compile(r"\\[A-Za-z]+ ?\{[^{}]*+\}|(?<![^\s,.;(])(?P<run>[A-Za-z']++(?: [A-Za-z']++)++)")
_LONG_WORD = 4
_COMPARE = {
    "<=": ("rel", "<="),
    ">=": ("rel", ">="),
    "!=": ("rel", "!="),
    "==": ("rel", "="),
    ":=": ("rel", "="),
    "**": ("op", "^"),
    "+/-": ("pm", "+-"),
}
_ENVIRONMENTS = frozenset(["matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "smallmatrix", "array"])
_LISTED = re.compile(r"[0-9]++(?:,[0-9]++)++(?:\.[0-9]++)?")
_LONGEST_EXPANSION = 100
_DOTS = re.compile(r"([0-9]{0,20}?)([0-9]{1,20}?)\2++")
_SIZES = re.compile(r"[bB]ig+[lrm]?")
_BLACKBOARD = frozenset("RQZNC")
_SHORT_WORD = re.compile(r"[^\WaeiouAEIOU\d_]{2,4}|[A-Za-z]{2,3}")
_INNER = re.compile(r"[0-9]++(?:\.[0-9]++)?|[A-Za-z]")


def tokenize(text: str) -> list[Token]:
    """The tokens of a text.

    Raises:
        UnreadableError: a character, command or environment is unknown.
    """
    text = _BARS.sub(
        lambda match: rf"\overline{{{re.sub('[^0-9]', '', match[0])}}}", text.translate(ASCII_FORMS).translate(NO_WIDTH)
    )
    if r"\begin" not in text:
        text = _DOUBLED.sub(r"\\", text)
    text = text.rstrip().removesuffix(r"\\")
    text = _TIMES.sub(r"\\times ", _LOG.sub(r"log_{\1}", plain_units(text)))
    text = _PERIOD.sub(r"\1\\overline{\2}", _NOT.sub(lambda match: _NEGATED[match[1]], text))
    text = _PROSE.sub(_as_words, text)
    tokens: list[Token] = []
    spaced = False
    depth = 0
    # In `(1,000, 2,000)` the blank tells which commas separate.
    grouped = ", " in text
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "space":
            spaced = True
            continue
        for token in _read(match, depth > 0 and not grouped):
            if token.kind == "sym" and _is_unit(match, tokens):
                token = Token("text", token.value)
            tokens.append(token._replace(spaced=spaced))
            spaced = False
            if token.kind in ("open", "close") and token.value != "{":
                depth += 1 if token.kind == "open" else -1
    return tokens


def _as_words(match: re.Match[str]) -> str:
    """Two words or more with a long one among them are prose, in which short words are no products of symbols."""
    run = match["run"]
    if run is None or not any(len(word) >= _LONG_WORD and word not in WORDS for word in run.split()):
        return match[0]
    parts = re.split(r"\b(and|or)\b", run)
    return "".join(part if part in ("and", "or") or not part.strip() else rf"\text{{{part}}}" for part in parts)


def _read(match: re.Match[str], in_brackets: bool) -> Iterator[Token]:
    if match["num"] is not None:
        yield from _listed(match) if in_brackets and _LISTED.fullmatch(match[0]) else (_number(match),)
    elif match["digits"] is not None:
        yield Token("num", match["digits"])
    elif match["font"] is not None:
        yield from _font(match["font"], match["words"])
    elif match["board"] is not None:
        yield Token("realset", match["board"])
    elif match["accent"] is not None:
        yield Token("sym", f"{match['accent']} {match['marked'] or match['letter']}")
    elif match["command"] is not None:
        yield from _command(match["command"])
    elif match["word"] is not None:
        yield from _word(match["word"], match)
    else:
        yield from _read_rarer(match, match.lastgroup or "")


def _read_rarer(match: re.Match[str], kind: str) -> Iterator[Token]:
    if match["environment"] is not None:
        if match["name"].rstrip("*") not in _ENVIRONMENTS:
            raise UnreadableError(match["name"])
        yield Token(match["environment"], match["name"].rstrip("*"))
    elif kind == "row":
        yield Token("row", r"\\")
    elif kind == "degree":
        yield Token("degree", "degree")
    elif kind in ("super", "sub"):
        yield from _script(match[0], "^" if kind == "super" else "_")
    elif kind == "compare":
        yield Token(*_COMPARE[match[0]])
    else:
        yield from _character(match[0])


def _is_unit(match: re.Match[str], before: list[Token]) -> bool:
    r"""Whether a single letter is a unit: `5\text{ m}`, and `5 m` at the end of a text or before a slash."""
    if not before or not is_short_unit((match["words"] or match[0]).strip()):
        return False
    last, text = before[-1], match.string
    if last.value == "/":
        return before[-2:-1] != [] and before[-2].kind == "text"
    if last.kind in ("op", "rel", "sep", "open", "macro", "func"):
        return False
    touched = text[match.end() : match.end() + 1] not in ("", "/") or not text[match.start() - 1].isspace()
    return match["font"] is not None or (last.kind == "num" and not touched)


def _listed(match: re.Match[str]) -> Iterator[Token]:
    """`[1,100]` and `(100,200)` hold two numbers, though 1,100 alone is one."""
    for index, digits in enumerate(match[0].split(",")):
        if index:
            yield Token("sep", ",")
        yield Token("num", digits)


def _number(match: re.Match[str]) -> Token:
    digits = re.sub(r"[^0-9.]", "", match["num"])
    if match["dots"]:
        whole, _, places = digits.partition(".")
        period = _DOTS.fullmatch(places) if len(places) <= _LONGEST_EXPANSION else None
        if not period or match["repeat"]:
            raise UnreadableError("digits left out")
        return Token("num", f"{whole}.{period[1]}({period[2]})")
    if match["repeat"]:
        if "." not in digits or match["exponent"]:
            raise UnreadableError("bar over an integer")
        digits += f"({re.sub('[^0-9]', '', match['repeat'])})"
    return Token("num", digits + (match["exponent"] or ""))


def _font(name: str, words: str) -> Iterator[Token]:
    if name in WORD_FONTS:
        inner = words.strip().strip(".").strip(",").strip()
        if _INNER.fullmatch(inner):
            yield from tokenize(inner)
        elif inner.lower() in WORDS and (name == "operatorname" or _is_meant(inner.lower())):
            yield Token(*WORDS[inner.lower()])
        elif inner.lower() == "infinity":
            yield Token("const", "inf")
        elif inner:
            yield Token("text", inner)
    elif name == "mathbb" and words.strip() in _BLACKBOARD:
        yield Token("realset", words.strip())
    elif name == "mathbb":
        raise UnreadableError(name)
    else:
        yield from (Token("open", "{"), *tokenize(words), Token("close", "}"))


def _is_meant(word: str) -> bool:
    """Whether a word set as text joins, or is a function rather than a unit such as `min`."""
    return WORDS[word][0] == "sep" or (WORDS[word][0] == "func" and word != "min")


def _command(name: str) -> Iterator[Token]:
    if name in IGNORED or name in FONTS or _SIZES.fullmatch(name):
        return
    if name not in COMMANDS:
        raise UnreadableError(name)
    yield Token(*COMMANDS[name])


def _word(word: str, match: re.Match[str]) -> Iterator[Token]:
    before = match.string[max(match.start() - 1, 0) : match.start()]
    if word in WORDS and (word != "U" or before == " "):
        yield Token(*WORDS[word])
    elif len(word) == 1:
        yield Token("sym", word)
    elif is_touching_unit(word) and (before.isspace() or before.isdigit()):
        yield Token("text", word)
    elif _SHORT_WORD.fullmatch(word):
        yield from (Token("sym", letter) for letter in word)
    elif word[:-1] in WORDS and WORDS[word[:-1]][0] in ("func", "macro"):
        yield from (Token(*WORDS[word[:-1]]), Token("sym", word[-1]))
    else:
        yield Token("text", word)


def _script(text: str, mark: str) -> Iterator[Token]:
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-")
    yield from (Token("op", mark), Token("open", "{"), *tokenize(plain), Token("close", "}"))


def _character(char: str) -> Iterator[Token]:
    if char in CHARACTERS:
        yield Token(*CHARACTERS[char])
        return
    if unicodedata.decomposition(char).startswith("<fraction>"):
        top, _, bottom = unicodedata.normalize("NFKC", char).partition("\u2044")
        yield from (Token("macro", "frac"), *_braced(top), *_braced(bottom))
        return
    raise UnreadableError(char)


def _braced(digits: str) -> Iterator[Token]:
    yield from (Token("open", "{"), Token("num", digits), Token("close", "}"))
