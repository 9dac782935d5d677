from __future__ import annotations

from collections.abc import Sequence

import pytest

from gradatim.core import Problem, ProblemError, Verdict, content_id
from gradatim.rewards import Brevity, Correctness, Format, Grader, Reward, Stop, WeightedTerm, write_answer
from gradatim.verifiers import (
    ANSWER_STYLES,
    WRITTEN_STYLES,
    AnswerStyle,
    ChecksProblems,
    ExactVerifier,
    MathVerifier,
    WrittenStyle,
)


class Styleless:
    """A verifier that has no answer style, and counts how often it is asked."""

    answer: AnswerStyle | None = None

    def __init__(self) -> None:
        self.asked = 0

    def verify(self, completion: str, gold: str) -> Verdict:
        self.asked += 1
        return Verdict("correct" if completion == gold else "incorrect")

    def verify_batch(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [self.verify(*pair) for pair in pairs]


class Checking(Styleless):
    """A verifier that checks problems itself: it finds fault with those whose gold says so."""

    def __init__(self) -> None:
        super().__init__()
        self.checked: list[list[str]] = []

    def problem_faults(self, problems: Sequence[Problem]) -> list[str | None]:
        self.checked.append([one.gold for one in problems])
        return [f"its {one.gold} fails" if "bad" in one.gold else None for one in problems]


def problem(gold: str) -> Problem:
    return Problem(content_id(gold), "2+2", gold)


REWARD = Reward(
    [
        WeightedTerm("correctness", Correctness(), 1.0),
        WeightedTerm("format", Format(), 0.25, when="correct"),
        WeightedTerm("stop", Stop(), 0.25, when="correct"),
        WeightedTerm("brevity", Brevity(4), 0.5, when="correct"),
    ]
)


RIGHT = Reward([WeightedTerm("correctness", Correctness(), 1.0)])


@pytest.mark.parametrize("style", ANSWER_STYLES)
def test_terms_take_the_answer_style_of_the_verifier(style: AnswerStyle) -> None:
    score = Grader(ExactVerifier(style), REWARD).score(write_answer("4", style), "4", terminated=True, length=4)
    assert score.terms == {"correctness": 1.0, "format": 0.25, "stop": 0.25, "brevity": 0.0}
    assert score.total == 1.5


def test_a_wrong_completion() -> None:
    score = Grader(ExactVerifier("tags"), REWARD).score("<answer>5</answer>", "4", terminated=True, length=4)
    assert (score.total, score.verdict.reason) == (0.0, "wrong_value")


def test_tokens_give_the_length() -> None:
    grader = Grader(ExactVerifier("plain"), REWARD)
    assert grader.score("4", "4", token_ids=[7, 2]).terms["brevity"] == 0.25
    assert grader.score("4", "4", token_ids=[7, 2], length=3).terms["brevity"] == 0.125
    assert grader.score("4", "4", token_ids=[]).terms["brevity"] == 0.5


@pytest.mark.parametrize("style", WRITTEN_STYLES)
def test_golds_that_verify(style: WrittenStyle) -> None:
    Grader(ExactVerifier(style), REWARD).check_gold(problem("4"))
    Grader(MathVerifier(style), REWARD).check_gold(problem("1,200"))


@pytest.mark.parametrize(
    ("style", "gold", "message"),
    [
        ("plain", " ", "the gold ' ', written as ' ', is gold_unparsed (empty_gold), not correct"),
        ("gsm8k", "4\n5", "the gold '4\\n5', written as '#### 4\\n5', is incorrect (wrong_value), not correct"),
        ("last_number", "four", "the gold 'four', written as 'four', is unparsed (no_marker), not correct"),
    ],
)
def test_golds_that_do_not(style: AnswerStyle, gold: str, message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Grader(ExactVerifier(style), REWARD).check_gold(problem(gold))
    assert str(caught.value) == f"problem {content_id(gold)}: {message}"


def test_a_verifier_without_a_style_reads_the_gold_as_it_is() -> None:
    grader = Grader(Styleless(), Reward([WeightedTerm("correctness", Correctness(), 1.0)]))
    grader.check_gold(problem("print(4)"))
    assert grader.answer is None


@pytest.mark.parametrize("style", ANSWER_STYLES)
def test_several_golds_are_checked_like_one(style: AnswerStyle) -> None:
    grader = Grader(ExactVerifier(style), REWARD)
    grader.check_golds([])
    grader.check_golds([problem("4"), problem("5")])
    with pytest.raises(ProblemError) as one:
        grader.check_gold(problem(" "))
    with pytest.raises(ProblemError) as several:
        grader.check_golds([problem("4"), problem(" "), problem("")])
    assert str(several.value) == str(one.value)


def test_a_verifier_that_checks_problems_is_asked_once_for_all_distinct_ones() -> None:
    verifier = Checking()
    grader = Grader(verifier, RIGHT)
    grader.check_golds([problem("4"), problem("5"), problem("4")])
    grader.check_gold(problem("6"))
    assert verifier.checked == [["4", "5"], ["6"]]
    assert verifier.asked == 0


@pytest.mark.parametrize(
    ("golds", "message"),
    [
        (["4", "bad"], "its bad fails"),
        (["4", "bad 1", "5", "bad 2", "bad 3"], "its bad 1 fails (and 2 more of the 5 that were checked)"),
    ],
)
def test_the_first_problem_with_a_fault_is_named_and_the_others_counted(golds: list[str], message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Grader(Checking(), RIGHT).check_golds([problem(gold) for gold in golds])
    first = next(gold for gold in golds if "bad" in gold)
    assert str(caught.value) == f"problem {content_id(first)}: {message}"


def test_which_verifiers_check_problems() -> None:
    assert isinstance(Checking(), ChecksProblems)
    assert not isinstance(MathVerifier(), ChecksProblems)


def test_all_terms_share_one_verdict() -> None:
    verifier = Styleless()
    terms = [WeightedTerm("correctness", Correctness(), 1.0), WeightedTerm("again", Correctness(), 0.5)]
    assert Grader(verifier, Reward(terms)).score("print(4)", "print(4)").total == 1.5
    assert verifier.asked == 1
