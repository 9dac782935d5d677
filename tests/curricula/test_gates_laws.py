"""What holds for every gate, whatever the rates."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.core import canonical_json
from gradatim.curricula.gates import ECusum, Gate, Wilson, mirrored

RATES = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.875, 1.0])), max_size=60)
BOUNDS = st.floats(0.02, 0.98)
GATES: dict[str, Gate] = {
    "e_cusum": ECusum(0.9, alpha=0.1, min_prompts=5),
    "wilson": Wilson(0.7, window=24, min_prompts=5),
    "mirrored e_cusum": mirrored(ECusum(0.9, alpha=0.1, min_prompts=5), 0.6),
    "mirrored wilson": mirrored(Wilson(0.7, window=24, min_prompts=5), 0.6),
}
every_gate = pytest.mark.parametrize("gate", GATES.values(), ids=GATES.keys())


@st.composite
def fair(draw: st.DrawFn, c: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two values in [0, 1] with their probabilities and a mean of c."""
    low, high = draw(st.floats(0, c)), draw(st.floats(c, 1))
    chance = 1.0 if high == low else (c - low) / (high - low)
    return (low, 1.0 - chance), (high, chance)


@given(st.data(), BOUNDS, st.floats(0, 1))
def test_a_bet_never_gains_on_average_while_the_rate_is_not_above_the_bound(
    data: st.DataObject, c: float, below: float
) -> None:
    gate = ECusum(c, margin=0.0)
    outcomes = data.draw(fair(c))
    for mean, expected in ((c, 1.0), (c * below, None)):
        factors = [gate.update(gate.start(), [x * mean / c])["wealth"] for x, _ in outcomes]
        for bettor in zip(*factors, strict=True):
            gain = sum(p * factor for (_, p), factor in zip(outcomes, bettor, strict=True))
            assert gain <= 1.0 + 1e-9
            assert expected is None or gain == pytest.approx(expected)


@given(st.data(), BOUNDS)
def test_expected_evidence_is_at_most_the_number_of_prompts(data: st.DataObject, c: float) -> None:
    gate = ECusum(c, margin=0.0, alpha=1e-6)
    steps = [data.draw(fair(c)) for _ in range(5)]
    for n in range(1, len(steps) + 1):
        paths = product(*steps[:n])
        expected = sum(
            prod(p for _, p in path) * gate.decide(gate.update(gate.start(), [x for x, _ in path])).evidence
            for path in paths
        )
        assert expected <= n + 1e-9


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=60), BOUNDS)
def test_higher_rates_are_never_less_evidence(pairs: list[tuple[float, float]], c: float) -> None:
    gate = ECusum(c, margin=0.0)
    low, high = ([pick(pair) for pair in pairs] for pick in (min, max))
    evidence = [gate.decide(gate.update(gate.start(), rates)).evidence for rates in (low, high)]
    assert evidence[0] <= evidence[1]


@every_gate
@given(first=RATES, second=RATES)
def test_how_prompts_are_cut_into_updates_makes_no_difference(
    gate: Gate, first: list[float], second: list[float]
) -> None:
    assert gate.update(gate.start(), first + second) == gate.update(gate.update(gate.start(), first), second)


@every_gate
@given(first=RATES, second=RATES)
def test_state_survives_json_bit_for_bit(gate: Gate, first: list[float], second: list[float]) -> None:
    state = gate.update(gate.start(), first)
    copy = json.loads(canonical_json(state))
    assert copy == state
    assert gate.update(copy, second) == gate.update(state, second)
    assert gate.decide(copy) == gate.decide(state)


@every_gate
@given(first=RATES, second=RATES)
def test_update_and_decide_leave_the_state_alone(gate: Gate, first: list[float], second: list[float]) -> None:
    state = gate.update(gate.start(), first)
    before = deepcopy(state)
    gate.update(state, second)
    gate.decide(state)
    assert state == before


@every_gate
@given(rates=RATES)
def test_a_decision_agrees_with_its_grounds(gate: Gate, rates: list[float]) -> None:
    found = gate.decide(gate.update(gate.start(), rates))
    assert found.prompts == len(rates)
    assert found.opens == (found.evidence >= found.threshold and found.prompts >= 5)
    assert (found.rate is None) == (found.interval is None) == (not rates)
    if found.rate is not None and found.interval is not None:
        assert 0.0 <= found.interval[0] <= found.rate <= found.interval[1] <= 1.0


@every_gate
@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_stays_shut_before_min_prompts(gate: Gate, rate: float) -> None:
    state = gate.start()
    for _ in range(4):
        state = gate.update(state, [rate])
        assert not gate.decide(state).opens


@given(st.lists(st.floats(0, 1), max_size=80), st.sampled_from([0.5, 0.1, 0.01]), BOUNDS)
def test_the_cap_does_not_move_the_opening(rates: list[float], alpha: float, c: float) -> None:
    gate = ECusum(c, margin=0.0, alpha=alpha, min_prompts=1)
    state, wealth = gate.start(), [1.0, 1.0, 1.0]
    for rate in rates:
        state = gate.update(state, [rate])
        wealth = [
            max(m, 1.0) * (1.0 + share * (rate / c - 1.0)) for m, share in zip(wealth, (0.3, 0.6, 0.9), strict=True)
        ]
        uncapped = sum(wealth) / 3 >= 1.0 / alpha
        assert gate.decide(state).opens == uncapped
        if uncapped:
            return
