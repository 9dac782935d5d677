"""How user configuration becomes objects: strict pydantic dataclasses, found by kind in a registry or a plug-in."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import is_pydantic_dataclass
from pydantic_core import to_json

from gradatim.core.errors import ConfigError
from gradatim.core.findings import Collector, did_you_mean, refusal

T = TypeVar("T")

STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
"""Config of every dataclass that users fill in: no unknown fields, no coercion, finite numbers."""

Items = Annotated[tuple[T, ...], Field(strict=False)]
"""A tuple field that takes a list, as YAML and JSON have no tuples; its items stay strict."""


class StrictModel(BaseModel):
    """Base of the models that describe config files: as `STRICT`, and frozen."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


LATER = "x-gradatim"
"""In the JSON Schema of a field: the name of a definition that is put in later, as it needs the registries."""

NAME = "[a-z0-9-]+"
"""What curricula, stages and terms may be called, as a pattern."""

PLUGIN = r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*"
"""How a class of the user's own is named, as a pattern (ASCII)."""


def resolve_kind(
    kind: str,
    registry: Mapping[str, type[T]],
    what: str,
    methods: Iterable[str],
    *,
    at_key: bool = False,
    hint: str = "a class of your own is named package.module:name",
) -> type[T]:
    """Returns the class that `kind` names.

    Args:
        kind: a key of `registry`, or a user's own class as `package.module:name`.
        registry: the built-in classes.
        what: the thing in words, for messages (`reward term`).
        methods: what a user's class must have.
        at_key: the kind is the key of its mapping.
        hint: what to say when no known kind is close.

    Raises:
        ValidationError: with one finding, which tells a missing module from a missing name.
    """
    if kind in registry:
        return registry[kind]
    if ":" in kind:
        return _usable(_imported(kind), kind, what, methods)
    message = f"{kind!r} is not a {what}; known: {', '.join(sorted(registry))}"
    raise refusal(message, "unknown-kind", did_you_mean(kind, registry) or hint, at_key=at_key)


def kind_of(value: object, registry: Mapping[str, type[Any]], what: str, methods: Iterable[str]) -> str:
    """Returns the kind of an object: the key of its class in `registry`, or its class as `package.module:name`.

    Raises:
        ValidationError: no such object could come from a file.
    """
    cls = type(value)
    kind = _name_of(cls, registry)
    if isinstance(value, type):
        raise refusal(f"{value.__name__} is a class, not a {what}", "wrong-type", f"make one: {value.__name__}(...)")
    if kind not in registry:
        _usable(cls, kind, what, methods)
    return kind


def require_writable(
    kind: str, value: object, registry: Mapping[str, type[Any]], what: str, methods: Iterable[str]
) -> None:
    """Refuses an object that a file cannot name, because reading `kind` would not lead to its class.

    Raises:
        ConfigError: says which class, and why.
    """
    try:
        cls = resolve_kind(kind, registry, what, methods)
    except ValidationError as error:
        raise ConfigError(f"a {what} cannot be written as YAML: {error.errors()[0]['msg']}") from error
    if cls is not type(value):
        name = _name_of(type(value), registry)
        raise ConfigError(f"a {what} cannot be written as YAML: {kind!r} names another class than {name}")


def _name_of(cls: type[Any], registry: Mapping[str, type[Any]]) -> str:
    return next((key for key, known in registry.items() if known is cls), f"{cls.__module__}:{cls.__qualname__}")


def build(cls: type[T], params: object, beside: Iterable[str] = ()) -> T:
    """Validates plain data into a strict pydantic dataclass; an instance of `cls` passes as it is.

    Lists fill tuple fields, as in JSON; nothing else is coerced. None stands for no fields at all.

    Args:
        cls: the dataclass.
        params: its fields by name.
        beside: keys of the same mapping that somebody else reads, for suggestions.

    Raises:
        ValidationError: with paths relative to `params`.
    """
    if isinstance(params, cls):
        return params
    if is_dataclass(params):
        raise refusal(f"expected {cls.__name__} or its settings, got {type(params).__name__}", "wrong-type")
    try:
        raw = to_json({} if params is None else params, inf_nan_mode="constants")
    except ValueError as error:
        raise refusal(f"not plain data: {error}", "wrong-type") from error
    try:
        built: T = TypeAdapter(cls).validate_json(raw)
    except ValidationError as error:
        found = Collector()
        found.keep(error, known=[*beside, *field_names(cls)])
        found.finish(error.title)
        raise
    return built


def field_names(cls: type[Any]) -> list[str]:
    """Returns the names of a pydantic dataclass's fields, in order."""
    return list(cls.__pydantic_fields__)


def _imported(reference: str) -> object:
    """What the user's module itself raises propagates, except for an import that fails."""
    if not re.fullmatch(PLUGIN, reference, re.ASCII):
        raise refusal(f"{reference!r} is not of the form package.module:name", "plugin")
    module_name, _, name = reference.partition(":")
    module = _module(module_name)
    if not hasattr(module, name):
        public = [word for word in vars(module) if not word.startswith("_")]
        raise refusal(f"module {module_name!r} has no {name!r}", "plugin", did_you_mean(name, public))
    return getattr(module, name)


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{name}.".startswith(f"{missing}."):
            hint = "it must be installed, or lie on PYTHONPATH"
            raise refusal(f"there is no module {missing!r}", "plugin", hint) from None
        raise refusal(f"importing {name!r} failed: {error}", "plugin") from error


def _usable(plugin: object, reference: str, what: str, methods: Iterable[str]) -> type[Any]:
    if not (inspect.isclass(plugin) and is_pydantic_dataclass(plugin)):
        raise refusal(
            f"{reference!r} is not a pydantic dataclass", "plugin", f"the fields of a {what} are its configuration"
        )
    lacking = [name for name in methods if not callable(getattr(plugin, name, None))]
    if lacking:
        raise refusal(f"{reference!r} is not a {what}: it lacks {', '.join(lacking)}", "plugin")
    return plugin
