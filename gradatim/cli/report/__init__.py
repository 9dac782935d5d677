"""Run folders and their report: one HTML page that needs no network."""

from gradatim.cli.report.run import Run, read_run
from gradatim.cli.report.write import write_report

__all__ = ["Run", "read_run", "write_report"]
