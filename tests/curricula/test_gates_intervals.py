"""Intervals of pass rates, and their correction for chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.curricula.gates import (
    clustered_interval,
    effective_prompts,
    wilson_interval,
)


# Checked against the closed form by hand (z = 1.959964); 81/263 is the example of Newcombe, Stat. Med. 17 (1998) 857.
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_interval_of_published_examples(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson_interval(successes / trials, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.floats(0, 1), st.floats(0.5, 1e6), st.floats(0.01, 0.9999))
def test_wilson_interval_holds_the_rate(rate: float, trials: float, confidence: float) -> None:
    low, high = wilson_interval(rate, trials, confidence)
    assert 0.0 <= low <= rate <= high <= 1.0


def test_wilson_interval_ends_at_a_perfect_rate_without_rounding() -> None:
    for trials in range(1, 500):
        assert wilson_interval(0.0, trials)[0] == 0.0
        assert wilson_interval(1.0, trials)[1] == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=200))
def test_a_prompt_is_worth_at_least_one_trial(rates: list[float]) -> None:
    assert effective_prompts(rates) >= len(rates) * (1 - 1e-9)


@pytest.mark.parametrize("rates", [[1.0] * 64, [0.0] * 64, [1.0, 0.0] * 32])
def test_completions_that_agree_are_worth_one_trial(rates: list[float]) -> None:
    assert effective_prompts(rates) == pytest.approx(64)


def test_one_failing_completion_says_little_of_how_failures_cluster() -> None:
    perfect, one_failure = clustered_interval([1.0] * 64), clustered_interval([1.0] * 63 + [0.875])
    assert one_failure[0] < perfect[0]


def test_disagreeing_completions_are_worth_more_trials() -> None:
    assert effective_prompts([0.5, 0.375, 0.625, 0.5] * 16) > 5 * 64


@pytest.mark.parametrize(("prompts", "rate"), [(24, 0.8), (64, 0.9), (128, 0.95)])
def test_clustered_interval_covers_correlated_prompts(prompts: int, rate: float) -> None:
    rng, hits, runs = Random(3), 0, 400
    for _ in range(runs):
        chances = [rng.betavariate(rate, 1 - rate) for _ in range(prompts)]
        low, high = clustered_interval([sum(rng.random() < p for _ in range(8)) / 8 for p in chances])
        hits += low <= rate <= high
    assert hits / runs >= 0.93
