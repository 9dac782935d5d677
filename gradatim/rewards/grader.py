"""A verifier and a reward: from a completion and a gold answer to a score."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.core.errors import ProblemError
from gradatim.core.problem import Problem
from gradatim.core.sample import Sample
from gradatim.rewards.reward import Reward, Score
from gradatim.verifiers import REASONS, AnswerStyle, KnowsGolds, Verifier


def write_answer(gold: str, style: AnswerStyle) -> str:
    r"""Returns the shortest completion that states the answer in this style.

    >>> write_answer("4", "boxed")
    '\\boxed{4}'
    """
    match style:
        case "tags":
            return f"<answer>{gold}</answer>"
        case "boxed":
            return rf"\boxed{{{gold}}}"
        case "gsm8k":
            return f"#### {gold}"
        case "plain" | "last_number":
            return gold


class Grader:
    """Scores completions: each is verified once, and all terms share the verdict.

    Attributes:
        verifier: says whether a completion is right.
        reward: says what that is worth; terms that left their answer style open have the verifier's.
        answer: the verifier's answer style; None for a verifier without one, such as one that runs programs.
    """

    def __init__(self, verifier: Verifier, reward: Reward) -> None:
        self.verifier = verifier
        self.answer: AnswerStyle | None = verifier.answer
        self.reward = reward if self.answer is None else reward.with_answer(self.answer)

    def score(
        self,
        completion: str,
        gold: str,
        *,
        prompt: str = "",
        problem: Problem | None = None,
        token_ids: Sequence[int] | None = None,
        terminated: bool | None = None,
        length: int | None = None,
    ) -> Score:
        """Returns the score of one completion.

        Args:
            completion: the text, special tokens stripped.
            gold: the right answer, as the verifier reads it.
            prompt: what the completion goes on from.
            problem: what was asked.
            token_ids: the completion's tokens without padding, EOS included.
            terminated: whether it ended with one of the model's EOS ids; None: unknown.
            length: tokens in the completion, EOS included; by default the number of `token_ids`.

        Raises:
            TermError: a term cannot score the sample, or broke its bounds.
        """
        if length is None and token_ids is not None:
            length = len(token_ids)
        verdict = self.verifier.verify(completion, gold)
        return self.reward.score(Sample(completion, verdict, prompt, problem, token_ids, terminated, length))

    def check_gold(self, problem: Problem) -> None:
        """Checks that the gold answer, written as a completion should state it, is judged correct.

        Raises:
            ProblemError: it is not; every completion of this problem would be wrong or excluded.
        """
        reason = self.verifier.gold_problem(problem.gold) if isinstance(self.verifier, KnowsGolds) else None
        if reason:
            why = f"{REASONS[reason]} ({reason})"
            raise ProblemError(f"problem {problem.id}: the gold {problem.gold!r} cannot be used: {why}")
        completion = write_answer(problem.gold, self.answer or "plain")
        verdict = self.verifier.verify(completion, problem.gold)
        if not verdict.correct:
            reason = f" ({verdict.reason})" if verdict.reason else ""
            raise ProblemError(
                f"problem {problem.id}: the gold {problem.gold!r}, written as {completion!r}, "
                f"is {verdict.status}{reason}, not correct"
            )
