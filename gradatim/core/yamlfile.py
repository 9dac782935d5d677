"""YAML files to plain data with places."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from gradatim.core.diagnostics import Diagnostic, config_error
from gradatim.core.errors import ConfigError
from gradatim.core.findings import Finding, did_you_mean
from gradatim.core.located import Lines, Located, Mark
from gradatim.core.yamlreader import Reader

__all__ = ["MAX_BYTES", "Located", "Mark", "parse_yaml", "read_yaml"]

MAX_BYTES = 500_000

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Beside what YAML itself forbids: line ends that only YAML 1.1 knows, and a byte order mark within the text.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029\ufeff]")


def read_yaml(raw: bytes | Path, name: str | None = None) -> Located:
    """Reads one YAML document, with the scalars of YAML 1.2.

    Refused, each with its place: anything but UTF-8 (a byte order mark is fine), duplicate keys, tags, directives,
    merge keys (`<<`, which YAML 1.2 has not got), keys that are not plain text, aliases within their own anchor, more
    than 32 levels or 20,000 values after aliases are expanded, numbers beyond 64 bits, a second document, and no
    document at all.

    Args:
        raw: the file's bytes, or its path.
        name: the name in diagnostics; the path by default.

    Raises:
        ConfigError: with one diagnostic per finding; a syntax error ends the search for more.
    """
    file = name if name is not None else str(raw if isinstance(raw, Path) else "yaml")
    content = _content(raw, file) if isinstance(raw, Path) else raw
    return parse_yaml(_decoded(content, file), file)


def parse_yaml(text: str, file: str, start: int = 0) -> Located:
    """Reads the YAML document in `text` from offset `start` on; all before it is no YAML, but counts for places.

    Raises:
        ConfigError: as `read_yaml`.
    """
    lines = Lines(text, file)
    if bad := _FORBIDDEN.search(text, start):
        hint = "save the file as UTF-8" if bad[0] == "\0" else 'in double quotes it can be written as "\\uXXXX"'
        message = f"character U+{ord(bad[0]):04X} is not allowed here"
        raise _unreadable(lines, bad.start(), "encoding", message, hint)
    return Reader(lines, start).read()


def _content(path: Path, file: str) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        hint = did_you_mean(path.name, _beside(path)) if isinstance(error, FileNotFoundError) else None
        finding = Finding((), f"cannot be read: {error.strerror or error}", "file", hint)
        raise Located(None, file).error(finding) from error


def _beside(path: Path) -> list[str]:
    try:
        return [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return []


def _decoded(raw: bytes, file: str) -> str:
    text = raw.removeprefix(codecs.BOM_UTF8).decode(errors="replace")
    lines = Lines(text, file)
    if len(raw) > MAX_BYTES:
        raise _unreadable(lines, 0, "size", f"the file is larger than {MAX_BYTES:,} bytes")
    if raw.startswith(_UTF16):
        raise _unreadable(lines, 0, "encoding", "the file is UTF-16", "save it as UTF-8")
    try:
        return raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        good = error.object[: error.start].decode()
        message = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
        raise _unreadable(lines, len(good), "encoding", message, "save the file as UTF-8") from error


def _unreadable(lines: Lines, offset: int, code: str, message: str, hint: str | None = None) -> ConfigError:
    mark = lines.mark(offset, offset + 1)
    return config_error([Diagnostic(mark.file, mark.line, mark.col, mark.end_col, code, message, hint)], lines.texts)
