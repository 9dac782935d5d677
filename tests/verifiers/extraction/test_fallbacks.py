"""What is taken for an answer where the mark-up was cut off or is missing, and only where that is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers import ANSWER_STYLES, AnswerStyle
from gradatim.verifiers.extraction.answers import Extraction, extract
from gradatim.verifiers.extraction.fallbacks import extract_cut_off, extract_leniently
from gradatim.verifiers.extraction.statement import MAX_ANSWER


def lenient(completion: str, style: AnswerStyle, *, cut_off: bool = True, last_number: bool = True) -> Extraction:
    return extract_leniently(completion, style, cut_off=cut_off, last_number=last_number)


CUT_OFF: list[tuple[AnswerStyle, str, str]] = [
    ("boxed", r"so \boxed{42", "42"),
    ("boxed", r"so \boxed{ \frac{1}{2}", r"\frac{1}{2}"),
    ("boxed", "so \\fbox  {\n7 ", "7"),
    ("boxed", r"\boxed{1}. No, \boxed{2", "2"),
    ("boxed", r"\boxed{1 \boxed{2", "2"),
    ("boxed", r"<think>\boxed{1</think>\boxed{2", "2"),
    ("tags", "<answer>42", "42"),
    ("tags", "<answer>1</answer><answer> 2\n", "2"),
    ("tags", "<answer>4</answ", "4</answ"),
]


@pytest.mark.parametrize(("style", "completion", "answer"), CUT_OFF)
def test_a_cut_off_answer_counts_only_where_that_is_asked_for(style: AnswerStyle, completion: str, answer: str) -> None:
    found = lenient(completion, style, last_number=False)
    assert (found.answers, found.end, found.reason) == ((answer,), len(completion), None)
    assert found.span is not None
    assert completion[slice(*found.span)] == answer
    assert found == extract_cut_off(completion, style)
    assert lenient(completion, style, cut_off=False).reason == "unclosed"


LAST_NUMBER: list[tuple[AnswerStyle, str, str]] = [
    ("boxed", "it is 42.", "42"),
    ("boxed", "3 or 4", "4"),
    ("tags", "42</answer>", "42"),
    ("gsm8k", "### 1,200", "1,200"),
    ("boxed", "<think>7</think> 8", "8"),
]


@pytest.mark.parametrize(("style", "completion", "answer"), LAST_NUMBER)
def test_the_last_number_counts_only_where_that_is_asked_for(style: AnswerStyle, completion: str, answer: str) -> None:
    assert lenient(completion, style, cut_off=False) == extract(completion, "last_number")
    assert lenient(completion, style).answers == (answer,)
    assert lenient(completion, style, last_number=False).reason == "no_marker"


NEITHER: list[tuple[AnswerStyle, str, str]] = [
    ("boxed", r"so \boxed{", "unclosed"),
    ("boxed", "1 \\boxed{ \n", "unclosed"),
    ("boxed", r"1 \boxed{" + "2" * (MAX_ANSWER + 1), "unclosed"),
    ("tags", "1 <answer>", "unclosed"),
    ("boxed", r"1 \boxed{}", "empty_answer"),
    ("tags", "1 <answer> </answer>", "empty_answer"),
    ("boxed", r"\boxed{7} <think>8", "open_reasoning"),
    ("boxed", "no number", "no_marker"),
    ("gsm8k", "8 ####", "empty_answer"),
    ("plain", "", "empty_answer"),
]


@pytest.mark.parametrize(("style", "completion", "reason"), NEITHER)
def test_other_failures_stay_failures(style: AnswerStyle, completion: str, reason: str) -> None:
    assert lenient(completion, style).reason == reason


def test_the_longest_cut_off_answer() -> None:
    text = "<answer>" + "2" * MAX_ANSWER
    assert lenient(text, "tags").answers == ("2" * MAX_ANSWER,)
    assert extract_cut_off(text + "2", "tags") is None


def test_styles_without_closing_mark_up_are_never_cut_off() -> None:
    assert all(
        extract_cut_off(r"\boxed{1 <answer>2 #### 3", style) is None for style in ("plain", "gsm8k", "last_number")
    )


PIECES = [
    r"\boxed{",
    r"\fbox {",
    "<answer>",
    "</answer>",
    "#### ",
    "<think>",
    "</think>",
    "}",
    "{",
    "7",
    " 12",
    ".\n",
    "x",
]


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join), st.sampled_from(ANSWER_STYLES))
def test_a_strict_answer_is_never_replaced(completion: str, style: AnswerStyle) -> None:
    found = lenient(completion, style)
    strict = extract(completion, style)
    assert found == strict or strict.reason in ("unclosed", "no_marker")
    assert lenient(completion, style, cut_off=False, last_number=False) == strict
    if found.answers:
        assert found.span is not None
        assert completion[slice(*found.span)].startswith(found.answers[0]) or len(found.answers) > 1
