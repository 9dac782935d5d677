"""A curriculum: stages in order, and the row of every slot of the training stream."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradatim.core import ConfigError, Problem, ProgressError
from gradatim.core.findings import Finding
from gradatim.core.located import Located
from gradatim.curricula.rules import Role, Rules
from gradatim.curricula.schedule import PhaseMark, Schedule
from gradatim.curricula.sources import HashRandom, Rng
from gradatim.curricula.spec import CurriculumSpec
from gradatim.curricula.stage import Prompt, Stage, pick
from gradatim.rewards import Grader, Stop


@dataclass(frozen=True, slots=True)
class Row:
    """What one slot asks.

    Attributes:
        slot: number of the prompt in the training stream.
        stage: the stage whose problem it is.
        role: `fresh`: a problem of the phase's own stream, evidence for the gate; `replay`: one of an earlier stage.
        phase: the phase that the schedule has for this slot.
        problem: the problem.
        prompt: text, or the messages of a chat.
        grader: verifier and reward of its source.
    """

    slot: int
    stage: str
    role: Role
    phase: int
    problem: Problem
    prompt: Prompt
    grader: Grader


@dataclass(frozen=True)
class Curriculum:
    """Stages in order with their rules; immutable.

    Attributes:
        spec: what it was built from.
        stages: in order, names unique.
        rules: gates and policies.
        fingerprint: differs wherever rows, rewards or decisions may differ.
        origin: the file or objects it was read from, with the place of each part.
    """

    spec: CurriculumSpec
    stages: tuple[Stage, ...]
    rules: Rules
    fingerprint: str
    origin: Located = field(compare=False, repr=False)

    def refused(self, *findings: Finding) -> ConfigError:
        """Returns the error for what was found wrong after loading, each at its place in the file."""
        return self.origin.error(*findings)

    @property
    def name(self) -> str:
        """The curriculum's name."""
        return self.spec.name

    @property
    def seed(self) -> int:
        """The seed of all its streams."""
        return self.spec.seed

    def stage(self, name: str) -> Stage:
        """Returns a stage by name.

        Raises:
            ConfigError: there is none of this name.
        """
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise ConfigError(f"there is no stage {name!r}; known: {', '.join(stage.name for stage in self.stages)}")

    def row(self, slot: int, schedule: Schedule) -> Row:
        """Returns the row of a slot: a pure function of the curriculum, the slot and the schedule's marks before it."""
        mark = schedule.mark_at(slot)
        stage, role = self._choose(HashRandom(self.seed, "slot", slot), mark)
        which, problem = stage.draw("train", role, slot)
        source = stage.sources[which]
        prompt = source.render(problem.question)
        return Row(slot, stage.name, role, mark.phase, problem, prompt, source.grader)

    def _choose(self, rng: Rng, mark: PhaseMark) -> tuple[Stage, Role]:
        if mark.phase == len(self.stages):
            weights = self.spec.finish.weights if self.spec.finish and self.spec.finish.weights else [1.0] * mark.phase
            return self.stages[pick(rng, weights)], "fresh"
        if mark.phase > 0 and rng.random() < self.spec.replay:
            return self.stages[int(rng.random() * mark.phase)], "replay"
        return self.stages[mark.phase], "fresh"

    def stop_terms(self) -> set[str]:
        """Returns the names of the reward terms that punish truncation, over all stages."""
        rewards = [source.grader.reward for stage in self.stages for source in stage.sources]
        return {leaf.path for reward in rewards for leaf in reward.leaves if isinstance(leaf.term, Stop)}

    def require_fingerprint(self, saved: str) -> None:
        """Refuses to go on with another curriculum than a checkpoint's.

        Raises:
            ProgressError: they differ in something that changes rows, rewards or decisions.
        """
        if saved != self.fingerprint:
            raise ProgressError(
                "the checkpoint was written with another curriculum (its seed, stages, rewards or gates differ); "
                "resume with the curriculum that the run started with, or start a new run"
            )
