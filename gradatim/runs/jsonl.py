"""Reading JSON lines that a killed process may have left behind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from gradatim.core.errors import RunFolderError

T = TypeVar("T")

_MAY_HOLD_SURROGATES = re.compile(rb"\\u[dD]|\xed")


@dataclass
class TornLines:
    """Names of files whose last line was cut off, as after a kill or in a run that is still writing."""

    files: list[str] = field(default_factory=list)


def read_records(path: Path, parse: Callable[[Mapping[str, object]], T], torn: TornLines) -> Iterator[T]:
    """Yields the parsed lines of a JSON-lines file.

    A last line that has no line break and is no whole JSON is left out, and the file noted in `torn`. Lone
    surrogates, which no UTF-8 file can hold, become U+FFFD.

    Raises:
        RunFolderError: any other line that is no JSON object or that `parse` refuses, as `file:line: ...`.
    """
    with path.open("rb") as stream:
        for line_number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                data = json.loads(line.decode("utf-8", "surrogatepass"))
            except (ValueError, RecursionError) as error:
                if not line.endswith(b"\n"):
                    torn.files.append(path.name)
                    return
                raise RunFolderError(f"{path}:{line_number}: no valid JSON: {error}") from error
            if _MAY_HOLD_SURROGATES.search(line):
                data = encodable(data)
            yield _parsed(data, parse, f"{path}:{line_number}")


def _parsed(data: object, parse: Callable[[Mapping[str, object]], T], place: str) -> T:
    if not isinstance(data, dict):
        raise RunFolderError(f"{place}: expected a JSON object, not {type(data).__name__}")
    try:
        return parse(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RunFolderError(f"{place}: {where}: {first['msg']}") from error


def encodable(data: Any) -> Any:  # noqa: ANN401 - JSON in, the same JSON out
    """Returns JSON data whose strings can all be encoded as UTF-8; text positions stay as they are."""
    if isinstance(data, str):
        return data.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(data, dict):
        return {encodable(key): encodable(value) for key, value in data.items()}
    return [encodable(value) for value in data] if isinstance(data, list) else data
