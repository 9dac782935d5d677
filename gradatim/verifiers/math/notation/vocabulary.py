"""What LaTeX commands, Unicode characters and plain words mean: tables from a spelling to a token."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TokenKind = str
"""`num`, `sym`, `const`, `realset`, `func`, `macro`, `big`, `op`, `pm`, `rel`, `setop`, `sep`, `open`, `close`, `bar`,
`begin`, `end`, `amp`, `row`, `over`, `such`, `degree`, `text`."""

_ALPHABET = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
]
GREEK = frozenset(_ALPHABET) - {"pi"} | frozenset(
    ["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"]
)
_UNICODE = "αβγδεζηθικλμνξοπρστυφχψω"
_VARIANTS = {"var" + name: name for name in ("epsilon", "theta", "rho", "sigma", "phi", "kappa")}
_FUNCTIONS = [
    "sin",
    "cos",
    "tan",
    "cot",
    "sec",
    "csc",
    "arcsin",
    "arccos",
    "arctan",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "ln",
    "log",
    "gcd",
    "lcm",
    "min",
    "max",
]


def _table(kind: TokenKind, meanings: Mapping[str, str]) -> dict[str, tuple[TokenKind, str]]:
    return {spelling: (kind, meaning) for names, meaning in meanings.items() for spelling in names.split()}


_SHARED = {
    **_table("func", {name: name for name in _FUNCTIONS}),
    **_table("func", {"lg": "lg", "asin": "arcsin", "acos": "arccos", "atan": "arctan"}),
    **_table("macro", {"sqrt": "sqrt", "cbrt": "cbrt"}),
    **_table("const", {"pi": "pi", "infty infinity": "inf"}),
    **_table("op", {"mod bmod": "mod"}),
    **_table("setop", {"cup": "union", "cap": "intersection", "setminus": "minus"}),
}

COMMANDS: Mapping[str, tuple[TokenKind, str]] = MappingProxyType(
    {
        **_SHARED,
        **_table("sym", {name: name for name in GREEK} | _VARIANTS | {"ell": "ell", "hbar": "hbar"}),
        **_table("sym", {"angle measuredangle": "angle", "triangle": "triangle", "imath": "i"}),
        **_table("func", {"tg": "tan", "ctg": "cot"}),
        **_table("macro", {"frac dfrac tfrac cfrac nicefrac sfrac": "frac", "binom dbinom tbinom": "binom"}),
        **_table("big", {"sum": "sum", "prod": "prod"}),
        **_table("op", {"cdot times ast": "*", "div": "/"}),
        **_table("pm", {"pm": "+-", "mp": "-+"}),
        **_table("rel", {"lt": "<", "le leq leqslant leqq": "<=", "gt": ">", "ge geq geqslant geqq": ">="}),
        **_table("rel", {"ne neq": "!=", "approx approxeq": "~", "in": "in"}),
        **_table("rel", {"equiv sim simeq cong propto notin subset subseteq supset to rightarrow implies": "other"}),
        **_table("setop", {"bigcup": "union", "bigcap": "intersection", "backslash": "minus"}),
        **_table("sep", {"lor vee": "or", "land wedge": "and"}),
        **_table("open", {"lbrace": "\\{", "langle": "<", "lfloor": "floor", "lceil": "ceil", "lbrack": "["}),
        **_table("close", {"rbrace": "\\}", "rangle": ">", "rfloor": "floor", "rceil": "ceil", "rbrack": "]"}),
        **_table("open", {"lvert": "|"}),
        **_table("close", {"rvert": "|"}),
        **_table("bar", {"vert": "|", "|": "|"}),
        **_table("realset", {"emptyset varnothing": "empty", **{name: name for name in "RQZN"}}),
        **_table("op", {"colon": ":"}),
        **_table("func", {"lcm": "lcm"}),
        **_table("over", {"over": "/", "choose": "binom"}),
        **_table("such", {"mid": "|"}),
        **_table("degree", {"degree circ": "degree"}),
        "cr": ("row", "\\\\"),
        "{": ("open", "\\{"),
        "}": ("close", "\\}"),
        "%": ("op", "%"),
    }
)
"""By the name of a LaTeX command, without its backslash."""

WORDS: Mapping[str, tuple[TokenKind, str]] = MappingProxyType(
    {
        **_SHARED,
        **_table("func", {name: name for name in ("abs", "floor", "ceil", "binomial", "factorial")}),
        **_table("sep", {"and": "and", "or": "or"}),
        **_table("rel", {"in": "in"}),
        **_table("setop", {"U": "union"}),
        **_table("sym", {name: name for name in GREEK if len(name) > 2}),
    }
)
"""By a run of plain letters."""

CHARACTERS: Mapping[str, tuple[TokenKind, str]] = MappingProxyType(
    {
        **_table("op", {"+": "+", "-": "-", "* × · ⋅ ∗ ∙": "*", "/ ÷ ∕": "/", "^": "^", "_": "_", "!": "!", "%": "%"}),
        **_table("op", {": ∶": ":", "' ′ ’": "'"}),
        **_table("pm", {"±": "+-", "∓": "-+"}),
        **_table("rel", {"=": "=", "<": "<", "≤ ⩽ ≦": "<=", ">": ">", "≥ ⩾ ≧": ">=", "≠": "!=", "≈": "~", "∈": "in"}),
        **_table("rel", {"≡ ∼ ∝ ∉ ⊂ ⊆ → ⇒": "other"}),
        **_table("setop", {"∪": "union", "∩": "intersection", "∖": "minus"}),
        **_table("sep", {",": ",", ";": ";", "∨": "or", "∧": "and"}),
        **_table("open", {"(": "(", "[": "[", "{": "{", "⟨ 〈": "<", "⌊": "floor", "⌈": "ceil"}),
        **_table("close", {")": ")", "]": "]", "}": "}", "⟩ 〉": ">", "⌋": "floor", "⌉": "ceil"}),
        **_table("bar", {"| ∣": "|"}),
        **_table("const", {"π": "pi", "∞": "inf"}),
        **_table("macro", {"√": "sqrt", "∛": "cbrt"}),
        **_table("big", {"∑": "sum", "∏": "prod"}),
        **_table("realset", {"∅ Ø": "empty", "ℝ": "R", "ℚ": "Q", "ℤ": "Z", "ℕ": "N", "ℂ": "C"}),
        **_table("degree", {"° º": "degree"}),
        **_table("amp", {"&": "&"}),
        **_table(
            "sym",
            dict(
                zip(
                    "ΓΔΘΛΞΠΣΥΦΨΩ",
                    ["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"],
                    strict=True,
                )
            ),
        ),
        **_table("sym", {"∠": "angle", "△": "triangle", "ℯ": "e"}),
        **_table("sym", {"ϕ": "phi", "ϑ": "theta", "ς": "sigma", "ϵ": "epsilon", "ℓ": "ell"}),
        **{letter: ("sym", name) for letter, name in zip(_UNICODE, _ALPHABET, strict=True) if name != "pi"},
    }
)
"""By one character."""

SETS_IN_WORDS: Mapping[str, str] = MappingProxyType(
    {"all real numbers": "R", "all reals": "R", "real numbers": "R", "empty set": "empty", "the empty set": "empty"}
)
"""Words that name a set."""
IGNORED = frozenset(
    [
        "left",
        "right",
        "displaystyle",
        "textstyle",
        "scriptstyle",
        "limits",
        "nolimits",
        "quad",
        "qquad",
        "enspace",
        "thinspace",
    ]
)
"""Commands without meaning, beside `\\big` and its kin."""
FONTS = frozenset(["mathbf", "mathit", "mathsf", "mathtt", "mathnormal", "boldsymbol", "bm", "mathcal", "underline"])
"""Commands after which the group is read as if they were not there."""
WORD_FONTS = frozenset(
    ["text", "textbf", "textit", "textrm", "textsf", "texttt", "textnormal", "mbox", "hbox", "mathrm", "operatorname"]
)
"""Commands whose group is words, a function's name or a symbol."""
