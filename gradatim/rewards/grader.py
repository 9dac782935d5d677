"""A verifier and a reward: from a completion and a gold answer to a score."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.core.errors import ProblemError
from gradatim.core.problem import Problem
from gradatim.core.sample import Sample
from gradatim.core.verdict import Verdict
from gradatim.rewards.batch import Ungraded, verify_together
from gradatim.rewards.reward import Reward, Score
from gradatim.verifiers import REASONS, AnswerStyle, ChecksProblems, KnowsGolds, Verifier


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
        case "code":
            return f"```python\n{gold}\n```"
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
        """Returns the score of one completion: a batch of one. The arguments are the fields of `Ungraded`.

        Raises:
            TermError: a term cannot score the sample, or broke its bounds.
        """
        return self.score_batch([Ungraded(completion, gold, prompt, problem, token_ids, terminated, length)])[0]

    def score_batch(self, items: Sequence[Ungraded]) -> list[Score]:
        """Returns the scores of many completions, in order; the verifier is asked once for all of them.

        Raises:
            TermError: a term cannot score a sample, or broke its bounds.
        """
        verdicts = verify_together([(self.verifier, item.completion, item.gold) for item in items])
        scores: list[Score] = []
        try:
            for item, verdict in zip(items, verdicts, strict=True):
                scores.append(self.score_verified(item, verdict))
        except Exception as error:
            if len(items) > 1:
                error.add_note(f"while scoring item {len(scores)} of {len(items)}, counted from 0")
            raise
        return scores

    def score_verified(self, item: Ungraded, verdict: Verdict) -> Score:
        """Returns the score of a completion that the verifier has judged.

        Raises:
            TermError: a term cannot score the sample, or broke its bounds.
        """
        ids, length = item.token_ids, item.length
        if length is None and ids is not None:
            length = len(ids)
        return self.reward.score(
            Sample(item.completion, verdict, item.prompt, item.problem, ids, item.terminated, length)
        )

    def check_golds(self, problems: Sequence[Problem]) -> None:
        """Checks problems as `check_gold` does; all at once where the verifier runs programs to do so.

        Raises:
            ProblemError: names the first problem that cannot be used.
        """
        distinct = list({(one.id, one.question, one.gold, one.solution): one for one in problems}.values())
        if not isinstance(self.verifier, ChecksProblems):
            for problem in distinct:
                self._check_written(problem)
            return
        faults = self.verifier.problem_faults(distinct)
        bad = [(problem.id, fault) for problem, fault in zip(distinct, faults, strict=True) if fault is not None]
        if bad:
            first, why = bad[0]
            more = f" (and {len(bad) - 1} more of the {len(distinct)} that were checked)" if len(bad) > 1 else ""
            raise ProblemError(f"problem {first}: {why}{more}")

    def check_gold(self, problem: Problem) -> None:
        """Checks that the gold answer, written as a completion should state it, is judged correct.

        A verifier that checks problems itself (`ChecksProblems`) is asked instead.

        Raises:
            ProblemError: it is not; every completion of this problem would be wrong or excluded.
        """
        self.check_golds([problem])

    def _check_written(self, problem: Problem) -> None:
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
