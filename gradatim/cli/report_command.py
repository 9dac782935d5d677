"""`gradatim report`: one HTML file about a run."""

from __future__ import annotations

from pathlib import Path

import click

_EPILOG = """\b
Examples:
  gradatim report runs/arithmetic
  gradatim report runs/arithmetic && xdg-open runs/arithmetic/report.html"""


@click.command(short_help="Write the HTML report of a run.", epilog=_EPILOG)
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN_DIR")
def command(run: Path) -> int:
    """Write report.html into a run folder; works on running and killed runs, too."""
    from gradatim.runs.report import write_report

    click.echo(str(write_report(run)))
    return 0
