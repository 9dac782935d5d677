"""Checks of every stage's gate, once the top level and the stage are merged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from pydantic import ValidationError

from gradatim.core.findings import Collector, DataPath, Finding
from gradatim.curricula.gates import Gate
from gradatim.curricula.sources import ENUMERABLE, Count, joint_count
from gradatim.curricula.spec.gate import GateSettings, gate_settings, merged_gate, opens_within, read_gate
from gradatim.curricula.spec.problems import read_problems
from gradatim.curricula.spec.view import DEFAULT_HOLDOUT, idle_nulls, label, part, stages

_SMALL = 10_000
"""Stages with more problems than this are large enough for any gate."""
_HOLD_OUT = "hold a share of them out, such as 0.2"
_ADD = "add problems; or say holdout: none, then all are trained on and the pass rate means recall"
_FEWEST_PROBES = 8
"""With fewer held-out problems in the mean, a stage may well have none at all."""


def check_gates(data: Mapping[str, Any], found: Collector) -> None:
    """Adds what is wrong with the stages' gates, each at the level where it is written."""
    outer, finish = _settings(data), part(data.get("finish"), "pass_rate")
    if isinstance(outer, Mapping):
        found.add(*idle_nulls(outer, set(), ("gate",), "gate setting"))
    for position, stage in stages(data):
        inner = _settings(stage)
        if not all(level is None or isinstance(level, Mapping) for level in (outer, inner)):
            continue
        if outer is None and inner is None:
            hint = "write gate: {pass_rate: 0.8} at the top level"
            found.add(Finding((), f"{label(position, stage)} has no gate", "missing-key", hint, at_key=True))
            return
        found.add(*idle_nulls(inner or {}, set(outer or {}), ("stages", position, "gate"), "gate setting"))
        settings = merged_gate(outer, inner)
        place = partial(_place, position, outer, inner)
        read = found.attempt(place, partial(read_gate, settings))
        if read:
            found.add(*_size(data, position, stage, read[0]))
            if isinstance(finish, int | float):
                # All settings but the rate are fine, so whatever is wrong now is wrong with the rate.
                mixed = {**settings, "pass_rate": finish, "demote_below": None}
                found.attempt(("finish", "pass_rate"), partial(read_gate, merged_gate(None, mixed)))


def _settings(level: object) -> Any:  # noqa: ANN401 - whatever the file holds
    """Returns the gate of a level as settings; as it is where it is malformed in itself."""
    gate = part(level, "gate")
    try:
        return gate if gate is None else gate_settings(gate)
    except ValidationError:
        return gate


def _place(position: int, outer: GateSettings | None, inner: GateSettings | None, path: DataPath) -> DataPath:
    """Returns the path of the gate that an error is about: the one that has the key, else the inner one."""
    key = path[0] if path else None
    here = inner is not None and (key in inner or outer is None or key not in outer)
    return ("stages", position, "gate") if here else ("gate",)


def _size(data: Mapping[str, Any], position: int, stage: object, gate: Gate) -> Iterator[Finding]:
    """Finds that a stage has too many problems to hold none out, or too few for its gate."""
    try:
        sources = [spec.source for spec in read_problems(part(stage, "problems"))]
    except ValidationError:
        return
    share, path = _holdout(stage), ("stages", position, "holdout")
    if share == "none" and any(source.ids() is None for source in sources):
        yield Finding(path, _unlisted(label(position, stage), joint_count(sources)), "too-large", _HOLD_OUT)
    if not isinstance(share, float):
        return
    largest = max(other for other in (_holdout(each) for _, each in stages(data)) if isinstance(other, float))
    # Together they have no fewer than the largest one, so most need not be listed.
    if max(source.count().value for source in sources) * min(share, 1.0 - largest) > _SMALL:
        return
    count = joint_count(sources)
    for lack in _too_small(count.value, share, largest, gate) if count.exact else ():
        yield Finding(path, f"{label(position, stage)} has {count.value:,} problems, {lack}", "too-small", _ADD)


def _unlisted(stage: str, count: Count) -> str:
    more = "" if count.exact else " or more"
    lack = "" if count.value > ENUMERABLE else " that cannot be listed"
    return (
        f"{stage} has {count.value:,} problems{more}{lack}: with holdout: none they must all be kept out of the other "
        f"stages' probes, which takes at most {ENUMERABLE:,}"
    )


def _too_small(total: int, share: float, largest: float, gate: Gate) -> Iterator[str]:
    train = int(total * (1.0 - largest))
    if total * share < _FEWEST_PROBES:
        yield f"of which about {total * share:.2g} are held out: too few for a probe"
    if train <= _SMALL and not opens_within(gate, train):
        yield f"about {train:,} of them to train on: its gate cannot open within so few, even without a failure"


def _holdout(stage: object) -> object:
    """Returns "none", a share in (0, 1), or None for a value that is neither."""
    if isinstance(stage, Mapping) and "holdout" not in stage:
        return DEFAULT_HOLDOUT
    holdout = part(stage, "holdout")
    return holdout if holdout == "none" or (isinstance(holdout, float) and 0.0 < holdout < 1.0) else None
