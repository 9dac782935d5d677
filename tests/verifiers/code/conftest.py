from __future__ import annotations

from collections.abc import Iterator

import pytest

from gradatim.verifiers.code.child.locks import HAS_LOCKS
from gradatim.verifiers.code.local.engine import LocalEngine

needs_locks = pytest.mark.skipif(not HAS_LOCKS, reason="the sandbox's locks exist on Linux x86_64 only")


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    """An engine of its own, so that a test may hurt it."""
    if not HAS_LOCKS:
        pytest.skip("the sandbox's locks exist on Linux x86_64 only")
    engine = LocalEngine("strict", workers=2)
    yield engine
    engine.close()
