"""Reading a curriculum's data before it is known to be well formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

DEFAULT_HOLDOUT = 0.2
"""The share of a stage's problems that is never trained on, where the stage does not say."""


def part(owner: object, key: str) -> Any:  # noqa: ANN401 - whatever the file holds
    """Returns a key of a mapping or a field of a built object; None where there is none."""
    return owner.get(key) if isinstance(owner, Mapping) else getattr(owner, key, None)


def items(value: object) -> Sequence[Any]:
    """Returns a list's items; none for anything that is no list."""
    return value if isinstance(value, list | tuple) else ()


def stages(data: Mapping[str, Any]) -> list[tuple[int, Any]]:
    """Returns the stages that have the form of one, with their positions."""
    return [
        (position, stage)
        for position, stage in enumerate(items(data.get("stages")))
        if isinstance(part(stage, "name"), str)
    ]
