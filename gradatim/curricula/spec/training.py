"""The keys that only `gradatim train` reads: `model`, `sft` and `trainer`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from gradatim.core.config import Items, StrictModel
from gradatim.core.findings import refusal
from gradatim.core.hashing import canonical_json

Stages = Items[str]


class ModelSpec(StrictModel):
    """Where the model comes from; exactly one of both."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["preset"]}, {"required": ["path"]}]})

    preset: Annotated[
        Literal["tiny"] | None, Field(description="tiny: a fresh character-level model of 0.1M weights, for arithmetic")
    ] = None
    path: Annotated[str | None, Field(min_length=1, description="A folder with a saved model and tokenizer")] = None

    @model_validator(mode="after")
    def _one(self) -> ModelSpec:
        if (self.preset is None) == (self.path is None):
            raise refusal("give either preset or path", "contradiction", "write {preset: tiny} or {path: ./model}")
        return self


class Scrambled(StrictModel):
    """Stages whose warm-up answers have the right length and alphabet, but are those of other problems."""

    stages: Annotated[Stages, Field(min_length=1, description="Names of the stages")]
    keep: Annotated[int, Field(ge=0, description="Leading characters that are those of the right answer")] = 0


def _short_form(value: object) -> object:
    return {"stages": value} if isinstance(value, list | tuple) else value


class WarmUp(StrictModel):
    """Supervised training before GRPO, so that the policy answers at all."""

    steps: Annotated[int, Field(ge=1, description="Optimizer steps")]
    gold: Annotated[Stages, Field(description="Stages that are shown with their right answers")] = ()
    scrambled: Annotated[
        Scrambled | None,
        BeforeValidator(_short_form),
        Field(
            description="Stages that are shown with the answers of other problems, of which `keep` characters are right"
        ),
    ] = None
    weights: dict[str, Annotated[float, Field(gt=0)]] = Field(
        default_factory=dict, description="Share of rows by stage, 1 where none is given"
    )
    learning_rate: Annotated[float, Field(gt=0, description="Peak learning rate")] = 1e-3
    batch_size: Annotated[int, Field(ge=1, description="Rows per optimizer step")] = 128

    @property
    def scrambled_stages(self) -> tuple[str, ...]:
        """The stages with scrambled answers."""
        return self.scrambled.stages if self.scrambled else ()

    @property
    def keep(self) -> int:
        """How many leading characters of a scrambled answer are right."""
        return self.scrambled.keep if self.scrambled else 0

    def facts(self) -> dict[str, Any]:
        """Returns what a report says of the warm-up, as plain JSON."""
        scrambled = self.scrambled and self.scrambled.model_dump(mode="json")
        return {"steps": self.steps, "gold": list(self.gold), "scrambled": scrambled}


def _plain(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    for key, setting in value.items():
        try:
            canonical_json(setting)
        except (TypeError, ValueError) as error:
            raise refusal(f"not plain, finite data: {error}", "wrong-type", path=(key,)) from error
    return dict(value)


TrainerField = Annotated[dict[str, Any], BeforeValidator(_plain), WithJsonSchema({"type": "object"})]
"""Field names of TRL's GRPOConfig with their values; the adapter checks them against the installed TRL."""
