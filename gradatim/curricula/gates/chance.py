"""Pass rates of multiple-choice problems, corrected for guessing."""

from __future__ import annotations


def chance_corrected(rate: float, options: int) -> float:
    """Returns (rate - 1/K) / (1 - 1/K): 0 for a guesser, 1 for a perfect policy.

    It is linear: correct a rate and the ends of its interval for a report. It is negative below chance, hence no
    evidence for a gate, which takes raw rates and a raised bound (`with_chance`).

    Args:
        rate: raw share of right answers, in [0, 1].
        options: K, how many answers each problem offers, >= 2.

    Raises:
        ValueError: fewer than two options.
    """
    chance = _chance(options)
    return (rate - chance) / (1.0 - chance)


def with_chance(corrected: float, options: int) -> float:
    """Returns the raw rate whose `chance_corrected` value is `corrected`: the inverse.

    Where problems differ in their number of options, the smallest one gives the highest, hence safe bound.

    Raises:
        ValueError: fewer than two options.
    """
    chance = _chance(options)
    return chance + (1.0 - chance) * corrected


def _chance(options: int) -> float:
    if options < 2:
        raise ValueError(f"a choice needs at least 2 options, not {options}")
    return 1.0 / options
