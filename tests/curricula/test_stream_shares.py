"""How rows are shared out over stages: fixed seeds, so a failing test is no bad luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

import pytest

from gradatim.curricula import Curriculum, PhaseMark, Schedule, load_curriculum

ROWS = 8_000
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47}
"""Chi-square at .001 by degrees of freedom."""
seeds = pytest.mark.parametrize("seed", [1, 2, 3])


def curriculum(seed: int, **changes: Any) -> Curriculum:
    add = {"operations": ["add"], "digits": 3}
    stages = [{"name": f"s{k}", "problems": {"arithmetic": add}} for k in range(4)]
    data: dict[str, Any] = {
        "name": "x",
        "seed": seed,
        "answer": "plain",
        "reward": {"correctness": 1.0},
        "gate": {"pass_rate": 0.8},
        "stages": stages,
    }
    return load_curriculum(data | changes)


def in_phase(loaded: Curriculum, phase: int) -> list[tuple[str, str]]:
    """Stage and role of many rows of one phase."""
    schedule = Schedule([PhaseMark(0, 0), PhaseMark(1, phase)])
    rows = (loaded.row(slot, schedule) for slot in range(1, ROWS + 1))
    return [(row.stage, row.role) for row in rows]


def chi_square(counts: Mapping[str, int], weights: Mapping[str, float]) -> float:
    rows, total = sum(counts.values()), sum(weights.values())
    assert set(counts) <= set(weights)
    expected = {name: rows * weight / total for name, weight in weights.items()}
    return sum((counts.get(name, 0) - mean) ** 2 / mean for name, mean in expected.items())


@seeds
@pytest.mark.parametrize("replay", [0.1, 0.33, 0.75])
def test_the_share_of_replayed_rows_is_the_configured_one(seed: int, replay: float) -> None:
    rows = in_phase(curriculum(seed, replay=replay), 2)
    share = sum(role == "replay" for _, role in rows) / ROWS
    assert abs(share - replay) < 3.3 * sqrt(replay * (1 - replay) / ROWS)


@seeds
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_replay_is_uniform_over_the_earlier_stages(seed: int, phase: int) -> None:
    replayed = Counter(stage for stage, role in in_phase(curriculum(seed, replay=0.5), phase) if role == "replay")
    uniform = {f"s{k}": 1.0 for k in range(phase)}
    assert chi_square(replayed, uniform) < CRITICAL.get(phase - 1, 1e-9)


@seeds
@pytest.mark.parametrize(("replay", "phase"), [(0.0, 3), (0.9, 0)])
def test_there_is_nothing_to_replay_without_a_share_or_an_earlier_stage(seed: int, replay: float, phase: int) -> None:
    assert set(in_phase(curriculum(seed, replay=replay), phase)) == {(f"s{phase}", "fresh")}


@seeds
@pytest.mark.parametrize("weights", [None, [1.0, 1.0, 2.0, 4.0], [0.3, 0.1, 0.1, 0.1]])
def test_the_finish_keeps_to_its_weights(seed: int, weights: list[float] | None) -> None:
    finish = {"pass_rate": 0.9} | ({"weights": weights} if weights else {})
    rows = in_phase(curriculum(seed, replay=0.9, finish=finish), 4)
    assert {role for _, role in rows} == {"fresh"}
    expected = dict(zip(("s0", "s1", "s2", "s3"), weights or [1.0] * 4, strict=True))
    assert chi_square(Counter(stage for stage, _ in rows), expected) < CRITICAL[3]


@seeds
def test_what_a_row_asks_does_not_depend_on_how_its_stage_was_chosen(seed: int) -> None:
    # Were both drawn from one stream of random numbers, the share of replay would change the problems, too.
    one, other = (curriculum(seed, replay=replay) for replay in (0.2, 0.21))
    schedule = Schedule([PhaseMark(0, 0), PhaseMark(1, 3)])
    rows = [(one.row(slot, schedule), other.row(slot, schedule)) for slot in range(1, 500)]
    differing = [(a, b) for a, b in rows if (a.stage, a.role, a.problem) != (b.stage, b.role, b.problem)]
    assert len(differing) < 25
    assert all(a.role != b.role for a, b in differing)
