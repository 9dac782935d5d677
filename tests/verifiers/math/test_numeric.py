"""Numeric values: the same in every thread and in forked children, and as fractions where they are real."""

from __future__ import annotations

import cmath
import math
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import pytest

from gradatim.verifiers.math.evaluation import numeric
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.evaluation.numeric import FINE, approximate, rational_approximation, sizes
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, symbol

_TEXTS = r"""\sin(1) \cos(\frac{x}{3}) e^{\pi} \sqrt{2+\sqrt{x}} \ln(x+7) \arctan(x) x^{1/3} \tan(x)^{2} \log_{7}(x)
\sinh(\frac12) \sum_{k=1}^{20}\frac{1}{k+x} \sqrt[5]{x^2+1} \exp(\sin(x)) i^{i} \cosh(x+i)"""
TREES = [plain(parse(text)) for text in _TEXTS.split()]
JOBS = [(tree, digits, Fraction(place + 3, 7)) for tree in TREES for digits in (50, 80, 320) for place in range(3)]


def tree(text: str) -> Node:
    return plain(parse(text))


def value(job: tuple[Node, int, Fraction]) -> str:
    root, digits, point = job
    return repr(approximate(root, digits, {"x": point}))


def test_eight_threads_compute_what_one_computes() -> None:
    alone = [value(job) for job in JOBS]
    orders = [Random(seed).sample(range(len(JOBS)), len(JOBS)) for seed in range(8)]
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda order: [(index, value(JOBS[index])) for index in order], orders))
    finally:
        sys.setswitchinterval(switching)
    assert all(text == alone[index] for results in found for index, text in results)


FORKED = """
import os, threading
from gradatim.verifiers.math.evaluation import numeric
from gradatim.verifiers.math.notation.parser import parse

held, done = threading.Event(), threading.Event()

def hold():
    with numeric._lock:
        held.set()
        done.wait()

thread = threading.Thread(target=hold)
thread.start()
held.wait()
child = os.fork()
if not child:
    os._exit(numeric.rational_approximation(parse("\\\\sqrt2")) is None)
status = os.waitpid(child, 0)[1]
done.set()
thread.join()
print(os.waitstatus_to_exitcode(status), numeric.rational_approximation(parse("\\\\sqrt4")))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_evaluates_while_another_thread_of_its_parent_holds_the_lock() -> None:
    run = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout, run.stderr) == ("0 2\n", "")


VALUES: dict[str, Callable[[float], complex]] = {
    r"\sin(x)": math.sin,
    r"\cos(x)": math.cos,
    r"\tan(x)": math.tan,
    r"\cot(x)": lambda x: 1 / math.tan(x),
    r"\sec(x)": lambda x: 1 / math.cos(x),
    r"\csc(x)": lambda x: 1 / math.sin(x),
    r"\arcsin(x/20)": lambda x: math.asin(x / 20),
    r"\arccos(x/20)": lambda x: math.acos(x / 20),
    r"\arctan(x)": math.atan,
    r"\sinh(x)": math.sinh,
    r"\cosh(x)": math.cosh,
    r"\tanh(x)": math.tanh,
    r"\exp(x)": math.exp,
    "e^{x}": math.exp,
    r"\ln(x^2)": lambda x: math.log(x * x),
    r"\log_{3}(x^2)": lambda x: math.log(x * x, 3),
    r"\ln(x)": cmath.log,
    r"\left|x-2\right|": lambda x: abs(x - 2),
    r"\lfloor x\rfloor": math.floor,
    r"\lceil x\rceil": math.ceil,
    r"\max(x,2\pi)": lambda x: max(x, math.tau),
    r"\min(x,2,\pi)": lambda x: min(x, 2),
    r"x \bmod \pi": lambda x: x % math.pi,
    r"\left|x\right|!": lambda x: math.gamma(abs(x) + 1),
    r"\binom{10}{2}+0x": lambda x: 45,
    "x^3-x^{-2}": lambda x: x**3 - x**-2,
    "(x^2)^{3/2}": lambda x: abs(x) ** 3,
    "x^{1/3}": lambda x: math.copysign(abs(x) ** (1 / 3), x),
    "x^{2/3}": lambda x: abs(x) ** (2 / 3),
    "x^{-5/3}": lambda x: math.copysign(abs(x) ** (-5 / 3), x),
    r"\sqrt{x}": cmath.sqrt,
    "x^{3/2}": lambda x: cmath.sqrt(x) ** 3,
    "x^{5/4}": lambda x: complex(x) ** 1.25,
    r"\sqrt[3]{x}": lambda x: math.copysign(abs(x) ** (1 / 3), x),
    r"\sqrt[4]{x^2}": lambda x: math.sqrt(abs(x)),
    "2^{x}": lambda x: 2.0**x,
    "x^{i}": lambda x: complex(x) ** 1j,
    r"x^{0\pi}": lambda x: 1,
    r"(x-x)^{2/3}+0^{\pi}": lambda x: 0,
    r"\frac{x+i}{x-i}": lambda x: (x + 1j) / (x - 1j),
}


@pytest.mark.parametrize("text", VALUES)
@pytest.mark.parametrize("point", [Fraction(13, 10), Fraction(-17, 5), Fraction(50, 7), Fraction(-1, 8)])
def test_values_are_those_of_floats(text: str, point: Fraction) -> None:
    found, error = approximate(tree(text), 50, {"x": point})
    expected = VALUES[text](float(point))
    assert abs(complex(found) - expected) <= 1e-12 * max(abs(expected), 1)
    assert error < -100


def test_one_computation_at_a_time() -> None:
    with ThreadPoolExecutor(1) as threads:
        with numeric._lock:
            waiting = threads.submit(rational_approximation, tree(r"\pi"))
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.05)
        assert waiting.result(timeout=60) is not None


REAL = [(r"\sqrt2", 2), (r"-\sqrt{\frac13}", Fraction(1, 3)), ("5", 25), ("0.125", Fraction(1, 64))]


@pytest.mark.parametrize(("text", "square"), REAL)
def test_a_real_value_is_a_fraction_in_eighty_digits(text: str, square: Fraction) -> None:
    found = rational_approximation(tree(text))
    assert found is not None
    assert abs(found**2 - square) < Fraction(1, 10 ** (FINE - 2))
    assert (found < 0) is text.startswith("-")


def test_what_is_not_real_is_none_or_undefined() -> None:
    assert rational_approximation(tree(r"\sqrt{-2}")) is None
    assert rational_approximation(tree(r"i^2")) == -1
    assert rational_approximation(tree("0")) == 0
    with pytest.raises(UndefinedError):
        rational_approximation(tree(r"\ln(0)"))
    with pytest.raises(TooComplexError):
        rational_approximation(symbol("x"))


UNDEFINED = r"\frac{\pi}{0};0^{-1}\pi;\ln(\pi-\pi);\log_{1}(2);\cot(0);\sqrt[0]{\pi};\pi \bmod 0;\pi+(-1)!;\max(i,1)"
UNDEFINED += r";\lfloor i\rfloor;i \bmod 2;\infty\pi"
_TOO_LARGE = r"""9^{9^{9}} e^{10^{6}} e^{-10^{6}} \exp(10^{20}) \pi^{10^{5}} \sin(10^{200}) 3201!\cdot\pi \cosh(10^{5})
\sinh(10^{30})
\binom{4000}{\pi} x 2^{10^{5}} (\pi^{9000})^{9} \pi^{\pi^{50}} \gcd(\pi,1)"""


@pytest.mark.parametrize("text", UNDEFINED.split(";"))
def test_what_does_not_exist_is_undefined(text: str) -> None:
    with pytest.raises(UndefinedError):
        approximate(parse(text), 50, {})


@pytest.mark.parametrize("text", _TOO_LARGE.split())
def test_what_is_too_large_or_not_computed_is_refused(text: str) -> None:
    with pytest.raises(TooComplexError):
        approximate(tree(text), 50, {})


def test_factorials_of_no_integers_exist_in_few_digits_only() -> None:
    root = tree(r"\left(\frac12\right)!")
    assert approximate(root, 80, {}).error < -250
    with pytest.raises(TooComplexError):
        approximate(root, 320, {})


def test_sizes_are_exponents_that_are_not_reached() -> None:
    one, other = (approximate(tree(text), 50, {}) for text in ("9", "7.5"))
    assert sizes(one, other, 50) == (1, 4)
    assert sizes(other, one, 50) == (1, 4)
    assert sizes(one, one, 50)[0] < -(10**8)
    coarse, fine = (approximate(tree(r"\pi"), digits, {}) for digits in (50, 80))
    assert -175 < sizes(coarse, fine, 80)[0] < -160


def test_no_kind_is_evaluated_that_plain_trees_lack() -> None:
    for kind in ("set", "unit", "pm"):
        with pytest.raises(TooComplexError):
            approximate(node(kind, parse("1"), value="+-"), 50, {})
