"""How fast problems are made, against reasoning-gym on the same kinds, in one process.

    pip install --target /tmp/rg reasoning-gym    # needed by this benchmark only
    PYTHONPATH=/tmp/rg python benchmarks/generation.py [--rounds 15] [--items 2000]

Both sides make each item the way training asks for it: from a fresh random generator per item, with question and gold.
Ours includes what reasoning-gym does not do: the generator's seed is a hash, each problem gets its canonical id, and
the id is compared with the held-out share. The two sides take turns; the ratio is the median over rounds of their CPU
times, the rates are each side's best round.

The kinds are alike, not equal: reasoning-gym's `basic_arithmetic` nests parentheses and divides groups, ours has at
most one pair of parentheses and divides plain numbers only; reasoning-gym draws one number of digits for all terms of
a problem, ours one for each.

Expect ratios of about 1.25 (sums) and 2 (four operations). Exits with 1 when one is below 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from gradatim.core import unit_interval
from gradatim.curricula.sources import Arithmetic, HashRandom

Side = Callable[[int, int], int]
HOLDOUT = 0.2


@dataclass(frozen=True)
class Kind:
    """One kind of problem on both sides.

    Attributes:
        name: what the table calls it.
        peer: reasoning-gym's name of the data set.
        settings: its settings.
        source: ours.
    """

    name: str
    peer: str
    settings: Mapping[str, Any]
    source: Arithmetic


TERMS = {"min_terms": 2, "max_terms": 6, "min_digits": 1, "max_digits": 4}
KINDS = (
    Kind(
        "sums and differences",
        "chain_sum",
        TERMS,
        Arithmetic(operations=("add", "sub"), digits=(1, 4), operands=(2, 6), negatives="results"),
    ),
    Kind(
        "four operations, parentheses",
        "basic_arithmetic",
        TERMS,
        Arithmetic(
            operations=("add", "sub", "mul", "div"),
            digits=(1, 4),
            operands=(2, 6),
            negatives="operands",
            parentheses=0.5,
        ),
    ),
)


def ours(source: Arithmetic) -> Side:
    """Returns what makes problems `start` to `stop` of a stage's stream and counts the trainable ones."""

    def make(start: int, stop: int) -> int:
        trainable = 0
        for slot in range(start, stop):
            problem = source.draw(HashRandom(7, "stage", "train", "fresh", slot))
            trainable += unit_interval(problem.id) >= HOLDOUT
        return trainable

    return make


def theirs(create: Callable[..., Any], kind: Kind, size: int) -> Side:
    """Returns what makes items `start` to `stop` of reasoning-gym's data set."""
    items = create(kind.peer, seed=7, size=size, **kind.settings)

    def make(start: int, stop: int) -> int:
        return sum(bool(items[index]["answer"]) for index in range(start, stop))

    return make


def seconds(side: Side, start: int, stop: int) -> float:
    """Returns the CPU time of one round."""
    began = process_time()
    side(start, stop)
    return process_time() - began


def compare(kind: Kind, create: Callable[..., Any], rounds: int, items: int) -> float:
    """Prints the row of one kind; returns how many times as fast we are."""
    mine, other = ours(kind.source), theirs(create, kind, size=(rounds + 1) * items)
    seconds(mine, 0, items)
    seconds(other, 0, items)
    times = [
        (seconds(mine, turn * items, (turn + 1) * items), seconds(other, turn * items, (turn + 1) * items))
        for turn in range(1, rounds + 1)
    ]
    ratio = median(peer / own for own, peer in times)
    best_own, best_peer = (items / min(side) for side in zip(*times, strict=True))
    print(f"| {kind.name} | {best_own:,.0f} | {best_peer:,.0f} ({kind.peer}) | {ratio:.2f} |")
    return ratio


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--items", type=int, default=2000, help="problems per round and side")
    options = parser.parse_args()
    try:
        create_dataset = import_module("reasoning_gym").create_dataset
    except ImportError as error:
        print(f"reasoning-gym is not importable ({error}).", file=sys.stderr)
        print("pip install --target DIR reasoning-gym, then run with PYTHONPATH=DIR", file=sys.stderr)
        return 2
    print("| kind | gradatim, problems/s | reasoning-gym, items/s | ratio |")
    print("|---|---|---|---|")
    ratios = [compare(kind, create_dataset, options.rounds, options.items) for kind in KINDS]
    return int(min(ratios) < 1)


if __name__ == "__main__":
    sys.exit(main())
