"""What is known of golds: numbers, trees, letters or words; or why nothing can be compared with them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gradatim.verifiers import REASONS
from gradatim.verifiers.extraction.statement import MAX_ANSWER
from gradatim.verifiers.math.gold import bare_gold, gold_problem, read_gold, understand_gold
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.options import DEFAULT, GOLD_TYPES, GoldType, Rules

BARE = {
    "42": "42",
    " 42\n": "42",
    "Answer: 42": "42",
    "the final answer is: 42": "42",
    "Final Answer: x=5": "x=5",
    "2+3 = <<2+3=5>>5\n#### 5": "5",
    "#### 1,200": "1,200",
    "answers": "answers",
    "Answer:": "Answer:",
}


@pytest.mark.parametrize("text", BARE)
def test_labels_and_solutions_are_taken_off(text: str) -> None:
    assert bare_gold(text) == BARE[text]


def test_a_gold_is_read_as_numbers_where_it_is_numbers() -> None:
    numbers = {
        "1,200": ["1200"],
        r"$\dfrac{1}{2}$": ["1/2"],
        r"\boxed{5}": ["5"],
        "1, 2 and 3": ["1", "2", "3"],
        "5%": ["1/20"],
    }
    for text, values in numbers.items():
        reading = read_gold(text)
        assert not isinstance(reading, str)
        assert reading.numbers is not None
        assert [one.value for one in reading.numbers] == [Fraction(value) for value in values]


@pytest.mark.parametrize("text", ["x+1", "(1,2)", "1, x", "no solution", "B"])
def test_other_golds_are_no_numbers(text: str) -> None:
    reading = read_gold(text)
    assert not isinstance(reading, str)
    assert reading.numbers is None


def test_golds_that_cannot_be_read() -> None:
    for text in ("$$", r"\text{}", "{}"):
        assert read_gold(text) == "empty_gold"
        assert understand_gold(text, DEFAULT).problem == "empty_gold"
    assert read_gold("7" * (MAX_ANSWER + 1)) == "gold_too_long"
    assert not isinstance(read_gold("7" * MAX_ANSWER), str)


@pytest.mark.parametrize(
    "text", ["x^2+1", "(1,2)", r"\{1,2\}", "x=5", r"\frac{1}{2}+\pi", "[0,1)", "x<3", "1:2", r"\pm 5"]
)
def test_mathematics_is_a_tree(text: str) -> None:
    gold = understand_gold(text, DEFAULT)
    assert gold.tree == parse(text)
    assert (gold.letter, gold.problem, gold.is_text) == (None, None, False)


PROBLEMS = {
    r"\frac{1}{": "gold_unreadable",
    "x+": "gold_unreadable",
    "Anya climbs one floor while Vanya climbs five floors": "gold_unreadable",
    r"\begin{cases}1\end{cases}": "gold_unreadable",
    r"9^{9^{9}}": "gold_too_complex",
    "1e500": "gold_too_complex",
    r"(1, 9^{9^{9}})": "gold_too_complex",
    "(" * 90 + "1" + ")" * 90: "gold_too_complex",
    r"\frac{1}{0}": "gold_undefined",
    r"x+\frac{1}{1-1}": "gold_undefined",
    "0^{-1}": "gold_undefined",
}


@pytest.mark.parametrize("text", PROBLEMS, ids=lambda text: text[:20])
def test_golds_that_cannot_be_compared(text: str) -> None:
    problem = understand_gold(text, DEFAULT).problem
    assert problem == PROBLEMS[text]
    assert problem in REASONS


def test_problems_are_known_beforehand() -> None:
    for text, problem in PROBLEMS.items():
        assert gold_problem(f"Answer: {text}", DEFAULT) == problem
    assert gold_problem("$$", DEFAULT) == "empty_gold"
    assert gold_problem("#### 5", DEFAULT) is None
    assert gold_problem("x+1", DEFAULT) is None
    assert gold_problem("5", Rules(gold_type="tuple")) == "gold_type"


@pytest.mark.parametrize(
    "text", ["no solution", "Tuesday", "infinitely many", r"\text{Saturday}", r"\text{red}", "Anna-Lena"]
)
def test_words_are_compared_as_words(text: str) -> None:
    gold = understand_gold(text, DEFAULT)
    assert gold.is_text
    assert gold.problem is None


@pytest.mark.parametrize(
    ("text", "letter"), [("B", "B"), ("(C)", "C"), ("D.", "D"), ("b", None), ("x", None), ("K", None)]
)
def test_letters_are_choices_beside_what_else_they_are(text: str, letter: str | None) -> None:
    assert understand_gold(text, DEFAULT).letter == letter
    choice = understand_gold(text, Rules(gold_type="choice"))
    assert (choice.letter, choice.problem) == (letter, None if letter else "gold_type")


TYPED: dict[GoldType, tuple[str, str]] = {
    "number": (r"5;\frac12;2^{10};\sqrt4;0.5", r"\sqrt2;x;(1,2);1,2;x=5;\frac10;\pi"),
    "fraction": (r"\frac12;3", r"\pi;(1,2)"),
    "expression": (r"x+1;5;\sqrt2;\pm 1", r"1,2;(1,2);\{1\};x=5;[0,1);\mathbb{R};1:2"),
    "tuple": (r"(1,2);1,2;[1,2]", r"5;\{1,2\};x=5"),
    "set": (r"\{1,2\};1,2;\emptyset", r"5;(1,2)"),
    "interval": (r"(1,2);[0,1)\cup(2,3);x<3;\mathbb{R}", r"5;\{1,2\};1,2"),
    "list": ("1,2;x and y", "5;(1,2)"),
    "equation": ("x=5;x<y", "5;x+1"),
    "matrix": (r"\begin{pmatrix}1&2\end{pmatrix}", "(1,2);5"),
}


@pytest.mark.parametrize("kind", TYPED)
def test_a_gold_of_another_type_is_refused(kind: GoldType) -> None:
    fits, others = TYPED[kind]
    rules = Rules(gold_type=kind)
    assert [text for text in fits.split(";") if understand_gold(text, rules).problem] == []
    assert {understand_gold(text, rules).problem for text in others.split(";")} == {"gold_type"}


def test_declared_types_change_how_a_list_is_read() -> None:
    assert understand_gold("1,2", Rules(gold_type="tuple")).tree == parse("(1,2)")
    assert understand_gold("1,2", Rules(gold_type="set")).tree == parse(r"\{1,2\}")
    assert understand_gold("x+1", Rules(gold_type="text")).is_text
    assert {*TYPED, "choice", "text"} == set(GOLD_TYPES)
