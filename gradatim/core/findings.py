"""What is wrong with configuration data, said by its path; pydantic carries it, `explain` gives it a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

T = TypeVar("T")
DataPath = tuple[int | str, ...]
"""Where a value stands in nested data: mapping keys and list positions, as in `("stages", 1, "gate")`."""
Prefix = Callable[[DataPath], DataPath]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    Attributes:
        path: the value it is about, relative to the data that was checked.
        message: one line, without a full stop.
        code: a stable word for machines.
        hint: what to do about it, one line or more.
        at_key: point at the value's key instead of the value.
    """

    path: DataPath
    message: str
    code: str = "invalid"
    hint: str | None = None
    at_key: bool = False


class Collector:
    """Gathers the errors of several checks, so that all of them are reported at once."""

    def __init__(self) -> None:
        self._details: list[InitErrorDetails] = []

    def add(self, *findings: Finding) -> None:
        """Keeps findings."""
        self._details += map(_detail, findings)

    def attempt(self, prefix: DataPath | Prefix, check: Callable[[], T]) -> T | None:
        """Returns what `check` returns; on a `ValidationError` keeps its errors under `prefix` and returns None."""
        try:
            return check()
        except ValidationError as error:
            self.keep(error, prefix)
            return None

    def keep(self, error: ValidationError, prefix: DataPath | Prefix = (), known: Iterable[str] | None = None) -> None:
        """Keeps the errors of `error`.

        Args:
            error: what was raised.
            prefix: the path of the data that it speaks of, or how to get it from the path of a single error.
            known: the keys of that data, where the error itself cannot tell them.
        """
        for line in error.errors(include_url=False):
            outer = prefix(line["loc"]) if callable(prefix) else prefix
            if known is not None and line["type"] in UNKNOWN_KEY and len(line["loc"]) == 1:
                self.add(unknown_key(outer + line["loc"], known))
            else:
                self._details.append(_moved(line, outer))

    def finish(self, title: str) -> None:
        """Raises one `ValidationError` when anything was kept."""
        if self._details:
            raise ValidationError.from_exception_data(title, self._details)


UNKNOWN_KEY = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
"""What pydantic calls a key that a model or a dataclass does not have."""


def refusal(
    message: str, code: str, hint: str | None = None, path: DataPath = (), *, at_key: bool = False
) -> ValidationError:
    """Returns the error with one finding, to be raised in validators."""
    finding = Finding(path, message, code, hint, at_key)
    return ValidationError.from_exception_data("configuration", [_detail(finding)])


def unknown_key(path: DataPath, known: Iterable[str]) -> Finding:
    """Returns the finding for a key, the end of `path`, that is not among the known ones."""
    names = list(known)
    hint = did_you_mean(str(path[-1]), names) or ("known keys: " + ", ".join(names) if names else None)
    return Finding(path, f"unknown key {path[-1]!r}", "unknown-key", hint, at_key=True)


def did_you_mean(word: str, options: Iterable[str]) -> str | None:
    """Returns a hint that names the option closest to `word`; None when none is close."""
    near = get_close_matches(word, list(options), n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else None


def _detail(finding: Finding) -> InitErrorDetails:
    context = {"message": finding.message, "hint": finding.hint, "at_key": finding.at_key}
    return _custom(finding.code, context, finding.path)


def _moved(line: Mapping[str, Any], prefix: DataPath) -> InitErrorDetails:
    return _custom(line["type"], {"message": line["msg"], **line.get("ctx", {})}, prefix + line["loc"])


def _custom(code: str, context: dict[str, Any], path: DataPath) -> InitErrorDetails:
    # The message goes through the context: a brace in it would be taken for a field of the template.
    return InitErrorDetails(type=PydanticCustomError(code, "{message}", context), loc=path, input=None)
