"""A run folder in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from gradatim.core.errors import ConfigError, RunFolderError
from gradatim.core.yamlfile import read_yaml
from gradatim.runs.events import Event, parse_event
from gradatim.runs.jsonl import TornLines, encodable, read_records
from gradatim.runs.records import Completion, StepMetrics

EventT = TypeVar("EventT", bound=Event)

_COMPLETIONS_FILE = re.compile(r"step-(\d+)\.jsonl")


@dataclass(frozen=True)
class Run:
    """What a run folder says, finished or not.

    Attributes:
        path: the folder.
        metrics: one record per GRPO step, steps rising.
        events: in the order in which they were written.
        config: `config.resolved.yaml`, else `config.yaml`; empty when there is neither.
        env: `env.json`; empty when there is none.
        completion_files: one file per step whose completions were kept, steps rising.
        torn: logs whose last line was cut off and left out.
    """

    path: Path
    metrics: tuple[StepMetrics, ...]
    events: tuple[Event, ...]
    config: Mapping[str, object] = field(default_factory=dict)
    env: Mapping[str, object] = field(default_factory=dict)
    completion_files: tuple[Path, ...] = ()
    torn: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The curriculum's name, or that of the folder."""
        name = self.config.get("name")
        return name if isinstance(name, str) and name else self.path.resolve().name

    @property
    def last_step(self) -> int:
        """The last GRPO step that was logged; 0 before the first."""
        return self.metrics[-1].step if self.metrics else 0

    def of_kind(self, kind: type[EventT]) -> list[EventT]:
        """Returns the events of one record type, in order."""
        return [event for event in self.events if type(event) is kind]


def read_run(path: str | Path) -> Run:
    """Reads a run folder, also one of a run that goes on or was killed.

    Missing files are taken as empty, and a log's torn last line is left out (see `Run.torn`). Completions stay on
    disk; `read_completions` reads one file of them.

    Raises:
        RunFolderError: no run folder (it holds neither `metrics.jsonl` nor `events.jsonl`), or a damaged file, with
            file and line.
    """
    folder = Path(path)
    metrics_file, events_file = folder / "metrics.jsonl", folder / "events.jsonl"
    if not folder.is_dir():
        raise RunFolderError(f"{folder} is no run folder: there is no such directory")
    if not metrics_file.is_file() and not events_file.is_file():
        raise RunFolderError(f"{folder} is no run folder: it has neither metrics.jsonl nor events.jsonl")
    torn = TornLines()
    metrics = tuple(_rising(metrics_file, torn))
    events = tuple(read_records(events_file, parse_event, torn)) if events_file.is_file() else ()
    return Run(
        path=folder,
        metrics=metrics,
        events=events,
        config=_read_config(folder),
        env=_read_env(folder / "env.json"),
        completion_files=_completion_files(folder / "completions"),
        torn=tuple(torn.files),
    )


def read_completions(path: Path) -> Iterator[Completion]:
    """Yields the completions of one step; errors as in `read_run`."""
    return read_records(path, Completion.model_validate, TornLines())


def _rising(path: Path, torn: TornLines) -> Iterator[StepMetrics]:
    if not path.is_file():
        return
    last = -1
    for row in read_records(path, StepMetrics.model_validate, torn):
        if row.step <= last:
            raise RunFolderError(f"{path}: step {row.step} comes after step {last}; the log was written by two runs")
        last = row.step
        yield row


def _completion_files(folder: Path) -> tuple[Path, ...]:
    if not folder.is_dir():
        return ()
    numbered = [(int(match[1]), path) for path in folder.iterdir() if (match := _COMPLETIONS_FILE.fullmatch(path.name))]
    return tuple(path for _, path in sorted(numbered))


def _read_config(folder: Path) -> Mapping[str, object]:
    for path in (folder / "config.resolved.yaml", folder / "config.yaml"):
        if path.is_file():
            try:
                data = read_yaml(path).data
            except ConfigError as error:
                raise RunFolderError(str(error)) from error
            return data if isinstance(data, dict) else {}
    return {}


def _read_env(path: Path) -> Mapping[str, object]:
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_bytes())
    except ValueError as error:
        raise RunFolderError(f"{path}: no valid JSON: {error}") from error
    return encodable(data) if isinstance(data, dict) else {}
