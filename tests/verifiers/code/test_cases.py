"""Labelled completions, most of them attacks, in the real sandbox, which stands in namespaces of its own here.

`cases/own.jsonl` was written for this project by somebody who had not seen the verifier. A case: `completion`,
`entry_point`, `tests`, `expected` (pass or fail), `why`, and in `watch` a side effect that must not be seen.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers.code.child.locks import HAS_LOCKS

OWN = Path(__file__).parent / "cases" / "own.jsonl"
SCRIPT = Path(__file__).parent / "run_cases.py"
ROOT = Path(__file__).parents[3]
NOBODY = "65534"
FOLDER = os.environ.get("GRADATIM_CASES")

pytestmark = pytest.mark.skipif(not HAS_LOCKS, reason="the sandbox's locks exist on Linux x86_64 only")

# The project may lie below /tmp itself, so it is carried over.
_OWN_TMP = """
root=$1; shift
mount --bind "$root" /mnt && mount -t tmpfs none /tmp && mkdir -p "$root" && mount --bind /mnt "$root" || exit 1
mount -t tmpfs none /dev/shm && exec "$@"
"""


@cache
def jail() -> list[str]:
    """A command before another, which then runs as nobody of importance, without a network, in a /tmp of its own."""
    spaces = ["unshare", "-U", "-r", "-n", "-p", "-f", "-m", "-i", "--mount-proc"]
    own_tmp = ["sh", "-c", _OWN_TMP, "jail", str(ROOT)]
    drop = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"] if os.geteuid() == 0 else []
    # Python itself may lie where only root can read.
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        command = [*drop, *spaces, *own_tmp, python]
        if shutil.which("unshare") and runs([*command, "-c", "import gradatim.verifiers"]):
            return command
    pytest.skip("no namespaces for an ordinary user here, and attacks must not run without")


def environment() -> dict[str, str]:
    paths = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    return {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(paths), "HOME": "/tmp"}


def runs(command: list[str]) -> bool:
    try:
        return not subprocess.run(command, env=environment(), cwd="/", capture_output=True, timeout=60).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def judged(path: Path, level: str, every: int) -> dict[str, Any]:
    command = [*jail(), str(SCRIPT), str(path), level, str(every)]
    done = subprocess.run(command, env=environment(), cwd="/", capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_some_cases() -> None:
    result = judged(OWN, "strict", 6)
    assert result == {"cases": 89, "bad": [], "left": []}


@pytest.mark.slow
@pytest.mark.parametrize("level", ["strict", "sealed"])
def test_all_cases(level: str) -> None:
    result = judged(OWN, level, 1)
    assert result == {"cases": 533, "bad": [], "left": []}


@pytest.mark.slow
@pytest.mark.skipif(
    not FOLDER or not (Path(FOLDER) / "code" / "dev.jsonl").is_file(),
    reason="GRADATIM_CASES names no folder with code/dev.jsonl",
)
@pytest.mark.parametrize("level", ["strict", "sealed"])
def test_cases_from_elsewhere(level: str) -> None:
    result = judged(Path(str(FOLDER)) / "code" / "dev.jsonl", level, 1)
    assert (result["bad"], result["left"]) == ([], [])
