"""The command line: one module per command, no logic of its own."""

from gradatim.cli.main import main

__all__ = ["main"]
