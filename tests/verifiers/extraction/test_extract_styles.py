from __future__ import annotations

import pytest

from gradatim.verifiers import ANSWER_STYLES, AnswerStyle, extract

FOUND: list[tuple[AnswerStyle, str, str]] = [
    ("plain", " 371\n", "371"),
    ("plain", "a few words", "a few words"),
    ("tags", "work <answer> 9 </answer>", "9"),
    ("tags", "<answer>1</answer> no: <answer>2</answer>", "2"),
    ("tags", "<answer>draft <answer>3</answer>", "3"),
    ("tags", "<answer>4</answer></answer>", "4"),
    ("tags", "<answer>two\nlines</answer> and more", "two\nlines"),
    ("gsm8k", "7*8=56\n#### 56", "56"),
    ("gsm8k", "####56", "56"),
    ("gsm8k", "#### 1\n#### 2\nbye", "2"),
    ("gsm8k", "in line #### 8 cm \r\nnext", "8 cm"),
    ("gsm8k", "#### 6\n##### 7", "6"),
    ("last_number", "From 3 to 12.", "12"),
    ("last_number", "It costs $1,250.75.", "1,250.75"),
    ("last_number", "1{,}250 people", "1{,}250"),
    ("last_number", "down to -4 degrees", "-4"),
    ("last_number", "a loss of -$30", "-$30"),
    ("last_number", "12-5=7", "7"),
    ("last_number", "12-5", "5"),
    ("last_number", "12 -5", "5"),
    ("last_number", "x = - 5", "- 5"),
    ("last_number", "the list:\n- 5", "5"),
    ("last_number", "COVID-19", "19"),
    ("last_number", "ate 2/3 of it", "2/3"),
    ("last_number", "needs 2 1/2 cups", "2 1/2"),
    ("last_number", r"so \frac{2}{3} remains", r"\frac{2}{3}"),
    ("last_number", r"so -\frac34 remains", r"-\frac34"),
    ("last_number", r"so 2\frac{1}{2} remain", r"2\frac{1}{2}"),
    ("last_number", r"so 2 \dfrac12 remain", r"2 \dfrac12"),
    ("last_number", "up 12.5%", "12.5%"),
    ("last_number", "３，０００．５", "３，０００．５"),
    ("last_number", "a loss of −２", "−２"),
    ("last_number", "about 3 million people", "3 million"),
    ("last_number", "an area of 40 cm^2", "40"),
    ("last_number", "6 for" + " x_1" * 900, "6"),
    ("last_number", "x_1 is 6 in room B2", "6"),
    ("last_number", "2.5e3 steps", "2.5e3"),
    ("last_number", "say .5", ".5"),
    ("last_number", "１２ apples", "１２"),
    ("last_number", "**88**", "88"),
    ("code", "Here:\n```python\nx = 1\n```\nDone.", "x = 1"),
    ("code", "```\nx = 1\n```\n```js\ny\n```", "x = 1"),
    ("code", "~~~py title=a\r\nx = 1\r\n~~~\r\n", "x = 1"),
    ("code", "````\n```\n````", "```"),
    ("code", "x = 1", "x = 1"),
    ("code", "```python\nx = 1", "x = 1"),
    ("code", "```python\nx = 1```", "x = 1"),
    ("code", "<think>\n```python\ny\n```</think>```python\nx = 1\n```", "x = 1"),
]


@pytest.mark.parametrize(("style", "completion", "answer"), FOUND)
def test_finds_the_final_answer(style: AnswerStyle, completion: str, answer: str) -> None:
    found = extract(completion, style)
    assert (found.answers, found.reason) == ((answer,), None)
    assert found.span is not None
    assert completion[slice(*found.span)] == answer


MISSED: list[tuple[AnswerStyle, str, str]] = [
    ("plain", "", "empty_answer"),
    ("plain", " \n\t", "empty_answer"),
    ("tags", "9", "no_marker"),
    ("tags", "9</answer>", "no_marker"),
    ("tags", "<Answer>9</Answer>", "no_marker"),
    ("tags", "<answers>9</answers>", "no_marker"),
    ("tags", "<answer>9", "unclosed"),
    ("tags", "<answer>8</answer><answer>9", "unclosed"),
    ("tags", "<answer> </answer>", "empty_answer"),
    ("gsm8k", "56", "no_marker"),
    ("gsm8k", "### 56", "no_marker"),
    ("gsm8k", "##### 56", "no_marker"),
    ("gsm8k", "#### \n56", "empty_answer"),
    ("last_number", "none at all", "no_marker"),
    ("last_number", "x_1 and B2", "no_marker"),
    ("code", "", "empty_answer"),
    ("code", "```python\n\n```", "empty_answer"),
    ("code", "```js\nx\n```", "no_marker"),
]


@pytest.mark.parametrize(("style", "completion", "reason"), MISSED)
def test_says_why_there_is_no_answer(style: AnswerStyle, completion: str, reason: str) -> None:
    found = extract(completion, style)
    assert (found.answers, found.span, found.reason) == ((), None, reason)


WRITTEN: dict[AnswerStyle, str] = {
    "plain": "5",
    "tags": "<answer>5</answer>",
    "boxed": r"\boxed{5}",
    "gsm8k": "#### 5",
    "last_number": "it is 5",
    "code": "```python\n5\n```",
}


@pytest.mark.parametrize("style", ANSWER_STYLES)
@pytest.mark.parametrize("reasoning", ["<think>{}</think>", "{}</think>", "<think>{}</think>{}<think>x</think>"])
def test_reasoning_is_invisible(style: AnswerStyle, reasoning: str) -> None:
    hidden = reasoning.replace("{}", WRITTEN[style].replace("5", "6"))
    found = extract(hidden + WRITTEN[style], style)
    assert (found.answers, found.reason) == (("5",), None)


@pytest.mark.parametrize("style", ANSWER_STYLES)
def test_answer_inside_reasoning_is_none(style: AnswerStyle) -> None:
    found = extract(f"<think>{WRITTEN[style]}</think>", style)
    assert found.reason == ("empty_answer" if style in ("plain", "code") else "no_marker")


@pytest.mark.parametrize("style", ANSWER_STYLES)
@pytest.mark.parametrize("before", ["", "<think>a</think>", "b</think>"])
def test_open_reasoning_states_nothing(style: AnswerStyle, before: str) -> None:
    assert extract(f"{before}{WRITTEN[style]}<think>wait, {WRITTEN[style]}", style).reason == "open_reasoning"


@pytest.mark.parametrize("number", ["1" + ",000" * 501, "9" * 2500, "1/" + "3" * 2010])
def test_a_part_of_a_too_long_number_is_none(number: str) -> None:
    assert extract(f"it is {number}", "last_number").reason == "too_long"


@pytest.mark.parametrize("style", [style for style in ANSWER_STYLES if style != "code"])
def test_longest_answer_has_2000_characters(style: AnswerStyle) -> None:
    longest = WRITTEN[style].replace("5", "5" * 2000)
    assert extract(longest, style).answers == ("5" * 2000,)
    found = extract(longest.replace("5", "55", 1), style)
    assert (found.answers, found.reason) == ((), "too_long")
    assert found.span is not None
    assert found.span[1] - found.span[0] == 2001
