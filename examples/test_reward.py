"""Unit tests of a reward, before any GPU hour is spent on it.

What it shows: `load_reward` gives a grader whose `score` is a plain function of completion and gold. No torch, no
model: these tests take a fraction of a second.

    python -m pytest examples/test_reward.py

Expect: all pass. Change a weight in `examples/reward.yaml` and see which of your intentions no longer holds.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim import load_reward
from gradatim.rewards import Score, prove_ordering

GRADER = load_reward(Path(__file__).with_name("reward.yaml"))


def score(completion: str, *, gold: str = "12", terminated: bool = True, length: int = 3) -> Score:
    return GRADER.score(completion, gold, terminated=terminated, length=length)


@pytest.mark.parametrize(
    ("completion", "correct"),
    [("12", True), (" 12\n", True), ("12.0", True), ("13", False), ("12 or 13", False), ("twelve", False), ("", False)],
)
def test_what_counts_as_right(completion: str, correct: bool) -> None:
    assert score(completion).verdict.correct is correct


def test_stopping_pays_only_behind_a_right_answer() -> None:
    assert score("12").total == 1.25
    assert score("12", terminated=False).total == 0.75
    assert score("13").total == score("13", terminated=False).total == 0.0


def test_length_costs_the_same_whether_right_or_wrong() -> None:
    assert score("12", length=16).terms["overlong"] == score("13", length=16).terms["overlong"] < 0.0


def test_no_wrong_answer_outscores_a_right_one() -> None:
    assert prove_ordering(GRADER.reward).ok
