"""A stage: what is asked, how it is worded, and what an answer is worth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product

from gradatim.core import Problem, ProblemError
from gradatim.curricula.gates import Gate
from gradatim.curricula.sources import HashRandom, Rng, Source
from gradatim.curricula.spec import GatePolicy, PromptSpec
from gradatim.curricula.split import SPLITS, Split, SplitName
from gradatim.rewards import Grader, write_answer
from gradatim.verifiers import AnswerStyle

Message = dict[str, str]
Prompt = str | list[Message]

_TRIES = 100_000
# Fewer when a curriculum loads: a split that is found there in 10,000 tries, many times over, is as good as never
# missed in 100,000, so a run does not stop half-way.
_TRIES_AT_LOAD = 10_000


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
        """Returns what a model should write: the worked solution, if the style has room for one, and the answer.

        For a program that is the reference alone, as its gold holds tests.

        Raises:
            ProblemError: a problem that asks for a program has no reference.
        """
        if self.answer == "code":
            if problem.solution is None:
                raise ProblemError(
                    f"problem {problem.id} has no reference program, so there is nothing to show to a model; "
                    "give it a solution, or leave its stage out of the warm-up"
                )
            return problem.solution
        written = write_answer(problem.gold, self.answer)
        return written if problem.solution is None or self.answer == "plain" else f"{problem.solution}\n{written}"

    def shortest(self, problem: Problem) -> str | None:
        """Returns the shortest right completion that is known; None for a program without a reference."""
        return problem.solution if self.answer == "code" else write_answer(problem.gold, self.answer)


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
            ProblemError: the source gave no problem of this split in 100,000 tries.
        """
        return self._draw(split, stream, index, _TRIES)

    def probe(self, limit: int) -> list[tuple[int, Problem]]:
        """Returns up to `limit` distinct questions of the probe split, in a fixed order.

        Where there are fewer than `limit`, and each is about as likely to be drawn as the others, it returns all.
        For a stage without a held-out part these are training problems, and a pass rate on them means recall.
        """
        return list(self._distinct_probe(limit))

    def check_golds(self, limit: int) -> None:
        """Draws `limit` problems of each split and checks that each gold, stated as a completion, is judged correct.

        Raises:
            ProblemError: names the stage, and the gold or the split that has no problems.
        """
        drawn: dict[int, list[Problem]] = {}
        # Where nothing is held out, both splits are the same.
        for split, index in product(SPLITS if self.split.share else SPLITS[:1], range(limit)):
            which, problem = self._draw(split, "golds", index, _TRIES_AT_LOAD)
            drawn.setdefault(which, []).append(problem)
        for which, problems in drawn.items():
            try:
                self.sources[which].grader.check_golds(problems)
            except ProblemError as error:
                raise ProblemError(f"stage {self.name!r}: {error}") from error

    def _draw(self, split: SplitName, stream: str, index: int, tries: int) -> tuple[int, Problem]:
        rng = HashRandom(self.seed, self.name, split, stream, index)
        which = self._choose(rng)
        for _ in range(tries):
            problem = self.sources[which].source.draw(rng)
            if self.split.holds(split, problem.id):
                return which, problem
            # Training rows keep to the weights. Of a source that other stages train on as a whole, nothing is held out:
            # the probe goes on with the other sources.
            if split == "probe":
                which = self._choose(rng)
        raise ProblemError(self._lack(split, which, tries))

    def _lack(self, split: SplitName, which: int, tries: int) -> str:
        if split == "train":
            source = f"source {which + 1} of stage {self.name!r}" if len(self.sources) > 1 else f"stage {self.name!r}"
            return (
                f"{source}: no problem to train on in {tries:,} draws, as the largest held-out share of all stages "
                f"({self.split.largest:g}) takes them all; give it more problems, or hold less out"
            )
        return (
            f"stage {self.name!r}: no held-out problem in {tries:,} draws; it has too few problems, or all of them are "
            "trained on in stages with holdout: none; give it more problems, or say holdout: none here, too"
        )

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

    def _choose(self, rng: Rng) -> int:
        if len(self.sources) == 1:
            return 0
        return pick(rng, [source.weight for source in self.sources])


def pick(rng: Rng, weights: Sequence[float]) -> int:
    """Draws a position with probability proportional to its weight."""
    totals = list(accumulate(weights))
    return bisect_right(totals, rng.random() * totals[-1], hi=len(totals) - 1)
