"""Which settings a gate takes."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.curricula.gates import ECusum, Wilson


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pass_rate": 0.0}, "greater than 0"),
        ({"pass_rate": 1.01}, "less than or equal to 1"),
        ({"pass_rate": "0.9"}, "valid number"),
        ({"pass_rate": float("nan")}, "finite number"),
        ({"pass_rate": 0.03}, "margin 0.03 must be below pass_rate 0.03"),
        ({"pass_rate": 0.5, "margin": 0.6}, "margin 0.6 must be below pass_rate 0.5"),
        ({"pass_rate": 0.5, "margin": -0.1}, "greater than or equal to 0"),
        ({"pass_rate": 1.0, "margin": 0.0}, "no rate is above pass_rate - margin = 1"),
        ({"pass_rate": 0.9, "alpha": 0.0}, "greater than or equal to 0.000000001"),
        ({"pass_rate": 0.9, "alpha": 0.6}, "less than or equal to 0.5"),
        ({"pass_rate": 0.9, "min_prompts": 0}, "greater than or equal to 1"),
        ({"pass_rate": 0.9, "min_prompts": 2.5}, "valid integer"),
        ({"pass_rate": 0.9, "window": 10}, "[Uu]nexpected"),
        ({}, "pass_rate"),
    ],
)
def test_e_cusum_refuses(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ECusum(**settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pass_rate": 1.0}, "a window of 160 prompts cannot show a rate of 1: .* lower bound is 0.9834"),
        ({"pass_rate": 0.99}, "cannot show a rate of 0.99"),
        ({"pass_rate": 0.9, "confidence": 0.5}, "greater than 0.5"),
        ({"pass_rate": 0.9, "confidence": 1.0}, "less than 1"),
        ({"pass_rate": 0.9, "window": 20}, "window 20 must not be below min_prompts 24"),
        ({"pass_rate": 0.9, "margin": 0.03}, "[Uu]nexpected"),
    ],
)
def test_wilson_refuses(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Wilson(**settings)


@pytest.mark.parametrize("settings", [{"pass_rate": 1}, {"pass_rate": 0.031}, {"pass_rate": 0.9, "margin": 0}])
def test_e_cusum_takes(settings: dict[str, Any]) -> None:
    assert 0.0 < ECusum(**settings).bound < 1.0


def test_a_wider_window_shows_a_higher_rate() -> None:
    assert Wilson(0.99, window=268).bound == 0.99
