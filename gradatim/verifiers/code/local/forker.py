"""A process that forks programs, seen from the trainer's process."""

from __future__ import annotations

import array
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from gradatim.core.errors import SandboxError
from gradatim.verifiers.code import child
from gradatim.verifiers.code.child.wire import REPORT_SIZE, START, STOP, Report, Request
from gradatim.verifiers.code.engine import Level, Limits

_START_SECONDS = 60.0
# A dead process must not end the trainer by SIGPIPE, where that is not ignored.
_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
# The packages above the child's are stand-ins: their own code would import what the process must not hold. They are
# gone before any program runs.
_PROGRAM = """
import json, sys, types
level, folders = json.loads(sys.argv[1])
for name, path in folders:
    module = sys.modules[name] = types.ModuleType(name)
    module.__path__ = [path]
from gradatim.verifiers.code.child.zygote import main
sys.argv = [""]
main(level)
"""


class Forker:
    """One such process; it ends when this object is closed, or when this process ends, however it does.

    Raises:
        SandboxError: it cannot be started, or a lock of its level does not exist here.
    """

    def __init__(self, level: Level) -> None:
        self._rest = b""
        try:
            self.channel, theirs = socket.socketpair()
        except OSError as error:
            raise SandboxError(f"the sandbox cannot be started: {error.strerror or error}") from error
        try:
            self._process = self._started(level, theirs)
        except OSError as error:
            self.channel.close()
            raise SandboxError(f"the sandbox cannot be started: {error.strerror or error}") from error
        finally:
            theirs.close()
        error_ = self._greeting()
        if error_:
            self.close()
            raise SandboxError(f"the sandbox cannot be started: {error_}")
        self.channel.setblocking(False)

    def _started(self, level: Level, channel: socket.socket) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [_python(), "-s", "-P", "-S", "-B", "-X", "utf8", "-c", _PROGRAM, json.dumps([level, _folders()])],
            stdin=channel.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # The only variable; -I would ignore it, so -s and -P stand for the rest of -I.
            env={"PYTHONHASHSEED": "0"},
            cwd="/",
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def _greeting(self) -> str | None:
        """Waits until the process is ready, and returns what went wrong."""
        deadline = time.monotonic() + _START_SECONDS
        line = b""
        try:
            while not line.endswith(b"\n"):
                self.channel.settimeout(max(0.01, deadline - time.monotonic()))
                part = self.channel.recv(4096)
                if not part:
                    return "its process ended at once"
                line += part
            error: str | None = json.loads(line).get("error")
        except OSError as failure:
            return f"its process does not answer ({failure})"
        return error

    def start(self, job: int, limits: Limits, channel: socket.socket) -> None:
        """Has a program forked that gets the other end of `channel`.

        Raises:
            OSError: the process has gone.
        """
        request = Request(START, job, limits.wall, limits.cpu, limits.memory, limits.result)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [channel.fileno()]))]
        self.channel.sendmsg([request.pack()], rights, _NO_SIGNAL)

    def stop(self, job: int) -> None:
        """Has a program ended, if it still runs."""
        with suppress(OSError):
            self.channel.send(Request(STOP, job).pack(), _NO_SIGNAL)

    def reports(self) -> list[Report] | None:
        """Returns the reports that have come; None if the process has gone."""
        try:
            part = self.channel.recv(1 << 16)
        except (BlockingIOError, InterruptedError):
            return []
        except OSError:
            return None
        if not part:
            return None
        data = self._rest + part
        whole = len(data) - len(data) % REPORT_SIZE
        self._rest = data[whole:]
        return [Report.unpack(data[at : at + REPORT_SIZE]) for at in range(0, whole, REPORT_SIZE)]

    def close(self) -> None:
        """Ends the process and all its programs."""
        self.channel.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)
            self._process.wait()

    def forget(self) -> None:
        """Lets go of the process without ending it: it belongs to the process that this one was forked from."""
        self.channel.close()
        # Else `Popen` would wait for a child that is none of ours.
        self._process.returncode = 0


def _python() -> str:
    if not sys.executable:
        raise OSError("this Python does not know its own executable")
    return sys.executable


def _folders() -> list[tuple[str, str]]:
    """Returns the packages above the child's, and the folders where they lie."""
    folder = Path(child.__file__).resolve().parent.parent
    names = __package__.split(".")[:-1]
    places = [folder, *folder.parents][: len(names)]
    return [(".".join(names[: count + 1]), str(place)) for count, place in enumerate(reversed(places))]
