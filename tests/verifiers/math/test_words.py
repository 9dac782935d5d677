"""Texts that are no formula: letters of choices, words, number words, times of day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.words import (
    Time,
    choice_letter,
    chosen_letter,
    is_prose,
    is_sentence,
    is_words,
    number_in_words,
    read_time,
)


@pytest.mark.parametrize("gold", ["B", "(B)", "B.", "B)", "B:", "(B).", "(B"])
def test_a_gold_that_is_one_letter(gold: str) -> None:
    assert choice_letter(gold) == "B"


@pytest.mark.parametrize("gold", ["b", "K", "AB", "B) 12", "", "()", "1", "B or C"])
def test_a_gold_that_is_no_letter(gold: str) -> None:
    assert choice_letter(gold) is None


CHOSEN = {
    "B": ["B", "b", "(B)", "(b)", "B.", "B) 12", "B: the last option", "(B) 12", "option B", "Choice (b)", "Answer B."],
    "J": ["J", "(j)"],
    "": ["(B) 12 (C) 13", "B) 1, C) 2", "B: A", "E) none of A, B", "(B) 5 and C"],
    None: ["", "k", "AB", "Because", "B and C", "B is right", "bad", "either (B)", "12", "the answer is B", "(B)ob"],
}


@pytest.mark.parametrize(
    ("answer", "letter"), [(answer, letter) for letter, group in CHOSEN.items() for answer in group]
)
def test_the_letter_that_an_answer_chooses(answer: str, letter: str | None) -> None:
    assert chosen_letter(answer) == letter


@pytest.mark.parametrize(
    "text", ["no solution", "Tuesday", "infinitely many", "even number", "Anna-Maria Smith", "O'Brien"]
)
def test_words_have_a_long_word_that_is_no_mathematics(text: str) -> None:
    assert is_words(text)
    assert is_prose(text)


@pytest.mark.parametrize(
    "text", ["sin x", "theta", "x y", "abcd", "No", "5 apples", "alpha beta", "", "Sum: tree", "floor"]
)
def test_short_words_and_names_of_mathematics_are_no_words(text: str) -> None:
    assert not is_words(text)


def test_a_sentence_is_neither_words_nor_prose() -> None:
    for text in ("there are several words in here", "Yes! it does", "a" * 61, "", "5", "x=5", "12 34"):
        assert not is_prose(text)
    assert not is_words("there are several words in here")
    for text in ("Let us show that n = 9 works", "x = 5 is the answer", "one two three four six seven", "so x=3"):
        assert is_sentence(text)
    for text in ("5 apples", r"\text{no solution}", "sin x and cos x or tan x", "x=3", "several words in five places"):
        assert not is_sentence(text)
    assert is_prose("five of these words here")
    assert is_prose("a" * 60)


TIMES = {
    "3:30": Time(3, 30, 0, ""),
    "03:05": Time(3, 5, 0, ""),
    "10:45 AM": Time(10, 45, 0, "a"),
    "10:45pm": Time(10, 45, 0, "p"),
    "3:30 p.m.": Time(3, 30, 0, "p"),
    "12:00:05": Time(12, 0, 5, ""),
    "24:00": Time(24, 0, 0, ""),
}


@pytest.mark.parametrize("text", TIMES)
def test_times_of_day(text: str) -> None:
    assert read_time(text) == TIMES[text]


@pytest.mark.parametrize(
    "text", ["25:00", "1:5", "3:60", "3:30:61", "123:30", "3:30 xm", "3:4:5", "1:2", "at 3:30", "3:300", ""]
)
def test_what_is_no_time_of_day(text: str) -> None:
    assert read_time(text) is None


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
ONES = [*_ONES.split(), "eighteen", "nineteen"]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def below_thousand(value: int, joint: str) -> list[str]:
    words = [] if value < 100 else [ONES[value // 100], "hundred"]
    rest = value % 100
    if words and rest and joint:
        words.append(joint)
    if rest >= 20:
        words += [TENS[rest // 10] + (f"-{ONES[rest % 10]}" if rest % 10 else "")]
    elif rest or not value:
        words.append(ONES[rest])
    return words


def spelled(value: int, joint: str) -> str:
    words: list[str] = []
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if value >= size:
            words += [*below_thousand(value // size, joint), name]
            value %= size
    if value or not words:
        words += below_thousand(value, joint)
    return " ".join(words)


@given(st.integers(0, 10**12 - 1), st.sampled_from(["", "and"]))
def test_numbers_in_english_words(value: int, joint: str) -> None:
    text = spelled(value, joint)
    assert number_in_words(text) == value
    assert number_in_words(f" {text.capitalize().replace('-', ' ')} ") == value
    assert number_in_words(f"{text} apples") is None


@pytest.mark.parametrize(
    "text", ["", "and", "foo", "a hundred", "half", "five point two", "minus five", "5", "one " * 21]
)
def test_other_words_are_no_number(text: str) -> None:
    assert number_in_words(text) is None


@pytest.mark.parametrize(
    "text", ["seventeen twenty three", "one one", "two thousand three thousand", "ten five", "zero nine"]
)
def test_words_that_name_no_one_number(text: str) -> None:
    assert number_in_words(text) is None
