"""A process for proofs, seen from the trainer's process."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from contextlib import suppress

from gradatim.verifiers.math.proof.protocol import READY, Limits

# A dead process must not end the trainer, where it takes SIGPIPE as it comes.
_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
_PROGRAM = """
import json, os, sys
path, limits = json.loads(sys.argv[1])
sys.path[:] = path
try:
    from gradatim.verifiers.math.proof.protocol import Limits
    from gradatim.verifiers.math.proof.worker import serve
    serve(0, Limits(*limits))
except Exception as error:
    os.write(0, f"{type(error).__name__}: {error}".encode())
finally:
    os._exit(0)
"""


class ProcessLostError(Exception):
    """The process for proofs ended, or gave no answer in time."""


class ProofProcess:
    """A process for proofs; it ends with the process that started it, however that ends."""

    def __init__(self, limits: Limits) -> None:
        """Starts the process, and does not wait for it.

        Raises:
            ProcessLostError: the system does not start it.
        """
        self._limits = limits
        self._ready = False
        self._channel, theirs = socket.socketpair()
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                [sys.executable or "", "-s", "-P", "-c", _PROGRAM, json.dumps([_search_path(), limits])],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=True,
            )
        except OSError as error:
            self._channel.close()
            raise ProcessLostError(str(error)) from error
        finally:
            theirs.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def wait_until_ready(self) -> None:
        """Waits until sympy is loaded.

        Raises:
            ProcessLostError: it cannot be loaded, or not in time.
        """
        if not self._ready:
            deadline = time.monotonic() + self._limits.start
            answer = self._receive(deadline)
            if answer != READY:
                raise ProcessLostError(self._account(answer, deadline))
            self._ready = True

    def ask(self, request: bytes) -> bytes:
        """The answer to a request, when the process is ready.

        Raises:
            ProcessLostError: the process ended, or gave no answer in time.
        """
        deadline = time.monotonic() + self._limits.answer
        self._channel.settimeout(self._limits.answer)
        try:
            self._channel.sendall(request, _NO_SIGNAL)
        except OSError as error:
            raise ProcessLostError(str(error)) from error
        return self._receive(deadline)

    def _receive(self, deadline: float) -> bytes:
        self._channel.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            answer = self._channel.recv(1)
        except OSError as error:
            raise ProcessLostError(str(error)) from error
        if not answer:
            raise ProcessLostError("it ended")
        return answer

    def _account(self, text: bytes, deadline: float) -> str:
        with suppress(ProcessLostError):
            while len(text) < 500:
                text += self._receive(deadline)
        return text.decode(errors="replace")

    def kill(self) -> None:
        """Ends the process and what it forked; from any thread."""
        if self.is_alive():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=5)

    def close(self) -> None:
        """Ends the process, and forgets it."""
        self.kill()
        self._channel.close()

    def disown(self) -> None:
        """Forgets the process in a forked child, where it is another's; the child must not keep it alive."""
        self._channel.close()
        self._process.returncode = 0


def _search_path() -> list[str]:
    """Where modules are found, the standard library first: no `resource.py` beside a script comes in between."""
    library = sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")
    standard = {*library, *(os.path.join(folder, "lib-dynload") for folder in library)}
    return sorted((entry for entry in sys.path if isinstance(entry, str)), key=lambda entry: entry not in standard)


def _environment() -> dict[str, str]:
    """Without what changes Python, and with fixed hashes: sympy's ways depend on the order of its sets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PYTHONHASHSEED": "0"}
