"""The processes of one run, as `torchrun` starts them."""

from __future__ import annotations

from accelerate import PartialState


def is_first_process() -> bool:
    """Whether this process is the one that writes and shows what all of them do."""
    return bool(PartialState().is_main_process)


def wait_for_all() -> None:
    """Returns when all processes have come here."""
    PartialState().wait_for_everyone()
