"""Curricula as text: what the user gave, and what comes with the package."""

from __future__ import annotations

from pathlib import Path

from gradatim.curricula.spec import library_names, library_text


def curriculum_text(source: str | Path) -> str:
    """Returns the YAML behind a library name or path, as it stands there."""
    if isinstance(source, str) and source in library_names():
        return library_text(source)
    return Path(source).read_text(encoding="utf-8-sig")


def library_curricula() -> dict[str, str]:
    """Returns the curricula of the library with the first sentence of each file's header."""
    return {name: _about(library_text(name)) for name in library_names()}


def _about(text: str) -> str:
    comments = [line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#")]
    words = " ".join(line for line in comments if line and not line.startswith("yaml-language-server"))
    return words.partition(". ")[0].removesuffix(".")
