"""Run folders: what a run leaves behind, how it is written, read, followed and reported; free of any trainer."""

from gradatim.runs.folder import RunFolder
from gradatim.runs.run import Run, read_run

__all__ = ["Run", "RunFolder", "read_run"]
