"""The `verifier` key of a reward file: a name, or a kind with its settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, cast

from pydantic import PlainValidator, ValidationError, ValidationInfo, WithJsonSchema

from gradatim.core.config import LATER, build, field_names, resolve_kind
from gradatim.core.explain import describe
from gradatim.core.findings import Collector, Finding, refusal, unknown_key
from gradatim.verifiers import VERIFIERS, AnswerStyle, Verifier

_METHODS = ("verify", "verify_batch")
_SECOND = "the answer style is no setting of the verifier: the reward terms need it, too"


def default_kind(answer: AnswerStyle) -> str:
    """Returns the kind of verifier where a file names none."""
    return "code" if answer == "code" else "math"


def read_verifier(value: object, answer: AnswerStyle) -> Verifier:
    """Reads `exact` and `{kind: math, gold_type: interval}`; one without `kind` has settings of the usual one.

    Args:
        value: the name or mapping.
        answer: how completions state their answer; goes to a verifier with a field for it.

    Raises:
        ValidationError: with all findings.
    """
    if not isinstance(value, str | Mapping):
        example = "write math, exact, or settings as in {kind: math, gold_type: interval}"
        raise refusal(f"expected text or a mapping, got {describe(value)}", "wrong-type", example)
    if isinstance(value, str):
        return _built(_class(value), {}, answer)
    found = Collector()
    cls = found.attempt(("kind",), partial(_class, value.get("kind", default_kind(answer))))
    own = {key: part for key, part in value.items() if key != "kind"}
    built = found.attempt((), partial(_built, cls, own, answer)) if cls else None
    found.finish("verifier")
    return cast("Verifier", built)


def _class(kind: object) -> type[Verifier]:
    if not isinstance(kind, str):
        raise refusal(f"expected text, got {describe(kind)}", "wrong-type", "a kind is math, exact or your own class")
    return resolve_kind(kind, VERIFIERS, "verifier", _METHODS)


def _built(cls: type[Verifier], settings: Mapping[str, Any], answer: AnswerStyle) -> Verifier:
    """Builds the verifier from what it knows of the settings, so that a typo does not hide a bad value."""
    fields = field_names(cls)
    known = [name for name in fields if name != "answer"]
    found = Collector()
    for key in settings:
        if key == "answer":
            found.add(Finding(("answer",), _SECOND, "unknown-key", "it stands beside `verifier`", at_key=True))
        elif key not in known:
            found.add(unknown_key((key,), ["kind", *known]))
    mine: dict[str, Any] = {key: part for key, part in settings.items() if key in known}
    mine |= {"answer": answer} if "answer" in fields else {}
    built = found.attempt((), partial(_for_style, cls, mine))
    found.finish("verifier")
    return cast("Verifier", built)


def _for_style(cls: type[Verifier], params: Mapping[str, Any]) -> Verifier:
    try:
        return build(cls, params)
    except ValidationError as error:
        if not any(line["loc"][:1] == ("answer",) for line in error.errors()):
            raise
        message = f"{cls.__name__} does not take the answer style {params['answer']!r}"
        raise refusal(message, "bad-choice", "it is the `answer` of this file") from error


def _validated(value: object, info: ValidationInfo) -> Verifier:
    # A file whose answer style was refused still hears what else is wrong.
    return read_verifier(value, info.data.get("answer", "plain"))


VerifierField = Annotated[Verifier | None, PlainValidator(_validated), WithJsonSchema({LATER: "verifier"})]
"""A pydantic field behind a field `answer` that holds a verifier; None stands for a key that was left out."""
