"""The normal form of a checked curriculum, in which two ways to write the same settings are equal.

At the top level gate and ordering have every default written out; a stage or source says only what differs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gradatim.curricula.spec.gate import completed_gate, merged_gate, relative_gate
from gradatim.rewards.spec import Ordering, RewardSpec

if TYPE_CHECKING:
    from gradatim.curricula.spec.curriculum import CurriculumSpec, StageSpec


def normalise(spec: CurriculumSpec) -> None:
    """Puts a curriculum that was just checked, and that nobody has seen yet, into its normal form."""
    ordering: Ordering = (spec.reward and spec.reward.ordering) or "strict"
    gate = None if spec.gate is None else completed_gate(merged_gate(None, spec.gate))
    stages = tuple(_stage(spec, gate, ordering, stage) for stage in spec.stages)
    reward = spec.reward and replace(spec.reward, ordering=ordering)
    for name, value in (("gate", gate), ("stages", stages), ("reward", reward)):
        object.__setattr__(spec, name, value)  # the model is frozen for everybody else


def _stage(spec: CurriculumSpec, outer: dict[str, object] | None, ordering: Ordering, stage: StageSpec) -> StageSpec:
    gate = relative_gate(completed_gate(merged_gate(spec.gate, stage.gate)), outer or {})
    reward = _relative(stage.reward, ordering)
    inner = (stage.reward and stage.reward.ordering) or ordering
    problems = tuple(replace(source, reward=_relative(source.reward, inner)) for source in stage.problems)
    return stage.model_copy(update={"gate": gate, "reward": reward, "problems": problems})


def _relative(reward: RewardSpec | None, ordering: Ordering) -> RewardSpec | None:
    """Returns a reward without the ordering that the outer level has, too; None where nothing is left of it."""
    if reward and reward.ordering == ordering:
        reward = replace(reward, ordering=None)
    return reward if reward and (reward.terms or reward.ordering) else None
