"""What must hold for a curriculum as a whole.

The checks read the data as it was written, and skip what is malformed in itself, which is reported anyway: so an error
in one key hides none in another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gradatim.core.findings import Collector, DataPath, Finding, did_you_mean
from gradatim.curricula.spec.gates_check import check_gates
from gradatim.curricula.spec.rewards_check import answer_of, check_rewards, source_levels
from gradatim.curricula.spec.view import items, part, stages

FINISH = "finish"
"""The name of the phase after the last gate, hence of no stage."""


def check_whole(data: object, found: Collector) -> None:
    """Adds what is wrong between the keys of a curriculum to `found`.

    Args:
        data: the curriculum as a mapping, in any of the forms of YAML or with built objects in it.
        found: takes the findings, with paths from the root of `data`.
    """
    if isinstance(data, Mapping):
        found.add(*_names(data), *_finish(data), *_warm_up(data), *_scrambled_code(data))
        check_gates(data, found)
        check_rewards(data, found)


def _names(data: Mapping[str, Any]) -> Iterator[Finding]:
    seen: set[str] = set()
    for position, stage in stages(data):
        name, path = part(stage, "name"), ("stages", position, "name")
        if not isinstance(name, str):
            continue
        if name in seen:
            yield Finding(path, f"a stage before this one is called {name!r} too", "duplicate-name")
        if name == FINISH:
            yield Finding(path, f"{FINISH!r} is the name of what follows the last stage", "duplicate-name")
        seen.add(name)


def _finish(data: Mapping[str, Any]) -> Iterator[Finding]:
    weights, count = items(part(data.get("finish"), "weights")), len(items(data.get("stages")))
    if weights and count and len(weights) != count:
        message = f"{len(weights)} weights for {count} stages"
        yield Finding(("finish", "weights"), message, "wrong-count", "one for each stage, in order; or leave them out")


def _warm_up(data: Mapping[str, Any]) -> Iterator[Finding]:
    sft = data.get("sft")
    known = [name for name in (part(stage, "name") for _, stage in stages(data)) if isinstance(name, str)]
    used: dict[str, str] = {}
    for path, name in _listed(sft):
        if name in used:
            yield Finding(path, f"stage {name!r} stands under {used[name]} already", "duplicate-name")
        elif name not in known:
            yield _unknown(path, name, known)
        used.setdefault(name, str(path[1]))
    weights = part(sft, "weights")
    for name in weights if isinstance(weights, Mapping) else ():
        if name not in used:
            yield _unknown(("sft", "weights", name), str(name), list(used), "gold or scrambled stage", at_key=True)
    if not used and isinstance(sft, Mapping):
        hint = "name stages under gold or scrambled"
        yield Finding(("sft",), "the warm-up has no stages", "missing-key", hint, at_key=True)


def _scrambled_code(data: Mapping[str, Any]) -> Iterator[Finding]:
    programs = [
        part(stage, "name")
        for position, stage in stages(data)
        if any(answer_of(levels) == "code" for levels in source_levels(data, position, stage))
    ]
    for path, name in _listed(data.get("sft")):
        if path[1] == "scrambled" and name in programs:
            message = f"stage {name!r} asks for programs, and a scrambled program is none"
            yield Finding(path, message, "contradiction", "name it under gold, or leave it out")


def _listed(sft: object) -> Iterator[tuple[DataPath, str]]:
    """Yields each stage name of the warm-up with its path."""
    scrambled = part(sft, "scrambled")
    lists: list[tuple[DataPath, Sequence[Any]]] = [
        (("sft", "gold"), items(part(sft, "gold"))),
        (("sft", "scrambled"), items(scrambled)),
        (("sft", "scrambled", "stages"), items(part(scrambled, "stages"))),
    ]
    for path, names in lists:
        yield from (((*path, position), name) for position, name in enumerate(names) if isinstance(name, str))


def _unknown(path: DataPath, name: str, known: list[str], what: str = "stage", *, at_key: bool = False) -> Finding:
    hint = did_you_mean(name, known) or "known: " + ", ".join(known)
    return Finding(path, f"there is no {what} {name!r}", "unknown-stage", hint, at_key)
