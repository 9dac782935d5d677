"""Stages and sources that are small enough to know everything about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from gradatim.core import Problem
from gradatim.curricula import Count, GatePolicy, PromptSpec, Split, Stage, StageSource, Wilson
from gradatim.curricula.sources import Rng
from gradatim.rewards import Correctness, Grader, Reward, WeightedTerm
from gradatim.verifiers import AnswerStyle, ExactVerifier, Verifier


@dataclass
class Listed:
    """A source whose problems lie at given places in [0, 1), where the splits are decided; it counts its draws."""

    places: tuple[float, ...]
    label: str = "q"
    draws: int = field(default=0, compare=False)

    def draw(self, rng: Rng) -> Problem:
        self.draws += 1
        number = int(rng.random() * len(self.places))
        return Problem(f"{int(self.places[number] * 2**64):016x}", f"{self.label}{number}", str(number))

    def count(self) -> Count:
        return Count(len(self.places), exact=True)

    def ids(self) -> Iterator[str]:
        return (f"{int(place * 2**64):016x}" for place in self.places)

    def verifier(self, answer: AnswerStyle) -> Verifier:
        return ExactVerifier(answer)

    def alphabet(self) -> frozenset[str]:
        return frozenset(self.label + "0123456789")


@pytest.fixture(scope="session")
def listed() -> type[Listed]:
    return Listed


@pytest.fixture(scope="session")
def make_stage() -> Callable[..., Stage]:
    """Builds a stage of sources, or of (weight, source) pairs, that holds out a share of .2 unless told otherwise."""

    def make(*sources: Any, split: Split | None = None, name: str = "few", seed: int = 7) -> Stage:
        pairs = [source if isinstance(source, tuple) else (1.0, source) for source in sources]
        reward = Reward([WeightedTerm("correctness", Correctness(), 1.0)])
        built = tuple(
            StageSource(weight, source, PromptSpec("{question}="), "plain", Grader(source.verifier("plain"), reward))
            for weight, source in pairs
        )
        return Stage(name, built, split or Split(0.2, 0.2), Wilson(0.8), GatePolicy(), seed)

    return make
