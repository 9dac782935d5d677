"""The process for proofs: what ends it, what does not, and who may ask."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from gradatim.verifiers.math.notation.tree import Node, node, number, symbol
from gradatim.verifiers.math.proof import client as proof
from gradatim.verifiers.math.proof import process as proof_process
from gradatim.verifiers.math.proof.client import ProofEngineError, prove_equal
from gradatim.verifiers.math.proof.process import ProcessLostError, ProofProcess
from gradatim.verifiers.math.proof.protocol import Limits, write_request
from gradatim.verifiers.math.proof.prover import Prover

X = symbol("x")


def call(name: str, arg: Node) -> Node:
    return node("call", arg, value=name)


def double_angle(factor: int) -> tuple[Node, Node]:
    """Something to prove, another one for each factor."""
    angle = node("mul", number(factor), X)
    product = node("mul", number(2), call("sin", angle), call("cos", angle))
    return call("sin", node("mul", number(2), angle)), product


def power_of_a_sum(terms: int = 5, power: int = 8) -> tuple[Node, Node]:
    """Equal, but it takes time and memory to see: half a second and some megabytes, or what is asked for."""
    parts = [symbol(f"x{index}") for index in range(terms)]
    square = node("add", *[node("mul", one, other) for one in parts for other in parts])
    return node("pow", node("add", *parts), number(power)), node("pow", square, number(power // 2))


HEAVY = write_request(*power_of_a_sum())


def long_multiplication(exponent: int = 10**8) -> bytes:
    """It would take minutes, in one call of C code."""
    return write_request(node("pow", number(9), number(exponent)), X)


def is_running(pid: int) -> bool:
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(shown.strip()) and not shown.startswith("Z")


def has_child(pid: int) -> bool:
    parents = subprocess.run(["ps", "-eo", "ppid="], capture_output=True, text=True, check=True).stdout
    return str(pid) in parents.split()


def wait_for(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


@pytest.fixture
def make() -> Iterator[Callable[..., Prover]]:
    made: list[Prover] = []

    def make(**limits: Any) -> Prover:
        made.append(Prover(Limits()._replace(**limits)))
        return made[-1]

    yield make
    for prover in made:
        prover.close()


@pytest.fixture(scope="module")
def shared() -> Iterator[Prover]:
    """With the usual limits, but for the clock: that of a busy machine ends nothing."""
    prover = Prover(Limits(proof=60, answer=90))
    yield prover
    prover.close()


def test_all_threads_get_their_own_answers_from_one_process(shared: Prover) -> None:
    requests = [
        write_request(left, right if factor % 2 else node("neg", right))
        for factor in range(2, 14)
        for left, right in [double_angle(factor)]
    ]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(shared.prove, requests))
        pids = set(pool.map(lambda _: shared.pid, requests))
    assert answers == [bool(factor % 2) for factor in range(2, 14)]
    assert len(pids) == 1


def test_a_proof_ends_when_its_processor_time_is_used_up(shared: Prover) -> None:
    shared.prove(write_request(*double_angle(1)))
    pid = shared.pid
    started = time.monotonic()
    assert shared.prove(long_multiplication()) is False
    assert time.monotonic() - started < 30
    assert shared.prove(write_request(*double_angle(101))) is True
    assert shared.pid == pid


def test_what_was_proved_or_not_is_not_asked_again(shared: Prover, monkeypatch: pytest.MonkeyPatch) -> None:
    requests = [write_request(*double_angle(102)), long_multiplication(10**8 + 1)]
    first = [shared.prove(request) for request in requests]
    monkeypatch.setattr(ProofProcess, "ask", lambda *_: pytest.fail("asked again"))
    assert [shared.prove(request) for request in requests] == first == [True, False]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_a_proof_ends_when_its_memory_is_used_up(make: Callable[..., Prover]) -> None:
    # With the usual memory it is proved in some seconds. What the allocator holds in reserve is not enough for it.
    prover = make(processor=60, proof=60, memory=2**20)
    assert prover.prove(write_request(*power_of_a_sum(6, 10))) is False
    assert prover.prove(write_request(*double_angle(1))) is True


def test_a_process_that_was_killed_is_replaced(shared: Prover) -> None:
    shared.prove(write_request(*double_angle(1)))
    killed = shared.pid
    assert killed
    os.kill(killed, signal.SIGKILL)
    assert wait_for(lambda: not is_running(killed))
    assert shared.prove(write_request(*double_angle(103))) is True
    assert shared.pid != killed


def test_a_process_killed_within_a_proof_is_replaced_and_nothing_remembered(make: Callable[..., Prover]) -> None:
    prover = make(processor=30, proof=30, answer=30)
    prover.prove(write_request(*double_angle(1)))
    answers: list[bool] = []
    thread = Thread(target=lambda: answers.append(prover.prove(HEAVY)))
    thread.start()
    pid = prover.pid
    assert pid
    assert wait_for(lambda: has_child(pid))
    os.kill(pid, signal.SIGKILL)
    thread.join()
    assert answers == [False]
    assert prover.prove(HEAVY) is True


def test_a_process_that_gives_no_answer_is_replaced(make: Callable[..., Prover]) -> None:
    prover = make(answer=0.7)
    prover.prove(write_request(*double_angle(1)))
    stopped = prover.pid
    assert stopped
    os.kill(stopped, signal.SIGSTOP)
    try:
        assert prover.prove(write_request(*double_angle(2))) is False
        assert not is_running(stopped)
    finally:
        with suppress(ProcessLookupError):
            os.kill(stopped, signal.SIGCONT)
    assert wait_for(lambda: prover.prove(write_request(*double_angle(2))))


def test_a_proof_that_hangs_is_given_up_and_not_remembered(make: Callable[..., Prover]) -> None:
    prover = make(processor=30, proof=0.3)
    prover.prove(write_request(*double_angle(1)))
    pid = prover.pid
    for _ in range(4):
        with pytest.raises(ProcessLostError):
            prover._answer(long_multiplication())
    assert wait_for(lambda: prover.prove(write_request(*double_angle(2))))
    assert prover.pid == pid


def test_losses_in_a_row_are_an_error(make: Callable[..., Prover], monkeypatch: pytest.MonkeyPatch) -> None:
    class Dying:
        def wait_until_ready(self) -> None:
            pass

        def ask(self, _: bytes) -> bytes:
            raise ProcessLostError("gone")

    prover = make()
    monkeypatch.setattr(prover, "_started", Dying)
    assert [prover.prove(request) for request in (b"1", b"2")] == [False, False]
    with pytest.raises(ProofEngineError, match="lost 3 times in a row: gone"):
        prover.prove(b"3")


def test_an_interrupted_question_leaves_no_answer_behind(shared: Prover, monkeypatch: pytest.MonkeyPatch) -> None:
    shared.prove(write_request(*double_angle(1)))

    def interrupt(*_: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ProofProcess, "_receive", interrupt)
        with pytest.raises(KeyboardInterrupt):
            shared.prove(write_request(*double_angle(104)))
    left, right = double_angle(105)
    assert shared.prove(write_request(left, node("neg", right))) is False


@pytest.mark.parametrize("program", ["/nonexistent/python", "/bin/false", "/bin/cat", ""])
def test_a_python_that_does_not_start_is_an_error(
    program: str, make: Callable[..., Prover], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    prover = make()
    with pytest.raises(ProofEngineError, match="does not start"):
        prover.prove(b"1")
    assert prover.pid is None
    # A thousand answers do not wait for a thousand starts.
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("started again"))
    with pytest.raises(ProofEngineError, match="does not start"):
        prover.prove(b"1")


def test_the_error_says_what_the_process_lacks(make: Callable[..., Prover], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_process, "_search_path", list)
    with pytest.raises(ProofEngineError, match="ModuleNotFoundError: No module named 'gradatim'"):
        make().prove(b"1")


def test_it_is_in_a_process_group_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "_prover", Prover())
    assert prove_equal(*double_angle(3)) is True
    pid = proof._prover.pid
    assert pid
    # Ctrl-C in a terminal goes to the group of the trainer.
    assert os.getpgid(pid) == pid != os.getpgid(0)
    proof._prover.close()
    assert not is_running(pid)


def test_a_daemonic_process_may_ask() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(prove_equal, double_angle(3)) is True


SETUP = """
import gc, os, signal, sys, time
from gradatim.verifiers.math.proof import client as proof
from gradatim.verifiers.math.proof.protocol import Limits
from gradatim.verifiers.math.notation.tree import node, number
def ask(value):
    return proof.prove_equal(node("root", number(value**3), number(3)), number(value))
"""


def run(code: str, *options: str, argument: str = "") -> str:
    command = [sys.executable, *options, "-c", SETUP + code, argument]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_nothing_is_left_after_the_interpreter_even_if_a_thread_waits_for_a_proof() -> None:
    code = """
from threading import Thread
proof._prover = proof.Prover(Limits(processor=30, proof=30, answer=60))
print(ask(2), proof._prover.pid, {"sympy", "mpmath", "torch"} & set(sys.modules) or "")
request = proof.write_request(node("pow", number(9), number(10**8)), number(1))
Thread(target=proof._prover.prove, args=[request], daemon=True).start()
time.sleep(0.3)
"""
    answer, pid = run(code, "-X", "dev", "-W", "error").split()
    assert answer == "True"
    assert not is_running(int(pid))


def test_the_process_ends_when_its_owner_is_killed_even_if_a_forked_child_lives_on() -> None:
    code = """
ask(3)
if os.fork() == 0:
    print(os.getpid(), flush=True)
    time.sleep(60)
ask(2)
print(proof._prover.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", SETUP + code], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        pids = [int(owner.stdout.readline()) for _ in range(2)]
        assert all(map(is_running, pids))
        owner.kill()
        owner.wait()
        child, worker = pids if os.getpgid(pids[1]) == pids[1] else pids[::-1]
        assert wait_for(lambda: not is_running(worker))
        assert is_running(child)
        os.kill(child, signal.SIGKILL)


def test_a_forked_child_has_its_own_process() -> None:
    code = """
import ctypes
ask(2)
worker = proof._prover.pid
proof._prover._lock.acquire()          # as if another thread were asking
for fork in os.fork, ctypes.PyDLL(None).fork:      # with what Python does at a fork, and without
    child = fork()
    if child == 0:
        gc.collect()
        print(ask(2), ask(3), proof._prover.pid != worker, flush=True)
        sys.exit()
    print(os.waitpid(child, 0)[1], flush=True)
proof._prover._lock.release()
print(ask(4), proof._prover.pid == worker)
"""
    child = ["True", "True", "True", "0"]
    assert run(code, "-X", "dev", "-W", "error").split() == [*child, *child, "True", "True"]


def test_neither_signals_nor_variables_nor_modules_beside_the_script_matter(tmp_path: Path) -> None:
    for name in ("resource", "select", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('shadowed')")
    code = """
sys.path[:0] = [sys.argv[1], os.path.dirname(proof.__file__)]
os.environ["PYTHONHOME"] = "/nonexistent"
for ignored in signal.SIGCHLD, signal.SIGPROF:
    signal.signal(ignored, signal.SIG_IGN)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
proof._prover = proof.Prover(Limits(proof=20, answer=30))
print(ask(2), proof._prover._answer(proof.write_request(node("pow", number(9), number(10**8)), number(1))))
process = proof._prover._process
os.kill(process.pid, signal.SIGKILL)
while process.is_alive():
    time.sleep(0.01)
try:
    process.ask(b"1")
except Exception as error:
    print(type(error).__name__)
"""
    assert run(code, argument=str(tmp_path)).split() == ["True", "False", "ProcessLostError"]
