"""Rewards as they are written in YAML: short forms, kinds, and a file of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter, ValidationError, WithJsonSchema

from gradatim.core.config import LATER, StrictModel, build, kind_of, require_writable, resolve_kind
from gradatim.core.errors import ConfigError
from gradatim.core.explain import describe, explain
from gradatim.core.findings import Collector, DataPath, Finding, refusal
from gradatim.core.located import Located
from gradatim.core.yamlfile import read_yaml
from gradatim.rewards.grader import Grader
from gradatim.rewards.registry import TERMS
from gradatim.rewards.reward import Reward
from gradatim.rewards.term import Term
from gradatim.rewards.verifier_field import VerifierField, read_verifier
from gradatim.rewards.weighted import WeightedTerm, When
from gradatim.verifiers import AnswerStyle

Ordering = Literal["strict", "off"]

ORDERING = "ordering"
"""The one key of a reward that names no term."""

_METHODS = ("__call__", "bounds")


class TermHead(StrictModel):
    """What every term has, beside the fields of its kind."""

    weight: Annotated[float, Field(description="What a value of 1 is worth; negative turns a bonus into a penalty")]
    when: Annotated[
        When | None,
        Field(description="Count only completions that are correct, parsed (an answer was found) or terminated (EOS)"),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="The kind of term, where it is not the name; your own class as package.module:name"),
    ] = None


@dataclass(frozen=True, slots=True)
class TermSpec:
    """One term as it was asked for.

    Attributes:
        kind: a key of `TERMS`, or `package.module:name`.
        part: the term with its name, weight and condition.
    """

    kind: str
    part: WeightedTerm

    def plain(self) -> dict[str, Any]:
        """Returns the term in YAML's long form."""
        adapter = TypeAdapter[Term](type(self.part.term))
        fields: dict[str, Any] = adapter.dump_python(self.part.term, mode="json", exclude_none=True)
        head = {"weight": self.part.weight, "when": self.part.when, "kind": self.kind}
        if self.kind == self.part.name:
            del head["kind"]
        return {key: value for key, value in head.items() if value is not None} | fields

    def require_writable(self) -> None:
        """Refuses a term of a class that a file cannot name.

        Raises:
            ConfigError: says which.
        """
        require_writable(self.kind, self.part.term, TERMS, "reward term", _METHODS)


@dataclass(frozen=True, slots=True)
class RewardSpec:
    """The `reward` key of a file, a stage or a source.

    Attributes:
        terms: by name; None takes a term away that an outer level has.
        ordering: None: as the outer level says, in the end `strict`.
    """

    terms: Mapping[str, TermSpec | None] = field(default_factory=dict)
    ordering: Ordering | None = None

    def over(self, outer: RewardSpec) -> RewardSpec:
        """Returns the outer level's reward with each key of this one put in its place."""
        return RewardSpec({**outer.terms, **self.terms}, self.ordering or outer.ordering)

    def build(self, answer: AnswerStyle) -> Reward:
        """Returns the reward for one answer style.

        Raises:
            ConfigError: no terms, or a completion that is not correct may score as high as a correct one.
        """
        parts = [term.part for term in self.terms.values() if term is not None]
        return Reward(parts, self.ordering or "strict").with_answer(answer)

    def plain(self) -> dict[str, Any]:
        """Returns the reward as YAML would write it."""
        terms = {name: term and term.plain() for name, term in self.terms.items()}
        return ({ORDERING: self.ordering} if self.ordering else {}) | terms

    def require_writable(self) -> None:
        """Refuses a reward with a term of a class that a file cannot name.

        Raises:
            ConfigError: says which.
        """
        for term in self.terms.values():
            if term:
                term.require_writable()


def read_reward(value: object) -> RewardSpec:
    """Reads `{name: weight}`, `{name: {weight: ..., ...}}` and `{name: null}`, and the key `ordering`.

    From Python it takes a `Reward` and a list of `WeightedTerm`, too.

    Raises:
        ValidationError: with all findings.
    """
    if isinstance(value, RewardSpec):
        return value
    if isinstance(value, Reward):
        return RewardSpec(_named(value.terms), value.ordering)
    if isinstance(value, list | tuple) and value and all(isinstance(part, WeightedTerm) for part in value):
        return RewardSpec(_named(value))
    if not isinstance(value, Mapping):
        raise refusal(f"expected a mapping of terms, got {describe(value)}", "wrong-type", "write {correctness: 1.0}")
    found = Collector()
    ordering = value.get(ORDERING)
    if ORDERING in value and ordering not in ("strict", "off"):
        message = f"{describe(ordering)} is not one of strict, off"
        found.keep(refusal(message, "bad-choice", "off lets a wrong answer outscore a right one"), (ORDERING,))
    terms: dict[str, TermSpec | None] = {}
    for name, settings in value.items():
        if settings is None and name != ORDERING:
            terms[name] = None
        elif name != ORDERING:
            terms[name] = found.attempt((name,), partial(read_term, name, settings))
    found.finish("reward")
    return RewardSpec(terms, ordering)


def _named(parts: Sequence[WeightedTerm]) -> dict[str, TermSpec]:
    found = Collector()
    terms: dict[str, TermSpec] = {}
    for position, part in enumerate(parts):
        if part.name in terms or part.name == ORDERING:
            taken = "a key of the reward itself" if part.name == ORDERING else "the name of a term before it, too"
            found.add(Finding((position,), f"{part.name!r} is {taken}", "duplicate-name"))
        kind = found.attempt((position,), partial(kind_of, part.term, TERMS, "reward term", _METHODS))
        terms[part.name] = TermSpec(str(kind), part)
    found.finish("reward")
    return terms


def read_term(name: str, value: object) -> TermSpec:
    """Reads one term, a weight or a mapping.

    Raises:
        ValidationError: with all findings.
    """
    if isinstance(value, TermSpec):
        return value
    settings = value if isinstance(value, Mapping) else {"weight": value}
    head = {key: part for key, part in settings.items() if key in TermHead.model_fields}
    own = {key: part for key, part in settings.items() if key not in head}
    found = Collector()
    read = found.attempt((), lambda: TermHead.model_validate(head))
    kind = head.get("kind") or name
    cls = found.attempt((), partial(_class, kind, named="kind" in head)) if isinstance(kind, str) else None
    term = found.attempt((), partial(build, cls, own, TermHead.model_fields)) if cls else None
    found.finish("term")
    # Nothing was found, so each step gave something.
    return TermSpec(str(kind), _weighted(name, cast("Term", term), cast("TermHead", read)))


def _class(kind: str, *, named: bool) -> type[Term]:
    if named:
        found = Collector()
        cls = found.attempt(("kind",), lambda: resolve_kind(kind, TERMS, "reward term", _METHODS))
        found.finish("term")
        return cast("type[Term]", cls)
    hint = "a name of your own needs a kind, as in {kind: format, weight: 0.1}"
    return resolve_kind(kind, TERMS, "reward term", _METHODS, at_key=True, hint=hint)


def _weighted(name: str, term: Term, head: TermHead) -> WeightedTerm:
    try:
        return WeightedTerm(name, term, head.weight, head.when)
    except ConfigError as error:
        subject, _, reason = str(error).partition(": ")
        in_name = subject.startswith("term name")
        raise refusal(reason, "invalid", path=() if in_name else ("weight",), at_key=in_name) from error


RewardField = Annotated[
    RewardSpec,
    PlainValidator(read_reward),
    PlainSerializer(RewardSpec.plain),
    WithJsonSchema({LATER: "reward"}),
]
"""A pydantic field that holds a reward in any of its forms."""


class RewardFile(StrictModel):
    """A reward in a file of its own, to be tested without a curriculum."""

    reward: Annotated[RewardField, Field(description="The terms by name, each a weight or its settings")]
    answer: Annotated[AnswerStyle, Field(description="How a completion states its answer")]
    verifier: Annotated[
        VerifierField,
        Field(
            description="math compares values, exact the text, for notations in which each character counts; "
            "your own class as package.module:name; or its settings, as {kind: math, gold_type: interval}",
        ),
    ] = None

    def grader(self) -> Grader:
        """Returns the verifier, with this file's answer style if it has a field for it, and the reward.

        Raises:
            ConfigError: the reward is refused.
        """
        verifier = read_verifier({}, self.answer) if self.verifier is None else self.verifier
        return Grader(verifier, self.reward.build(self.answer))


def load_reward(source: str | Path | Mapping[str, Any]) -> Grader:
    """Returns the verifier and reward that a file or mapping describes.

    Args:
        source: path of a YAML file, or its content as Python objects: `answer`, `reward`, and `verifier` if need be,
            a name or a mapping of a `kind` and its settings.

    Raises:
        ConfigError: with every finding, each at its place in the file.
    """
    located = Located(source, "reward") if isinstance(source, Mapping) else read_yaml(Path(source))
    try:
        spec = RewardFile.model_validate(located.data)
    except ValidationError as error:
        raise located.error(*explain(error, located, RewardFile)) from None
    try:
        return spec.grader()
    except ConfigError as error:
        raise located.error(reward_finding(error, ("reward",))) from None


def reward_finding(error: ConfigError, path: DataPath) -> Finding:
    """Returns what a reward refused, at the key of the reward; the numbers and remedies go into the hint."""
    message, _, more = str(error).partition("\n")
    return Finding(path, message.removesuffix(":"), "reward", more or None, at_key=True)
