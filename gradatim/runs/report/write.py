"""Writing a run's report into its folder."""

from __future__ import annotations

from pathlib import Path

from gradatim.runs.atomic import write_atomically
from gradatim.runs.report.page import page
from gradatim.runs.run import read_run

REPORT = "report.html"


def write_report(run_dir: str | Path) -> Path:
    """Writes `report.html` into a run folder, also while the run goes on, and returns its path.

    A reader never sees half a report.

    Raises:
        RunFolderError: as `read_run`.
    """
    folder = Path(run_dir)
    text = page(read_run(folder))
    target = folder / REPORT
    write_atomically(target, text)
    return target
