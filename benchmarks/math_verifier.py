r"""How fast answers are judged, against math-verify 0.9.0 on the same pairs, in CPU time of one process.

    pip install --target /tmp/mv math-verify==0.9.0    # needed by this benchmark only
    PYTHONPATH=/tmp/mv python benchmarks/math_verifier.py [--pairs 10000] [--rounds 10]

Three figures:

- **number against number.** Distinct pairs of integers, grouped thousands, decimals, fractions, percents and mixed
  numbers, half of them equal; each is a sentence that ends in a box, and a gold. The pairs are new to both sides, and
  our caches are emptied before every round. math-verify gets every ninth pair. The ratio is the median over rounds.
- **everything else.** The labelled cases under `tests/` of the kinds that hold more than numbers. Ours reads the raw
  completion, math-verify the answer that was already extracted from it. The ratio is that of the mean times per case,
  each the median of three rounds; our caches are emptied before every round.
- **the slowest.** The 99th percentile of ours over all labelled cases, in CPU time and on the clock.

The CPU time of processes that we start counts as ours, their start does not. math-verify runs without its timeouts,
whose alarms would be measured too, and looks for LaTeX only.

Expect ratios above 100 and 3, and a 99th percentile below 50 ms. Exits with 1 when one is missed.
"""

from __future__ import annotations

import argparse
import functools
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter_ns, process_time_ns
from typing import Any, NamedTuple

from gradatim.verifiers import MathVerifier, WrittenStyle, extract

CASES = Path(__file__).parents[1] / "tests" / "verifiers" / "math" / "cases" / "dev.jsonl"
STYLES: Mapping[str, WrittenStyle] = {"xml": "tags", "hash": "gsm8k"}
NUMBERS = """int_basic decimal fraction thousands percent currency mixed_number scientific repeating_decimal gsm_style
extract_boxed extract_hash extract_xml extract_last_number adv_think adv_multibox"""
"""The kinds of labelled cases that are all or mostly numbers."""
SENTENCES = (
    "Adding both parts gives $\\boxed{{{}}}$.",
    "We halve the sum twice and take the rest.\n\nThe answer is $\\boxed{{{}}}$",
    "So she has that many left: $\\boxed{{{}}}$.",
)
PER_PEER_PAIR = 9
RATIO_OF_NUMBERS, RATIO_OF_THE_REST, SLOWEST_MS = 100, 3, 50

Judge = Callable[[str, str], bool]


class Pair(NamedTuple):
    """A completion, its gold, and whether they are equal."""

    completion: str
    gold: str
    equal: bool


class Spent(NamedTuple):
    """What one verdict took, in ns, and whether it was `correct`."""

    cpu: int
    clock: int
    correct: bool


def fixed(value: Fraction, places: int) -> str:
    whole, rest = divmod(int(value * 10**places), 10**places)
    return f"{whole}.{rest:0{places}}"


def improper(value: Fraction, factor: int = 1) -> str:
    return rf"\frac{{{factor * value.numerator}}}{{{factor * value.denominator}}}"


def mixed(value: Fraction) -> str:
    whole, rest = divmod(value.numerator, value.denominator)
    return rf"{whole} \frac{{{rest}}}{{{value.denominator}}}"


def a_value(rng: Random) -> tuple[Fraction, Callable[[Fraction], Sequence[str]]]:
    """A random value and how values of its kind are written."""
    size = 10 ** rng.randint(1, 7)
    top, bottom = rng.randint(1, size), rng.randint(2, 60)
    kinds: list[tuple[Fraction, Callable[[Fraction], Sequence[str]]]] = [
        (Fraction(rng.randint(-size, size)), lambda v: (f"{v}", f"{v}.0", f"{int(v):,}")),
        (Fraction(rng.randint(10**4, 10**9)), lambda v: (f"{int(v):,}", f"{v}", f"{int(v):,}".replace(",", "{,}"))),
        (Fraction(rng.randint(1, size * 100), 100), lambda v: (fixed(v, 2), fixed(v, 4))),
        (Fraction(top * bottom + 1, bottom), lambda v: (improper(v), f"{v}", improper(v, 2))),
        (Fraction(top, 1000), lambda v: (rf"{fixed(v * 100, 1)}\%", fixed(v, 3))),
        (top + Fraction(rng.randrange(1, bottom), bottom), lambda v: (mixed(v), improper(v))),
    ]
    return rng.choice(kinds)


def number_pairs(count: int) -> list[Pair]:
    """Distinct pairs, every second one equal."""
    rng = Random(7)
    pairs: dict[tuple[str, str], Pair] = {}
    while len(pairs) < count:
        value, written = a_value(rng)
        equal = len(pairs) % 2 == 0
        answer, gold = rng.choice(written(value)), rng.choice(written(value if equal else value + rng.randint(1, 9)))
        pairs.setdefault((answer, gold), Pair(rng.choice(SENTENCES).format(answer), gold, equal))
    return list(pairs.values())


def children() -> dict[int, int]:
    """The CPU time, in ns, of every process below this one (Linux; empty elsewhere)."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    below = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    times = {}
    for child in below - {os.getpid()}:
        try:
            times[child] = int(Path(f"/proc/{child}/schedstat").read_text().split()[0])
        except OSError:
            continue
    return times


def spent(judge: Judge, completion: str, gold: str) -> Spent:
    before = children()
    clock, cpu = perf_counter_ns(), process_time_ns()
    correct = judge(completion, gold)
    cpu, clock = process_time_ns() - cpu, perf_counter_ns() - clock
    after = children()
    return Spent(cpu + sum(after[child] - before[child] for child in after.keys() & before.keys()), clock, correct)


def empty_our_caches() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("gradatim"):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


def ours(style: WrittenStyle) -> Judge:
    verifier = MathVerifier(answer=style)
    return lambda completion, gold: verifier.verify(completion, gold).correct


def theirs() -> Judge:
    peer: Any = import_module("math_verify")
    latex = [peer.LatexExtractionConfig()]

    def judge(completion: str, gold: str) -> bool:
        wanted = peer.parse(f"${gold}$", extraction_config=latex, parsing_timeout=None)
        stated = peer.parse(completion, extraction_config=latex, parsing_timeout=None)
        return bool(peer.verify(wanted, stated, timeout_seconds=None))

    logging.disable(logging.WARNING)
    return judge


def per_pair(judge: Judge, pairs: Sequence[Pair]) -> tuple[float, float]:
    """CPU time per pair in us, and the share of right verdicts."""
    began = process_time_ns()
    right = [judge(pair.completion, pair.gold) is pair.equal for pair in pairs]
    return (process_time_ns() - began) / len(pairs) / 1000, mean(right)


def compare_on_numbers(peer: Judge, count: int, rounds: int) -> float:
    """Prints the row of number against number; returns the ratio."""
    pairs, size = number_pairs(count), count // rounds
    rows = []
    for start in range(0, size * rounds, size):
        empty_our_caches()
        part = pairs[start : start + size]
        # Every second pair is equal, so an odd step takes as many of either.
        rows.append((*per_pair(ours("boxed"), part), *per_pair(peer, part[::PER_PEER_PAIR])))
    ratio = median(row[2] / row[0] for row in rows)
    own, own_right, other, other_right = (median(column) for column in zip(*rows, strict=True))
    print(f"| number against number | {own:.1f} | {other:,.0f} | {ratio:.0f} | {own_right:.3f} | {other_right:.3f} |")
    return ratio


def three_rounds(judge: Callable[[Mapping[str, Any]], Spent], cases: Sequence[Mapping[str, Any]]) -> list[Spent]:
    """Per case the median times."""
    laps = []
    for _ in range(3):
        empty_our_caches()
        laps.append([judge(case) for case in cases])
    return [Spent(*(sorted(column)[1] for column in zip(*lap, strict=True))) for lap in zip(*laps, strict=True)]


def compare_on_cases(peer: Judge) -> tuple[float, float]:
    """Prints the row of the labelled cases and how ours spreads; returns the ratio and our p99 in ms."""

    def own(case: Mapping[str, Any]) -> Spent:
        return spent(ours(STYLES.get(case["answer_format"], case["answer_format"])), case["completion"], case["gold"])

    def other(case: Mapping[str, Any]) -> Spent:
        found = extract(case["completion"], STYLES.get(case["answer_format"], case["answer_format"])).answers
        return spent(peer, f"${', '.join(found)}$", case["gold"]) if found else Spent(0, 0, False)

    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    ours("plain")(r"2\sin x\cos x", r"\sin 2x")
    results = [three_rounds(judge, cases) for judge in (own, other)]
    rest = [place for place, case in enumerate(cases) if case["kind"] not in NUMBERS.split()]
    means = [mean(times[place].cpu for place in rest) / 1000 for times in results]
    accuracy = [mean(s.correct is c["expected"] for s, c in zip(times, cases, strict=True)) for times in results]
    paid = [sum(s.correct and not c["expected"] for s, c in zip(times, cases, strict=True)) for times in results]
    ratio = means[1] / means[0]
    print(
        f"| everything else | {means[0]:,.0f} | {means[1]:,.0f} | {ratio:.1f} | {accuracy[0]:.3f} | {accuracy[1]:.3f} |"
    )
    print(f"\nFalse positives among all {len(cases)} labelled cases: {paid[0]} and {paid[1]}.")
    cpu, clock = (sorted(times[field] / 1e6 for times in results[0]) for field in (0, 1))
    p99 = -1 - len(cases) // 100
    print(f"p99 of ours: {cpu[p99]:.1f} ms CPU, {clock[p99]:.1f} ms on the clock; slowest {cpu[-1]:.1f} ms CPU.")
    return ratio, cpu[p99]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    try:
        peer = theirs()
    except ImportError as error:
        print(f"math-verify is not importable ({error}).", file=sys.stderr)
        print("pip install --target DIR math-verify==0.9.0, then run with PYTHONPATH=DIR", file=sys.stderr)
        return 2
    # What is loaded or compiled once is not measured.
    for judge in (ours("boxed"), peer):
        judge(r"So $\boxed{\frac{3}{4}}$.", "0.75")
    print("| pairs | gradatim, us | math-verify, us | ratio | right, ours | right, theirs |")
    print("|---|---|---|---|---|---|")
    numbers = compare_on_numbers(peer, options.pairs, options.rounds)
    rest, slowest = compare_on_cases(peer)
    return int(numbers < RATIO_OF_NUMBERS or rest < RATIO_OF_THE_REST or slowest > SLOWEST_MS)


if __name__ == "__main__":
    sys.exit(main())
