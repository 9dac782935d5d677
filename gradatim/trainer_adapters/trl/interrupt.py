"""Ctrl-C during training: the round is finished and saved, then the run stops."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from accelerate import PartialState
from accelerate.utils import gather_object
from transformers import TrainerCallback

from gradatim.trainer_adapters.trl.geometry import Geometry


class Interruption:
    """Remembers that SIGINT or SIGTERM came; a second one ends the process at once.

    Attributes:
        signum: the signal; None while none has come.
    """

    def __init__(self, announce: Callable[[str], None]) -> None:
        self.signum: int | None = None
        self._announce = announce
        self._before: dict[int, Any] = {}

    @property
    def requested(self) -> bool:
        """Whether the run should stop at the next safe point."""
        return self.signum is not None

    def anywhere(self) -> bool:
        """Whether it should on any process; all processes must ask together.

        A signal reaches them at different moments, and they must stop at the same step.
        """
        return self.requested if PartialState().num_processes == 1 else any(gather_object([self.requested]))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Handles the signals inside the block and puts the old handlers back after it."""
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._handle)
        try:
            yield
        finally:
            self._restore()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.signum = number
        self._restore()
        self._announce("stopping after this round; once more to stop at once (what is not saved is lost)")

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()


class StopAtRoundEnd(TrainerCallback):  # type: ignore[misc,unused-ignore]
    """Saves and stops at the end of the round in which an interruption came."""

    def __init__(self, interruption: Interruption, geometry: Geometry) -> None:
        self._interruption = interruption
        self._geometry = geometry

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Stops only where a resumed run would continue exactly."""
        if self._geometry.at_round_end(state.global_step) and self._interruption.anywhere():
            control.should_training_stop = True
            control.should_save = True
