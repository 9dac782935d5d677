"""The folder in which a run leaves everything that belongs to it."""

from __future__ import annotations

import json
import logging
import platform
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any, TypeVar

from gradatim.core import RunFolderError
from gradatim.runs.atomic import write_atomically
from gradatim.runs.events import Event, parse_event
from gradatim.runs.jsonl import TornLines, read_records
from gradatim.runs.records import StepMetrics
from gradatim.runs.sinks import Facts

try:
    import fcntl
except ImportError:  # Windows has no such locks; there a second process is not noticed.
    fcntl = None  # type: ignore[assignment]

logger = logging.getLogger("gradatim")

RecordT = TypeVar("RecordT", Event, StepMetrics)

_PACKAGES = ("gradatim", "torch", "transformers", "trl", "accelerate", "datasets", "peft")
# What a run leaves behind, the trainer's checkpoints, model card and logs included; only this may be overwritten.
_OURS = (
    "env.json",
    "config.yaml",
    "config.resolved.yaml",
    "events.jsonl",
    "metrics.jsonl",
    "completions",
    "checkpoint-*",
    "warm-up*",
    "model*",
    "report.html",
    "failure-*.json",
    "README.md",
    "runs",
    ".lock",
    ".*.jsonl.*",
    ".*.json.*",
    ".*.yaml.*",
    ".*.html.*",
)
# They tell how an earlier process of the run ended, which a resumed run takes back.
_LAST_WORDS = ("interrupted", "end")


class RunFolder:
    """Writes `events.jsonl`, `metrics.jsonl`, `completions/`, `env.json` and the configs of one run.

    Lines are written whole and at once, so a killed run loses at most the line that it was writing. Only one process
    of a run may write.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events = path / "events.jsonl"
        self.metrics = path / "metrics.jsonl"
        self.completions = path / "completions"
        self._lock: IO[bytes] | None = None

    @classmethod
    def create(cls, path: str | Path, *, overwrite: bool = False, seed: int | None = None) -> RunFolder:
        """Makes a run folder with nothing but `env.json`: what a reader needs to repeat the run.

        Raises:
            RunFolderError: something is there already and `overwrite` is not set, or it is not a run folder.
        """
        folder = cls(Path(path))
        _make_room(folder.path, overwrite=overwrite)
        folder.completions.mkdir(parents=True, exist_ok=True)
        write_atomically(folder.path / "env.json", json.dumps(_environment(seed), indent=1))
        return folder

    @classmethod
    def open(cls, path: str | Path) -> RunFolder:
        """Opens the folder of an earlier run; `cut_back` is what a run that goes on needs first.

        Raises:
            RunFolderError: it is not there or not a run folder.
        """
        folder = cls(Path(path))
        if not (folder.path / "env.json").is_file():
            raise RunFolderError(f"{path} is not a run folder: it has no env.json")
        folder.completions.mkdir(exist_ok=True)
        return folder

    def lock(self) -> None:
        """Keeps every other process out of the folder until this one ends, however it ends.

        Raises:
            RunFolderError: another process is running in it.
        """
        if fcntl is None:
            return
        self._lock = (self.path / ".lock").open("wb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunFolderError(f"another process is running in {self.path}; wait for its end, or end it") from None

    def write_config(self, given: str, resolved: str) -> None:
        """Keeps the curriculum as it was given and with everything filled in."""
        write_atomically(self.path / "config.yaml", given)
        write_atomically(self.path / "config.resolved.yaml", resolved)

    def on_event(self, event: Facts) -> None:
        """Appends one event."""
        _append(self.events, event)

    def on_metrics(self, metrics: Facts) -> None:
        """Appends the figures of one step."""
        _append(self.metrics, metrics)

    def on_completions(self, step: int, rows: Sequence[Facts]) -> None:
        """Writes some completions of one step."""
        write_atomically(self.completions / f"step-{step:08d}.jsonl", _lines(rows))

    def read_events(self) -> list[Event]:
        """Returns the events so far, oldest first.

        Raises:
            RunFolderError: a damaged line, with file and line.
        """
        return [event for event, _ in _read(self.events, parse_event)]

    def cut_back(self, step: int) -> float:
        """Drops what was logged after `step`, so that a resumed run's logs have neither gaps nor repeats.

        A last line that a killed process left half written is dropped, too.

        Returns:
            The CPU seconds that the kept part of the run had used.

        Raises:
            RunFolderError: any other line is damaged; nothing has been changed then.
        """
        metrics = [(row, raw) for row, raw in _read(self.metrics, StepMetrics.model_validate) if row.step <= step]
        events = [(event, raw) for event, raw in _read(self.events, parse_event) if event.step <= step]
        write_atomically(self.metrics, _lines(raw for _, raw in metrics))
        write_atomically(self.events, _lines(raw for event, raw in events if not _is_last_word(event)))
        for path in self.completions.glob("step-*.jsonl"):
            if int(path.stem.removeprefix("step-")) > step:
                path.unlink()
        return (metrics[-1][0].cpu_seconds or 0.0) if metrics else 0.0


def _is_last_word(event: Event) -> bool:
    return event.event in _LAST_WORDS or (event.event == "probe" and getattr(event, "label", None) == "at_end")


def _make_room(path: Path, *, overwrite: bool) -> None:
    if path.exists() and not path.is_dir():
        raise RunFolderError(f"{path} is a file; name a folder with -o")
    if not path.is_dir() or not any(path.iterdir()):
        return
    if not overwrite:
        raise RunFolderError(
            f"{path} is not empty; go on with that run by --resume {path}, replace it with --overwrite, "
            "or name another folder with -o"
        )
    if not (path / "env.json").is_file():
        raise RunFolderError(f"{path} is not a run folder (it has no env.json), so --overwrite leaves it alone")
    entries = sorted(path.iterdir())
    foreign = [entry.name for entry in entries if not any(fnmatch(entry.name, known) for known in _OURS)]
    if foreign:
        raise RunFolderError(
            f"{path} holds more than a run ({', '.join(foreign[:5])}), so --overwrite leaves it alone; "
            "move that away, or name another folder with -o"
        )
    RunFolder(path).lock()
    for entry in sorted(path.iterdir()):
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()


def _environment(seed: int | None) -> dict[str, Any]:
    return {
        **{name: _version(name) for name in _PACKAGES},
        "python": platform.python_version(),
        "platform": platform.platform(),
        **({} if seed is None else {"seed": seed}),
        "command": [shlex.quote(arg) for arg in sys.argv],
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _append(path: Path, record: Facts) -> None:
    with path.open("ab") as file:
        file.write(json.dumps(record).encode() + b"\n")


def _lines(records: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def _read(path: Path, parse: Callable[[Mapping[str, object]], RecordT]) -> list[tuple[RecordT, Mapping[str, object]]]:
    """Returns each line as a record and as it stands, with all that a later version may have put there."""
    if not path.is_file():
        return []
    torn = TornLines()
    found = list(read_records(path, lambda data: (parse(data), data), torn))
    if torn.files:
        logger.warning("%s: its last line was not written to its end and is left out", path)
    return found
