"""A stage: what is asked, how it is worded, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from gradatim.core import Problem, ProblemError, derive_seed
from gradatim.curricula.gates import Gate
from gradatim.curricula.sources import Source
from gradatim.curricula.spec import GatePolicy, PromptSpec
from gradatim.curricula.split import Split, SplitName
from gradatim.rewards import Grader, write_answer
from gradatim.verifiers import AnswerStyle

Message = dict[str, str]
Prompt = str | list[Message]

_MAX_DRAWS = 100_000


@dataclass(frozen=True)
class StageSource:
    """One weighted source of a stage with what belongs to its rows.

    Attributes:
        weight: relative share of the stage's rows, > 0.
        source: where problems come from.
        prompt: how they are worded.
        answer: the answer style.
        grader: verifier and reward.
    """

    weight: float
    source: Source
    prompt: PromptSpec
    answer: AnswerStyle
    grader: Grader

    def render(self, question: str) -> Prompt:
        """Returns the prompt of a question."""
        text = self.prompt.user.format(question=question)
        if not self.prompt.chat:
            return text
        system = self.prompt.system
        first = [] if system is None else [{"role": "system", "content": system.format(question=question)}]
        return [*first, {"role": "user", "content": text}]

    def target(self, problem: Problem) -> str:
        """Returns what a model should write: the worked solution, if the style has room for one, and the answer."""
        written = write_answer(problem.gold, self.answer)
        return written if problem.solution is None or self.answer == "plain" else f"{problem.solution}\n{written}"


@dataclass(frozen=True)
class Stage:
    """One step of a curriculum.

    Attributes:
        name: unique within the curriculum.
        sources: one or more, drawn by weight for each row.
        split: which problems may be trained on.
        gate: the test on this stage's pass rate that opens the next stage.
        policy: what surrounds the test: cooldown, patience, demotion.
        seed: the curriculum's seed.
    """

    name: str
    sources: tuple[StageSource, ...]
    split: Split
    gate: Gate
    policy: GatePolicy
    seed: int

    def draw(self, split: SplitName, stream: str, index: int) -> tuple[int, Problem]:
        """Returns problem `index` of a named stream: a pure function of seed, stage, split, stream and index.

        Returns:
            The position of the source in `sources`, and the problem.

        Raises:
            ProblemError: the source gave no problem of this split in 100,000 draws.
        """
        rng = Random(derive_seed(self.seed, self.name, split, stream, index))
        for _ in range(_MAX_DRAWS):
            which = self._choose(rng)
            problem = self.sources[which].source.draw(rng)
            if self.split.holds(split, problem.id):
                return which, problem
        raise ProblemError(
            f"stage {self.name!r}: no {split} problem in {_MAX_DRAWS:,} draws; its problems seem to be all in the "
            f"other split, so give it more problems or 'holdout: none'"
        )

    def probe(self, limit: int) -> list[tuple[int, Problem]]:
        """Returns up to `limit` distinct questions of the probe split, in a fixed order.

        For a stage without a held-out part these are training problems, and a pass rate on them means recall.
        """
        return list(self._distinct_probe(limit))

    def check_golds(self, limit: int) -> None:
        """Draws `limit` problems and checks that each gold, written in the answer style, is judged correct.

        Raises:
            ProblemError: names the stage and the gold.
        """
        for index in range(limit):
            which, problem = self.draw("train", "golds", index)
            try:
                self.sources[which].grader.check_gold(problem)
            except ProblemError as error:
                raise ProblemError(f"stage {self.name!r}: {error}") from error

    def _distinct_probe(self, limit: int) -> Iterator[tuple[int, Problem]]:
        seen: set[str] = set()
        misses = 0
        index = 0
        # Of n equally likely questions, one is missed by 20 n draws with probability e^-20: a small stage has run dry.
        while len(seen) < limit and misses < 20 * len(seen) + 200:
            which, problem = self.draw("probe", "probe", index)
            index += 1
            if problem.question in seen:
                misses += 1
                continue
            misses = 0
            seen.add(problem.question)
            yield which, problem

    def _choose(self, rng: Random) -> int:
        if len(self.sources) == 1:
            return 0
        return pick(rng, [source.weight for source in self.sources])


def pick(rng: Random, weights: Sequence[float]) -> int:
    """Draws a position with probability proportional to its weight."""
    totals = list(accumulate(weights))
    point = rng.random() * totals[-1]
    return next(i for i, total in enumerate(totals) if point < total)
