"""The life of one program: in a process of its own, which locks itself before it reads what to run."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import atexit
import builtins
import os
import random
import signal
import sys
import threading
import types
from collections.abc import Callable
from typing import Any, Literal, NoReturn

from gradatim.verifiers.code.child.codec import SIZE, UnencodableError, decode, encode
from gradatim.verifiers.code.child.locks import LockError, Locks, die_with_parent, set_limits
from gradatim.verifiers.code.child.wire import (
    FRAME,
    NOT_LOADED,
    NOT_PLAIN,
    RAISED,
    READY,
    TOO_LARGE,
    VALUE,
    Request,
)

LOCK_FAILED, NO_JOB = 96, 98
SYNTAX_ERROR, OUT_OF_MEMORY, RAISED_ERROR = 121, 122, 1
"""Exit statuses of programs that are run as scripts."""

_SIGNALS = int(signal.SIGCHLD), int(signal.SIGINT)
_CHANNEL = 3
_OURS = "gradatim"
_CANNOT_COMPILE = (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError)
_PIPE = 1 << 16

Send = Callable[[bytes, int, bytes], None]


def run_program(channel: int, request: Request, locks: Locks, parent: int) -> NoReturn:
    """Turns this process, just forked, into a program's; never returns.

    Args:
        channel: the descriptor of the program's socket.
        request: the limits.
        locks: what to put on.
        parent: the process that it was forked from.
    """
    os.setsid()
    signal.set_wakeup_fd(-1)
    # Those of `signal` go through enumerations, which takes longer than the call.
    for number in _SIGNALS:
        _signal.signal(number, 0)
    _arrange_descriptors(channel, locks.descriptors)
    # A fork gets a random state of its own; equal programs shall give equal verdicts.
    random.seed(0)
    try:
        die_with_parent(parent)
        # Nobody but basic has forks to limit.
        processes = 1024 if locks.level == "basic" else None
        set_limits(max(1, -int(-request.cpu // 1)), request.memory, processes=processes)
        locks.put_on()
    except LockError:
        os._exit(LOCK_FAILED)
    _run(_read_job(), request.result)
    os._exit(0)


def _arrange_descriptors(channel: int, kept: tuple[int, ...]) -> None:
    """Leaves the null device as 0 to 2, the channel as 3, and what the locks need."""
    keep = sorted({channel, *kept})
    # Opened anew: flags of a shared one would tell the next program what this one left there.
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    below = 3
    for number in keep:
        os.closerange(below, number)
        below = number + 1
    os.closerange(below, 4096)
    if channel != _CHANNEL:
        if _CHANNEL in kept:
            os._exit(NO_JOB)
        os.dup2(channel, _CHANNEL, inheritable=False)
        os.close(channel)


def _read_job() -> Any:  # noqa: ANN401 - what `encode` was given
    (size,) = SIZE.unpack(_read(SIZE.size))
    return decode(_read(size))


def _read(size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = os.read(_CHANNEL, min(_PIPE, size - len(data)))
        if not part:
            os._exit(NO_JOB)
        data += part
    return bytes(data)


def _run(job: tuple[str, str, str, str, Any], largest: int) -> None:
    form, setup, code, entry_point, tests = job
    # Kept here, as the program may replace what these names mean.
    leave, write = os._exit, os.write

    def send(kind: bytes, number: int, body: bytes) -> None:
        data = memoryview(FRAME.pack(kind, number, len(body)) + body)
        while data:
            data = data[write(_CHANNEL, data) :]

    module = types.ModuleType("__main__" if form == "script" else "solution")
    space = module.__dict__
    space["__builtins__"] = builtins
    sys.modules[module.__name__] = module
    sys.argv = [f"{module.__name__}.py"]
    try:
        exec(_compiled(setup, "<setup>"), space)  # noqa: S102 - what this process is for
    except BaseException as error:  # noqa: BLE001
        send(NOT_LOADED, 0, b"setup:" + _name(error))
        leave(0)
    send(READY, 0, b"")
    if form == "script":
        _run_script(code, space, tests, leave)
    entry = _load(code, space, entry_point, send)
    if entry is None:
        leave(0)
    if form == "assertions":
        _answer(lambda: exec(_compiled(tests, "<tests>"), space) or True, 0, largest, send)  # type: ignore[func-returns-value]  # noqa: S102
    else:
        for number, test in enumerate(tests):
            _answer(_question(test, entry, space), number, largest, send)
    leave(0)


def _load(code: str, space: dict[str, Any], entry_point: str, send: Send) -> Callable[..., object] | None:
    try:
        compiled = _compiled(code, "<solution>")
    except _CANNOT_COMPILE as error:
        send(NOT_LOADED, 0, b"syntax:" + _name(error))
        return None
    try:
        exec(compiled, space)  # noqa: S102
        entry: Callable[..., object] | None = space.get(entry_point)
        if entry is None and "Solution" in space:
            # Expressions and assertions call it by its name.
            entry = space[entry_point] = getattr(space["Solution"](), entry_point, None)
    except BaseException as error:  # noqa: BLE001
        send(NOT_LOADED, 0, b"load:" + _name(error))
        return None
    if not callable(entry):
        send(NOT_LOADED, 0, b"missing:")
        return None
    return entry


def _compiled(text: str, name: str, form: Literal["exec", "eval"] = "exec") -> types.CodeType:
    # The `from __future__ import annotations` above is none of the program's.
    return compile(text, name, form, dont_inherit=True)


def _question(test: Any, entry: Callable[..., object], space: dict[str, Any]) -> Callable[[], object]:  # noqa: ANN401
    if isinstance(test, str):
        return lambda: eval(_compiled(test, "<test>", "eval"), space)  # noqa: S307
    # Decoded anew for each test, as a program may change its arguments.
    given: Any = decode(test)
    return lambda: entry(*given[0], **given[1])


def _answer(question: Callable[[], object], number: int, largest: int, send: Send) -> None:
    try:
        body = encode(question())
    except UnencodableError as error:
        send(NOT_PLAIN, number, str(error).encode(errors="replace")[:80])
    except BaseException as error:  # noqa: BLE001 - whatever a program raises is its answer
        send(RAISED, number, _name(error))
    else:
        send(*((VALUE, number, body) if len(body) <= largest else (TOO_LARGE, number, b"")))


def _run_script(code: str, space: dict[str, Any], stdin: str, leave: Callable[[int], NoReturn]) -> None:
    if sys.__stdout__ is not None:
        sys.__stdout__.flush()  # what the setup printed is none of the program's
    os.dup2(_CHANNEL, 1)
    _feed(stdin.encode("utf-8", "surrogatepass"))
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    status = 0
    try:
        exec(_compiled(code, "<solution>"), space)  # noqa: S102
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    except SystemExit as error:
        status = 0 if error.code in (None, 0) else RAISED_ERROR
    except MemoryError:
        status = OUT_OF_MEMORY
    except SyntaxError as error:
        status = SYNTAX_ERROR if error.filename == "<solution>" else RAISED_ERROR
    except BaseException:  # noqa: BLE001
        status = RAISED_ERROR
    try:
        for stream in filter(None, (sys.stdout, sys.__stdout__)):
            stream.flush()
    except BaseException:  # noqa: BLE001
        status = RAISED_ERROR
    leave(status)


def _feed(data: bytes) -> None:
    """Makes `data` what descriptor 0 reads; what a pipe does not hold comes from a thread."""
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    rest = memoryview(data)
    # A pipe may hold less than usual, where others of the same user hold much.
    os.set_blocking(writing, False)
    try:
        while rest:
            rest = rest[os.write(writing, rest) :]
    except BlockingIOError:
        os.set_blocking(writing, True)
        threading.Thread(target=_write, args=(writing, rest), daemon=True).start()
    else:
        os.close(writing)


def _write(descriptor: int, rest: memoryview) -> None:
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        return
    os.close(descriptor)


def forget_ourselves() -> None:
    """Takes our modules out of those that a program can import."""
    for name in [name for name in sys.modules if name.partition(".")[0] == _OURS]:
        del sys.modules[name]


def _name(error: BaseException) -> bytes:
    name: str = type.__getattribute__(type(error), "__name__")
    return name.encode(errors="replace")[:60]
