"""Reading a curriculum's data before it is known to be well formed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from gradatim.core.findings import DataPath, Finding, did_you_mean

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
    listed = enumerate(items(data.get("stages")))
    return [(position, stage) for position, stage in listed if isinstance(stage, Mapping) or hasattr(stage, "problems")]


def label(position: int, stage: object) -> str:
    """Returns what messages call a stage."""
    name = part(stage, "name")
    return f"stage {name!r}" if isinstance(name, str) else f"stage {position}"


def idle_nulls(inner: Mapping[str, Any], outer: Set[str], path: DataPath, what: str) -> Iterator[Finding]:
    """Finds keys with null, which takes away what the outer level has, that the outer level has not."""
    for name, value in inner.items():
        if value is None and name not in outer:
            known = f"the outer level has {', '.join(sorted(outer))}" if outer else "give it a value, or leave it out"
            hint = did_you_mean(str(name), outer) or known
            yield Finding((*path, name), f"there is no {what} {name!r} to take away", "idle-null", hint, at_key=True)
