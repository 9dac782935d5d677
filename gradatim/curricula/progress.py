"""The curriculum's mutable state: schedule, gate evidence and history, all plain JSON; no trainer in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from gradatim.core import ProgressError
from gradatim.curricula.gates import Decision, Gate, mirrored
from gradatim.curricula.schedule import Schedule
from gradatim.curricula.spec import GatePolicy

Role = Literal["fresh", "replay", "probe"]
Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one prompt: the evidence unit of a gate.

    Attributes:
        slot: the prompt's number in the training stream.
        stage: the stage whose problem it was.
        role: only `fresh` prompts are evidence; replayed ones are not.
        phase: the phase that the schedule had for this slot.
        rate: mean correctness over the completions that have a verdict, in [0, 1].
        completions: how many those were, >= 1.
    """

    slot: int
    stage: str
    role: Role
    phase: int
    rate: float
    completions: int


@dataclass(frozen=True)
class Rules:
    """The fixed part of promotion.

    Attributes:
        names: the stages in order.
        gates: one per stage; the gate of stage k opens stage k + 1 (or the finish).
        policies: cooldown, patience and demotion, one per stage.
        finish: one gate per stage that must all hold at once before training ends; None: training ends at the last gate.
    """

    names: tuple[str, ...]
    gates: tuple[Gate, ...]
    policies: tuple[GatePolicy, ...]
    finish: tuple[Gate, ...] | None = None


@dataclass
class Progress:
    """Where a run stands in its curriculum.

    Attributes:
        rules: the fixed part.
        schedule: which slots belong to which phase.
        evidence: gate state by stage, restarted at each change of phase.
        doubt: state of the demoting test of the current stage.
        since: step of the last change of phase.
        ended: why training should end; None while it should go on.
    """

    rules: Rules
    schedule: Schedule = field(default_factory=Schedule)
    evidence: dict[str, Any] = field(default_factory=dict)
    doubt: Any = None
    since: int = 0
    ended: Literal["finished", "stuck"] | None = None
    warned: bool = False

    def __post_init__(self) -> None:
        if not self.evidence:
            self._restart()

    @property
    def phase(self) -> int:
        """The newest phase: a stage's number, or the number of stages for the finish."""
        return self.schedule.phase

    @property
    def phase_name(self) -> str:
        """The newest phase's name; `finish` for the mixture."""
        return self.name_of(self.phase)

    def name_of(self, phase: int) -> str:
        """Returns the name of a phase."""
        return self.rules.names[phase] if phase < len(self.rules.names) else "finish"

    def active(self) -> dict[str, Gate]:
        """Returns the gates that are being asked now, by stage."""
        if self.phase < len(self.rules.names):
            return {self.rules.names[self.phase]: self.rules.gates[self.phase]}
        return dict(zip(self.rules.names, self.rules.finish or (), strict=True))

    def decisions(self) -> dict[str, Decision]:
        """Returns what each active gate says now."""
        return {name: gate.decide(self.evidence[name]) for name, gate in self.active().items()}

    def observe(self, outcomes: Sequence[Outcome], step: int, next_slot: int) -> list[Event]:
        """Takes in one step's outcomes and decides.

        Args:
            outcomes: one per prompt, merged over processes; any order.
            step: optimizer steps done.
            next_slot: the first slot that no process has fetched yet; a change of phase starts there.

        Returns:
            The events of this step: `opened`, `demoted`, `mastered`, `stuck`, `finished`.
        """
        if self.ended:
            return []
        self._collect(outcomes)
        if self.phase == len(self.rules.names):
            return self._finish(step)
        decision = self.decisions()[self.phase_name]
        policy = self.rules.policies[self.phase]
        if step - self.since < policy.cooldown:
            return []
        if decision.opens:
            return self._promote(decision, step, next_slot)
        if self._doubted():
            return self._demote("demoted", step, next_slot)
        return self._stuck(policy, step, next_slot)

    def _collect(self, outcomes: Sequence[Outcome]) -> None:
        gates = self.active()
        counted = [o for o in outcomes if o.role == "fresh" and o.phase == self.phase and o.stage in gates]
        for outcome in sorted(counted, key=lambda o: o.slot):
            gate = gates[outcome.stage]
            self.evidence[outcome.stage] = gate.update(self.evidence[outcome.stage], [outcome.rate])
            if self.doubt is not None:
                self.doubt = self._demoting().update(self.doubt, [outcome.rate])

    def _finish(self, step: int) -> list[Event]:
        if not all(decision.opens for decision in self.decisions().values()):
            return []
        self.ended = "finished"
        return [{"event": "finished", "step": step, "decisions": self._plain(self.decisions())}]

    def _promote(self, decision: Decision, step: int, next_slot: int) -> list[Event]:
        by = self.phase_name
        last = self.phase + 1 == len(self.rules.names)
        event: Event = {"event": "opened", "step": step, "by": by, "decision": asdict(decision)}
        if last and self.rules.finish is None:
            self.ended = "finished"
            return [event | {"event": "finished"}]
        self._enter(self.phase + 1, step, next_slot)
        return [event | {"stage": self.phase_name, "effective_slot": next_slot}]

    def _demote(self, why: str, step: int, next_slot: int) -> list[Event]:
        source = self.phase_name
        decision = self.decisions()[source]
        self._enter(self.phase - 1, step, next_slot)
        return [
            {
                "event": "demoted",
                "step": step,
                "why": why,
                "stage": self.phase_name,
                "by": source,
                "effective_slot": next_slot,
                "decision": asdict(decision),
            }
        ]

    def _stuck(self, policy: GatePolicy, step: int, next_slot: int) -> list[Event]:
        if policy.patience is None or self.warned or step - self.since < policy.patience:
            return []
        event: Event = {
            "event": "stuck",
            "step": step,
            "stage": self.phase_name,
            "action": policy.on_stuck,
            "decision": asdict(self.decisions()[self.phase_name]),
        }
        if policy.on_stuck == "stop":
            self.ended = "stuck"
        elif policy.on_stuck == "demote" and self.phase > 0:
            return [event, *self._demote("stuck", step, next_slot)]
        self.warned = True
        return [event]

    def _doubted(self) -> bool:
        return self.doubt is not None and self.phase > 0 and self._demoting().decide(self.doubt).opens

    def _demoting(self) -> Gate:
        below = self.rules.policies[self.phase].demote_below
        if below is None:
            raise ProgressError(f"stage {self.phase_name!r} has a demoting test in its state but none in its gate")
        return mirrored(self.rules.gates[self.phase], below)

    def _enter(self, phase: int, step: int, next_slot: int) -> None:
        self.schedule.append(next_slot, phase)
        self.since = step
        self.warned = False
        self._restart()

    def _restart(self) -> None:
        self.evidence = {name: gate.start() for name, gate in self.active().items()}
        demotes = self.phase < len(self.rules.names) and self.rules.policies[self.phase].demote_below is not None
        self.doubt = self._demoting().start() if demotes else None

    @staticmethod
    def _plain(decisions: Mapping[str, Decision]) -> dict[str, Any]:
        return {name: asdict(decision) for name, decision in decisions.items()}

    def to_json(self) -> dict[str, Any]:
        """Returns the state as plain JSON."""
        return {
            "marks": self.schedule.to_json(),
            "evidence": self.evidence,
            "doubt": self.doubt,
            "since": self.since,
            "ended": self.ended,
            "warned": self.warned,
        }

    @classmethod
    def from_json(cls, rules: Rules, data: Mapping[str, Any]) -> Progress:
        """Reads what `to_json` wrote.

        Raises:
            ProgressError: a key is missing or the state names other stages.
        """
        try:
            progress = cls(
                rules,
                Schedule.from_json(data["marks"]),
                dict(data["evidence"]),
                data["doubt"],
                int(data["since"]),
                data["ended"],
                bool(data["warned"]),
            )
        except KeyError as error:
            raise ProgressError(f"the saved curriculum state lacks {error}") from error
        if set(progress.evidence) != set(progress.active()):
            raise ProgressError(
                f"the saved curriculum state has evidence for {sorted(progress.evidence)}, "
                f"but the curriculum now asks {sorted(progress.active())}"
            )
        return progress
