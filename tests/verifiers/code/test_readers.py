"""What programs send, and what it means: with a stand-in for the engine, so without processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gradatim.verifiers import CallTest, CodeGold, Limits
from gradatim.verifiers.code.child.codec import encode
from gradatim.verifiers.code.child.wire import FRAME, NOT_LOADED, NOT_PLAIN, RAISED, READY, TOO_LARGE, VALUE
from gradatim.verifiers.code.engine import Ended, Ending, Job, Level
from gradatim.verifiers.code.judging import Program, judge_programs
from gradatim.verifiers.code.outcome import CodeOutcome

GOLD = CodeGold("f", [CallTest([1], 10), CallTest([2], 20), CallTest([3], 30)])
LIMITS = Limits(result=1 << 12, output=1 << 13)


def frame(kind: bytes, number: int = 0, body: bytes = b"") -> bytes:
    return FRAME.pack(kind, number, len(body)) + body


def values(*given: object) -> bytes:
    return frame(READY) + b"".join(frame(VALUE, i, encode(value)) for i, value in enumerate(given))


class Sends:
    """An engine whose programs all send the same bytes, in pieces, and end in the same way."""

    def __init__(self, data: bytes, how: Ending = "exited", status: int = 0, cpu: float = 0.0, piece: int = 7) -> None:
        self.data, self.end, self.piece = data, (how, status, cpu), piece
        self.level: Level = "strict"

    def run(self, jobs: Sequence[Job]) -> list[Ended]:
        return [self._one(job) for job in jobs]

    def _one(self, job: Job) -> Ended:
        reader = job.new_reader()
        how, status, cpu = self.end
        for at in range(0, len(self.data), self.piece):
            if not reader.feed(self.data[at : at + self.piece]):
                how = "stopped"
                break
        reader.end()
        return Ended(reader, how, status, cpu, "gone" if how == "lost" else None)


def judged(engine: Sends) -> CodeOutcome:
    return judge_programs(engine, [Program("", GOLD)], LIMITS)[0]


RIGHT = values(10, 20, 30)


@pytest.mark.parametrize("piece", range(1, 60))
def test_pieces_of_any_size_are_one_message(piece: int) -> None:
    assert judged(Sends(RIGHT, piece=piece)).reason is None
    assert judged(Sends(values(10, 21, 30), piece=piece)).detail == "test 2"


@pytest.mark.parametrize(
    ("data", "reason", "detail"),
    [
        (values(10, 20), "early_exit", None),
        (values(10, 21), "wrong_value", "test 2"),
        (values(11, 20, 30), "wrong_value", "test 1"),
        (frame(READY) + frame(RAISED, 0, b"KeyError"), "runtime_error", "KeyError in test 1"),
        (frame(READY) + frame(RAISED, 0, b"MemoryError"), "memory", "test 1"),
        (frame(READY) + frame(RAISED, 0, b"PermissionError"), "forbidden", "test 1"),
        (frame(READY) + frame(RAISED, 0, b"SystemExit"), "early_exit", "SystemExit in test 1"),
        (frame(READY) + frame(RAISED, 0, b"\xff\x00<script>"), "runtime_error", "test 1"),
        (frame(READY) + frame(NOT_PLAIN, 0, b"builtins.generator"), "not_plain_data", "builtins.generator in test 1"),
        (frame(READY) + frame(TOO_LARGE), "output_limit", "test 1"),
        (frame(READY) + frame(NOT_LOADED, 0, b"syntax:SyntaxError"), "syntax_error", "SyntaxError"),
        (frame(READY) + frame(NOT_LOADED, 0, b"load:ImportError"), "load_error", "ImportError"),
        (frame(READY) + frame(NOT_LOADED, 0, b"missing:"), "missing_entry_point", None),
        (frame(READY) + frame(NOT_LOADED, 0, b"setup:Forged"), "protocol_error", "Forged"),
        (values(10) + frame(NOT_LOADED, 0, b"load:Late"), "protocol_error", None),
        (frame(READY) * 2 + RIGHT[9:], "protocol_error", None),
        (frame(READY) + frame(VALUE, 1, encode(20)), "protocol_error", None),
        (frame(READY) + frame(VALUE, 0, b"i\xff"), "protocol_error", "test 1"),
        (frame(READY) + frame(b"?", 0), "protocol_error", None),
        (frame(READY) + FRAME.pack(VALUE, 0, 1 << 31), "protocol_error", None),
    ],
)
def test_what_a_program_can_send(data: bytes, reason: str, detail: str | None) -> None:
    outcome = judged(Sends(data))
    assert (outcome.reason, outcome.detail) == (reason, detail)


def test_too_much_in_all() -> None:
    big = CodeGold("f", [CallTest([i], "x" * 3000) for i in range(5)])
    engine = Sends(values(*["x" * 3000] * 5))
    assert judge_programs(engine, [Program("", big)], LIMITS)[0].reason == "output_limit"


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        (Sends(values(10), "too_late"), "timeout_wall"),
        (Sends(values(10), "too_many"), "too_many_threads"),
        (Sends(values(10), status=-24, cpu=3.0), "timeout_cpu"),
        (Sends(values(10), status=-9, cpu=4.0), "timeout_cpu"),
        (Sends(values(10), status=-9, cpu=0.1), "crash"),
        (Sends(values(10), status=-11), "crash"),
        (Sends(values(10), status=96), "early_exit"),
        (Sends(values(10), "lost"), "sandbox"),
        (Sends(values(11), "lost"), "wrong_value"),
        (Sends(b""), "sandbox"),
        (Sends(b"", status=96), "sandbox"),
        (Sends(b"", "too_late"), "sandbox"),
        (Sends(frame(NOT_LOADED, 0, b"setup:NameError")), "gold_setup"),
        (Sends(RIGHT, status=-11), None),
        (Sends(RIGHT, "too_late"), None),
    ],
)
def test_how_a_program_can_end(engine: Sends, reason: str | None) -> None:
    assert judged(engine).reason == reason


def test_without_locks_a_lost_process_is_the_programs_doing() -> None:
    engine = Sends(values(10), "lost")
    engine.level = "basic"
    assert judged(engine).reason == "broke_sandbox"
    engine.data = b""
    assert judged(engine).reason == "sandbox"


def test_all_tests_are_read_to_the_last() -> None:
    outcome = judged(Sends(values(11, 20, 31)))
    assert [test.passed for test in outcome.tests] == [False, True, False]


SCRIPT = CodeGold(tests=[{"stdin": str(i), "expected": f"{i}\n"} for i in range(20)])


class Script:
    """An engine that runs scripts by a function of stdin, and counts the runs."""

    def __init__(self, answer: Callable[[str], tuple[bytes, Ending, int]]) -> None:
        self.answer, self.runs = answer, 0
        self.level: Level = "strict"

    def run(self, jobs: Sequence[Job]) -> list[Ended]:
        from gradatim.verifiers.code.child.codec import decode

        ended = []
        for job in jobs:
            self.runs += 1
            form: Any = decode(job.payload())
            out, how, status = self.answer(form[4])
            reader = job.new_reader()
            reader.feed(frame(READY))
            more = reader.feed(out)
            reader.end()
            ended.append(Ended(reader, how if more else "stopped", status))
        return ended


@pytest.mark.parametrize(
    ("answer", "reason", "runs"),
    [
        (lambda text: (f"{text}  \n\n".encode(), "exited", 0), None, 20),
        (lambda text: (b"0", "exited", 0), "wrong_value", 20),
        (lambda text: (f"{text}\n".encode(), "exited", 1), "runtime_error", 20),
        (lambda text: (f"{text}\n".encode(), "exited", 121), "syntax_error", 20),
        (lambda text: (b"\xff", "exited", 0), "not_plain_data", 20),
        (lambda text: (b"", "too_late", 0), "timeout_wall", 1),
        (lambda text: (text.encode(), "exited" if int(text) < 3 else "too_late", 0), "timeout_wall", 4),
        (lambda text: (b"x" * 10**6, "exited", 0), "output_limit", 1),
    ],
)
def test_scripts(answer: Callable[[str], tuple[bytes, Ending, int]], reason: str | None, runs: int) -> None:
    engine = Script(answer)
    assert judge_programs(engine, [Program("", SCRIPT)], Limits())[0].reason == reason
    assert engine.runs == runs
