"""Is the completion laid out as asked?"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, field_validator, model_validator
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.sample import Sample
from gradatim.core.verdict import Status
from gradatim.rewards.json_object import is_json_object
from gradatim.rewards.layout import has_box, has_final_code, has_final_hash_line, has_number, has_tags, is_blank
from gradatim.rewards.term import known_answer
from gradatim.verifiers import AnswerStyle

TagName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_.-]*$")]


@dataclass(frozen=True, config=STRICT)
class Format:
    r"""1 for a completion with exactly the layout that was asked for, else 0. It reads the text only.

    The layout is `tags` or `json_keys` where given, else it follows from the answer style: `tags` one `<answer>`
    block at the end, `boxed` exactly one `\boxed{}`, `gsm8k` exactly one `#### ` line, the last one, `last_number`
    a number, `code` exactly one closed fenced block of Python at the end, `plain` any visible text.
    """

    answer: Annotated[
        AnswerStyle | None, Field(description="How the completion states its answer; by default as the stage says")
    ] = None
    tags: Annotated[
        tuple[TagName, ...],
        Field(description="Names of the tags, each exactly once and in this order, such as [think, answer]"),
    ] = ()
    json_keys: Annotated[
        tuple[str, ...],
        Field(description="The completion is one JSON object with a value for each of these keys"),
    ] = ()
    prefilled: Annotated[
        str, Field(description="What the prompt ends with, as part of the layout, such as '<think>'")
    ] = ""

    @field_validator("tags", "json_keys")
    @classmethod
    def _no_repeats(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(names)) < len(names):
            raise ValueError("each name may stand here once only")
        return names

    @model_validator(mode="after")
    def _one_layout(self) -> Format:
        if self.tags and self.json_keys:
            raise ValueError("tags and json_keys exclude each other")
        return self

    def __call__(self, sample: Sample) -> float:
        """Returns 1.0 or 0.0."""
        return float(self._fits(self.prefilled + sample.completion) and not is_blank(sample.completion))

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns [0, 1]: neither a right answer nor a wrong one says anything of the layout."""
        return 0.0, 1.0

    def _fits(self, text: str) -> bool:
        if self.json_keys:
            return is_json_object(text, self.json_keys)
        if self.tags:
            return has_tags(text, self.tags)
        match known_answer(self.answer, "format"):
            case "tags":
                return has_tags(text, ("answer",))
            case "boxed":
                return has_box(text)
            case "gsm8k":
                return has_final_hash_line(text)
            case "last_number":
                return has_number(text)
            case "code":
                return has_final_code(text)
            case "plain":
                return True
