r"""What each spelling means: LaTeX, Unicode and plain notation as the same tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.notation.tokens import UnreadableError, tokenize
from gradatim.verifiers.math.notation.vocabulary import CHARACTERS, COMMANDS, FONTS, IGNORED, WORD_FONTS

NUMBERS = r"""12 => num:12
.5 => num:.5
007 => num:007
1,200 => num:1200
1{,}200 => num:1200
1\,200\,000 => num:1200000
1,\!200.50 => num:1200.50
12,34 => num:12 sep:, num:34
1,2345 => num:1 sep:, num:2345
0,123 => num:0 sep:, num:123
(1,200) => open:( num:1 sep:, num:200 close:)
(1,000, 2,000) => open:( num:1000 sep:, num:2000 close:)
(x+1,200) => open:( sym:x op:+ num:1 sep:, num:200 close:)
(x)1,200 => open:( sym:x close:) num:1200
\{1,200,300\} => open:\{ num:1 sep:, num:200 sep:, num:300 close:\}
1.2e5 => num:1.2e5
1e-3 => num:1e-3
2e => num:2 sym:e
2e5x => num:2 sym:e num:5 sym:x
0.1\overline{6} => num:0.1(6)
0.\bar{3} => num:0.(3)
0.1(6) => num:0.1(6)
0.333... => num:0.(3)
0.1666\ldots => num:0.1(6)
1.2 x 10^5 => num:1.2 op:* num:10 op:^ num:5
１２ => num:12
𝟙 => num:1
−5 => op:- num:5"""
SCRIPTS = r"""5² => num:5 op:^ open:{ num:2 close:}
x⁻¹ => sym:x op:^ open:{ op:- num:1 close:}
x₁₀ => sym:x op:_ open:{ num:10 close:}
3½ => num:3 macro:frac open:{ num:1 close:} open:{ num:2 close:}
⅒ => macro:frac open:{ num:1 close:} open:{ num:10 close:}
30^\circ => num:30 degree:degree
30^{\circ} => num:30 degree:degree
30° => num:30 degree:degree
x' => sym:x op:'
x'' => sym:x op:' op:'"""
OPERATORS = r"""5×3 => num:5 op:* num:3
2·3 => num:2 op:* num:3
10÷2 => num:10 op:/ num:2
a**b => sym:a op:^ sym:b
5 \bmod 3 => num:5 op:mod num:3
x<=1 => sym:x rel:<= num:1
x!=1 => sym:x rel:!= num:1
x==1 => sym:x rel:= num:1
\leqslant => rel:<=
\not= => rel:!=
\notin => rel:other
A U B => sym:A setop:union sym:B
AUB => sym:A sym:U sym:B
\setminus => setop:minus
1 and 2 => num:1 sep:and num:2
\text{ or } => sep:or
\lor => sep:or
+/-5 => pm:+- num:5
\mp => pm:-+
5\% => num:5 op:%
{a\choose b} => open:{ sym:a over:binom sym:b close:}"""
WORDS = r"""xy => sym:x sym:y
abc => sym:a sym:b sym:c
abcd => text:abcd
band => text:band
sinx => func:sin sym:x
\tg x => func:tan sym:x
asin x => func:arcsin sym:x
sqrtx => macro:sqrt sym:x
pi => const:pi
\theta θ => sym:theta sym:theta
\varphi ϕ => sym:phi sym:phi
\mathrm{d} => sym:d
\text{5} => num:5
\text{Area} => text:Area
\operatorname{lcm} => func:lcm
\operatorname{foo} => text:foo
\mathbf{xy} => open:{ sym:x sym:y close:}
\mathbb{R} => realset:R
five apples => text:five apples
no solution => text:no solution
five apples or six pears => text:five apples sep:or text:six pears
5 cm => num:5 text:cm
5cm => num:5 text:cm
5 m => num:5 text:m
5m => num:5 sym:m
5 m/s => num:5 text:m op:/ text:s
5\text{ m} => num:5 text:m
x m => sym:x sym:m
5 m+1 => num:5 sym:m op:+ num:1"""
LAYOUT = r"""\left(x\right) => open:( sym:x close:)
\left.x\right| => sym:x bar:|
\Bigl[x\Bigr] => open:[ sym:x close:]
\displaystyle\;~x\quad y\! => sym:x sym:y
$x$ => sym:x
\(x\) => sym:x
\$5 => num:5
\lvert x\rvert => open:| sym:x close:|
|x| => bar:| sym:x bar:|
⌊x⌋ => open:floor sym:x close:floor
\langle 1\rangle => open:< num:1 close:>
\begin{array}{cc}1&2\\[2pt]3\end{array} => begin:array num:1 amp:& num:2 row:\\ num:3 end:array
\begin{bmatrix*}1\end{bmatrix*} => begin:bmatrix num:1 end:bmatrix
x\\ => sym:x
\\frac12 => macro:frac num:12
\color{red}x => sym:x"""
TABLE = [
    tuple(line.split(" => ")) for group in (NUMBERS, SCRIPTS, OPERATORS, WORDS, LAYOUT) for line in group.splitlines()
]


def shown(text: str) -> str:
    return " ".join(f"{token.kind}:{token.value}" for token in tokenize(text))


@pytest.mark.parametrize(("text", "tokens"), TABLE)
def test_a_spelling_has_one_meaning(text: str, tokens: str) -> None:
    assert shown(text) == tokens


_UNKNOWN = r"\foo \mathbb{X} \begin{cases} \begin{document} # é 数 ٣ x̄ \ @ ? \mathbb{RR} 0.12... 5..."
_UNKNOWN += r" 3\overline{6} 0.\bar{3}e5 \overset{\rule{3mm}{1pt}}{6}"


@pytest.mark.parametrize("text", _UNKNOWN.split())
def test_unknown_commands_characters_and_digits_left_out_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        tokenize(text)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_read_with_and_without_a_blank(name: str) -> None:
    kind, value = COMMANDS[name]
    assert [(token.kind, token.value) for token in tokenize(rf"\{name} ")] == [(kind, value)]
    assert shown(rf"2\{name}") == f"num:2 {kind}:{value}"


@pytest.mark.parametrize("character", sorted(CHARACTERS))
def test_every_character_is_read(character: str) -> None:
    kind, value = CHARACTERS[character]
    assert shown(f"2 {character}") == f"num:2 {kind}:{value}"


def test_commands_without_meaning_and_fonts_vanish() -> None:
    for name in sorted(IGNORED):
        assert shown(rf"\{name} x\{name}") == "sym:x"
    for name in sorted(FONTS):
        assert shown(rf"\{name}{{x+1}}") == "open:{ sym:x op:+ num:1 close:}"
        assert shown(rf"\{name} x") == "sym:x"
    for name in sorted(WORD_FONTS):
        assert shown(rf"\{name}{{ hello }}") == "text:hello"


def test_tokens_know_what_stood_before_them() -> None:
    assert [token.spaced for token in tokenize(r"1,200 \leq\,x=$y$+z")] == [False, True, True, False, True, True, False]


PIECES = [
    *"0123456789xyzeimsU ,.;:|!%^_{}()[]+-*/=<>$&~'\\",
    r"\frac",
    r"\text{",
    r"\begin{",
    r"\overline{",
    "½",
    "²",
    "₁",
]
PIECES += [r"\left", r"\!", r"\ldots", "...", "and", "sin", "cm", " or ", "\u0305", "−", r"\\", r"\mathbb{"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_tokens_or_unreadable(text: str) -> None:
    try:
        tokens = tokenize(text)
    except UnreadableError:
        return
    assert all(token.kind and token.value for token in tokens)
    assert shown(f"{text} \n") == shown(text)
