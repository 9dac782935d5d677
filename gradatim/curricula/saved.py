"""Reading a saved curriculum state: nothing of it is trusted, and nothing is repaired."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from gradatim.core import ProgressError, canonical_json
from gradatim.core.config import StrictModel
from gradatim.curricula.gates import Gate, GateState
from gradatim.curricula.rules import Rules
from gradatim.curricula.schedule import Schedule

Ending = Literal["finished", "stuck"]


class SavedProgress(StrictModel):
    """The state of a `Progress` as plain JSON.

    Attributes:
        marks: the schedule.
        gates: the kinds of the gates whose evidence this is, by stage.
        evidence: gate states by stage.
        doubt: state of the demoting test; None where there is none.
        since: step of the last change of phase.
        ended: why training ended; None while it goes on.
        warned: whether the current phase has been reported as stuck.
    """

    marks: list[tuple[int, int]]
    gates: dict[str, str]
    evidence: dict[str, GateState]
    doubt: GateState | None
    since: Annotated[int, Field(ge=0)]
    ended: Ending | None
    warned: bool


def kinds(gates: Mapping[str, Gate]) -> dict[str, str]:
    """Returns the kind of each gate: the name of its class."""
    return {name: type(gate).__name__ for name, gate in gates.items()}


def read_saved(rules: Rules, data: object) -> tuple[SavedProgress, Schedule]:
    """Checks a saved state against the rules of the run that is to go on with it.

    Raises:
        ProgressError: it is damaged, or of another curriculum.
    """
    saved = _parsed(data)
    schedule = Schedule.from_json(saved.marks)
    _check_phases(rules, schedule)
    asked = rules.asked(schedule.phase)
    if set(saved.evidence) != set(asked):
        raise _error(f"has evidence for {_list(saved.evidence)}, but the curriculum now asks {_list(asked)}")
    for name, kind in kinds(asked).items():
        if saved.gates.get(name) != kind:
            raise _error(f"has evidence of a gate {saved.gates.get(name)} for stage {name!r}, but its gate is {kind}")
    for name, gate in asked.items():
        _check_state(f"stage {name!r}", gate, saved.evidence[name])
    _check_doubt(rules, schedule.phase, saved.doubt)
    return saved, schedule


def _parsed(data: object) -> SavedProgress:
    try:
        return SavedProgress.model_validate_json(canonical_json(data))
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'all'}: {e['msg']}" for e in error.errors())
        raise _error(f"is damaged: {wrong}") from error
    except (TypeError, ValueError) as error:
        raise _error(f"is damaged: {error}") from error


def _check_phases(rules: Rules, schedule: Schedule) -> None:
    for last, mark in pairwise(schedule.marks):
        if mark.phase > rules.last_phase:
            raise _error(f"is in phase {mark.phase}, but the last one of the curriculum is {rules.last_phase}")
        if abs(mark.phase - last.phase) != 1:
            raise _error(f"is damaged: it goes from phase {last.phase} to phase {mark.phase}")


def _check_doubt(rules: Rules, phase: int, doubt: GateState | None) -> None:
    demoting = rules.demoting(phase)
    if (doubt is None) != (demoting is None):
        has, asks = ("no", "has one") if doubt is None else ("a", "has none")
        raise _error(f"has {has} demoting test for stage {rules.name_of(phase)!r}, but its gate {asks}")
    if demoting is not None and doubt is not None:
        _check_state(f"the demoting test of stage {rules.name_of(phase)!r}", demoting, doubt)


def _check_state(whose: str, gate: Gate, state: GateState) -> None:
    """Lets the gate itself read its state, so that damage shows now and not at the next step."""
    try:
        gate.decide(gate.update(state, []))
    except (TypeError, ValueError, LookupError, ArithmeticError) as error:
        raise _error(
            f"is damaged: the evidence for {whose} cannot be read ({type(error).__name__}: {error})"
        ) from error


def _list(names: Mapping[str, Any]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def _error(what: str) -> ProgressError:
    return ProgressError(f"the saved curriculum state {what}")
