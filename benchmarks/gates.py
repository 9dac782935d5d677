"""How often gates open too early, and how late they open: simulated, for a gate on a pass rate of .90.

    python benchmarks/gates.py [--runs 2000] [--seed 0]

Prompts are Beta-binomial with a within-prompt correlation of .5. A *false promotion* is a gate that opens within 300
looks while the true rate stays at .85 or .87; the *delay* is the number of steps until it opens at a true .95. All runs
of a cell go through a vectorised form of the library's gates, and the first ones through the library itself: the
benchmark fails when the two differ.

Expect of `e_cusum` (c = .87, alpha .0004), for 4 x 8, 8 x 8, 16 x 16 and 32 x 8 prompts x completions: opens at .85 in
at most .0005 of the runs; at .87, which is c itself, where its bound is alpha times the prompts seen, in about .004,
.015, .025 and .035; mean delay 39, 20, 10 and 5 steps. The raw mean over 10 steps of 8 x 8 opens at .85 in .98 of the
runs. `wilson` (window 160) opens sooner, and at .87 in .04 to .14 of the runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from gradatim.curricula.gates import ECusum, Gate, Wilson

LOOKS = 300
SETTINGS = ((4, 8), (8, 8), (16, 16), (32, 8))
PASS_RATE = 0.9
REPLAYED = 10

Counts = NDArray[np.uint8]
Steps = NDArray[np.int64]
Floats = NDArray[np.float64]
Rule = Callable[[Counts, int], Steps]


def draw(rng: np.random.Generator, rate: float, prompts: int, group: int, runs: int) -> Counts:
    """Returns right completions by (run, look, prompt), for a steady true rate."""
    looks = [rng.binomial(group, rng.beta(rate, 1.0 - rate, (runs, prompts))) for _ in range(LOOKS)]
    return np.stack(looks, axis=1).astype(np.uint8)


def opening(opens: NDArray[np.bool_]) -> Steps:
    """Returns the step (from 1) of the first True of each row; LOOKS + 1 for a row without one."""
    return np.where(opens.any(axis=1), opens.argmax(axis=1) + 1, LOOKS + 1)


def e_cusum(gate: ECusum) -> Rule:
    """Returns the vectorised gate; its factors and its cap are read off the library's gate."""

    def rule(counts: Counts, group: int) -> Steps:
        factors = np.array([gate.update(gate.start(), [k / group])["wealth"] for k in range(group + 1)]).T
        cap = max(gate.update(gate.start(), [1.0] * 1000)["wealth"])
        runs, looks, prompts = counts.shape
        wealth = np.ones((len(factors), runs))
        opens = np.zeros((runs, looks), dtype=bool)
        for look in range(looks):
            for prompt in range(prompts):
                wealth = np.minimum(np.maximum(wealth, 1.0) * factors[:, counts[:, look, prompt]], cap)
            enough = (look + 1) * prompts >= gate.min_prompts
            opens[:, look] = enough & (wealth.sum(axis=0) / len(wealth) >= 1.0 / gate.alpha)
        return opening(opens)

    return rule


def wilson(gate: Wilson) -> Rule:
    """Returns the vectorised gate; `window` must be a multiple of the prompts per look."""

    def rule(counts: Counts, group: int) -> Steps:
        prompts = counts.shape[2]
        rates = counts / group
        width = gate.window // prompts
        seen = prompts * np.minimum(np.arange(1, counts.shape[1] + 1), width)
        total = windowed(rates.sum(axis=2), width)
        mean = (total + 2.0) / (seen + 4)
        variance = (windowed((rates**2).sum(axis=2), width) + 2.0) / (seen + 4) - mean**2
        bound = lower_bound(total / seen, seen * mean * (1.0 - mean) / variance, gate.confidence)
        return opening((bound >= gate.pass_rate) & (seen >= gate.min_prompts))

    return rule


def raw_mean(counts: Counts, group: int) -> Steps:
    """The usual rule: the mean of the last 10 steps has reached the pass rate."""
    means = windowed(counts.mean(axis=2) / group, 10) / 10
    means[:, :9] = 0.0
    return opening(means >= PASS_RATE)


def iid_wilson(counts: Counts, group: int) -> Steps:
    """A 95 % Wilson bound over the last 10 steps that takes completions for independent."""
    trials = 10.0 * group * counts.shape[2]
    rates = windowed(counts.sum(axis=2, dtype=np.float64), 10) / trials
    rates[:, :9] = 0.0
    return opening(lower_bound(rates, np.full(LOOKS, trials), 0.95) >= PASS_RATE)


def windowed(values: Floats, width: int) -> Floats:
    """Returns sums over the last `width` columns, or over as many as there are."""
    sums = values.cumsum(axis=1)
    return np.concatenate([sums[:, :width], sums[:, width:] - sums[:, :-width]], axis=1)


def lower_bound(rates: Floats, trials: Floats, confidence: float) -> Floats:
    """Returns Wilson's one-sided lower bound."""
    z2 = NormalDist().inv_cdf(confidence) ** 2
    half = np.sqrt(z2 * (rates * (1.0 - rates) + z2 / (4.0 * trials)) / trials)
    bound: Floats = (rates + z2 / (2.0 * trials) - half) / (1.0 + z2 / trials)
    return bound


def replay(gate: Gate, counts: Counts, group: int) -> Steps:
    """Returns the opening steps of the library's own gate, run by run."""
    steps = []
    for run in (counts / group).tolist():
        state, step = gate.start(), LOOKS + 1
        for look, rates in enumerate(run, start=1):
            state = gate.update(state, rates)
            if gate.decide(state).opens:
                step = look
                break
        steps.append(step)
    return np.array(steps, dtype=np.int64)


GATES: dict[str, tuple[Gate, Rule]] = {
    "e_cusum": (ECusum(PASS_RATE), e_cusum(ECusum(PASS_RATE))),
    "wilson": (Wilson(PASS_RATE), wilson(Wilson(PASS_RATE))),
}
RULES: dict[str, Rule] = {
    **{name: rule for name, (_, rule) in GATES.items()},
    "raw mean, 10 steps": raw_mean,
    "Wilson over completions, 10 steps": iid_wilson,
}


def measure(rng: np.random.Generator, rate: float, prompts: int, group: int, runs: int) -> dict[str, Steps]:
    """Returns the opening steps of every rule on the same runs."""
    counts = draw(rng, rate, prompts, group, runs)
    found = {name: rule(counts, group) for name, rule in RULES.items()}
    for name, (gate, _) in GATES.items():
        if (found[name][:REPLAYED] != replay(gate, counts[:REPLAYED], group)).any():
            raise RuntimeError(f"the vectorised {name} differs from the library's gate at {prompts} x {group}, {rate}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=2000, help="simulated runs per cell (2000)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    print(f"{options.runs} runs of {LOOKS} looks, pass rate {PASS_RATE}, seed {options.seed}\n")
    print("| prompts x G | rule | opens at .85 | opens at .87 | delay at .95: mean | median | 90 % | never |")
    print("|---|---|---|---|---|---|---|---|")
    for prompts, group in SETTINGS:
        low, close, good = (measure(rng, rate, prompts, group, options.runs) for rate in (0.85, 0.87, 0.95))
        for name in RULES:
            false = f"{np.mean(low[name] <= LOOKS):.4f} | {np.mean(close[name] <= LOOKS):.4f}"
            delay = f"{good[name].mean():.1f} | {np.median(good[name]):.0f} | {np.percentile(good[name], 90):.0f}"
            print(
                f"| {prompts} x {group} | {name} | {false} | {delay} | {np.mean(good[name] > LOOKS):.3f} |", flush=True
            )


if __name__ == "__main__":
    main()
