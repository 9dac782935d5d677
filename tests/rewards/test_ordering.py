from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gradatim.core import ConfigError, Sample, Status, Verdict
from gradatim.rewards import (
    Brevity,
    Correctness,
    Format,
    Overlong,
    Reward,
    Stop,
    WeightedTerm,
    prove_ordering,
)
from gradatim.rewards.remedies import Remedy, remedies

GOLDEN = Path(__file__).parent / "golden"
ENDS = (True, False, None)
WRONG: tuple[Status, ...] = ("incorrect", "unparsed")

Key = tuple[Status, bool | None]


@dataclass(frozen=True)
class Switch:
    """A term that reaches either end of its bounds, as one bit of the sample's length says."""

    bit: int
    table: dict[Key, tuple[float, float]]

    def __call__(self, sample: Sample) -> float:
        return self.bounds(sample.verdict.status, sample.terminated)[(sample.length or 0) >> self.bit & 1]

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        return self.table[status, terminated]


def switches(count: int) -> SearchStrategy[Reward]:
    """Rewards of independent terms with any bounds, weights and conditions."""
    values = st.integers(-2, 2).map(float)
    tables = st.fixed_dictionaries(
        {key: st.tuples(values, values).map(sorted).map(tuple) for key in product(("correct", *WRONG), ENDS)}
    )
    weights = st.sampled_from([-1.0, -0.25, 0.25, 1.0])
    whens = st.sampled_from([None, "correct", "parsed", "terminated"])
    parts = [
        st.builds(WeightedTerm, st.just(f"t{bit}"), st.builds(Switch, st.just(bit), tables), weights, whens)
        for bit in range(count)
    ]
    gap = st.builds(WeightedTerm, st.just("gap"), st.just(Correctness()), st.sampled_from([0.5, 2.0, 8.0]))
    return st.tuples(gap, *parts).map(lambda terms: Reward(terms, ordering="off"))


def reachable(reward: Reward, statuses: Sequence[Status], bits: int) -> list[float]:
    samples = [
        Sample("", Verdict(status), terminated=terminated, length=length)
        for status, terminated, length in product(statuses, ENDS, range(2**bits))
    ]
    return [reward(sample) for sample in samples]


@given(switches(2))
def test_the_proof_holds_exactly_when_no_wrong_sample_reaches_a_correct_one(reward: Reward) -> None:
    best, worst = max(reachable(reward, WRONG, 2)), min(reachable(reward, ("correct",), 2))
    proof = prove_ordering(reward)
    assert proof.ok is (best < worst)
    assert (proof.wrong.total, proof.correct.total) == (best, worst)


@given(data=st.data())
def test_no_sample_breaks_a_proved_ordering(
    rewards: SearchStrategy[Reward], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    reward, one, other = data.draw(rewards), data.draw(samples), data.draw(samples)
    assume(prove_ordering(reward).ok)
    right = replace(one, verdict=Verdict("correct"))
    wrong = replace(other, verdict=replace(other.verdict, status=data.draw(st.sampled_from(WRONG))))
    assert reward(wrong) < reward(right)


def apply(reward: Reward, remedy: Remedy) -> Reward:
    """Makes the change, a little inside of the limits that it names."""
    terms = [part for part in reward.terms if part.name != remedy.term]
    if remedy.term is None:
        return Reward([*terms, WeightedTerm("added", Correctness(), (remedy.above or 0) + 0.01)])
    (part,) = (part for part in reward.terms if part.name == remedy.term)
    if remedy.weight is None:
        return Reward([*terms, replace(part, when="correct")])
    if part.weight > 0:
        above, below = remedy.above or 0, remedy.below or (remedy.above or 0) + 1
    else:
        above, below = remedy.above or (remedy.below or 0) - 1, remedy.below or 0
    return Reward([*terms, replace(part, weight=(above + below) / 2)])


@given(st.one_of(switches(1), switches(2), switches(3)))
def test_every_remedy_works(reward: Reward) -> None:
    assume(not prove_ordering(reward).ok)
    found = remedies(reward.leaves)
    assert found
    for remedy in found:
        assert prove_ordering(apply(reward, remedy)).ok, str(remedy)


def gain(correct: float, wrong: float, ended: float | None = None) -> Switch:
    """A term with one value for correct samples, if need be another for those that ended, and one for all others."""
    table = dict.fromkeys(product(WRONG, ENDS), (wrong, wrong))
    table |= {("correct", end): (correct, correct) for end in ENDS}
    return Switch(0, table if ended is None else table | {("correct", True): (ended, ended)})


def advised(*terms: WeightedTerm) -> list[str]:
    return [str(remedy) for remedy in remedies(Reward(terms, ordering="off").leaves)]


def test_a_lead_of_rounding_noise_sets_no_limit() -> None:
    """0.1 + 0.2 is more than 0.3, by the last bit: the ended samples neither gain nor lose by the weight of `noise`."""
    noise = [WeightedTerm("a", gain(1.0, 0.1, ended=0.3), 1.0), WeightedTerm("b", gain(0.0, 0.2), 1.0)]
    rest = WeightedTerm("rest", gain(-0.5, 0.0, ended=1.0), 1.0)
    advice = advised(WeightedTerm("noise", Reward(noise, ordering="off"), 0.5), rest)
    assert "raise the weight of `noise` from 0.5 to above 0.7143" in advice


def test_a_lead_too_small_to_help_ends_in_the_one_advice_that_does() -> None:
    assert advised(WeightedTerm("tiny", gain(1e-9, 0.0), 1.0)) == [
        "add a plain `correctness` term with a weight above 0"
    ]


def test_advice_for_a_weight_just_below_its_limit() -> None:
    close = WeightedTerm("format", Format("tags"), 1 - 2**-18)
    assert "lower the weight of `format` from 1 to below 1" in advised(CORRECTNESS, close)


CORRECTNESS = WeightedTerm("correctness", Correctness(), 1.0)
STYLE = Reward([WeightedTerm("format", Format("tags"), 0.5), WeightedTerm("stop", Stop("tags"), 0.3)], ordering="off")

REFUSED = {
    "heavy_stop": [CORRECTNESS, WeightedTerm("stop", Stop("tags"), 0.8)],
    "tie": [CORRECTNESS, WeightedTerm("format", Format("tags"), 1.0)],
    "negative": [CORRECTNESS, WeightedTerm("verbose", Overlong(limit=100, soft=20), -1.5, when="parsed")],
    "partial_alone": [WeightedTerm("tests", Correctness(partial=True), 1.0)],
    "no_correctness": [WeightedTerm("format", Format("tags"), 0.2), WeightedTerm("stop", Stop("tags"), 0.1)],
    "nested": [CORRECTNESS, WeightedTerm("long", Overlong(100, 20), 0.7), WeightedTerm("style", STYLE, 1.0)],
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_refusal_names_the_combination_and_what_to_change(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Reward(REFUSED[name])
    assert f"{caught.value}\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


PROVED = {
    "gated": [CORRECTNESS, WeightedTerm("stop", Stop("tags"), 0.8, when="correct"), WeightedTerm("x", Brevity(9), 5.0)],
    "light": [CORRECTNESS, WeightedTerm("stop", Stop("tags"), 0.2), WeightedTerm("format", Format("tags"), 0.2)],
    "partial": [CORRECTNESS, WeightedTerm("tests", Correctness(partial=True), 0.3)],
    "penalty": [CORRECTNESS, WeightedTerm("long", Overlong(100, 20), 0.9)],
    "nested": [CORRECTNESS, WeightedTerm("style", STYLE, 0.5, when="correct")],
}


@pytest.mark.parametrize("name", PROVED)
def test_sound_designs_are_accepted(name: str) -> None:
    assert prove_ordering(Reward(PROVED[name])).ok


def test_the_proof_says_how_far_the_two_are_apart() -> None:
    proof = prove_ordering(Reward(PROVED["light"]))
    assert proof.text == "every correct completion scores at least 0.8, any other at most 0.4"


def test_the_proof_looks_across_the_ends_of_completions() -> None:
    """Cut against cut and ended against ended the correct one leads; a wrong one that ended beats a cut one."""
    proof = prove_ordering(Reward([CORRECTNESS, WeightedTerm("stop", Stop("tags"), 0.5)], ordering="off"))
    assert not proof.ok
    assert [(found.status, found.terminated) for found in (proof.wrong, proof.correct)] == [
        ("incorrect", True),
        ("correct", False),
    ]
    assert [found.terms for found in (proof.wrong, proof.correct)] == [
        {"correctness": 0.0, "stop": 0.5},
        {"correctness": 1.0, "stop": -0.5},
    ]


def test_a_lead_that_the_grid_swallows_is_a_tie() -> None:
    close = [CORRECTNESS, WeightedTerm("format", Format("tags"), 1 - 2**-18)]
    assert not prove_ordering(Reward(close, ordering="off")).ok


def test_ordering_off_accepts_anything() -> None:
    for terms in REFUSED.values():
        Reward(terms, ordering="off")
