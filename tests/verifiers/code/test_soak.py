"""Many programs in a row: nothing grows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gradatim.verifiers import CodeGold
from gradatim.verifiers.code.engine import Limits
from gradatim.verifiers.code.judging import Program, judge_programs
from gradatim.verifiers.code.local.engine import LocalEngine

GOLD = CodeGold("f", [{"args": [i], "expected": 2 * i} for i in range(3)])
BODIES = ["return 2 * n", "return n", "raise KeyError", "import os; os._exit(0)", "return [0] * 10**9", "return 2 *"]


def sizes(engine: LocalEngine) -> dict[str, int]:
    pids = [os.getpid(), *engine.pids]
    return {
        "memory": sum(memory(pid) for pid in pids),
        "descriptors": sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in pids),
        "children": sum(len(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()) for pid in engine.pids),
    }


def memory(pid: int) -> int:
    """Resident memory in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def run(engine: LocalEngine, count: int, start: int = 0) -> None:
    for batch in range(start, start + count, 250):
        codes = [f"def f(n): {BODIES[i % len(BODIES)]} # {i}" for i in range(batch, batch + 250)]
        outcomes = judge_programs(engine, [Program(code, GOLD) for code in codes], Limits())
        assert [outcome.reason is None for outcome in outcomes] == [
            i % len(BODIES) == 0 for i in range(batch, batch + 250)
        ]


@pytest.mark.parametrize("count", [1000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_nothing_grows(engine: LocalEngine, count: int) -> None:
    run(engine, 500)
    before = sizes(engine)
    run(engine, count, start=500)
    after = sizes(engine)
    assert after["children"] == before["children"] == 0
    assert after["descriptors"] == before["descriptors"]
    assert after["memory"] < before["memory"] + 8 * 1024
