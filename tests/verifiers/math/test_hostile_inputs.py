"""Nothing that `hostile_inputs` makes takes a second, much memory, or a wrong verdict."""

from __future__ import annotations

import functools
import json
import os
import runpy
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from gradatim.verifiers import REASONS, MathVerifier, Verdict

if TYPE_CHECKING:
    from tests.verifiers.math.hostile_inputs import Hostile

PROGRAM = Path(__file__).with_name("hostile_inputs.py")
CASES: list[Hostile] = runpy.run_path(str(PROGRAM))["hostile_inputs"]()


@pytest.fixture(scope="module", autouse=True)
def started() -> None:
    """What is loaded once is no input's time."""
    MathVerifier(answer="plain").verify(r"2\sin x\cos x", r"\sin 2x")


@functools.cache
def judged(case: Hostile) -> tuple[Verdict, float, float]:
    """The verdict, CPU seconds and seconds on the clock."""
    verifier = MathVerifier(answer=case.style)
    cpu, clock = time.process_time(), time.monotonic()
    verdict = verifier.verify(case.completion, case.gold)
    return verdict, time.process_time() - cpu, time.monotonic() - clock


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_hostile_input(case: Hostile) -> None:
    verdict, cpu, clock = judged(case)
    assert cpu < 1
    # On the clock too, for what waits; a busy machine gets more.
    assert clock < 4
    assert verdict.reason is None or verdict.reason in REASONS
    assert verdict.status != "engine_error"
    assert case.expected in (verdict.correct, None)


def largest_child() -> int:
    """Peak memory of the largest running child process in kB (Linux; 0 elsewhere)."""
    peaks = [0]
    for path in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            fields = dict(line.split(":", 1) for line in path.read_text(encoding="utf-8").splitlines())
            if int(fields["PPid"]) == os.getpid():
                peaks.append(int(fields.get("VmHWM", "0 kB").split()[0]))
    return max(peaks)


def judge_all() -> None:
    """Prints a JSON object for each input, and one with the memory by which this process grew and its children took."""
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, completion, gold, _, style in CASES:
        began = time.process_time()
        status = MathVerifier(answer=style).verify(completion, gold).status
        print(json.dumps({"name": name, "status": status, "seconds": time.process_time() - began}))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(json.dumps({"megabytes": (grown + max(ended, largest_child())) / 1024}))


def test_in_a_thread_all_together_take_little_memory_and_get_the_same_verdicts() -> None:
    run = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=True, timeout=600)
    *rows, total = map(json.loads, run.stdout.splitlines())
    assert run.stderr == ""
    assert total["megabytes"] < 500
    assert [row["name"] for row in rows] == [case.name for case in CASES]
    assert [row for row in rows if row["seconds"] > 1] == []
    assert [row["name"] for row, case in zip(rows, CASES, strict=True) if row["status"] != judged(case)[0].status] == []


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(case.name for case in CASES).items() if count > 1] == []


if __name__ == "__main__":
    thread = Thread(target=judge_all)
    thread.start()
    thread.join()
