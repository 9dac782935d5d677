"""Single gates on sequences that can be checked by hand."""

from __future__ import annotations

from random import Random

import pytest

from gradatim.core import ConfigError, canonical_json
from gradatim.core.config import build
from gradatim.curricula.gates import GATES, ECusum, Gate, Wilson, mirrored


def first_opening(gate: Gate, rates: list[float]) -> int | None:
    """The number of prompts after which the gate opens; None if it does not."""
    state = gate.start()
    for n, rate in enumerate(rates, start=1):
        state = gate.update(state, [rate])
        if gate.decide(state).opens:
            return n
    return None


def test_wealth_after_one_success_and_one_failure() -> None:
    gate = ECusum(0.8, margin=0.3)
    state = gate.update(gate.start(), [1.0, 0.0])
    assert state["wealth"] == pytest.approx([1.3 * 0.7, 1.6 * 0.4, 1.9 * 0.1])
    assert state["prompts"] == 2
    assert state["recent"] == [1.0, 0.0]
    # Every bettor is below 1 by now and starts again with 1.
    assert gate.update(state, [1.0])["wealth"] == pytest.approx([1.3, 1.6, 1.9])


@pytest.mark.parametrize(
    ("gate", "prompts"),
    [
        (ECusum(0.9), 71),
        (ECusum(1.0), 324),
        (ECusum(0.5), 24),
        (ECusum(0.5, min_prompts=1), 13),
        (ECusum(0.031, min_prompts=1), 2),
        (ECusum(0.9, alpha=0.01), 44),
        (Wilson(0.9), 25),
        (Wilson(0.95), 52),
    ],
    ids=str,
)
def test_perfect_prompts_until_it_opens(gate: Gate, prompts: int) -> None:
    assert first_opening(gate, [1.0] * 400) == prompts


@pytest.mark.parametrize("gate", [ECusum(0.9), Wilson(0.9)], ids=str)
@pytest.mark.parametrize("rate", [0.0, 0.5, 0.8])
def test_never_opens_on_a_steady_rate_below_the_bound(gate: Gate, rate: float) -> None:
    assert first_opening(gate, [rate] * 1000) is None


def test_a_bad_past_does_not_count_against_a_good_present() -> None:
    gate = ECusum(0.9)
    assert first_opening(gate, [0.0] * 500 + [1.0] * 100) == 500 + 71


@pytest.mark.parametrize(
    "gate", [ECusum(0.9), ECusum(0.04), ECusum(0.9, alpha=1e-9), ECusum(1e-300, margin=0.0)], ids=str
)
def test_a_long_perfect_run_stays_finite_and_open(gate: ECusum) -> None:
    state = gate.update(gate.start(), [1.0] * 20_000)
    assert "Infinity" not in canonical_json(state)
    assert gate.decide(state).opens
    assert gate.decide(gate.update(state, [0.0])).opens


def test_shutting_takes_as_much_as_opening_did() -> None:
    gate = ECusum(0.9)
    state = gate.update(gate.start(), [1.0] * 20_000)
    assert gate.decide(gate.update(state, [0.5] * 30)).opens
    assert not gate.decide(gate.update(state, [0.5] * 60)).opens


def test_average_run_length_at_the_bound_is_at_least_one_over_alpha() -> None:
    gate, rng = ECusum(0.5, margin=0.0, alpha=0.05, min_prompts=1), Random(1)
    lengths = [first_opening(gate, [float(rng.random() < 0.5) for _ in range(2000)]) or 2000 for _ in range(300)]
    assert 20 <= sum(lengths) / len(lengths) <= 200


def test_rate_and_interval_are_of_the_latest_prompts() -> None:
    for gate, window in ((ECusum(0.9), 128), (Wilson(0.9, window=40), 40)):
        found = gate.decide(gate.update(gate.start(), [0.0] * 300 + [1.0] * window))
        assert found.rate == 1.0
        assert found.interval is not None
        assert 0.9 < found.interval[0] < 1.0 == found.interval[1]
        assert found.prompts == 300 + window


@pytest.mark.parametrize("rate", [-0.125, 1.125, float("nan"), float("inf")])
@pytest.mark.parametrize("gate", [ECusum(0.9), Wilson(0.9), mirrored(ECusum(0.9), 0.5)], ids=str)
def test_refuses_what_is_no_rate(gate: Gate, rate: float) -> None:
    with pytest.raises(ValueError, match=r"must be in \[0, 1\]"):
        gate.update(gate.start(), [0.5, rate])


@pytest.mark.parametrize(("name", "bound"), [("e_cusum", 0.77), ("wilson", 0.8)])
def test_gates_are_built_by_name_from_plain_settings(name: str, bound: float) -> None:
    assert build(GATES[name], {"pass_rate": 0.8, "min_prompts": 30}).bound == pytest.approx(bound)


@pytest.mark.parametrize("gate", [ECusum(0.9), Wilson(0.9)], ids=str)
def test_demotion_fires_on_a_low_rate_only(gate: Gate) -> None:
    test = mirrored(gate, 0.6)
    assert test.bound == pytest.approx(0.6)
    assert first_opening(test, [0.0] * 100) == 24
    assert first_opening(test, [0.25] * 400) is not None
    assert first_opening(test, [0.625] * 400) is None
    assert first_opening(test, [1.0] * 400) is None


def test_demotion_shows_the_rate_of_success() -> None:
    test = mirrored(ECusum(0.9), 0.6)
    found = test.decide(test.update(test.start(), [0.25] * 50))
    assert found.rate == 0.25
    assert found.interval is not None
    assert 0.1 < found.interval[0] < 0.25 < found.interval[1] < 0.5


def test_demotion_keeps_the_settings_of_the_gate() -> None:
    test = mirrored(ECusum(0.9, margin=0.05, alpha=0.01, min_prompts=40), 0.6)
    assert test.gate == ECusum(0.4, margin=0.0, alpha=0.01, min_prompts=40)
    assert test.against(0.7).bound == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("gate", "below", "message"),
    [
        (ECusum(0.9), 0.0, "demote_below 0 must be above 0 and at most 0.87"),
        (ECusum(0.9), 0.88, "demote_below 0.88 must be above 0 and at most 0.87"),
        (Wilson(0.9), 0.95, "demote_below 0.95 must be above 0 and at most 0.9"),
        (Wilson(0.9), 0.01, "demote_below 0.01: .* a window of 160 prompts cannot show a rate of 0.99"),
    ],
)
def test_refuses_a_demotion_that_cannot_work(gate: Gate, below: float, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        mirrored(gate, below)
