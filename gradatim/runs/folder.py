"""The folder in which a run leaves everything that belongs to it."""

from __future__ import annotations

import json
import logging
import os
import platform
import shutil
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gradatim.core import RunFolderError
from gradatim.runs.sinks import Facts

logger = logging.getLogger("gradatim")

_PACKAGES = ("gradatim", "torch", "transformers", "trl", "accelerate", "datasets", "peft")


class RunFolder:
    """Writes `events.jsonl`, `metrics.jsonl`, `completions/`, `env.json` and the configs of one run.

    Lines are written whole and at once, so a killed run loses at most the line that it was writing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events = path / "events.jsonl"
        self.metrics = path / "metrics.jsonl"
        self.completions = path / "completions"

    @classmethod
    def create(cls, path: Path, *, overwrite: bool = False) -> RunFolder:
        """Makes an empty run folder.

        Raises:
            RunFolderError: something is there already and `overwrite` is not set, or it is not a run folder.
        """
        if path.exists() and not path.is_dir():
            raise RunFolderError(f"{path} is a file; name a folder with -o")
        if path.is_dir() and any(path.iterdir()):
            if not overwrite:
                raise RunFolderError(
                    f"{path} is not empty; go on with that run by --resume {path}, replace it with --overwrite, "
                    "or name another folder with -o"
                )
            if not (path / "env.json").is_file():
                raise RunFolderError(f"{path} is not a run folder (it has no env.json), so --overwrite leaves it alone")
            shutil.rmtree(path)
        folder = cls(path)
        folder.completions.mkdir(parents=True)
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Opens the folder of an earlier run.

        Raises:
            RunFolderError: it is not there or not a run folder.
        """
        if not (path / "config.resolved.yaml").is_file():
            raise RunFolderError(f"{path} is not a run folder: it has no config.resolved.yaml")
        folder = cls(path)
        folder.completions.mkdir(exist_ok=True)
        return folder

    def write_config(self, given: str, resolved: str) -> None:
        """Keeps the curriculum as it was given and with everything filled in."""
        (self.path / "config.yaml").write_text(given, encoding="utf-8")
        (self.path / "config.resolved.yaml").write_text(resolved, encoding="utf-8")

    def write_environment(self, seed: int, command: Sequence[str]) -> None:
        """Keeps what a reader needs to repeat the run."""
        facts = {
            **{name: _version(name) for name in _PACKAGES},
            "python": platform.python_version(),
            "platform": platform.platform(),
            "seed": seed,
            "command": list(command),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        write_atomically(self.path / "env.json", json.dumps(facts, indent=1))

    def on_event(self, event: Facts) -> None:
        """Appends one event."""
        _append(self.events, event)

    def on_metrics(self, metrics: Facts) -> None:
        """Appends the figures of one step."""
        _append(self.metrics, metrics)

    def on_completions(self, step: int, rows: Sequence[Facts]) -> None:
        """Writes some completions of one step."""
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (self.completions / f"step-{step:08d}.jsonl").write_text(text, encoding="utf-8")

    def read_events(self) -> Iterable[dict[str, Any]]:
        """Returns the events so far, oldest first."""
        return _lines(self.events)

    def cut_back(self, step: int) -> float:
        """Drops what was logged after `step`, so that a resumed run's logs have neither gaps nor repeats.

        Returns:
            The CPU seconds that the kept part of the run had used.
        """
        kept = [record for record in _lines(self.metrics) if record["step"] <= step]
        _rewrite(self.metrics, kept)
        _rewrite(
            self.events, [e for e in _lines(self.events) if e.get("step", 0) <= step and e["event"] not in _LAST_WORDS]
        )
        for path in self.completions.glob("step-*.jsonl"):
            if int(path.stem.removeprefix("step-")) > step:
                path.unlink()
        return float(kept[-1]["cpu_seconds"]) if kept else 0.0


# They tell how an earlier process of the run ended, which a resumed run takes back.
_LAST_WORDS = ("interrupted", "end")


def write_atomically(path: Path, text: str) -> None:
    """Writes a file so that a reader, or a killed writer, never leaves half of it."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _append(path: Path, record: Facts) -> None:
    with path.open("ab") as file:
        file.write(json.dumps(record).encode() + b"\n")


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_bytes().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            # The line that was being written when the process was killed.
            logger.warning("%s: dropped a line that was not written to its end", path)


def _rewrite(path: Path, records: Iterable[dict[str, Any]]) -> None:
    write_atomically(path, "".join(json.dumps(record) + "\n" for record in records))
