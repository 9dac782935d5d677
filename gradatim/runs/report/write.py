"""Writing a run's report into its folder."""

from __future__ import annotations

import os
from pathlib import Path

from gradatim.runs.report.page import page
from gradatim.runs.run import read_run

REPORT = "report.html"


def write_report(run_dir: str | Path) -> Path:
    """Writes `report.html` into a run folder, also while the run goes on, and returns its path.

    A reader never sees half a report: the page is written beside its place and then moved there.

    Raises:
        RunFolderError: as `read_run`.
    """
    folder = Path(run_dir)
    text = page(read_run(folder))
    target = folder / REPORT
    draft = folder / f".{REPORT}.{os.getpid()}"
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return target
