from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gradatim.core import ConfigError, GradatimError, Sample, Status
from gradatim.rewards import Brevity, Correctness, Format, Overlong, Reward, Stop, Term, TermError, WeightedTerm
from gradatim.rewards.combination import on_grid

Build = Callable[..., Sample]

CORRECTNESS = WeightedTerm("correctness", Correctness(), 1.0)


@dataclass(frozen=True)
class Returns:
    """A user's own term, registered nowhere."""

    value: Any
    limits: tuple[float, float] = (0.0, 1.0)

    def __call__(self, sample: Sample) -> Any:
        return self.value

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        return self.limits


def test_score_names_every_contribution(sample: Build) -> None:
    reward = Reward(
        [
            CORRECTNESS,
            WeightedTerm("stop", Stop("plain"), 0.25),
            WeightedTerm("long", Overlong(limit=8, soft=4), 0.25, when="correct"),
        ]
    )
    right = reward.score(sample("4", terminated=True, length=6))
    assert right.terms == {"correctness": 1.0, "stop": 0.25, "long": -0.125}
    assert right.total == 1.125
    wrong = reward.score(sample("5", "incorrect", terminated=False, length=6))
    assert wrong.terms == {"correctness": 0.0, "stop": -0.25, "long": 0.0}
    assert wrong.total == -0.25


@pytest.mark.parametrize(
    ("when", "status", "terminated", "counts"),
    [
        (None, "unparsed", None, True),
        ("correct", "correct", None, True),
        ("correct", "incorrect", True, False),
        ("parsed", "correct", None, True),
        ("parsed", "incorrect", None, True),
        ("parsed", "unparsed", True, False),
        ("terminated", "unparsed", True, True),
        ("terminated", "correct", False, False),
        ("terminated", "correct", None, False),
    ],
)
def test_conditions(sample: Build, when: Any, status: str, terminated: bool | None, counts: bool) -> None:
    reward = Reward([WeightedTerm("own", Returns(1.0), 0.5, when=when)], ordering="off")
    assert reward.score(sample(status=status, terminated=terminated)).terms == {"own": 0.5 if counts else 0.0}


def test_a_term_is_not_asked_where_its_condition_does_not_hold(sample: Build) -> None:
    reward = Reward([CORRECTNESS, WeightedTerm("brevity", Brevity(10), 0.5, when="correct")])
    assert reward(sample(status="incorrect", length=None)) == 0.0
    with pytest.raises(TermError, match="length is unknown"):
        reward(sample(status="correct", length=None))


@pytest.mark.parametrize("status", ["gold_unparsed", "engine_error"])
def test_excluded_samples_have_no_reward(sample: Build, status: str) -> None:
    reward = Reward([CORRECTNESS])
    score = reward.score(sample(status=status))
    assert (score.total, score.terms, score.verdict.status) == (None, {}, status)
    with pytest.raises(TermError, match=f"status {status} has no reward"):
        reward(sample(status=status))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1.25, -0.5, None, "1", [1.0], 1j])
def test_a_term_that_breaks_its_bounds_stops_the_run(sample: Build, value: object) -> None:
    reward = Reward([CORRECTNESS, WeightedTerm("own", Returns(value), 0.1, when="correct")])
    with pytest.raises(TermError) as caught:
        reward.score(sample("So 4"))
    assert isinstance(caught.value, GradatimError)
    for part in ("term 'own'", repr(value), "[0.0, 1.0]", "status=correct", "'So 4'"):
        assert part in str(caught.value)


@pytest.mark.parametrize("value", [True, 1, 1.0])
def test_any_real_number_is_a_value(sample: Build, value: object) -> None:
    reward = Reward([CORRECTNESS, WeightedTerm("own", Returns(value), 0.5, when="correct")])
    score = reward.score(sample())
    assert score.total == 1.5
    assert type(score.terms["own"]) is float


@pytest.mark.parametrize("limits", [(1.0, 0.0), (math.nan, 1.0), (0.0, math.inf)])
@pytest.mark.parametrize("ordering", ["strict", "off"])
def test_impossible_bounds_are_found_when_the_reward_is_built(limits: tuple[float, float], ordering: Any) -> None:
    with pytest.raises(TermError, match="term 'own' gives the bounds"):
        Reward([CORRECTNESS, WeightedTerm("own", Returns(0.0, limits), 0.1)], ordering)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: WeightedTerm("Stop", Stop(), 1.0), "term name 'Stop'"),
        (lambda: WeightedTerm("", Stop(), 1.0), "term name ''"),
        (lambda: WeightedTerm("a\n", Stop(), 1.0), "term name"),
        (lambda: WeightedTerm("stop", Stop(), 0), "not 0"),
        (lambda: WeightedTerm("stop", Stop(), math.nan), "not nan"),
        (lambda: WeightedTerm("stop", Stop(), math.inf), "not inf"),
        (lambda: WeightedTerm("stop", Stop(), -1e-6), "2\\^-16"),
        (lambda: WeightedTerm("stop", Stop(), True), "a number, not True"),
        (lambda: WeightedTerm("stop", Stop(), "1"), "a number, not '1'"),  # type: ignore[arg-type]
        (lambda: WeightedTerm("stop", Stop(), 1.0, when="always"), "'always'"),  # type: ignore[arg-type]
        (lambda: WeightedTerm("stop", Stop, 1.0), "is no term"),  # type: ignore[arg-type]
        (lambda: WeightedTerm("stop", len, 1.0), "is no term"),  # type: ignore[arg-type]
        (lambda: Reward([]), "at least one term"),
        (lambda: Reward([CORRECTNESS, CORRECTNESS]), "two terms have the name 'correctness'"),
        (lambda: Reward([CORRECTNESS], ordering="loose"), "'loose'"),  # type: ignore[arg-type]
    ],
)
def test_refusals(build: Callable[[], object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        build()


def scores(reward: Reward, sample: Sample) -> float | None:
    return reward.score(sample).total


@given(data=st.data())
def test_a_nested_reward_equals_the_flat_one(
    rewards: SearchStrategy[Reward], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    inner, drawn = data.draw(rewards), data.draw(samples)
    weight = data.draw(st.sampled_from([1.0, -0.5, 0.3, 0.7]))
    nested = Reward([CORRECTNESS, WeightedTerm("inner", inner, weight)], ordering="off")
    flat = [WeightedTerm(f"inner-{part.name}", part.term, weight * part.weight, part.when) for part in inner.terms]
    by_hand = Reward([*flat, CORRECTNESS], ordering="off")
    assert scores(nested, drawn) == scores(by_hand, drawn)
    assert nested.bounds("correct", True) == by_hand.bounds("correct", True)


@given(data=st.data())
def test_a_nested_condition_applies_to_all_of_its_terms(
    rewards: SearchStrategy[Reward], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    inner, drawn = data.draw(rewards), data.draw(samples)
    reward = Reward([WeightedTerm("inner", inner, 1.0, when="correct")], ordering="off")
    expected = scores(inner, drawn) if drawn.verdict.correct or drawn.verdict.excluded else 0.0
    assert scores(reward, drawn) == expected


def test_inner_and_outer_conditions_must_both_hold(sample: Build) -> None:
    inner = Reward([WeightedTerm("own", Returns(1.0), 0.5, when="terminated")], ordering="off")
    reward = Reward([WeightedTerm("inner", inner, 0.5, when="correct")], ordering="off")
    cases = [("correct", True), ("incorrect", True), ("correct", False)]
    assert [scores(reward, sample(status=status, terminated=end)) for status, end in cases] == [0.25, 0.0, 0.0]


@given(data=st.data())
def test_the_order_of_terms_does_not_matter(
    rewards: SearchStrategy[Reward], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    reward, drawn = data.draw(rewards), data.draw(samples)
    shuffled = Reward(data.draw(st.permutations(reward.terms)), ordering="off")
    assert shuffled.score(drawn) == reward.score(drawn)


@given(data=st.data())
def test_a_reward_is_a_term_within_its_bounds(
    rewards: SearchStrategy[Reward], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    reward: Term = data.draw(rewards)
    drawn = data.draw(samples.filter(lambda sample: not sample.verdict.excluded))
    low, high = reward.bounds(drawn.verdict.status, drawn.terminated)
    assert low <= reward(drawn) <= high


@given(data=st.data())
def test_totals_lie_on_the_grid_and_add_up(
    rewards: SearchStrategy[Reward], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    score = data.draw(rewards).score(data.draw(samples))
    if score.total is not None:
        assert (score.total * 2**16).is_integer()
        assert abs(score.total - math.fsum(score.terms.values())) <= 2**-17 + 1e-12


def test_sums_are_rounded_once_whatever_their_order() -> None:
    values = [1.0, 2.0**-17, 2.0**-60, -1.0]
    assert {on_grid(order) for order in permutations(values)} == {2.0**-16}


def test_groups_of_equal_rewards_have_no_advantage(sample: Build) -> None:
    parts = [(f"t{i}", Returns(1.0), weight) for i, weight in enumerate((0.1, 0.2, 0.3))]
    orders = [parts, parts[::-1], parts[1:] + parts[:1]]
    totals = [scores(Reward([WeightedTerm(*part) for part in order], "off"), sample()) for order in orders]
    assert len({sum(weight for _, _, weight in order) for order in orders}) > 1
    assert len(set(totals)) == 1
    assert statistics.pstdev([total for total in totals if total is not None] * 3) == 0


def test_answer_styles_are_filled_where_open(sample: Build) -> None:
    style = Reward([WeightedTerm("format", Format(), 0.5), WeightedTerm("fixed", Format("plain"), 0.25)], "off")
    reward = Reward(
        [CORRECTNESS, WeightedTerm("style", style, 0.5, "correct"), WeightedTerm("own", Returns(0.0), -0.1)]
    )
    filled = reward.with_answer("boxed")
    assert [leaf.term for leaf in filled.leaves] == [Correctness(), Format("boxed"), Format("plain"), Returns(0.0)]
    assert filled.with_answer("tags") == filled
    assert scores(filled, sample("\\boxed{4}")) == 1.375
