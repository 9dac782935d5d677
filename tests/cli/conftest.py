from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Gives the command these bytes to read."""

    def feed(raw: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))

    return feed
