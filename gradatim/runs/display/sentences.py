"""One line per event and per step."""

from __future__ import annotations

from collections.abc import Iterator

from gradatim.core.text import visible
from gradatim.runs.display.state import RunState
from gradatim.runs.events import FINISH, Demoted, End, Event, Finished, Note, Opened, Probe, Sft, Stuck
from gradatim.runs.records import GateReading
from gradatim.runs.sinks import Facts
from gradatim.runs.text import duration, listing, number, percent, short_rate


def event_sentence(event: Event) -> str:
    """Returns what happened, on one line without control characters."""
    return f"step {event.step}: {_flat(_what(event))}"


def _what(event: Event) -> str:
    match event:
        case Opened():
            opens = "the final mixture begins" if event.stage == FINISH else f"{event.stage} opens"
            return f"{opens}: {event.by} passed its gate{_grounds(event.decision)}"
        case Finished():
            return f"finished: {listing(list(event.decisions))} passed"
        case Demoted():
            return f"back to {event.stage}: {event.by} {'is stuck' if event.why == 'stuck' else 'fell too low'}"
        case Stuck():
            return f"{event.stage} stuck: its gate did not open in time"
        case Probe():
            rates = [f"{s.name} {short_rate(s.rate)}{' (recall)' if s.recall else ''}" for s in event.stages]
            return f"{event.decoding} pass rates {event.label.replace('_', ' ')}: {', '.join(rates)}"
        case Sft():
            scrambled = f", scrambled ones of {listing(list(event.scrambled.stages))}" if event.scrambled else ""
            gold = listing(list(event.gold)) or "no stage"
            return f"warm-up done: {event.steps} steps, gold answers of {gold}{scrambled}"
        case Note():
            return f"note: {event.field} set to {event.value}: {event.reason}"
        case End():
            return f"end: {event.status}"
    return event.event


def _grounds(decision: GateReading | None) -> str:
    if decision is None:
        return ""
    interval = (
        f" in [{short_rate(decision.interval[0])}, {short_rate(decision.interval[1])}]" if decision.interval else ""
    )
    return f" (pass {short_rate(decision.rate)}{interval}, {decision.prompts} prompts, evidence {evidence(decision)})"


def step_sentence(state: RunState) -> str:
    """Returns the latest figures on one line."""
    return _flat(" ".join(_step_parts(state)))


def _step_parts(state: RunState) -> Iterator[str]:
    total = f"/{state.total_steps}" if state.total_steps is not None else ""
    yield f"step {state.step}{total}"
    yield _finish_part(state) if state.phase == FINISH else _stage_part(state, state.phase)
    yield f"reward {number(state.mean(lambda row: row.reward), 2)}"
    yield from (f"{name} {term(value)}" for name, value in state.terms().items())
    yield f"len {number(state.mean(lambda row: row.length.mean), 1)}"
    yield f"eos {short_rate(state.mean(lambda row: row.eos_rate))}"
    yield f"no-signal {short_rate(state.group_share(lambda row: row.groups.no_signal))}"
    if state.excluded:
        yield f"EXCLUDED {_excluded_share(state)}"
    left = state.seconds_left()
    if left is not None:
        yield f"ETA {duration(left)}"


def alarm(state: RunState) -> str | None:
    """Returns what is wrong with the run itself on one line: samples without a reward are never the model's fault."""
    if not state.excluded:
        return None
    return (
        f"ALARM: {state.excluded:,} of {state.completions:,} completions ({_excluded_share(state)}) were excluded: "
        "gold answers or the verifier failed, not the model"
    )


def _excluded_share(state: RunState) -> str:
    return percent(state.excluded / max(state.completions, state.excluded))


def _stage_part(state: RunState, name: str) -> str:
    gate = state.gate(name)
    tested = f" (gate {short_rate(gate.pass_rate)}, evidence {evidence(gate)})" if gate else ""
    return f"{name} pass {short_rate(state.rate(name))}{tested}"


def _finish_part(state: RunState) -> str:
    held = [name for name in state.stages if state.stage_state(name) == "held"]
    missing = [name for name in state.stages if name not in held]
    worst = min(missing, key=lambda name: state.rate(name) or 0.0, default=None)
    return f"{FINISH} held {len(held)}/{len(state.stages)}" + (f", {_stage_part(state, worst)}" if worst else "")


def progress_sentence(phase: str, done: int, total: int, facts: Facts) -> str:
    """Returns the progress of a phase on one line."""
    figures = "".join(f" {name} {value:.3g}" for name, value in facts.items() if isinstance(value, int | float))
    return _flat(f"{phase} {done}/{total}{figures}")


def evidence(gate: GateReading) -> str:
    """Returns evidence against threshold, as `310/1000` or `.75/.80`."""
    values = (gate.evidence, gate.threshold)
    large = gate.threshold is not None and gate.threshold > 1
    return "/".join(number(value, 0 if (value or 0) >= 10 else 1) if large else short_rate(value) for value in values)


def term(value: float) -> str:
    """Returns a term's contribution without a leading zero: `.24`, `-.05`."""
    return f"-{short_rate(-value)}" if round(value, 2) < 0 else short_rate(abs(value))


def _flat(text: str) -> str:
    return visible(" ".join(text.split()))
