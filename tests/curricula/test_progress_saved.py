"""A saved state that is damaged, or of another curriculum, is refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import nan
from typing import Any

import pytest

from gradatim.core import ProgressError
from gradatim.curricula import ECusum, Gate, GatePolicy, Outcome, Progress, Rules, Wilson, mirrored

CUSUM, WILSON = ECusum(0.6, alpha=0.4, min_prompts=2), Wilson(0.6, window=6, min_prompts=2, confidence=0.501)


def rules(gate: Gate = CUSUM, *, demotes: bool = True, finish: bool = False, names: str = "ab") -> Rules:
    policy = GatePolicy(demote_below=0.4) if demotes else GatePolicy()
    return Rules(tuple(names), (gate,) * len(names), (policy,) * len(names), (gate,) * len(names) if finish else None)


def saved(fixed: Rules) -> dict[str, Any]:
    """The state in the second stage, after one prompt of it."""
    progress = Progress(fixed)
    progress.observe([Outcome(slot, "a", "fresh", 0, 1.0, 8) for slot in range(8)], 1, 16)
    progress.observe([Outcome(16, "b", "fresh", 1, 0.5, 8)], 2, 24)
    data: dict[str, Any] = json.loads(json.dumps(progress.to_json()))
    return data


def test_the_state_is_short_plain_json() -> None:
    fixed = rules(WILSON)
    state = WILSON.update(WILSON.start(), [0.5])
    assert saved(fixed) == {
        "marks": [[0, 0], [16, 1]],
        "gates": {"b": "Wilson"},
        "evidence": {"b": state},
        "doubt": mirrored(WILSON, 0.4).update(WILSON.start(), [0.5]),
        "since": 1,
        "ended": None,
        "warned": False,
    }


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Returns a damage: the last of `path` in the place that the others name."""
    *outer, key, value = path

    def damage(data: dict[str, Any]) -> None:
        for step in outer:
            data = data[step]
        data[key] = value

    return damage


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    *outer, key = path

    def damage(data: dict[str, Any]) -> None:
        for step in outer:
            data = data[step]
        del data[key]

    return damage


DAMAGES: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (drop("since"), "is damaged: since: Field required"),
    (drop("marks"), "is damaged: marks: Field required"),
    (put("since", "1"), "is damaged: since: Input should be a valid integer"),
    (put("since", -1), "is damaged: since: Input should be greater than or equal to 0"),
    (put("warned", 0), "is damaged: warned: Input should be a valid boolean"),
    (put("ended", "soon"), "is damaged: ended: Input should be 'finished' or 'stuck'"),
    (put("more", 1), "is damaged: more: Extra inputs are not permitted"),
    (put("evidence", []), "is damaged: evidence: Input should be an object"),
    (put("evidence", "b", None), "is damaged: evidence.b: Input should be an object"),
    (put("marks", 1, 1, 1.5), "is damaged: marks.1.1: Input should be a valid integer"),
    (put("marks", []), "the first one must be phase 0 from slot 0 on"),
    (put("marks", 1, 0, 0), "PhaseMark(from_slot=0, phase=1) cannot follow PhaseMark(from_slot=0, phase=0)"),
    (put("marks", 1, 1, 7), "is in phase 7, but the last one of the curriculum is 1"),
    (put("marks", 1, 1, 2), "is in phase 2, but the last one of the curriculum is 1"),
    (put("marks", 1, 1, 0), "is damaged: it goes from phase 0 to phase 0"),
    (put("marks", [[0, 0]]), "has evidence for b, but the curriculum now asks a"),
    (put("evidence", {}), "has evidence for nothing, but the curriculum now asks b"),
    (put("evidence", "c", {}), "has evidence for b, c, but the curriculum now asks b"),
    (put("gates", "b", "Wilson"), "has evidence of a gate Wilson for stage 'b', but its gate is ECusum"),
    (put("gates", {}), "has evidence of a gate None for stage 'b', but its gate is ECusum"),
    (drop("evidence", "b", "wealth"), "the evidence for stage 'b' cannot be read (KeyError: 'wealth')"),
    (put("evidence", "b", "wealth", [1.0]), "the evidence for stage 'b' cannot be read (ValueError"),
    (put("evidence", "b", "wealth", []), "the evidence for stage 'b' cannot be read (ValueError"),
    (put("evidence", "b", "wealth", ["1", "1", "1"]), "the evidence for stage 'b' cannot be read (TypeError"),
    (put("evidence", "b", "wealth", 0, nan), "is damaged: Out of range float values are not JSON compliant"),
    (put("evidence", "b", "recent", ["1"]), "the evidence for stage 'b' cannot be read (TypeError"),
    (put("evidence", "b", "prompts", None), "the evidence for stage 'b' cannot be read (TypeError"),
    (put("doubt", {}), "the evidence for the demoting test of stage 'b' cannot be read (KeyError"),
    (put("doubt", None), "has no demoting test for stage 'b', but its gate has one"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGES, ids=[message for _, message in DAMAGES])
def test_damage_is_refused(damage: Callable[[dict[str, Any]], None], message: str) -> None:
    data = saved(rules())
    Progress.from_json(rules(), data)
    damage(data)
    with pytest.raises(ProgressError) as error:
        Progress.from_json(rules(), data)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("data", [None, [], "{}", 3, {"marks": object()}])
def test_what_is_no_state_is_refused(data: Any) -> None:
    with pytest.raises(ProgressError, match=r"^the saved curriculum state is damaged: "):
        Progress.from_json(rules(), data)


def test_evidence_of_another_kind_of_gate_is_refused_by_name() -> None:
    with pytest.raises(ProgressError, match="evidence of a gate ECusum for stage 'b', but its gate is Wilson"):
        Progress.from_json(rules(WILSON), saved(rules()))


def test_a_demoting_test_that_the_gate_does_not_have_is_refused() -> None:
    with pytest.raises(ProgressError, match="has a demoting test for stage 'b', but its gate has none"):
        Progress.from_json(rules(demotes=False), saved(rules()))


def test_the_finish_of_another_curriculum_is_refused() -> None:
    fixed = rules(finish=True, names="a")
    progress = Progress(fixed)
    progress.observe([Outcome(slot, "a", "fresh", 0, 1.0, 8) for slot in range(8)], 1, 16)
    assert progress.phase_name == "finish"
    data = progress.to_json()
    assert Progress.from_json(fixed, data) == progress
    with pytest.raises(ProgressError, match="is in phase 1, but the last one of the curriculum is 0"):
        Progress.from_json(rules(names="a"), data)


def test_a_run_that_had_ended_stays_ended() -> None:
    progress = Progress(rules(names="a"))
    progress.observe([Outcome(slot, "a", "fresh", 0, 1.0, 8) for slot in range(8)], 1, 16)
    assert Progress.from_json(rules(names="a"), progress.to_json()).ended == "finished"
