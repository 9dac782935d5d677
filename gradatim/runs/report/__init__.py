"""The report of a run: one HTML page that needs no network."""

from gradatim.runs.report.write import write_report

__all__ = ["write_report"]
