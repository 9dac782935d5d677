"""Runs programs on this machine: processes that fork them, and the loop that serves all of these at once."""
