"""What goes over the sockets between the trainer's process, the one that forks, and the programs' own."""

from __future__ import annotations

import struct
from typing import NamedTuple

START, STOP = 1, 2
"""Requests to the forking process. With START comes the program's descriptor."""

ENDED, TOO_LATE, STOPPED, NOT_STARTED, TOO_MANY = 0, 1, 2, 3, 4
"""How a program ended: by itself, by the wall clock, on request; it could not be started; it had too many threads."""

_REQUEST = struct.Struct("<BIddQQ")
_REPORT = struct.Struct("<IBidQ")
FRAME = struct.Struct("<cII")
"""Head of a frame from a program: kind, number of the test, length of the body."""

READY, VALUE, RAISED, NOT_PLAIN, TOO_LARGE, NOT_LOADED = b"G", b"R", b"E", b"U", b"O", b"X"
"""Kinds of frames. READY comes before any code of the completion runs; what comes after it may be forged."""

REQUEST_SIZE, REPORT_SIZE = _REQUEST.size, _REPORT.size


class Request(NamedTuple):
    """Limits are in seconds and bytes; `result` is the largest encoded value of one test."""

    kind: int
    job: int
    wall: float = 0.0
    cpu: float = 0.0
    memory: int = 0
    result: int = 0

    def pack(self) -> bytes:
        """Returns the request as bytes, `REQUEST_SIZE` of them."""
        return _REQUEST.pack(*self)

    @classmethod
    def unpack(cls, data: bytes) -> Request:
        """Reads what `pack` gave."""
        return cls(*_REQUEST.unpack(data))


class Report(NamedTuple):
    """How a program ended: one of the constants above, its wait status, CPU seconds, and largest memory in bytes."""

    job: int
    how: int
    status: int
    cpu: float
    memory: int

    def pack(self) -> bytes:
        """Returns the report as bytes, `REPORT_SIZE` of them."""
        return _REPORT.pack(*self)

    @classmethod
    def unpack(cls, data: bytes) -> Report:
        """Reads what `pack` gave."""
        return cls(*_REPORT.unpack(data))
