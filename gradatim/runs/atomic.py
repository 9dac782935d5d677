"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Writes a file beside its place and moves it there, so that neither a reader nor a killed writer leaves half."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
