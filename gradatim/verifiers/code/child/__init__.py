"""What runs in the sandbox's processes: the standard library only, started as `python -I -S -B`."""
