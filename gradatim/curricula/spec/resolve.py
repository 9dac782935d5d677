"""What holds for one stage once the levels of a curriculum are merged."""

from __future__ import annotations

from dataclasses import dataclass

from gradatim.curricula.gates import Gate
from gradatim.curricula.sources import Source
from gradatim.curricula.spec.curriculum import CurriculumSpec
from gradatim.curricula.spec.gate import GatePolicy, merged_gate, read_gate
from gradatim.curricula.spec.problems import SourceSpec
from gradatim.curricula.spec.prompt import PromptSpec
from gradatim.rewards import Reward
from gradatim.rewards.spec import RewardSpec
from gradatim.verifiers import AnswerStyle


@dataclass(frozen=True, slots=True)
class ResolvedSource:
    """One source of a stage with all that belongs to its rows."""

    weight: float
    source: Source
    prompt: PromptSpec
    answer: AnswerStyle
    reward: Reward


@dataclass(frozen=True, slots=True)
class ResolvedStage:
    """One stage with nothing left to inherit.

    Attributes:
        name: unique within the curriculum.
        share: held-out share in [0, 1); 0: everything may be trained on.
        sources: one or more.
        gate: the test that opens the next stage.
        policy: what surrounds it.
    """

    name: str
    share: float
    sources: tuple[ResolvedSource, ...]
    gate: Gate
    policy: GatePolicy


def resolved_stage(spec: CurriculumSpec, position: int) -> ResolvedStage:
    """Returns stage `position` of a curriculum, counted from 0."""
    stage = spec.stages[position]
    gate, policy = read_gate(merged_gate(spec.gate, stage.gate))
    sources = tuple(_resolved(spec, position, source) for source in stage.problems)
    return ResolvedStage(stage.name, stage.share, sources, gate, policy)


def resolved_finish(spec: CurriculumSpec) -> tuple[Gate, ...] | None:
    """Returns one gate per stage that must all hold at the end; None for a curriculum without `finish`."""
    if spec.finish is None:
        return None
    mixed = {"pass_rate": spec.finish.pass_rate, "demote_below": None}
    merged = [merged_gate(merged_gate(spec.gate, stage.gate), mixed) for stage in spec.stages]
    return tuple(read_gate(settings)[0] for settings in merged)


def _resolved(spec: CurriculumSpec, position: int, source: SourceSpec) -> ResolvedSource:
    levels = (source, spec.stages[position], spec)
    prompt = next((level.prompt for level in levels if level.prompt), PromptSpec())
    answer = next(level.answer for level in levels if level.answer)
    reward = RewardSpec()
    for level in reversed(levels):
        reward = level.reward.over(reward) if level.reward else reward
    return ResolvedSource(source.weight, source.source, prompt, answer, reward.build(answer))
