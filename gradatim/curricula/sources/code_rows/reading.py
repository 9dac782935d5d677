"""Rows of a local file, or of a data set on the Hugging Face hub."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gradatim.core import ConfigError, MissingExtraError
from gradatim.curricula.sources.code_rows.rows import Row

Stamp = tuple[int, int] | None
"""What tells two states of a local file apart; None for the hub."""


def stamp(path: str | None) -> Stamp:
    """Returns the state of a file.

    Raises:
        ConfigError: there is no such file.
    """
    if path is None:
        return None
    try:
        state = Path(path).stat()
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}; paths start from the working directory") from error
    return state.st_mtime_ns, state.st_size


def local_rows(path: str) -> list[Row]:
    """Reads a file of JSON lines, or of one JSON array, whatever it is called; gzipped if its name ends in `.gz`.

    Raises:
        ConfigError: the file cannot be read, or has no rows.
    """
    try:
        raw = Path(path).read_bytes()
        text = (gzip.decompress(raw) if path.endswith(".gz") else raw).decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise ConfigError(f"cannot read {path}: {error}") from error
    rows = list(_array(path, text) if text.lstrip().startswith("[") else _lines(path, text))
    if not rows:
        raise ConfigError(f"{path} has no rows")
    return rows


def _array(path: str, text: str) -> Iterator[Row]:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} is no JSON array: {error}") from error
    for place, item in enumerate(items):
        yield _row(f"{path}[{place}]", item)


def _lines(path: str, text: str) -> Iterator[Row]:
    # Not splitlines: a JSON text may hold other line ends, such as U+2028.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _row(f"{path}:{number}", json.loads(line))
            except (ValueError, RecursionError) as error:
                yield Row(f"{path}:{number}", None, f"not JSON: {error}")


def _row(where: str, item: object) -> Row:
    return Row(where, item) if isinstance(item, dict) else Row(where, None, "not a JSON object")


def hub_rows(name: str, config: str | None, split: str, revision: str | None) -> list[Row]:
    """Reads a split of a data set from the hub, or from where `datasets` keeps what it fetched before.

    Raises:
        MissingExtraError: `datasets` is not installed.
        ConfigError: the hub cannot be reached, or has no such data set, split or revision.
    """
    if find_spec("datasets") is None:
        raise MissingExtraError(
            f"{name} comes through datasets: pip install 'gradatim[trl]', or give path: a local file"
        )
    # By name, at need: light commands must not load it.
    datasets: Any = import_module("datasets")
    try:
        table = datasets.load_dataset(name, config, split=split, revision=revision)
    # What it lets through is an OSError (no network) or a ValueError (no such split or config).
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"cannot load {name} ({type(error).__name__}: {error}); without network, give path: a local copy as "
            ".jsonl, .jsonl.gz or .json"
        ) from error
    return [Row(f"{name} {split}[{place}]", dict(cells)) for place, cells in enumerate(table)]
