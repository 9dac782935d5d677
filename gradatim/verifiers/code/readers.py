"""Reads what programs send, and judges it on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gradatim.verifiers.code.child.wire import (
    FRAME,
    NOT_LOADED,
    NOT_PLAIN,
    RAISED,
    READY,
    TOO_LARGE,
    VALUE,
)
from gradatim.verifiers.code.comparing import compare_frame
from gradatim.verifiers.code.engine import Limits
from gradatim.verifiers.code.gold import CallTest, ExpressionTest, same_output
from gradatim.verifiers.code.outcome import PASSED, TestOutcome

_NOT_LOADED = {"syntax": "syntax_error", "load": "load_error", "missing": "missing_entry_point"}
_OF_TESTS = VALUE, RAISED, NOT_PLAIN, TOO_LARGE
_MUCH = 1 << 16
_NAME = re.compile(r"[\w.]{1,60}")


@dataclass
class ValueReader:
    """Reads one frame per test and compares its value, to the last one.

    A program that was ended at its first wrong value could tell a right one by being still alive, and leave that
    somewhere for the next.

    Attributes:
        tests: with the expected values, which the program never sees.
        limits: how much is read.
        ready: whether the program was about to run; all that comes later may be forged.
        outcomes: of the tests so far.
        reason: what is wrong with the program as a whole, with a detail.
        setup_failed: the gold's own code raised this.
    """

    tests: Sequence[CallTest | ExpressionTest]
    limits: Limits
    ready: bool = False
    outcomes: list[TestOutcome] = field(default_factory=list)
    reason: TestOutcome | None = None
    setup_failed: str | None = None
    _buffer: bytearray = field(default_factory=bytearray)
    _taken: int = 0

    def feed(self, data: bytes) -> bool:
        """Takes the next bytes and returns whether more are wanted."""
        self._taken += len(data)
        self._buffer += data
        while self.reason is None and not self._done and len(self._buffer) >= FRAME.size:
            kind, number, size = FRAME.unpack_from(self._buffer)
            if size > self.limits.result + 1000:
                self.reason = TestOutcome("protocol_error")
            elif len(self._buffer) < FRAME.size + size:
                break
            else:
                body = bytes(self._buffer[FRAME.size : FRAME.size + size])
                del self._buffer[: FRAME.size + size]
                self._frame(kind, number, body)
        if self.reason is None and self._taken > self.limits.output:
            self.reason = TestOutcome("output_limit")
        return self.reason is None and self.setup_failed is None and not self._done

    @property
    def _done(self) -> bool:
        return len(self.outcomes) == len(self.tests)

    def end(self) -> None:
        """Drops half a frame."""
        self._buffer.clear()

    def _frame(self, kind: bytes, number: int, body: bytes) -> None:
        if not self.ready:
            self._first(kind, body)
        elif kind == NOT_LOADED and not self.outcomes:
            what, _, detail = body.decode(errors="replace").partition(":")
            self.reason = _raised(_NOT_LOADED.get(what, "protocol_error"), detail)
        elif (
            kind not in (VALUE, RAISED, NOT_PLAIN, TOO_LARGE)
            or number != len(self.outcomes)
            or number >= len(self.tests)
        ):
            self.reason = TestOutcome("protocol_error")
        else:
            self._test(kind, number, body)

    def _first(self, kind: bytes, body: bytes) -> None:
        """Takes what comes before any code of the completion has run."""
        self.ready = kind == READY
        if kind == NOT_LOADED:
            self.setup_failed = body.decode(errors="replace").partition(":")[2]

    def _test(self, kind: bytes, number: int, body: bytes) -> None:
        test = self.tests[number]
        if kind == VALUE:
            match = compare_frame(body, test.expected, test.tolerance, test.encoded)
            outcome = TestOutcome({"equal": PASSED, "different": "wrong_value"}.get(match, "protocol_error"))
        elif kind == TOO_LARGE:
            outcome = TestOutcome("output_limit")
        else:
            name = body.decode(errors="replace")
            outcome = _raised("runtime_error", name) if kind == RAISED else TestOutcome("not_plain_data", _clean(name))
        self.outcomes.append(outcome)


@dataclass
class OutputReader:
    """Compares what a script writes to stdout.

    Attributes:
        expected: what it should write.
        limits: how much is read.
        ready: whether the program was about to run; all that comes later may be forged.
        reason: what is wrong with what came so far.
        setup_failed: the gold's own code raised this.
        same: whether all that was written is as expected, once no more comes.
    """

    expected: str
    limits: Limits
    ready: bool = False
    reason: TestOutcome | None = None
    setup_failed: str | None = None
    same: bool = False
    _written: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> bool:
        """Takes the next bytes and returns whether more are wanted."""
        self._written += data
        if not self.ready and len(self._written) >= FRAME.size:
            kind, _, size = FRAME.unpack_from(self._written)
            self.ready = kind == READY
            if not self.ready:
                body = self._written[FRAME.size : FRAME.size + size]
                self.setup_failed = body.decode(errors="replace").partition(":")[2]
            del self._written[: FRAME.size]
        # Beyond that it is wrong already: blanks at line ends do not fill so much.
        if len(self._written) > min(self.limits.output, 8 * len(self.expected) + _MUCH):
            self.reason = TestOutcome("output_limit")
        return self.reason is None and self.setup_failed is None

    def end(self) -> None:
        """Compares, and drops what was written."""
        try:
            self.same = same_output(self._written.decode(), self.expected)
        except UnicodeDecodeError:
            self.reason = self.reason or TestOutcome("not_plain_data", "output that is not UTF-8")
        self._written.clear()


def _raised(reason: str, name: str) -> TestOutcome:
    if name == "MemoryError":
        return TestOutcome("memory")
    if name == "PermissionError":
        return TestOutcome("forbidden")
    if name == "SystemExit":
        return TestOutcome("early_exit", "SystemExit")
    return TestOutcome(reason, _clean(name))


def _clean(name: str) -> str | None:
    return name if _NAME.fullmatch(name) else None
