"""The `problems` key: one source, or several by weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, cast

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter, WithJsonSchema

from gradatim.core.config import LATER, StrictModel, build, kind_of, require_writable, resolve_kind
from gradatim.core.explain import describe
from gradatim.core.findings import Collector, DataPath, Finding, refusal
from gradatim.curricula.sources import SOURCES, Source
from gradatim.curricula.spec.prompt import PromptField, PromptSpec
from gradatim.rewards.spec import RewardField, RewardSpec
from gradatim.verifiers import AnswerStyle

_METHODS = ("draw", "count", "ids", "verifier", "alphabet")


class SourceHead(StrictModel):
    """What can stand beside a source; each but the weight goes before what the stage says."""

    weight: Annotated[float, Field(gt=0, description="Share of the stage's rows, relative to the other sources")] = 1.0
    prompt: Annotated[PromptField | None, Field(description="The prompt of this source")] = None
    answer: Annotated[AnswerStyle | None, Field(description="How answers to this source are stated")] = None
    reward: Annotated[RewardField | None, Field(description="Terms that differ for this source")] = None


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """One source of a stage.

    Attributes:
        kind: a key of `SOURCES`, or `package.module:name`.
        source: the source itself.
        weight: share of the stage's rows, relative to the other sources.
        prompt: its own prompt; None: as the stage says. Likewise `answer` and `reward`.
    """

    kind: str
    source: Source
    weight: float = 1.0
    prompt: PromptSpec | None = None
    answer: AnswerStyle | None = None
    reward: RewardSpec | None = None

    def plain(self) -> dict[str, Any]:
        """Returns the source as YAML would write it."""
        adapter = TypeAdapter[Source](type(self.source))
        own = {self.kind: adapter.dump_python(self.source, mode="json", exclude_none=True)}
        head = {
            "weight": self.weight,
            "prompt": self.prompt and self.prompt.plain(),
            "answer": self.answer,
            "reward": self.reward and self.reward.plain(),
        }
        return own | {key: value for key, value in head.items() if value is not None}

    def require_writable(self) -> None:
        """Refuses a source, or a term of its reward, of a class that a file cannot name.

        Raises:
            ConfigError: says which.
        """
        require_writable(self.kind, self.source, SOURCES, "source", _METHODS)
        if self.reward:
            self.reward.require_writable()


def read_problems(value: object) -> tuple[SourceSpec, ...]:
    """Reads `{source: {...}}`, or a list of such mappings with weights; an object may stand for each mapping.

    Raises:
        ValidationError: with all findings.
    """
    found = Collector()
    sources = [found.attempt(path, partial(read_source, entry)) for path, entry in source_entries(value)]
    found.finish("problems")
    return tuple(source for source in sources if source is not None)


def source_entries(value: object) -> list[tuple[DataPath, object]]:
    """Returns the sources of a `problems` value as written, each with its path in it.

    Raises:
        ValidationError: it is neither a mapping nor a list, or empty.
    """
    if isinstance(value, Mapping | SourceSpec) or _is_source(value):
        return [((), value)]
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise refusal(f"expected a source or a list of sources, got {describe(value)}", "wrong-type", _EXAMPLE)
    if not value:
        raise refusal("a stage needs at least one source of problems", "missing-key", _EXAMPLE)
    return [((position,), entry) for position, entry in enumerate(value)]


def read_source(value: object) -> SourceSpec:
    """Reads one source with what stands beside it.

    Raises:
        ValidationError: with all findings.
    """
    if isinstance(value, SourceSpec):
        return value
    if _is_source(value):
        return SourceSpec(kind_of(value, SOURCES, "source", _METHODS), cast("Source", value))
    if not isinstance(value, Mapping):
        raise refusal(f"expected a mapping, got {describe(value)}", "wrong-type", _EXAMPLE)
    found = Collector()
    head = found.attempt((), lambda: SourceHead.model_validate(_beside(value)))
    kinds = source_kinds(value)
    built = {kind: found.attempt((), partial(_build, kind, value[kind])) for kind in kinds}
    if not kinds:
        found.add(Finding((), f"no source is named here; known: {', '.join(sorted(SOURCES))}", "missing-key", _EXAMPLE))
    elif len(kinds) > 1 and None not in built.values():
        hint = "write a list: [{weight: 1, ...}, {weight: 1, ...}]"
        found.add(Finding((kinds[1],), "two sources in one mapping", "contradiction", hint, at_key=True))
    found.finish("source")
    head = cast("SourceHead", head)
    return SourceSpec(kinds[0], cast("Source", built[kinds[0]]), head.weight, head.prompt, head.answer, head.reward)


def _is_source(value: object) -> bool:
    """Whether a value stands for a source itself; one that lacks something, or a class, is refused by `kind_of`."""
    return callable(getattr(value, "draw", None))


def source_kinds(entry: Mapping[str, Any]) -> list[str]:
    """Returns the keys of a source's mapping that name a source."""
    return [key for key in entry if key not in SourceHead.model_fields]


def _beside(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key in SourceHead.model_fields}


def _build(kind: str, params: object) -> Source:
    found = Collector()
    cls = found.attempt((kind,), lambda: resolve_kind(kind, SOURCES, "source", _METHODS, at_key=True))
    source = found.attempt((kind,), lambda: build(cls, params)) if cls else None
    found.finish("source")
    return cast("Source", source)


_EXAMPLE = "write {arithmetic: {operations: [add], digits: 2}}"

ProblemsField = Annotated[
    tuple[SourceSpec, ...],
    PlainValidator(read_problems),
    PlainSerializer(lambda sources: [source.plain() for source in sources]),
    WithJsonSchema({LATER: "problems"}),
]
"""A pydantic field that holds the sources of a stage in either form."""
