"""The `gate` key: which test opens the next stage, and what surrounds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, WithJsonSchema
from pydantic.dataclasses import dataclass

from gradatim.core import ConfigError
from gradatim.core.config import LATER, STRICT, build, field_names, kind_of, resolve_kind
from gradatim.core.explain import describe
from gradatim.core.findings import Collector, Finding, refusal
from gradatim.curricula.gates import GATES, Gate, mirrored

DEFAULT_KIND = "e_cusum"
_METHODS = ("start", "update", "decide", "against")
_DEFAULT_FIELDS = field_names(GATES[DEFAULT_KIND])


@dataclass(frozen=True, config=STRICT)
class GatePolicy:
    """What happens around a gate's test.

    Attributes:
        cooldown: steps after a change of phase before the next one, >= 0.
        demote_below: rate under which the stage before is trained again, in (0, 1); None: never.
        patience: steps in a phase without promotion before `on_stuck`, >= 1; None: unlimited.
        on_stuck: what happens then.
    """

    cooldown: Annotated[int, Field(ge=0, description="Steps after a change of phase before the next one")] = 0
    demote_below: Annotated[
        float | None, Field(gt=0, lt=1, description="Go back one stage when the rate is below this")
    ] = None
    patience: Annotated[int | None, Field(ge=1, description="Steps in one phase before on_stuck applies")] = None
    on_stuck: Annotated[
        Literal["hold", "stop", "demote"],
        Field(description="After `patience` steps: go on and say so, end the run, or go back one stage"),
    ] = "hold"


GateSettings = Mapping[str, Any]
"""A gate as written: some keys at the top level, others in a stage; None takes an outer key away."""


def merged_gate(outer: GateSettings | None, inner: GateSettings | None) -> dict[str, Any]:
    """Returns the settings that hold where `inner` stands within `outer`, key by key.

    A gate of another kind than the outer one does not inherit what that kind alone has.
    """
    outer, inner = outer or {}, inner or {}
    before, now = outer.get("kind"), inner.get("kind", outer.get("kind"))
    foreign = set(_own_fields(before)) - set(_own_fields(now)) if before != now else set()
    merged = {key: value for key, value in outer.items() if key not in foreign} | {**inner}
    return {key: value for key, value in merged.items() if value is not None}


def _own_fields(kind: object) -> list[str]:
    """Returns the names of a kind's settings; none for what names no kind, which `read_gate` refuses."""
    try:
        return field_names(resolve_kind(kind, GATES, "gate", _METHODS)) if isinstance(kind, str) else _DEFAULT_FIELDS
    except ValidationError:
        return []


def completed_gate(settings: GateSettings) -> dict[str, Any]:
    """Returns merged settings with every default written out; as they are where they do not make a gate."""
    try:
        built = read_gate(settings)
    except ValidationError:
        return {**settings}
    plain: dict[str, Any] = {"kind": settings.get("kind", DEFAULT_KIND)}
    return plain | _fields(built[0]) | _fields(built[1])


def relative_gate(full: GateSettings, outer: GateSettings) -> dict[str, Any] | None:
    """Returns what an inner level must say for `full` to hold within `outer`; None for nothing at all."""
    kind = full["kind"]
    named = {} if outer.get("kind") == kind else {"kind": kind}
    inherited = merged_gate(outer, named)
    gone = {key: None for key in inherited if key not in full}
    return named | {key: value for key, value in full.items() if inherited.get(key) != value} | gone or None


def read_gate(settings: GateSettings) -> tuple[Gate, GatePolicy]:
    """Returns the gate and its policy from merged settings.

    Raises:
        ValidationError: with all findings.
    """
    found = Collector()
    kind = settings.get("kind", DEFAULT_KIND)
    if not isinstance(kind, str):
        raise refusal(f"expected the name of a kind, got {describe(kind)}", "wrong-type", path=("kind",))
    cls = found.attempt(("kind",), lambda: resolve_kind(kind, GATES, "gate", _METHODS))
    surrounding = field_names(GatePolicy)
    policy = found.attempt((), lambda: build(GatePolicy, {k: v for k, v in settings.items() if k in surrounding}))
    own = {key: value for key, value in settings.items() if key not in {"kind", *surrounding}}
    gate = found.attempt((), lambda: build(cls, own, ["kind", *surrounding])) if cls else None
    if gate and policy:
        found.add(*_contradictions(gate, policy))
    found.finish("gate")
    return cast("Gate", gate), cast("GatePolicy", policy)


def _contradictions(gate: Gate, policy: GatePolicy) -> list[Finding]:
    found = []
    if policy.on_stuck != "hold" and policy.patience is None:
        hint = "say after how many steps, as in patience: 500"
        found.append(Finding(("on_stuck",), f"on_stuck: {policy.on_stuck} needs patience", "contradiction", hint))
    if policy.demote_below is not None:
        try:
            mirrored(gate, policy.demote_below)
        except ConfigError as error:
            found.append(Finding(("demote_below",), str(error), "contradiction"))
    return found


def opens_within(gate: Gate, prompts: int) -> bool:
    """Whether a policy that never fails opens the gate within this many prompts."""
    state = gate.update(gate.start(), [1.0] * prompts)
    return gate.decide(state).opens


def gate_settings(value: object) -> dict[str, Any]:
    """Returns the settings of a gate as written: a mapping, or a gate itself.

    Raises:
        ValidationError: it is neither.
    """
    if isinstance(value, Mapping):
        return dict(value)
    if not callable(getattr(value, "decide", None)):
        raise refusal(f"expected a mapping, got {describe(value)}", "wrong-type", "write {pass_rate: 0.8}")
    kind = kind_of(value, GATES, "gate", _METHODS)
    return {"kind": kind, **_fields(value)}


def _fields(value: object) -> dict[str, Any]:
    fields: dict[str, Any] = TypeAdapter(type(value)).dump_python(value, mode="json", exclude_none=True)
    return fields


GateField = Annotated[dict[str, Any], BeforeValidator(gate_settings), WithJsonSchema({LATER: "gate"})]
"""A pydantic field that holds some of a gate's settings; they are checked once they are merged."""
