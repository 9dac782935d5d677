"""Values built of values: pairs, sets, matrices, ratios, regions, and units beside them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.equality import Equality
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import TooComplexError, node
from gradatim.verifiers.math.options import DEFAULT, Rules
from gradatim.verifiers.math.values import MAX_COMPARISONS, Values, every

JUDGED = r"""(1,2) | (1,2) | ok
(1,2) | (2,1) | wrong_value
(1,2) | (1,2,3) | wrong_value
(0.5,x+1) | (\frac12,1+x) | ok
(1,2) | [1,2] | wrong_type
(1,2) | 3 | wrong_type
\{1,2\} | \{2,1,1\} | ok
\{1,2\} | \{1,3\} | wrong_value
\{1\} | \{1,2\} | wrong_value
\{1,2\} | \{1\} | several_answers
\{1,2\} | 1 | several_answers
\{1\} | 1 | ok
\{x+1,\sin(2x)\} | \{2\sin(x)\cos(x),1+x\} | ok
\{(1,2),(2,1)\} | \{(2,1),(1,2)\} | ok
\emptyset | \{\} | ok
\emptyset | \{0\} | wrong_value
\begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{bmatrix}1&2\\3&4\end{bmatrix} | ok
\begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&3\\2&4\end{pmatrix} | wrong_value
\begin{pmatrix}1&2\end{pmatrix} | \begin{pmatrix}1\\2\end{pmatrix} | wrong_type
[[1,2],[3,4]] | \begin{pmatrix}1&2\\3&4\end{pmatrix} | ok
(1,2) | \begin{pmatrix}1\\2\end{pmatrix} | ok
[[1,2],[3]] | \begin{pmatrix}1&2\\3&4\end{pmatrix} | wrong_type
2:3 | 4:6 | ok
2:3 | 3:2 | wrong_value
1:2:3 | 2:4:6 | ok
1:2:3 | 1:2 | wrong_value
0:1 | 0:2 | wrong_value
\mathbb{R} | \mathbb{R} | ok
\mathbb{R} | \mathbb{Q} | wrong_type
(0,1)\cup(1,2) | (0,2)\setminus\{1\} | ok
(0,1)\cup(2,3) | (2,3)\cup(0,1) | ok
(0,1)\cup(2,3) | (0,3) | wrong_value
A\cup B | A\cup B | ok
A\cup B | B\cup C | wrong_value
\text{red} | \text{Red} | ok
\text{red} | \text{blue} | wrong_value
\text{red} | 5 | wrong_value
5\text{ cm} | 5 | ok
5 | 5\text{ cm} | ok
5\text{ m} | 5\text{ cm} | wrong_unit
6\text{ cm} | 5\text{ cm} | wrong_value
30^\circ+30^\circ | 60^\circ | ok
2\cdot30^\circ | 60 | ok
30^\circ+30^\circ | 61^\circ | wrong_value
60\text{ cm} | 60^\circ | wrong_unit
\{5\text{ cm}\} | \{5\text{ m}\} | wrong_value
\{5\text{ cm}\} | \{5\} | ok
101_2 | 5 | ok
101_2 | 101_3 | wrong_value
\frac10 | 5 | undefined"""


@pytest.mark.parametrize("line", JUDGED.splitlines())
def test_values_part_by_part(line: str) -> None:
    answer, gold, expected = line.split(" | ")
    result = Values(DEFAULT).same(parse(answer), parse(gold))
    assert ("ok" if result.equal else result.reason or "wrong_value") == expected


SETTINGS: list[tuple[Rules, str, str, str]] = [
    (Rules(units="convert"), r"500\text{ cm}", r"5\text{ m}", "ok"),
    (Rules(units="convert"), r"501\text{ cm}", r"5\text{ m}", "wrong_value"),
    (Rules(units="convert"), r"5\text{ kg}", r"5\text{ m}", "wrong_unit"),
    (Rules(units="convert"), r"5\text{ apples}", r"5\text{ m}", "wrong_unit"),
    (Rules(units="convert"), r"10^4\text{ cm}^2", r"1\text{ m}^2", "ok"),
    (Rules(percent="optional"), "15", r"15\%", "ok"),
    (Rules(percent="optional"), r"15\%", "15", "ok"),
    (Rules(percent="optional"), "0.15", r"15\%", "ok"),
    (Rules(percent="optional"), "16", r"15\%", "wrong_value"),
    (DEFAULT, "15", r"15\%", "wrong_value"),
    (Rules(tolerance=0.01), "(3.14,1)", r"(\pi,1)", "ok"),
    (Rules(lenient=frozenset({"degrees"})), r"\frac{\pi}{3}", r"60^\circ", "ok"),
    (Rules(lenient=frozenset({"degrees"})), r"60^\circ", r"\frac{\pi}{3}", "ok"),
    (DEFAULT, r"60^\circ", r"\frac{\pi}{3}", "wrong_value"),
    (Rules(lenient=frozenset({"rounded_gold"})), r"\frac{10}{3}", "3.33", "ok"),
    (Rules(lenient=frozenset({"rounded_gold"})), r"\sqrt2", "1.41", "ok"),
    (Rules(lenient=frozenset({"rounded_gold"})), r"-\sqrt2", "-1.41", "ok"),
    (Rules(lenient=frozenset({"rounded_gold"})), r"\sqrt{-2}", "1.41", "wrong_value"),
    (Rules(lenient=frozenset({"rounded_gold"})), r"9^{9^{9}}", "1.41", "too_complex"),
    (Rules(lenient=frozenset({"rounded_gold"})), "3.33", r"\frac{10}{3}", "wrong_value"),
    (Rules(strict=frozenset({"same_base"})), "5", "101_2", "wrong_base"),
    (Rules(strict=frozenset({"same_base"})), "101_2", "101_2", "ok"),
    (Rules(lenient=frozenset({"missing_base"})), "101", "101_2", "ok"),
]


@pytest.mark.parametrize(("rules", "answer", "gold", "expected"), SETTINGS)
def test_settings_change_how_values_compare(rules: Rules, answer: str, gold: str, expected: str) -> None:
    result = Values(rules).same(parse(answer), parse(gold))
    assert ("ok" if result.equal else result.reason or "wrong_value") == expected


MEMBERS = st.lists(st.integers(0, 6), min_size=1, max_size=6)
FORMS = ["{0}", "{0}.0", r"\frac{{{1}}}{{2}}", r"\sqrt{{{2}}}", "{0}+0x", "x-x+{0}"]


@given(MEMBERS, MEMBERS, st.integers(0, 2**32))
def test_collections_are_equal_as_sets(one: list[int], other: list[int], seed: int) -> None:
    rng = Random(seed)
    stated, wanted = ([parse(rng.choice(FORMS).format(n, 2 * n, n * n)) for n in values] for values in (one, other))
    values = Values(DEFAULT)
    assert values.collection(stated, wanted).equal is (set(one) == set(other))
    assert values.collection(stated, rng.sample(stated, len(stated)) + stated[:1]).equal
    assert values.ordered(stated, wanted).equal is (one == other)


def test_comparisons_are_limited() -> None:
    values = Values(DEFAULT)
    values.budget = 3
    pair = parse("(x,y,x+1,y+1)")
    with pytest.raises(TooComplexError):
        values.same(pair, parse("(x+0,y+0,1+x,1+y)"))
    assert Values(DEFAULT).budget == MAX_COMPARISONS


def test_all_of_several_is_decided_by_the_weakest_stage() -> None:
    exact, numeric, wrong = Equality(True, "exact"), Equality(True, "numeric"), Equality(False, "exact")
    assert every([]) == Equality(True, "text")
    assert every([exact, numeric, exact]) == numeric
    assert every([exact, wrong, numeric]) == Equality(False, "exact", "wrong_value")
    assert every([Equality(False, "structure", "wrong_unit"), wrong]).reason == "wrong_unit"


@pytest.mark.parametrize(("answer", "gold"), [(r"\{1\}\cup\{2\}", r"\{1,2\}"), (r"(0,1]\cap[1,2)", r"\{1\}")])
def test_regions_of_points_are_sets(answer: str, gold: str) -> None:
    assert Values(DEFAULT).same(parse(gold), parse(answer)).equal
    assert Values(DEFAULT).same(parse(answer), parse(gold)).equal


def test_numbers_times_a_matrix() -> None:
    matrix = parse(r"\begin{pmatrix}2&4\end{pmatrix}")
    assert Values(DEFAULT).same(node("neg", parse(r"\begin{pmatrix}-2&-4\end{pmatrix}")), matrix).equal
    assert Values(DEFAULT).same(parse(r"2\begin{pmatrix}1&2\end{pmatrix}"), matrix).equal
    assert Values(DEFAULT).same(parse(r"\frac12\begin{pmatrix}4&8\end{pmatrix}"), matrix).equal
    assert not Values(DEFAULT).same(parse(r"2\begin{pmatrix}1&3\end{pmatrix}"), matrix).equal
