r"""Answers and golds made to hang, exhaust or mislead a checker of mathematics, made by program.

    python tests/verifiers/math/hostile_inputs.py    # one JSON object a line

Floods and nests come in two sizes: just below the longest answer that is read, where parsing really begins, and far
beyond it. Each answer that fits is also a gold for its gold as the answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from gradatim.verifiers import WrittenStyle

CAP = 2000
"""Characters of the longest answer that is read."""


class Hostile(NamedTuple):
    """One input; `expected` is whether it must be correct, None where either is fair."""

    name: str
    completion: str
    gold: str
    expected: bool | None = False
    style: WrittenStyle = "plain"


def filled(unit: str, head: str = "", tail: str = "", size: int = CAP - 10) -> str:
    """As often `unit` as fits between the ends in `size` characters."""
    return head + unit * ((size - len(head) - len(tail)) // len(unit)) + tail


def nested(opening: str, core: str, closing: str, depth: int) -> str:
    return opening * depth + core + closing * depth


def towers() -> Iterator[Hostile]:
    for height in (3, 4, 5, 40, 390):
        tower = nested("9^{", "9", "}", height)
        yield Hostile(f"tower of {height}", tower, "5")
        yield Hostile(f"tower of {height} against itself", rf"\left({tower} \right)", tower, None)
        yield Hostile(f"tower of {height} in Python", "**".join(["9"] * height), "5")
        yield Hostile(f"tower of {height} and one more", tower + "+1", tower)
    yield Hostile("different towers", "9^{9^{9}}", "9^{9^{8}}")
    yield Hostile("tower of twos", "2^{2^{2^{2^{2^{2}}}}}", "65536")
    yield Hostile("tower of zeros", nested("0^{", "0", "}", 30), "5")
    yield Hostile("tower in i", nested("i^{", "i", "}", 60), "5")
    yield Hostile("tower in e is tiny, not zero", "e^{-e^{e^{e^{e}}}}", "0")
    yield Hostile("tower of a logarithm", r"10^{(5^{5^{5^{5^{5}}} \cdot \log_{10}(5)} - 4)}", "3")
    yield Hostile("tower of years", "2003^{2002^{2001}}", "9")
    yield Hostile("tower of symbols", nested("x^{", "x", "}", 60), "x")
    yield Hostile("tower modulo ten", r"7^{10^{15}} \bmod 10", "1", None)
    yield Hostile("tower without braces", filled("2^", tail="2"), "4")


HUGE = r"""7^{123456789} \left(\frac{123457}{123456}\right)^{98765432} 1.0000001^{10^{12}} 2^{-10^{18}} 1e999999999
5\times10^{999999999} 100000000! ((9!)!)! \Gamma(10^{9}) \binom{1000000000}{500000000} F_{10^{12}}
\prod_{k=1}^{10^{9}}(k+1) \sum_{k=1}^{10^{12}}\frac{1}{k} \sqrt[999999999]{2} \sqrt[7]{7^{123456789}}
\sum_{i=1}^{10000}\sum_{j=1}^{10000}\sum_{k=1}^{10000}\sin(ijk) \int_0^1\sin(\sin(\sin(\sin(x^x))))\,dx
\lim_{x\to0}\frac{\sin^{99}(x)}{x^{99}} \zeta(3)+\zeta(5)+\zeta(\zeta(\zeta(7)))
\gcd(10^{9999}+1,7^{9999}+1) \lfloor10^{9999}\pi\rfloor \frac{1000000!}{999999!} x^{10^{10^{9}}}
\cos(10^{100000}) \log_{2^5}(\log_{2^4}(\log_{2^3}(\log_{2^2}(\log_{2^1}x)))) \binom{\pi}{e} (\sqrt{2})!
(x!)! \Gamma(\sqrt{2}) \binom{x}{1000000} \binom{\frac{1}{3}}{9999} \prod_{k=1}^{1000}\sinh(k)
\sum_{k=1}^{1000}\sqrt{k} (10^{40}+\sqrt{2})! \sin(e^{e^{9}}) \arctan(10^{9999}) e^{10^{9}}
\sqrt{2}^{10^{9}} (1+i)^{10^{9}} x^{9999}+1 (x+1)^{9999} \ln(10^{9999}!)"""


def huge() -> Iterator[Hostile]:
    yield from (Hostile(f"huge {text}", text, "5") for text in HUGE.split())
    yield Hostile("binomials in binomials", nested(r"\binom{99}{", "49", "}", 60), "5")
    yield Hostile("sums of sums", nested(r"\sum_{k=1}^{9}", "k", "", 70), "5")
    yield Hostile("sum up to a sum", nested(r"\sum_{k=1}^{", "9", "} k", 40), "5")
    yield Hostile("least common multiple", filled("999999937,", r"\operatorname{lcm}(", "2)"), "5")
    yield Hostile("logarithms of huge", nested(r"\ln(", "10^{10^{10}}", ")", 40), "5")
    yield Hostile("product of powers", filled(r"9^{999} \cdot ", tail="9"), "5")
    yield Hostile("squares of squares", nested("(", "9", ")^2", 75), "5")
    yield Hostile("sum of roots", "+".join(rf"\sqrt{{{k}}}" for k in range(2, 190)), "5")
    yield Hostile("tiny, not zero", "1e-999999999", "0")
    for digits in (9000, 9999, 10001):
        yield Hostile(f"{digits} digits, off by one", f"10^{{{digits}}}+1", f"10^{{{digits}}}")
        yield Hostile(f"{digits} digits, tiny difference", f"1+10^{{-{digits}}}", "1")


UNEQUAL = r"""e^{\pi\sqrt{163}} 262537412640768744
\sqrt{10^{100}+1}-10^{50} 0
(1+10^{-60})^{10^{60}} e
1+e^{-300} 1
10^{100}+\sqrt{2} 10^{100}+\sqrt{3}
\sin(37x)\cos(23x)\tan(19x) \cos(37x)\sin(23x)\tan(19x)
x^{50}-x^{49}+3x^{17}-5x^3+x-1=0 x^{50}-x^{49}+3x^{17}-5x^3+x-2=0
\sin(x^2)+e^{x}<\ln(x^3+1) x<3
(a+b+c+d+e)^{500} 5
(x+y+z+w)^{200}+1 (w+z+y+x)^{200}
\frac{1-1}{2-2} 1
\infty-\infty 0
\infty\cdot0 0
\frac{\infty}{\infty} 1
1^{\infty} 1
\tan^2(\pi) 7
\tan^2(\pi) x
\prod_{k=1}^{1000}\frac12 \ln(x)
\max(x,1000) 1000
\min(x,1000) x
\min(x,e,y) \min(y,e,y)
\lfloor\frac{x}{1000}\rfloor 0
\max(1,\infty)<x x<\arcsin(3)"""


def close() -> Iterator[Hostile]:
    yield Hostile("almost pi", "3." + "1415926535" * 190, r"\pi", None)
    yield from (Hostile(f"{one} is not {other}", one, other) for one, other in map(str.split, UNEQUAL.splitlines()))
    yield Hostile("powers of a sum, reordered", "(x+y+z+w)^{200}", "(w+z+y+x)^{200}", None)
    factors = "".join(f"(x+{k})" for k in range(1, 250))
    yield Hostile("factors, one changed", factors, factors.replace("(x+7)", "(x+8)"))
    yield Hostile("factors, turned", factors, "".join(f"({k}+x)" for k in range(249, 0, -1)), None)
    yield Hostile("letters, turned", filled("abcdfgh"), filled("hgfdcba"), None)
    yield Hostile("alternating signs", filled("-+", tail="5"), "5", None)
    yield Hostile("1/0 in many steps", nested(r"\frac{1}{", "1-1", "}", 60), "0")
    yield Hostile("signs", filled(r"\pm 1", "0"), "1")
    yield Hostile("different signs", r" \pm ".join(map(str, range(1, 31))), "1")
    yield Hostile("bars", filled("|", tail="x"), "x")


NESTS = r"""\sin(~x~) \sqrt{1+~1~} \sqrt{~2~} \frac{1}{1+~1~} \frac{x}{1+~x~} \frac{~1~}{2} \log_{2}(~x~)
\exp(~x~) \left|~x~-1\right| |~x~-1| \lfloor(~x~)\rfloor \left(~7~\right) (~7~) {~7~} \{~7~\} (1,~7~) \text{~7~}
\boxed{~7~} x_{~1~} -(~7~) (1+x*~x~) (~a+b~)^3 \begin{pmatrix}1&~1~\end{pmatrix} \overline{~3~} x^{~2~} 1+(~x~)/x"""


def nests() -> Iterator[Hostile]:
    for shape in NESTS.split():
        opening, core, closing = shape.split("~")
        most = (CAP - 20) // len(opening + closing)
        for depth in sorted({20, min(most, 70), min(most, 78), most, 30 * most}):
            yield Hostile(f"{depth} nested {shape}", nested(opening, core, closing, depth), "5")
        yield Hostile(f"only opened {shape}", nested(opening, core, "", most), "5")
        yield Hostile(f"only closed {shape}", filled(closing), "5")


def lists() -> Iterator[Hostile]:
    long = [str(k) for k in range(10_000)]
    yield Hostile("set of 10,000, turned", rf"\{{{','.join(long)}\}}", rf"\{{{','.join(long[::-1])}\}}", None)
    yield Hostile("tuple of 10,000", f"({','.join(long)})", "(1,2)")
    yield Hostile("10,000 guesses", ",".join(long), "7")
    yield Hostile("500 guesses", ",".join(long[:500]), "7")
    for name, form, other in (
        ("numbers", "{}", "{}.0"),
        ("roots", r"\sqrt{{{}}}", "{}^{{1/2}}"),
        ("sums", "x+{}", "{}+x"),
        ("sines", r"\sin({}x)", r"\sin(x*{})"),
    ):
        items, forms = ([one.format(k) for k in range(2, 130)] for one in (form, other))
        yield Hostile(f"set of {name}, turned", rf"\{{{','.join(items)}\}}", rf"\{{{','.join(forms[::-1])}\}}", None)
        yield Hostile(f"list of {name}, one changed", ",".join(items), ",".join([*forms[:-1], "z"]))
    for count in (150, 1000):
        parts = r"\cup".join(f"({k},{k + 1})" for k in range(0, 2 * count, 2))
        yield Hostile(f"union of {count} intervals", parts, f"(0,{2 * count})")
    for size in (20, 100):
        rows = r"\\".join("&".join(str(i * j) for j in range(size)) for i in range(size))
        yield Hostile(f"matrix of {size} by {size}", rf"\begin{{pmatrix}}{rows}\end{{pmatrix}}", "5")
    rows = r"\\".join("&".join(f"a_{{{i}{j}}}" for j in range(9)) for i in range(9))
    yield Hostile("determinant", rf"\begin{{vmatrix}}{rows}\end{{vmatrix}}", "5")
    for unit in (r"1&2\\3\\", "&", r"\\"):
        yield Hostile(f"matrix of {unit}", filled(unit, r"\begin{pmatrix}", r"\end{pmatrix}"), "5")
    yield Hostile("sum of 4000 symbols", "+".join(f"x_{{{k}}}" for k in range(4000)), "x_1")
    yield Hostile("sum of 250 symbols", "+".join(f"x_{{{k}}}" for k in range(250)), "x_1")
    yield Hostile("sum of ones", filled("1+", tail="1"), "7")
    yield Hostile("chain of relations", "<".join(map(str, range(400))), "5")
    yield Hostile("chain of false equations", filled("5=6=", tail="5"), "5")
    yield Hostile("system of equations", ",".join(f"x_{{{k}}}={k}" for k in range(150)), "5")
    for size in (CAP - 10, 20 * CAP):
        yield Hostile(f"chain of {size} equations", filled("x=", tail="5", size=size), "5", None)


SYMBOLS = r"""\frac \sqrt \sin \left( \right) \pm \cup \text{ \begin{pmatrix} \end{pmatrix} \binom \sum \int \log_
\{ \} \in \overline{ \times \cdot \infty ^ _ ^{ ^^ _{ { } ( ) [ ] | || ! !! + - * / ** // = == < <= \le \ne \approx , ;
: . .. & % $ # ~ ' " ` \\ \, \! \quad ^\circ x 0 9 1,000, 1. .1 1/ 1e9 1e e pi or and π √ ² ½ ∞ ∪ ∈ ≤ ≠ ± − × ° ∑ ∫
１ ٣ 𝟗 𝒙 ① Ⅳ é 數 х"""
UNITS = [*SYMBOLS.split(), *"\u0301\u200b\u202e\u00a0\x00\ufeff\ud800 \t\n", " million", " or ", " cm "]


def floods() -> Iterator[Hostile]:
    for unit in UNITS:
        label = unit if unit.isascii() and unit.isprintable() else f"U+{ord(unit):04X}"
        yield Hostile(f"flood of {label!r}", filled(unit), "5")
        yield Hostile(f"flood of {label!r} after 2", filled(unit, "2"), "7")
        yield Hostile(f"flood of {label!r} before 7", filled(unit, tail="7"), "5")
        yield Hostile(f"long flood of {label!r}", filled(unit, "2", size=20 * CAP), "7")


CALLS = """factorial(10**9) totient(10**60+7) fibonacci(10**12) primorial(10**8) integrate(sin(sin(sin(x))),x)
Sum(1/k,(k,1,10**10)).doit() range(10**12) [0]*10**11 'a'*10**11 (1,)*10**11 1<<10**12 10**10**10%7 int('9'*10**7)
while~True:~pass [i~for~i~in~range(10**12)] primepi(10**15) nextprime(10**999) open('/dev/zero').read()
__import__('time').sleep(99) exec('1') gamma(10**9) Matrix(999,999,lambda~i,j:i*j).det()"""


def texts() -> Iterator[Hostile]:
    for call in CALLS.split():
        yield Hostile(f"call {call}", f"<answer>{call.replace('~', ' ')}</answer>", "5", False, "tags")
    for size in (1900, 5000, 150_000):
        yield Hostile(f"{size} digits", "9" * size, "9" * size, True)
        yield Hostile(f"{size} digits, the last differs", "9" * (size - 1) + "8", "9" * size)
        yield Hostile(f"{size} digits after a marker", "#### " + "7" * size, "7", False, "gsm8k")
    yield Hostile("grouped digits", "#### 1" + ",000" * 15_000, "1", False, "gsm8k")
    yield Hostile("markers", "#### 1\n" * 20_000 + "#### 5", "5", True, "gsm8k")
    yield Hostile("line of hashes", "#" * 100_000 + " 5", "5", False, "gsm8k")
    yield Hostile("prose", "The quick estimate is 12, then 13. " * 15_000 + r"\boxed{5}", "5", True, "boxed")
    for unit in ("$", "$a", r"\[", r"\(", "answer ", "\n", "{", "}", r"\boxed", "<think>\n</think>"):
        yield Hostile(f"{unit!r} before the box", unit * 30_000 + r" \boxed{5}", "5", True, "boxed")
    yield Hostile("final answers", "final answer is " * 8000 + "5", "5", None)
    yield Hostile("open reasoning", "<think>" * 15_000 + "</think>" * 3 + r"\boxed{5}", "5", None, "boxed")
    yield Hostile("opening tags", "<answer>" * 15_000 + "5</answer>", "5", None, "tags")
    yield Hostile("tags that never close", "<answer>1" * 15_000, "5", False, "tags")
    yield Hostile("boxes", "".join(rf"\boxed{{{k}}} so " for k in range(8000)), "5", False, "boxed")
    yield Hostile("numbers", "1 2 3 4 5 6 7 8 9 " * 8000 + "5", "5", True, "last_number")
    yield Hostile("NUL", "5\x00", "5", None)
    yield Hostile("garbled", "@Neill 12 49 nik {1,1-3-10 ;5_GENERAL2 HEADERS1", "92.5857658508735")
    yield Hostile("empty gold", "5", "")
    yield Hostile("gold of white space", "5", " \n" * 5000)


def noise(count: int = 60) -> Iterator[Hostile]:
    """Random tokens."""
    tokens = [*UNITS, "1", "23", "0.5", "{1}", "{x}", "^2", r"\left|", r"\right|", r"\sqrt[3]", r"\sum_{k=1}^", r"\ln"]
    rng = Random(11)
    for number in range(count):
        picked = " ".join(rng.choice(tokens) for _ in range(rng.choice([20, 60, 600])))[: CAP - 10]
        yield Hostile(f"noise {number}", picked, rng.choice(["5", "x", "(1,2)", "x<3"]), None)


def hostile_inputs() -> list[Hostile]:
    cases = [case for group in (towers, huge, close, nests, lists, floods, texts, noise) for case in group()]
    swapped = [
        Hostile(f"{name}, as the gold", gold, completion, False if expected is False else None)
        for name, completion, gold, expected, style in cases
        if style == "plain" and len(completion) <= CAP
    ]
    return cases + swapped


if __name__ == "__main__":
    for case in hostile_inputs():
        print(json.dumps(case._asdict()))
