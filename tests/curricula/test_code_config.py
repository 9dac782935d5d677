"""What the source of code problems refuses, and at which field it says so."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core.config import build
from gradatim.curricula.sources.code import Code


@pytest.mark.parametrize(
    ("settings", "field", "message"),
    [
        ({"families": []}, "families", "at least 1"),
        ({"families": ["list"]}, "families", "'lists'"),
        ({"families": ["lists", "lists"]}, "families", "stands twice"),
        ({"families": "lists"}, "families", "valid"),
        ({"level": 0}, "level", "from 1 to 3"),
        ({"level": 4}, "level", "from 1 to 3"),
        ({"level": [2, 1]}, "level", "[lowest, highest]"),
        ({"level": [1, 4]}, "level", "from 1 to 3"),
        ({"level": "1"}, "level", "valid"),
        ({"level": True}, "level", "valid"),
        ({"tests": 2}, "tests", "greater than or equal to 3"),
        ({"tests": 33}, "tests", "less than or equal to 32"),
        ({"examples": -1}, "examples", "greater than or equal to 0"),
        ({"examples": 9}, "examples", "less than or equal to 8"),
        ({"allow_basic": "yes"}, "allow_basic", "valid"),
        ({"lvl": 1}, "lvl", "unknown key"),
    ],
)
def test_refused(settings: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        build(Code, settings)
    errors = caught.value.errors()
    assert {error["loc"][0] for error in errors} == {field}
    assert any(message in error["msg"] for error in errors), errors


@pytest.mark.parametrize(
    "settings",
    [{}, {"families": ["lists", "riddles"], "level": [1, 3]}, {"level": 3, "tests": 32, "examples": 8}, {"tests": 3}],
)
def test_accepted(settings: dict[str, Any]) -> None:
    assert build(Code, settings).count().value > 100
