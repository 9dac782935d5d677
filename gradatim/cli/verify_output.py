"""How `gradatim verify` shows verdicts: to people as lines, to programs as one JSON object."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Any, Protocol

import click

from gradatim.core import STATUSES, Verdict
from gradatim.core.text import one_line
from gradatim.verifiers import REASONS

_LONGEST = 80
_STATUS = max(map(len, STATUSES))
_REASON = max(map(len, REASONS))


class Tally:
    """Counts of a file's rows.

    Attributes:
        statuses: judged rows by status.
        reasons: judged rows by reason.
        bad_rows: rows that could not be read.
    """

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter(dict.fromkeys(STATUSES, 0))
        self.reasons: Counter[str] = Counter()
        self.bad_rows = 0

    @property
    def rows(self) -> int:
        """All rows, the bad ones included."""
        return self.statuses.total() + self.bad_rows

    def add(self, verdict: Verdict) -> None:
        """Counts a verdict."""
        self.statuses[verdict.status] += 1
        if verdict.reason:
            self.reasons[verdict.reason] += 1


class Output(Protocol):
    """What shows verdicts, each as it comes."""

    def start(self) -> None:
        """Comes first."""
        ...

    def add(self, row: int | None, verdict: Verdict, extra: dict[str, Any]) -> None:
        """Shows a verdict; `row` is None for a pair from the command line."""
        ...

    def end(self, tally: Tally, *, complete: bool) -> None:
        """Comes last, whatever happened: afterwards the output is well-formed."""
        ...


class Lines:
    """For people: a block for one pair; for a file a line for each row, and the counts."""

    def __init__(self, *, of_file: bool) -> None:
        self._of_file = of_file

    def start(self) -> None:
        """Shows nothing."""

    def add(self, row: int | None, verdict: Verdict, extra: dict[str, Any]) -> None:
        """Shows the verdict; of a file's answers the beginning."""
        if not self._of_file:
            click.echo(_block(verdict))
            return
        text = one_line(verdict.extracted or "")
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
        reason, stage = verdict.reason or "", verdict.decided_by or ""
        line = f"{row:>6}  {verdict.status:<{_STATUS}}  {reason:<{_REASON}}  {stage:<9}  {shown}"
        behind = f"  ({one_line(verdict.detail)})" if verdict.detail else ""
        click.echo(line.rstrip() + behind)

    def end(self, tally: Tally, *, complete: bool) -> None:
        """Shows the counts of a file, and says what the reasons mean."""
        if not self._of_file:
            return
        counts = [f"{count:,} {status}" for status, count in tally.statuses.items() if count]
        unread = [f"{tally.bad_rows:,} not read"] if tally.bad_rows else []
        rows = "1 row" if tally.rows == 1 else f"{tally.rows:,} rows"
        said = f"{rows}: {', '.join(counts + unread)}" if tally.rows else "no rows"
        click.echo(said if complete else f"{said}; stopped before the end")
        for reason, count in tally.reasons.most_common():
            click.echo(f"{count:>6}  {reason:<{_REASON}}  {REASONS.get(reason, '')}".rstrip())


class Json:
    """For programs: one object, each result on a line of its own, in ASCII whatever a completion holds."""

    def __init__(self) -> None:
        self._separator = ""

    def start(self) -> None:
        """Opens the object."""
        click.echo('{"schema_version": 1, "results": [')

    def add(self, row: int | None, verdict: Verdict, extra: dict[str, Any]) -> None:
        """Shows the verdict with all that is known of it."""
        about = REASONS.get(verdict.reason) if verdict.reason else None
        result = {"row": row, **asdict(verdict), "about": about, "extra": extra}
        # The comma starts the line, so that a line is whole as soon as its row is judged.
        click.echo(self._separator + json.dumps(result))
        self._separator = ","

    def end(self, tally: Tally, *, complete: bool) -> None:
        """Closes the object with the counts."""
        summary = {
            "rows": tally.rows,
            "statuses": dict(tally.statuses),
            "reasons": dict(tally.reasons),
            "bad_rows": tally.bad_rows,
            "complete": complete,
        }
        click.echo(f'], "summary": {json.dumps(summary)}}}')


_EXPECTED = "  = the answer is looked for where --answer says; --answer plain takes the whole text"


def _block(verdict: Verdict) -> str:
    lines: list[str] = [verdict.status]
    if verdict.reason:
        about = REASONS.get(verdict.reason)
        lines.append(f"  reason      {verdict.reason}" + (f": {about}" if about else ""))
    if verdict.detail:
        lines.append(f"  detail      {one_line(verdict.detail)}")
    if verdict.extracted is not None:
        lines.append(f"  extracted   {one_line(verdict.extracted)}")
    if verdict.decided_by:
        lines.append(f"  decided by  {verdict.decided_by}")
    if verdict.reason == "no_marker":
        lines.append(_EXPECTED)
    return "\n".join(lines)
