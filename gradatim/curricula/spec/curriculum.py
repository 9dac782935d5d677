"""A curriculum as it is written: the top-level keys of the file and those of a stage."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, Field, ModelWrapValidatorHandler, WithJsonSchema, model_validator

from gradatim.core.config import NAME, Items, StrictModel
from gradatim.core.findings import Collector, refusal
from gradatim.curricula.spec.checks import check_whole
from gradatim.curricula.spec.gate import GateField
from gradatim.curricula.spec.normal import normalise
from gradatim.curricula.spec.problems import ProblemsField
from gradatim.curricula.spec.prompt import PromptField
from gradatim.curricula.spec.training import ModelSpec, TrainerField, WarmUp
from gradatim.curricula.spec.view import DEFAULT_HOLDOUT
from gradatim.rewards.spec import RewardField
from gradatim.verifiers import AnswerStyle


def _check_name(name: str) -> str:
    if not re.fullmatch(NAME, name):
        better = re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-")
        hint = f"did you mean {better!r}?" if better else None
        raise refusal(f"{name!r} is no name: only a-z, 0-9 and - may be in it", "bad-name", hint)
    return name


Name = Annotated[str, AfterValidator(_check_name), WithJsonSchema({"type": "string", "pattern": f"^{NAME}$"})]
Share = Annotated[float, Field(gt=0, lt=1)]
Weight = Annotated[float, Field(gt=0)]


class StageSpec(StrictModel):
    """One step of a curriculum; what it leaves out is as at the top level."""

    name: Annotated[Name, Field(description="Unique name, of lower-case letters, digits and hyphens")]
    problems: Annotated[ProblemsField, Field(description="One source as {name: settings}, or a list of weighted ones")]
    holdout: Annotated[
        Literal["none"] | Share,
        Field(description="Share of problems that are never trained on; none: all are, and its pass rate means recall"),
    ] = DEFAULT_HOLDOUT
    prompt: Annotated[PromptField | None, Field(description="This stage's prompt")] = None
    answer: Annotated[AnswerStyle | None, Field(description="How answers are stated in this stage")] = None
    reward: Annotated[
        RewardField | None, Field(description="Terms that differ from the top level's, by name; null takes one away")
    ] = None
    gate: Annotated[GateField | None, Field(description="Gate settings that differ from the top level's, by name")] = (
        None
    )

    @property
    def share(self) -> float:
        """The held-out share in [0, 1)."""
        return 0.0 if self.holdout == "none" else self.holdout


class FinishSpec(StrictModel):
    """After the last gate: all stages mixed, until each holds at the same time."""

    pass_rate: Annotated[float, Field(gt=0, le=1, description="The rate that every stage must hold at the end")]
    weights: Annotated[
        Items[Weight] | None, Field(description="Share of rows by stage, in order; equal where left out")
    ] = None


class CurriculumSpec(StrictModel):
    """A curriculum with all its settings, checked as a whole."""

    name: Annotated[Name, Field(description="Name of the curriculum, of lower-case letters, digits and hyphens")]
    seed: Annotated[int, Field(ge=0, lt=2**63, description="Seed of all problem streams")] = 0
    caveats: Annotated[
        Items[str], Field(description="What a reader of the report should know, in whole sentences")
    ] = ()
    prompt: Annotated[
        PromptField | None, Field(description="The prompt: text with {question} in it, or the messages of a chat")
    ] = None
    answer: Annotated[AnswerStyle | None, Field(description="How a completion states its answer")] = None
    reward: Annotated[RewardField | None, Field(description="Reward terms by name: a weight, or settings")] = None
    gate: Annotated[GateField | None, Field(description="The test that opens the next stage")] = None
    replay: Annotated[float, Field(ge=0, lt=1, description="Share of rows from earlier stages")] = 0.25
    stages: Annotated[Items[StageSpec], Field(min_length=1, description="The stages, from easy to hard")]
    finish: Annotated[
        FinishSpec | None, Field(description="A mixture of all stages after the last gate; none: training ends there")
    ] = None
    model: Annotated[ModelSpec | None, Field(description="The model that `gradatim train` trains")] = None
    sft: Annotated[WarmUp | None, Field(description="Supervised warm-up before GRPO")] = None
    trainer: TrainerField = Field(default_factory=dict, description="Fields of TRL's GRPOConfig by their own names")

    @model_validator(mode="wrap")
    @classmethod
    def _checked_whole(cls, data: Any, handler: ModelWrapValidatorHandler[CurriculumSpec]) -> CurriculumSpec:  # noqa: ANN401
        # What depends on several keys is checked even when a key is wrong, so that all is reported at once.
        found = Collector()
        spec = found.attempt((), lambda: handler(data))
        check_whole(data, found)
        found.finish(cls.__name__)
        spec = cast("CurriculumSpec", spec)
        normalise(spec)
        return spec
