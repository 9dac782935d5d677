"""What runs programs: the interface between judging, which stays in this process, and whatever runs them elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from pydantic import Field
from pydantic.dataclasses import dataclass as settings

from gradatim.core.config import STRICT

Level = Literal["strict", "sealed", "basic"]
Ending = Literal["exited", "too_late", "too_many", "stopped", "lost"]


@settings(frozen=True, config=STRICT)
class Limits:
    """What one program may use.

    Attributes:
        cpu: seconds of CPU time, rounded up to whole ones; the limit that counts, as it does not depend on other load.
        wall: seconds after which a program that waits is ended; one that works gets them up to ten times.
        memory: bytes of address space.
        result: bytes of the encoded value of one test.
        output: bytes that a program may send in all.
        source: characters of its code.
    """

    cpu: Annotated[float, Field(gt=0, le=3600)] = 3.0
    wall: Annotated[float, Field(gt=0, le=3600)] = 6.0
    memory: Annotated[int, Field(ge=64 << 20)] = 512 << 20
    result: Annotated[int, Field(ge=1 << 10, le=1 << 30)] = 1 << 20
    output: Annotated[int, Field(ge=1 << 10, le=1 << 30)] = 4 << 20
    source: Annotated[int, Field(ge=100, le=10_000_000)] = 200_000


class Reader(Protocol):
    """Takes what a program sends, as it comes."""

    def feed(self, data: bytes) -> bool:
        """Takes the next bytes, and returns whether more are wanted; if not, the program is ended."""
        ...

    def end(self) -> None:
        """Is told that no more comes."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """One program.

    Attributes:
        payload: gives the encoded job when it is due: code and arguments, never an expected value.
        limits: what it may use.
        new_reader: gives what takes the bytes that it sends; asked again where a program is run again.
    """

    payload: Callable[[], bytes]
    limits: Limits
    new_reader: Callable[[], Reader]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended.

    Attributes:
        reader: took what it sent.
        how: `exited`: by itself or a signal; `too_late`: by the wall clock; `too_many`: for its threads; `stopped`: its
            reader had enough; `lost`: it could not be run, or the process that runs it went away.
        status: exit status; -N for signal N. 0 unless it exited.
        cpu: seconds of CPU time.
        error: what went wrong on our side, for a program that was lost.
    """

    reader: Reader
    how: Ending
    status: int = 0
    cpu: float = 0.0
    error: str | None = None


class Engine(Protocol):
    """Runs programs. It sees no expected value, so nothing that it returns, honest or not, can be right by itself."""

    @property
    def level(self) -> Level:
        """How locked up the programs are."""
        ...

    def run(self, jobs: Sequence[Job]) -> list[Ended]:
        """Runs all jobs and returns how each ended, in the same order; no program makes it raise.

        Raises:
            SandboxError: nothing can be run at all.
        """
        ...
