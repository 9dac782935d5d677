"""The `prompt` key: how a question becomes what the model reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, ValidationError, WithJsonSchema

from gradatim.core.config import LATER, StrictModel
from gradatim.core.explain import describe
from gradatim.core.findings import Collector, Finding, refusal

QUESTION = "question"


@dataclass(frozen=True, slots=True)
class PromptSpec:
    """A prompt template.

    Attributes:
        user: text with `{question}` in it; braces that are meant as such are doubled.
        system: the system message of a chat, a template too; None for none.
        chat: whether prompts are chat messages, for models with a chat template.
    """

    user: str = "{question}"
    system: str | None = None
    chat: bool = False

    def plain(self) -> str | dict[str, str]:
        """Returns the prompt as YAML would write it."""
        if not self.chat:
            return self.user
        return ({} if self.system is None else {"system": self.system}) | {"user": self.user}


class Chat(StrictModel):
    """The messages of a chat prompt."""

    user: Annotated[str, Field(description="The user's message, with {question} in it")]
    system: Annotated[str | None, Field(description="The system message")] = None


def read_prompt(value: object) -> PromptSpec:
    """Reads text, or a mapping with `user` and `system`.

    Raises:
        ValidationError: with all findings.
    """
    if isinstance(value, PromptSpec):
        return value
    found = Collector()
    if isinstance(value, str):
        found.add(*_faults(value, asks=True))
        found.finish("prompt")
        return PromptSpec(value)
    if not isinstance(value, Mapping):
        raise refusal(f"expected text or a mapping with user and system, got {describe(value)}", "wrong-type")
    chat = _chat(value)
    for key, text in (("user", chat.user), ("system", chat.system)):
        for fault in _faults(text or "", asks=key == "user"):
            found.add(Finding((key,), fault.message, fault.code, fault.hint))
    found.finish("prompt")
    return PromptSpec(chat.user, chat.system, chat=True)


def _chat(value: Mapping[str, Any]) -> Chat:
    try:
        return Chat.model_validate(value)
    except ValidationError as error:
        found = Collector()
        found.keep(error, known=Chat.model_fields)
        found.finish("prompt")
        raise


def _faults(template: str, *, asks: bool) -> list[Finding]:
    """Finds what keeps a text from being a template; `asks`: the question must be in it."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError as error:
        hint = "write a brace that is meant as such twice: {{ or }}"
        return [Finding((), f"not a template: {error}", "template", hint)]
    names = [_field(*part[1:]) for part in parts if part[1] is not None]
    found = [
        Finding(
            (),
            f"unknown field {{{name}}} in the template",
            "template",
            "only {question} is filled in; double a brace that is meant as such",
        )
        for name in names
        if name != QUESTION
    ]
    if asks and not names:
        found.append(Finding((), "the template has no {question}", "template"))
    control = next((char for char in template if ord(char) < 0x20 and char not in "\n\t"), None)
    if control:
        message = f"the template has a control character, U+{ord(control):04X}"
        found.append(
            Finding((), message, "template", "in double quotes a backslash starts an escape; use single quotes")
        )
    return found


def _field(name: str | None, spec: str | None, conversion: str | None) -> str:
    return f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"


PromptField = Annotated[
    PromptSpec,
    PlainValidator(read_prompt),
    PlainSerializer(PromptSpec.plain),
    WithJsonSchema({LATER: "prompt"}),
]
"""A pydantic field that holds a prompt in either form."""


def prompt_schema() -> dict[str, Any]:
    """Returns the JSON Schema of both forms."""
    text = {"type": "string", "pattern": r"\{question\}"}
    chat = Chat.model_json_schema()
    chat["properties"]["user"] |= text
    return {"description": "The prompt: text with {question} in it, or the messages of a chat", "anyOf": [text, chat]}
