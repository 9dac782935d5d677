"""The report's prose: verdict, warm-up, what the picture does not show."""

from __future__ import annotations

from collections.abc import Iterator

from gradatim.runs.events import Sft, Start
from gradatim.runs.report.overview import Overview
from gradatim.runs.run import Run
from gradatim.runs.text import listing

_ENDINGS = {
    "finished": "Finished.",
    "max_steps": "Stopped at the step limit.",
    "interrupted": "Interrupted.",
    "stuck": "Stuck: a gate did not open in time.",
    None: "Not finished.",
}


def verdict(facts: Overview) -> str:
    """Returns two sentences: how the run ended, and how far the stages came."""
    ending = _ENDINGS.get(facts.status, f"Ended ({facts.status}).")
    stages = len(facts.stages)
    opened = sum(stage.opened_at is not None for stage in facts.stages)
    held = sum(stage.state == "held" for stage in facts.stages)
    if not stages:
        return f"{ending} No stage is known yet."
    if facts.all_opened and facts.all_held:
        return f"{ending} {_all(stages)} opened and held."
    return f"{ending} {opened} of {stages} stages opened, {held} held."


def _all(stages: int) -> str:
    return "The only stage" if stages == 1 else f"All {stages} stages"


def warm_up(run: Run) -> Iterator[str]:
    """Yields one paragraph per supervised warm-up: what it showed to the model before GRPO."""
    for event in run.of_kind(Sft):
        taught = f"Before GRPO, {event.steps:,} supervised steps showed the model "
        parts = [f"gold answers of {listing(list(event.gold))}"] if event.gold else []
        if event.scrambled is not None and event.scrambled.stages:
            parts.append(_scrambled(list(event.scrambled.stages), event.scrambled.keep))
        yield taught + (", and ".join(parts) or "no answers") + "."
        if event.scrambled is not None and event.scrambled.stages:
            yield (
                f"So the form of an answer to {listing(list(event.scrambled.stages))} was taught, "
                "but what is right there was left to the reward."
            )


def _scrambled(stages: list[str], keep: int) -> str:
    right = {0: "", 1: ", with the first character right"}.get(keep, f", with the first {keep} characters right")
    rest = "content" if keep == 0 else "characters after that"
    return f"for {listing(stages)} answers of the right length and alphabet{right} and random {rest}"


def caveats(run: Run, facts: Overview) -> list[str]:
    """Returns what the report cannot show: the run's own caveats, and those of how it measures."""
    own = [caveat for event in run.of_kind(Start) for caveat in event.caveats]
    recall = [stage.name for stage in facts.stages if stage.recall]
    if recall:
        them = "this stage" if len(recall) == 1 else "these stages"
        own.append(
            f"Rates of {listing(recall)} are recall: all problems of {them} may be trained on, so none is held out."
        )
    own.append(
        "Pass rates over steps are of sampled completions, as the gate sees them; greedy rates on held-out problems "
        "stand in the table and can differ."
    )
    return list(dict.fromkeys(own))
