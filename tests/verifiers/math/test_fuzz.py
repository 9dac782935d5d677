r"""What holds for every text of a grammar of LaTeX, and for such texts damaged.

The grammar writes each thing in two notations, such as `\frac{x}{2}` and `(x)/2`. Its expressions are real, finite and
smaller than 10^25 wherever symbols stand for small numbers.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradatim.verifiers import REASONS, WRITTEN_STYLES, MathVerifier, Verdict
from gradatim.verifiers.math.options import GOLD_TYPES, LENIENT_RULES, STRICT_RULES

Both = tuple[str, str]
"""One thing in two notations."""

VERIFIER = MathVerifier(answer="plain")
TOKENS = r"""\frac \frac{ \sqrt{ \sqrt[3] \sin \log_ \left( \right) \left| \right| \pm \cup \{ \} \text{ \in \le \ne
= < ^ ^{ _ { } ( ) [ ] | ! + - * / \cdot \times , ; : . & \\ \, % $ ^\circ \begin{pmatrix} \end{pmatrix}
\binom{5} \sum_{k=1}^{9} \infty \overline{ \int \mathbb{R} \pi e i x y 0 7 12 1,000 2.50 1e9 or and cm
miles million AM √ ² ½ ∞ ∪ ± − × ° １ é ∅ \boxed{ <think> </answer>"""


def law(*strategies: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[[int], None]]:
    """Makes a test of what must hold for everything that is drawn, and a longer one beside it."""

    def decorate(check: Callable[..., None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("examples", [600, pytest.param(1500, marks=pytest.mark.slow)])
        def test(examples: int) -> None:
            slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
            settings(max_examples=examples, deadline=None, suppress_health_check=slow)(given(*strategies)(check))()

        return test

    return decorate


def mapped(first: str, second: str, *parts: st.SearchStrategy[Both], turned: bool = False) -> st.SearchStrategy[Both]:
    """Fills both templates with the parts in their notation; the second one in reverse order where `turned`."""

    def fill(*both: Both) -> Both:
        others = [other for _, other in both]
        return first % tuple(one for one, _ in both), second % tuple(others[::-1] if turned else others)

    return st.builds(fill, *parts)


def same(text: str) -> Both:
    return text, text


NUMBERS = st.one_of(
    st.integers(1, 20).map(lambda n: same(str(n))),
    st.integers(1, 199).map(lambda n: (f"{n / 10:.1f}", rf"\frac{{{n}}}{{10}}")),
    st.builds(lambda top, bottom: (rf"\dfrac{{{top}}}{{{bottom}}}", f"({top}/{bottom})"), *[st.integers(2, 20)] * 2),
)
NONZERO = st.one_of(st.sampled_from(["x", "y", "n", r"\pi", "e"]).map(same), st.integers(2, 9).map(str).map(same))
ATOMS = st.one_of(NUMBERS, NONZERO, st.sampled_from([("a_1", "a_{1}"), (r"\theta", "θ"), (r"\sqrt2", "2^{1/2}")]))


def grown(inner: st.SearchStrategy[Both]) -> st.SearchStrategy[Both]:
    return st.one_of(
        mapped(r"\left(%s+%s\right)", "(%s + %s)", inner, inner, turned=True),
        mapped(r"\left(%s-%s\right)", "(-%s+%s)", inner, inner, turned=True),
        mapped(r"%s \cdot %s", "%s*%s", inner, inner, turned=True),
        mapped(r"\frac{%s}{%s}", "((%s)/%s)", inner, NONZERO),
        mapped(r"\left(%s\right)^{2}", "(%s)**2", inner),
        mapped(r"\sqrt{(%s)^2+1}", "(1+(%s)^2)^{1/2}", inner),
        mapped(r"\sin\left(%s\right)", "sin(%s)", inner),
        mapped(r"\ln\left(1+\left|%s\right|\right)", r"\ln(\lvert %s\rvert+1)", inner),
    )


EXPRESSIONS = st.recursive(ATOMS, grown, max_leaves=6)
TWO = (EXPRESSIONS, EXPRESSIONS)
STRUCTURES = st.one_of(
    EXPRESSIONS,
    mapped(r"\left(%s,%s\right)", "(%s, %s)", *TWO),
    mapped(r"\{%s,%s\}", r"\left\{%s, %s\right\}", *TWO, turned=True),
    mapped("%s, %s", r"%s \text{ and } %s", *TWO, turned=True),
    mapped(r"\begin{pmatrix}%s\\%s\end{pmatrix}", r"\begin{bmatrix} %s \\ %s \end{bmatrix}", *TWO),
    mapped(r"(-\infty,%s]\cup[30,\infty)", r"[30,\infty) \cup (-\infty, %s]", NUMBERS),
    mapped("x=%s", "x = %s", NUMBERS),
    mapped(r"\pm %s", "±%s", NUMBERS),
)
DECORATED = st.one_of(
    STRUCTURES,
    mapped(r"%s\text{ cm}", "%s cm", NUMBERS),
    mapped(r"%s\%%", "%s%%", NUMBERS),
    mapped(r"\$%s", "$%s", NUMBERS),
    mapped(r"%s^\circ", "%s°", NUMBERS),
    mapped(r"x \le %s", r"%s \ge x", NUMBERS),
    mapped("y=%s", "%s = y", EXPRESSIONS),
    st.sampled_from([(r"\text{Even}", "even"), ("(B)", r"\textbf{B}"), ("10:45", "10:45"), ("2:3", "4:6")]),
)


_WILD = r"""\frac{%s}{%s} {%s}^{%s} (%s)(%s) \sqrt[%s]{%s} \sin%s \tan^{2}(%s) \arcsin(%s) \sinh(%s) \log_{%s}(%s)
|%s| (%s)! \lfloor%s\rfloor \binom{%s}{%s} \sum_{k=1}^{%s}(%s) \prod_{k=1}^{%s}(%s) e^{%s} \gcd(%s,%s)
\max(%s,%s) %s\bmod{%s} %s-%s \int_0^1%s%sdx \overline{%s} %s_{%s} %s\times10^{%s} \pm%s %s\%% %s^\circ
(%s,%s] \{%s,%s\} %s,%s %s=%s %s<%s %s\ne%s x\in(%s,%s) (%s,%s)\cup[%s,%s)
\begin{pmatrix}%s&%s\\%s&%s\end{pmatrix} %s:%s %s\text{cm} x=%s\text{or}x=%s"""
_SMALL = r"x y k 0 1 2 -1 100 1,000 0.5 2.50 \frac12 \pi e i \infty 5\% \sqrt2 \theta 10^{9} 7!"
WILD, SMALL = _WILD.split(), _SMALL.split()


def wild(rng: Random, depth: int) -> str:
    """Anything with anything in it, whether or not it means something."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(SMALL)
    template = rng.choice(WILD)
    return template % tuple(wild(rng, depth - 1) for _ in range(template.replace("%%", "").count("%s")))


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A text with a piece cut out, repeated, or replaced by tokens."""
    text: str = draw(DECORATED)[draw(st.integers(0, 1))]
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    middle: str = draw(st.sampled_from(["", text[start:end] * draw(st.integers(2, 300)), draw(NOISE)]))
    return (text[:start] + middle + text[end:])[:2000]


NOISE = st.lists(st.sampled_from(TOKENS.split()), max_size=25).map(" ".join)
ANYTHING = st.builds(lambda seed, depth: wild(Random(seed), depth)[:2000], st.integers(0, 2**64), st.integers(1, 5))
ANY = st.one_of(ANYTHING, damaged(), NOISE, DECORATED.map(lambda both: both[0]), st.text(max_size=40))
MARKED = {"boxed": r"So \boxed{%s}.", "tags": "<answer>%s</answer>", "gsm8k": "#### %s"}
RULES = st.fixed_dictionaries(
    {"answer": st.sampled_from(WRITTEN_STYLES)},
    optional={
        "gold_type": st.sampled_from(GOLD_TYPES),
        "require_evaluated": st.booleans(),
        "tolerance": st.sampled_from([1e-4, 0.1]),
        "units": st.just("convert"),
        "percent": st.just("optional"),
        "strict": st.lists(st.sampled_from(list(STRICT_RULES)), unique=True).map(tuple),
        "lenient": st.lists(st.sampled_from(list(LENIENT_RULES)), unique=True).map(tuple),
    },
)


@pytest.fixture(scope="module", autouse=True)
def started() -> None:
    """What is loaded once is no text's time."""
    VERIFIER.verify(r"2\sin x\cos x", r"\sin 2x")


def judged(answer: str, gold: str, verifier: MathVerifier = VERIFIER) -> Verdict:
    began = time.process_time()
    verdict = verifier.verify(answer, gold)
    assert time.process_time() - began < 1
    assert verdict.status != "engine_error"
    assert verdict.correct is (verdict.reason is None)
    assert verdict.reason is None or verdict.reason in REASONS
    return verdict


def forget() -> None:
    """Empties every cache of the verifiers."""
    for name, module in list(sys.modules.items()):
        if name.startswith("gradatim"):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


@law(ANY, ANY, RULES)
def test_any_text_gets_a_verdict_under_any_rules(answer: str, gold: str, rules: dict[str, Any]) -> None:
    verifier = MathVerifier(**rules)
    judged(MARKED.get(verifier.answer, "%s") % answer, gold, verifier)


@law(st.lists(ANYTHING, min_size=2, max_size=9))
def test_anything_gets_a_verdict(texts: list[str]) -> None:
    for answer, gold in pairwise(texts):
        judged(answer, gold)
        # Alike, so that it takes more to tell them apart.
        judged(answer, answer.replace("1", "2"))


@law(DECORATED)
def test_both_notations_are_equal(both: Both) -> None:
    first, second = both
    assert judged(first, second).correct, judged(first, second)
    assert judged(second, first).correct, judged(second, first)
    assert MathVerifier().verify(rf"Thus $\boxed{{{first}}}$.", second).correct


@law(DECORATED)
def test_no_well_formed_gold_is_unparsed(both: Both) -> None:
    for gold in both:
        assert judged("7919", gold).status == "incorrect"


@law(EXPRESSIONS)
def test_nothing_equals_itself_plus_one(both: Both) -> None:
    first, second = both
    for other in (f"{second}+1", f"{second}-1", f"2+{second}"):
        assert judged(first, other).status == "incorrect"
        assert judged(other, first).status == "incorrect"


@law(STRUCTURES, STRUCTURES, st.integers(1, 9))
def test_equality_is_symmetric(one: Both, other: Both, digit: int) -> None:
    texts = [one[0], other[1], one[0].replace("1", str(digit)), one[1].replace("2", str(digit), 1)]
    for text in texts:
        assert judged(one[1], text).correct is judged(text, one[1]).correct


@law(ANY, ANY)
def test_a_verdict_depends_on_nothing_but_the_texts(answer: str, gold: str) -> None:
    pairs = [(answer, gold), (gold, answer), (answer, answer)]
    single = [judged(*pair) for pair in pairs]
    forget()
    assert VERIFIER.verify_batch(pairs[::-1])[::-1] == single
    forget()
    with ThreadPoolExecutor(1) as threads:
        assert list(threads.map(lambda pair: judged(*pair), pairs)) == single
