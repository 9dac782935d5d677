"""Which tree a text is, and that no text makes anything but a tree, `UnreadableError` or `TooComplexError`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from inspect import currentframe
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.notation.literals import base_number, literal
from gradatim.verifiers.math.notation.parser import UnreadableError, parse
from gradatim.verifiers.math.notation.tree import MAX_DEPTH, Node, TooComplexError, fold, postorder

EXPRESSIONS = r"""2xy^2 => (mul (mul 2 x) (pow y 2))
-2^2 => (neg (pow 2 2))
2^-3 => (pow 2 (neg 3))
x^y^z => (pow x (pow y z))
a-b+c => (add a (neg b) c)
a/b/c => (div (div a b) c)
1/2x => (mul (div 1 2) x)
-a*b => (neg (mul a b))
-+-5 => 5
2*-3 => (mul 2 (neg 3))
(2)3 => (mul 2 3)
x2^3 => (mul x (pow 2 3))
2(3)(4) => (mul (mul 2 3) 4)
n! => (factorial n)
x^2% => (pow x (percent 2))
2**3 => (pow 2 3)
x² => (pow x 2)
{x}{}y => (mul x y)
7\bmod 5 => (mod 7 5)
|x-|y|| => (abs (add x (neg (abs y))))
|x|y|z| => (mul (mul (abs x) y) (abs z))
\left|x\right| => (abs x)
\lceil x\rceil+1 => (add (ceil x) 1)
\pi r^2 => (mul pi (pow r 2))
-\infty => (neg inf)
e^{i\pi} => (pow e (mul i pi))
1\pm 2 => (pm:+- 1 2)
-b\pm\sqrt2 => (pm:+- (neg b) (root 2 2))
\mp 1 => (pm:-+ 1)
3\pm2\pm1 => (pm:+- (pm:+- 3 2) 1)"""
FRACTIONS = r"""\frac12 => (div 1 2)
\frac1{23} => (div 1 23)
\frac xy => (div x y)
{a\over b}+1 => (add (div a b) 1)
a+b\over c => (div (add a b) c)
3\frac12 => (add 3 (div 1 2))
-3 1/2 => (neg (add 3 (div 1 2)))
2½ => (add 2 (div 1 2))
31/2 => (div 31 2)
3\frac{7}{2} => (mul 3 (div 7 2))
3\frac{x}{2} => (mul 3 (div x 2))
x\frac12 => (mul x (div 1 2))
3\frac12x => (mul (add 3 (div 1 2)) x)
\sqrt2 => (root 2 2)
\sqrt[3]{x} => (root x 3)
\sqrt x y => (mul (root x 2) y)
2√3 => (mul 2 (root 3 2))
∛8 => (root 8 3)
\binom52 => (binomial 5 2)
n\choose k => (binomial n k)"""
FUNCTIONS = r"""\sin 2x => (sin (mul 2 x))
\sin x\cos x => (mul (sin x) (cos x))
\sin(x)y => (mul (sin x) y)
\sin(x)^2 => (pow (sin x) 2)
\sin x^2 => (sin (pow x 2))
\sin^2 x => (pow (sin x) 2)
\sin^{-1} x => (arcsin x)
\tan^{-2}x => (pow (tan x) (neg 2))
\sin -x => (sin (neg x))
\sin2x+1 => (add (sin (mul 2 x)) 1)
\log_2 8 => (log 8 2)
\log_{10}(x) => (log x 10)
\log_2^3 x => (pow (log x 2) 3)
\lg x => (log x 10)
\log(x,2) => (log x 2)
\max(1,2,3) => (max 1 2 3)
\sum_{k=1}^{n}k^2+1 => (add (sum (pow k 2) k 1 n) 1)
\prod_{k=1}^{3}2k => (prod (mul 2 k) k 1 3)
f(x) => (mul f x)
f''(x) => (mul f'' x)
x_1^2 => (pow x_1 2)
x_{ab} => x_ab"""
LITERALS = r"""1.50 => 3/2[3,2]
0.05x => (mul 1/20[1,2] x)
0.1(6) => 1/6
1.2e5 => 120000
1,200 => 1200
101_2 => (base:101,2)
12_{10} => (base:12,10)"""
CLAUSES = r"""1, 2, and 3 => (list:and 1 2 3)
1;2 => (list:; 1 2)
x=1 or x=2 => (list:or (x = 1) (x = 2))
x<y<=z => (x < y <= z)
a=b\approx3.14 => (a = b ~ 157/50[3,2])
x\in(0,1) => (x in (bracket:() 0 1))
[1,2) => (bracket:[) 1 2)
(1;2) => (bracket:() 1 2)
\langle1,2\rangle => (bracket:() 1 2)
((1,2),3) => (bracket:() (bracket:() 1 2) 3)
\{1,2\} => (set 1 2)
{1,2} => (set 1 2)
\{\} => empty
\{x\mid x>3\} => (builder (x > 3))
\{x : x>3\} => (builder (x > 3))
\{x | x>3\} => (builder (x > 3))
(1 or 2) => (list:or 1 2)
5^\circ C => (unit:celsius 5)
\left|\begin{matrix}a&b\\c&d\end{matrix}\right| => (add (mul a d) (neg (mul b c)))
\{x\in\mathbb{R}:x>3\} => (builder (x > 3))
A\cup B\cup C => (union A B C)
A\cap B\cup C => (union (intersection A B) C)
\mathbb{R}\setminus\{0\} => (minus R (set 0))
1:2:3 => (ratio 1 2 3)
5\text{ cm} => (unit:cm 5)
5 cm^2 => (unit:cm2 5)
5 million dollars => (unit:dollar (mul 5 1000000))
\sin 30^\circ => (sin (unit:degree 30))
No solution => "no solution"
\begin{pmatrix}1&2\\3&4\end{pmatrix} => (matrix:2 1 2 3 4)
\begin{pmatrix}1\\2\end{pmatrix} => (matrix:1 1 2)
\begin{vmatrix}a&b\\c&d\end{vmatrix} => (add (mul a d) (neg (mul b c)))"""
TABLE: list[Any] = [
    tuple(line.split(" => "))
    for group in (EXPRESSIONS, FRACTIONS, FUNCTIONS, LITERALS, CLAUSES)
    for line in group.splitlines()
]
MIXED = r"""3\frac72x => (mul (mul 3 (div 7 2)) x)
2\frac53\pi => (mul (mul 2 (div 5 3)) pi)
3\frac12^2 => (mul 3 (pow (div 1 2) 2))"""
TABLE += [pytest.param(*line.split(" => ")) for line in MIXED.splitlines()]


def shown(root: Node) -> str:
    """The tree in brackets."""

    def combine(part: Node, args: list[str]) -> str:
        if part.kind == "rel":
            rest = [f"{relation} {arg}" for relation, arg in zip(part.value, args[1:], strict=True)]
            return f"({' '.join([args[0], *rest])})"
        if part.kind == "dec":
            return f"{part.value.value}[{part.value.digits},{part.value.places}]"
        if part.kind == "base":
            return f"(base:{part.value[0]},{part.value[1]})"
        if part.kind == "text":
            return f'"{part.value}"'
        if not args:
            return str(part.value)
        name = part.kind if part.value is None else part.value if part.kind == "call" else f"{part.kind}:{part.value}"
        return f"({' '.join([str(name), *args])})"

    return fold(root, combine)


@pytest.mark.parametrize(("text", "tree"), TABLE)
def test_a_text_is_a_tree(text: str, tree: str) -> None:
    assert shown(parse(text)) == tree


UNREADABLE = r"""{}|a12|1 2|2.5.1|\frac123|)(|(1|1)|\{1|[1,2|1+|*2|x^|x_|^2|x!!|\frac1|\sqrt|\sin|\frac{}{2}|=5|5=|1,,2
,1|1,|1 and|1 or 2 and 3|x<|5\pm|2*\pm 3|\sum k|\sum_{k=1}k|\sum_{2=1}^{3}k|\begin{pmatrix}1&2\\3\end{pmatrix}|\min(1)
\begin{pmatrix}1\end{bmatrix}|x\text{ probably}|a\over b\over c|1_1|12_2|1_{37}|x:y:|(1,2\}|\gcd(4)|\binom52_3|(1]
\log(1,2,3)|\neq 5|\sin(x,y)|\binom{1}|1/|3 1/|3 1/x
\frac\sin x2|\sqrt\sin x|binomial(5,2,1)|x2""".replace("\n", "|")


@pytest.mark.parametrize("text", ["", " ", "|x", "x|", *UNREADABLE.split("|")])
def test_broken_texts_are_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse(text)


@pytest.mark.parametrize("text", ["1e500", "1e-500", "1e99999999999", r"\begin{vmatrix}1&2\end{vmatrix}"])
def test_large_exponents_and_determinants_are_too_complex(text: str) -> None:
    with pytest.raises(TooComplexError):
        parse(text)


def test_literals_and_digits_in_a_base() -> None:
    assert literal("1" * 5000).value == (10**5000 - 1) // 9
    assert literal("0.00120").value == (Fraction(12, 10**4), 3, 5)
    assert literal("12.").value == (Fraction(12), 2, 0)
    assert literal("0.12(3)").value == Fraction(37, 300)
    assert literal("0.1(6)e1").value == Fraction(5, 3)
    assert literal("1e400").value == 10**400
    for broken in ("", ".", "1.2.3", "e5", "1e", "x"):
        with pytest.raises(UnreadableError):
            literal(broken)
    assert base_number("1" * 600, "36").value[1] == 36
    assert base_number("777", "8").value == ("777", 8)
    for digits, base in (("8", "8"), ("1", "1"), ("1", "37"), ("1g", "16"), ("1", "x"), ("1" * 601, "2"), ("1", "010")):
        with pytest.raises(UnreadableError):
            base_number(digits, base)


def nested(opening: str, core: str, closing: str, depth: int) -> str:
    return opening * depth + core + closing * depth


BRACKETS = [
    ("(", ")"),
    ("{", "}"),
    (r"\{", r"\}"),
    ("[", "]"),
    (r"\lfloor ", r"\rfloor "),
    ("1+(", ")"),
    (r"\frac{", "}2"),
]
BRACKETS += [(r"\left|", r"\right|"), ("x^{", "}"), (r"\sqrt{", "}"), (r"\sin(", ")"), ("(1,", ")"), ("-(", ")")]


@pytest.mark.parametrize(("opening", "closing"), BRACKETS)
def test_nesting_has_a_limit(opening: str, closing: str) -> None:
    for depth in (20, 79, 80, 81, 100, 5000):
        text = nested(opening, "x", closing, depth)
        if depth == 20:
            assert parse(text).depth <= MAX_DEPTH
        elif depth > 80:
            with pytest.raises(TooComplexError):
                parse(text)
        else:
            with suppress(TooComplexError):
                assert parse(text).depth <= MAX_DEPTH


def test_braces_nest_as_deeply_as_brackets() -> None:
    assert parse(nested("{", "x", "}", MAX_DEPTH)) == parse("x")
    with pytest.raises(TooComplexError):
        parse(nested("{", "x", "}", MAX_DEPTH + 1))


_PREFIXES = r"""\sin \sqrt \frac \frac1 \binom \log_ \sum_{k=1}^ x^ x_ - \pm + \sum_{k=1}^{9} \log_{2} \sqrt[3] 2^-
\ln^2
| 1/ x\over \gcd √ x' 5! a\cup \sin{x}\cos \sin{x}^ x= x, 1: \sin- ( { \{ \left( \begin{pmatrix} x_{ \ln^\sqrt"""
_POWERS = r"\sin^ \log^ \tan^-"
PREFIXES: list[Any] = [
    *_PREFIXES.split(),
    *[pytest.param(prefix) for prefix in _POWERS.split()],
]


def with_little_stack(call: Callable[[], None], frames: int) -> None:
    """Calls with so many frames left before Python's limit."""
    used, frame = 0, currentframe()
    while frame:
        used, frame = used + 1, frame.f_back

    def descend(left: int) -> None:
        if left:
            descend(left - 1)
        else:
            call()

    descend(sys.getrecursionlimit() - used - frames)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_no_text_needs_much_of_the_callers_stack(prefix: str) -> None:
    def read() -> None:
        for count in (10, 24, 25, 80, 81, 400):
            for end in ("2", "{2}{3}", "x)", ""):
                with suppress(UnreadableError, TooComplexError):
                    parse(prefix * count + end)

    with_little_stack(read, frames=250)


PIECES = [
    *"0123456789xyei .,;:|!%^_{}()[]+-*/=<>&'",
    r"\frac",
    r"\sqrt",
    r"\sin",
    r"\log_",
    r"\sum_{k=1}^",
    r"\{",
    r"\}",
    r"\pm",
]
PIECES += [
    r"\text{a b}",
    r"\begin{pmatrix}",
    r"\end{pmatrix}",
    r"\\",
    r"\cup",
    r"\in",
    r"\over",
    "and",
    " or ",
    "½",
    "²",
    r"^\circ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_text_is_a_small_tree_or_refused(text: str) -> None:
    with suppress(UnreadableError, TooComplexError):
        root = parse(text)
        assert root.depth == 1 + max([arg.depth for arg in root.args], default=0) <= MAX_DEPTH
        assert all(isinstance(part, Node) for part in postorder(root))
        assert parse(f" {text} ") == root
        assert shown(parse(f"({text})")) if root.kind not in ("list", "rel", "text") else True
