"""The samples of one call of a reward function: verified together, then scored one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradatim.rewards import Grader, Score, Ungraded
from gradatim.rewards.batch import Request, first_failing, verify_together


class Batch:
    """Takes the samples row by row, scores them, and knows which rows are to blame when that raises.

    Attributes:
        row: the row at hand; whoever goes through the rows keeps it up to date.
        items: the samples, in the order in which they were added.
    """

    def __init__(self) -> None:
        self.row = 0
        self.items: list[Ungraded] = []
        self._graders: list[Grader] = []
        self._requests: list[Request] = []
        self._rows: list[int] = []
        self._verifying = False

    def add(self, grader: Grader, item: Ungraded) -> int:
        """Takes a sample of the row at hand; returns its position among all samples."""
        self._graders.append(grader)
        self._requests.append((grader.verifier, item.completion, item.gold))
        self.items.append(item)
        self._rows.append(self.row)
        return len(self.items) - 1

    def score(self) -> list[Score]:
        """Returns the scores of all samples; each verifier is asked once."""
        self._verifying = True
        verdicts = verify_together(self._requests)
        self._verifying = False
        scores = []
        for grader, item, verdict, row in zip(self._graders, self.items, verdicts, self._rows, strict=True):
            self.row = row
            scores.append(grader.score_verified(item, verdict))
        return scores

    def failed_rows(self) -> list[int]:
        """Returns the row that raised, or all rows where verifying them together raised and none raises alone."""
        if not self._verifying:
            return [self.row]
        position = first_failing(self._requests)
        return self._rows if position is None else [self._rows[position]]

    def context(self, describe: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
        """Returns what is needed to replay what raised, with `describe` for one row."""
        rows = self.failed_rows()
        return describe(rows[0]) if len(rows) == 1 else {"samples": [describe(row) for row in rows]}
