"""Tries, from inside of a sandbox, the doors that must be shut, and reports what it saw.

A lock whose call returned 0 may still lock nothing; so a level counts only where a program saw its doors shut.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gradatim.core.errors import SandboxError
from gradatim.verifiers.code.engine import Engine, Level, Limits
from gradatim.verifiers.code.gold import CallTest, CodeGold
from gradatim.verifiers.code.judging import Program, judge_programs
from gradatim.verifiers.code.local.engine import LocalEngine

DOORS: Mapping[str, str] = MappingProxyType(
    {
        "read": "read files that are not of the standard library",
        "write": "write files",
        "list": "list folders",
        "socket": "use the network",
        "unix": "connect to local services",
        "fork": "start processes",
        "exec": "run other programs",
        "signal": "send signals to other processes",
        "trace": "look into other processes",
        "memory": "use more memory than allowed",
        "shared": "use memory that outlives its limits",
        "limits": "raise its limits",
        "import": "import rare modules of the standard library",
    }
)
"""What a program may try, by the name of the door."""
HARMLESS = frozenset({"import"})
"""Doors that may stand open at every level."""

_PROGRAM = """
import os, resource, socket
def attempt(door, path, folder):
    if door == "read":
        open(path).read(1)
    elif door == "write":
        name = os.path.join(folder, "gradatim-witness-%d" % os.getpid())
        open(name, "w").close()
        os.unlink(name)
    elif door == "list":
        os.listdir(folder)
    elif door == "socket":
        socket.socket().close()
    elif door == "unix":
        socket.socket(socket.AF_UNIX).close()
    elif door == "fork":
        if not os.fork():
            os._exit(0)
    elif door == "exec":
        os.execv(path, [path])
    elif door == "signal":
        os.kill(os.getppid(), 0)
    elif door == "trace":
        os.listdir("/proc/%d/fd" % os.getppid())
    elif door == "memory":
        bytearray(1 << 33)
    elif door == "shared":
        import mmap
        mmap.mmap(-1, 1 << 20).close()
    elif door == "limits":
        limit = resource.getrlimit(resource.RLIMIT_CPU)[0] + 60
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    elif door == "import":
        import mailbox
def door(*args):
    try:
        attempt(*args)
    except FileNotFoundError:
        return "open"
    except (OSError, MemoryError, ValueError, ImportError):
        return "shut"
    return "open"
"""


def doors(engine: Engine) -> dict[str, bool]:
    """Returns for each of `DOORS` whether a program found it open.

    Raises:
        SandboxError: a program could not be run.
    """
    path, folder = str(Path(os.__file__)), tempfile.gettempdir()
    # Something that surely exists and may be read: this very file; for exec, the interpreter.
    files = dict.fromkeys(DOORS, __file__) | {"exec": sys.executable or path}
    golds = [CodeGold("door", [CallTest([name, files[name], folder], "shut")], setup=_PROGRAM) for name in DOORS]
    # A program that was replaced, killed or gave no answer has gone through the door, as far as we can tell.
    outcomes = judge_programs(engine, [Program("", gold) for gold in golds], Limits())
    for outcome in outcomes:
        if outcome.reason in ("sandbox", "gold_setup"):
            raise SandboxError(f"the sandbox does not work: {outcome.detail}")
    return {name: outcome.reason is not None for name, outcome in zip(DOORS, outcomes, strict=True)}


def open_doors(engine: Engine) -> list[str]:
    """Returns what a program should not be able to do, but is."""
    return [DOORS[name] for name, is_open in doors(engine).items() if is_open and name not in HARMLESS]


@cache
def local_engine(level: Level | None = None) -> LocalEngine:
    """Returns this process's engine of a level, or of the best level whose doors are seen to be shut.

    Raises:
        SandboxError: a lock of the level is missing or does not work, or no program can be run at all.
    """
    if level is None:
        return local_engine(best_level())
    engine = LocalEngine(level)
    if level != "basic":
        found = open_doors(engine)
        if found:
            engine.close()
            raise SandboxError(f"level {level!r} does not hold here: a program was able to {', '.join(found)}")
    return engine


@cache
def best_level() -> Level:
    """Returns the first of `strict`, `sealed` and `basic` that works here.

    Raises:
        SandboxError: not even `basic` works.
    """
    levels: tuple[Level, ...] = ("strict", "sealed")
    for level in levels:
        try:
            local_engine(level)
        except SandboxError:
            continue
        return level
    return "basic"
