"""Real programs in the real sandbox: honest ones only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gradatim.core import SandboxError
from gradatim.verifiers import CallTest, CodeGold, CodeVerifier, ExpressionTest, Limits
from gradatim.verifiers.code.judging import Program, judge_programs
from gradatim.verifiers.code.local import witness
from gradatim.verifiers.code.local.engine import LocalEngine
from gradatim.verifiers.code.outcome import CodeOutcome

GOLD = CodeGold("f", [{"args": [i], "expected": 2 * i} for i in range(3)])
RIGHT = "def f(n):\n    return 2 * n"
QUICK = Limits(cpu=1.0, wall=1.0)


def judge(
    engine: LocalEngine, codes: Sequence[str], gold: CodeGold = GOLD, limits: Limits = QUICK
) -> list[CodeOutcome]:
    return judge_programs(engine, [Program(code, gold) for code in codes], limits)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (RIGHT, None),
        ("f = lambda n: n + n", None),
        ("class Solution:\n    def f(self, n):\n        return 2 * n", None),
        ("class F:\n    def __call__(self, n):\n        return 2 * n\nf = F()", None),
        ("from collections import *\ndef f(n):\n    return Counter(a=n)['a'] * 2", None),
        ("def f(n):\n    print('noise')\n    return 2 * n\nif __name__ == '__main__':\n    input()", None),
        ("import asyncio\nasync def g(n): return 2 * n\ndef f(n): return asyncio.run(g(n))", None),
        ("import threading\ndef f(n):\n    out = []\n    t = threading.Thread(target=out.append, args=(2 * n,))\n"
         "    t.start()\n    t.join()\n    return out[0]", None),
        ("import sys\nsys.setrecursionlimit(9000)\ndef d(k): return 0 if k == 0 else 1 + d(k - 1)\n"
         "def f(n): return 2 * n if d(5000) == 5000 else None", None),
        ("def f(n):\n    return n", "wrong_value"),
        ("def f(n)\n    return n", "syntax_error"),
        ("import torch\n" + RIGHT, "load_error"),
        ("def g(n): return 2 * n", "missing_entry_point"),
        ("f = 3", "missing_entry_point"),
        ("def f(n): return 1 / 0", "runtime_error"),
        ("def f(n: List) -> int: return 2 * n", "load_error"),
        ("def f(n):\n    while True: pass", "timeout_cpu"),
        ("import time\ndef f(n): time.sleep(30)", "timeout_wall"),
        ("def f(n): return [0] * 10**10", "memory"),
        ("def f(n): return 'x' * 2 * 10**6", "output_limit"),
        ("def f(n):\n    yield 2 * n", "not_plain_data"),
        ("def f(n): return open('/etc/hostname').read()", "forbidden"),
        ("import os\ndef f(n): os._exit(0)", "early_exit"),
        ("raise SystemExit", "early_exit"),
        ("import os\ndef f(n): os.abort()", "crash"),
    ],
)  # fmt: skip
def test_programs(engine: LocalEngine, code: str, reason: str | None) -> None:
    assert judge(engine, [code])[0].reason == reason


SUM = CodeGold(tests=[{"stdin": "1 2\n3", "expected": "6"}, {"stdin": "4\n", "expected": "4\n"}])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys\nprint(sum(map(int, sys.stdin.read().split())))", None),
        ("print(sum(map(int, open(0).read().split())))", None),
        ("import os, sys\nn = sum(map(int, sys.stdin.buffer.read().split()))\nos.write(1, b'%d' % n)\n"
         "os._exit(0)", None),
        ("import sys, threading\ndef main():\n    print(sum(map(int, sys.stdin.read().split())))\n"
         "threading.Thread(target=main).start()", None),
        ("import sys\nif __name__ == '__main__':\n    print(sum(map(int, sys.stdin)))", "runtime_error"),
        ("import atexit, sys\nn = sum(map(int, sys.stdin.read().split()))\natexit.register(lambda: print(n))", None),
        ("print(6)", "wrong_value"),
        ("print(6)\nraise SystemExit(3)", "runtime_error"),
        ("print(", "syntax_error"),
    ],
)  # fmt: skip
def test_scripts(engine: LocalEngine, code: str, reason: str | None) -> None:
    assert judge(engine, [code], SUM)[0].reason == reason


def test_a_megabyte_of_input(engine: LocalEngine) -> None:
    gold = CodeGold(tests=[{"stdin": "7\n" * 500_000, "expected": "3500000"}])
    assert judge(engine, ["import sys\nprint(sum(map(int, sys.stdin)))"], gold)[0].reason is None


def test_other_forms_of_tests(engine: LocalEngine) -> None:
    tests = ExpressionTest("sorted(f(n=1))", [1, 2]), CallTest([], [2, 1], {"n": 1})
    gold = CodeGold("f", tests, setup="from math import *")
    assert judge(engine, ["def f(n): return [2, floor(1.5)]"], gold)[0].reason is None
    assert judge(engine, ["class Solution:\n    def f(self, n): return [2, 1]"], gold)[0].reason is None
    program = CodeGold("f", program="assert f(1) == 2, 'why'")
    outcomes = judge(engine, ["def f(n): return 2", "def f(n): return 3", "def f(n): return 1 / 0"], program)
    assert [outcome.reason for outcome in outcomes] == [None, "wrong_value", "runtime_error"]
    assert judge(engine, [RIGHT], CodeGold("f", GOLD.tests, setup="1 / 0"))[0].reason == "gold_setup"


def test_programs_do_not_see_each_other(engine: LocalEngine) -> None:
    first = "import math\nmath.seen = 1\ndef f(n): return 2 * n"
    then = "import math\ndef f(n): return getattr(math, 'seen', 0) or 2 * n"
    assert [outcome.reason for outcome in judge(engine, [first, then, then + "#"] * 4)] == [None] * 12


def test_random_numbers_repeat(engine: LocalEngine) -> None:
    code = "import random\ndef f(n): return random.random()"
    gold = CodeGold("f", [{"args": [1], "expected": 0.8444218515250481}])
    assert {outcome.reason for outcome in judge(engine, [code + "#" * i for i in range(8)], gold)} == {None}


def test_every_process_hashes_alike() -> None:
    gold = CodeGold("f", [{"args": ["a"], "expected": 4644417185603328019}])
    found = set()
    for _ in range(2):
        engine = LocalEngine("basic", workers=1)
        outcome = judge(engine, ["def f(text): return hash(text)", "def f(text): raise ValueError(hash(text))"], gold)
        found.add(outcome[0].reason)
        engine.close()
    assert found == {None}


def test_sleepers_do_not_hold_up_others(engine: LocalEngine) -> None:
    sleeper = "import time\ndef f(n):\n    time.sleep(0.25)\n    return 2 * n"
    began = time.monotonic()
    outcomes = judge(engine, [sleeper + "#" * i for i in range(4)], limits=Limits())
    assert {outcome.reason for outcome in outcomes} == {None}
    # One after the other it would be three seconds.
    assert time.monotonic() - began < 2.8


def killed_after(engine: LocalEngine, seconds: float, which: slice) -> threading.Timer:
    def kill() -> None:
        for pid in engine.pids[which]:
            os.kill(pid, signal.SIGKILL)

    timer = threading.Timer(seconds, kill)
    timer.start()
    return timer


@pytest.mark.parametrize("which", [slice(0, 1), slice(None)], ids=["one", "all"])
def test_a_killed_process_costs_no_verdict(engine: LocalEngine, which: slice) -> None:
    judge(engine, [RIGHT])
    slow = "def f(n):\n    sum(range(2_000_000))\n    return 2 * n"
    timer = killed_after(engine, 0.3, which)
    outcomes = judge(engine, [slow + "#" * i for i in range(24)], limits=Limits())
    timer.join()
    assert {outcome.reason for outcome in outcomes} == {None}


def test_a_process_that_dies_again_and_again_is_our_fault(engine: LocalEngine) -> None:
    judge(engine, [RIGHT])
    stop = threading.Event()

    def kill() -> None:
        while not stop.wait(0.05):
            for pid in engine.pids:
                os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        code = "import time\ndef f(n):\n    time.sleep(0.3)\n    return 2 * n"
        outcomes = judge(engine, [code + "#" * i for i in range(3)])
    except SandboxError:
        return  # killed before it could say that it is there
    finally:
        stop.set()
        killer.join()
    assert {outcome.reason for outcome in outcomes} == {"sandbox"}


def test_a_killed_program_is_its_own_fault(engine: LocalEngine) -> None:
    judge(engine, [RIGHT])
    sleeper = "import time\ndef f(n): time.sleep(20)"

    def kill() -> None:
        for child in (child for pid in engine.pids for child in children_of(pid)):
            os.kill(child, signal.SIGKILL)

    timer = threading.Timer(0.5, kill)
    timer.start()
    outcome = judge(engine, [sleeper], limits=Limits())[0]
    timer.join()
    assert (outcome.reason, outcome.detail) == ("crash", "signal 9")


def test_several_threads(engine: LocalEngine) -> None:
    found: list[list[CodeOutcome]] = []
    threads = [
        threading.Thread(target=lambda k=k: found.append(judge(engine, [f"{RIGHT} # {k} {i}" for i in range(8)])))
        for k in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {outcome.reason for part in found for outcome in part} == {None}
    assert len(found) == 4


SCRIPT = """
import os, sys, time
from gradatim.verifiers import CodeGold, CodeVerifier
gold = CodeGold("f", [{"args": [i], "expected": 2 * i} for i in range(3)])
verifier = CodeVerifier(allow_basic=True)
assert verifier.verify("def f(n): return 2 * n", gold).correct
print(*verifier.engine.pids, flush=True)
"""


def run_script(tail: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", SCRIPT + tail], stdout=subprocess.PIPE, text=True)


def all_gone(pids: Sequence[int], seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{pid}").exists() and "Z" not in state(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


SLEEPING = 'verifier.verify("import time\\ndef f(n): time.sleep(60)", gold)'


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    ("tail", "number"),
    [("", None), (SLEEPING, signal.SIGKILL), (SLEEPING, signal.SIGINT), (SLEEPING, signal.SIGTERM)],
    ids=["exit", "kill", "interrupt", "term"],
)
def test_no_process_is_left(tail: str, number: int | None) -> None:
    with run_script(tail) as process:
        assert process.stdout is not None
        forkers = [int(word) for word in process.stdout.readline().split()]
        time.sleep(0.7 if number else 0)
        children = [
            int(c) for pid in forkers if number for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
        if number:
            assert children
            process.send_signal(number)
        process.wait(20)
    assert forkers
    assert all_gone([*forkers, *children])


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_a_fork_of_the_caller_has_an_engine_of_its_own() -> None:
    tail = """
before = verifier.engine.pids
child = os.fork()
assert verifier.verify("def f(n): return n + n", gold).correct
assert (verifier.engine.pids == before) == bool(child)
if child:
    _, status = os.waitpid(child, 0)
    assert status == 0
    assert verifier.verify("def f(n): return n * 2", gold).correct
print("fine")
"""
    with run_script(tail) as process:
        said, _ = process.communicate(timeout=60)
    assert said.count("fine") == 2
    assert process.returncode == 0


def test_few_descriptors() -> None:
    tail = """
import resource
used = max(map(int, os.listdir("/proc/self/fd")))
resource.setrlimit(resource.RLIMIT_NOFILE, (used + 2, used + 2))
pairs = [(f"def f(n): return 2 * n # {i}", gold) for i in range(40)]
verdicts = verifier.verify_batch(pairs)
found = {(verdict.status, verdict.reason) for verdict in verdicts}
print("fine", found <= {("correct", None), ("engine_error", "sandbox")})
"""
    with run_script(tail) as process:
        said, _ = process.communicate(timeout=100)
    assert said.splitlines()[-1] == "fine True"


def test_the_best_level_whose_doors_are_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "doors", lambda engine: dict.fromkeys(witness.DOORS, engine.level == "strict"))
    witness.best_level.cache_clear()
    witness.local_engine.cache_clear()
    try:
        assert witness.best_level() == "sealed"
        with pytest.raises(SandboxError, match="level 'strict' does not hold here: a program was able to read files"):
            CodeVerifier(level="strict").verify(RIGHT, GOLD)
        monkeypatch.setattr(witness, "doors", lambda engine: dict.fromkeys(witness.DOORS, True))
        witness.best_level.cache_clear()
        witness.local_engine.cache_clear()
        with pytest.raises(SandboxError, match="allow_basic: true"):
            CodeVerifier().verify(RIGHT, GOLD)
        assert CodeVerifier(allow_basic=True).verify(RIGHT, GOLD).correct
    finally:
        witness.best_level.cache_clear()
        witness.local_engine.cache_clear()
