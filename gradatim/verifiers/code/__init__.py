"""Judges programs by what they return; the programs run in a process that knows no expected value."""
