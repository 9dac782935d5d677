"""The default gate on simulated runs, and the vectorised benchmark against the library's gates."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gradatim.curricula.gates import ECusum, Wilson

GROUP = 8


def steps_to_open(gate: ECusum, rate: float, rng: Random, prompts: int = 8, looks: int = 300) -> int | None:
    """The step at which the gate opens on Beta-binomial prompts, within-prompt correlation .5; None if it does not."""
    state = gate.start()
    for look in range(looks):
        chances = [rng.betavariate(rate, 1 - rate) for _ in range(prompts)]
        state = gate.update(state, [sum(rng.random() < p for _ in range(GROUP)) / GROUP for p in chances])
        if gate.decide(state).opens:
            return look + 1
    return None


# 2,000 runs of benchmarks/gates.py: .0005 at .85, .0385 at .87.
@pytest.mark.parametrize(("plateau", "allowed"), [(0.85, 1), (0.87, 8)])
def test_false_promotions_of_a_90_gate(plateau: float, allowed: int) -> None:
    rng, gate = Random(5), ECusum(0.9)
    opened = [steps_to_open(gate, plateau, rng) for _ in range(80)]
    assert sum(step is not None for step in opened) <= allowed


# 2,000 runs: mean 17.4, median 16, 90th percentile 25.
def test_delay_of_a_90_gate_at_95() -> None:
    rng, gate = Random(6), ECusum(0.9)
    steps = sorted(steps_to_open(gate, 0.95, rng) or 300 for _ in range(200))
    assert 14 <= sum(steps) / len(steps) <= 20
    assert steps[len(steps) * 9 // 10] <= 32


@pytest.fixture(scope="module")
def bench() -> Any:
    pytest.importorskip("numpy", reason="the benchmark needs numpy")
    spec = spec_from_file_location("benchmarks_gates", Path(__file__).parents[2] / "benchmarks" / "gates.py")
    if spec is None or spec.loader is None:
        pytest.skip("benchmarks/ is not part of this installation")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("prompts", "group"), [(4, 8), (8, 8), (16, 16)])
@pytest.mark.parametrize("rate", [0.8, 0.9, 0.96])
@pytest.mark.parametrize("passes", [0.8, 0.9])
def test_the_benchmark_runs_the_gates_of_the_library(
    bench: Any, prompts: int, group: int, rate: float, passes: float
) -> None:
    import numpy as np

    counts = bench.draw(np.random.default_rng(4), rate, prompts, group, 12)[:, :60]
    for gate, rule in (
        (ECusum(passes, alpha=0.01, min_prompts=40), bench.e_cusum),
        (Wilson(passes, window=64, min_prompts=40), bench.wilson),
    ):
        found, expected = rule(gate)(counts, group), bench.replay(gate, counts, group)
        assert found.tolist() == expected.tolist()
