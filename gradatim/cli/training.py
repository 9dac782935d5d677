"""From the arguments of `gradatim train` to a run and its exit code."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gradatim.cli.training_stack import prepare, require_trl
from gradatim.core import RunFolderError

if TYPE_CHECKING:
    from gradatim.curricula import Curriculum
    from gradatim.runs.display import Mode

_SIGNALLED = 128


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    curriculum: str | None
    overrides: tuple[str, ...]
    output_dir: Path | None
    seed: int | None
    resume: Path | None
    overwrite: bool
    dry_run: bool


def prepare_run(request: Request, *, display: Mode, verbose: bool) -> tuple[dict[str, Any] | None, int]:
    """Runs it; returns the summary (None for a dry run, and on all processes but the first) and the exit code."""
    given, curriculum, path = _curriculum(request)
    require_trl()
    prepare()
    from gradatim.runs.display import make_display
    from gradatim.runs.report import write_report
    from gradatim.trainer_adapters.trl.interrupt import Interruption
    from gradatim.trainer_adapters.trl.preflight import preflight
    from gradatim.trainer_adapters.trl.processes import is_first_process
    from gradatim.trainer_adapters.trl.quiet import quiet
    from gradatim.trainer_adapters.trl.train import TrainingRun

    if not verbose:
        quiet()
    logging.getLogger("gradatim").addHandler(logging.NullHandler())
    args = preflight(curriculum, path)
    if request.dry_run:
        return None, 0
    folder = _folder(request, given, curriculum, path)
    first = is_first_process()
    screen = make_display(
        display if first else "none",
        sys.stderr,
        args.max_steps,
        [stage.name for stage in curriculum.stages],
        every=int(args.logging_steps),
    )
    interruption = Interruption(lambda text: click.echo(text, err=True) if first else None)
    try:
        with interruption.watching():
            summary = TrainingRun(curriculum, folder, screen, interruption).run().to_json()
    finally:
        screen.close()
    code = int(summary["status"] == "stuck")
    if interruption.signum is not None and summary["status"] == "interrupted":
        code = _SIGNALLED + interruption.signum
    if not first:
        return None, code
    summary["report"] = str(write_report(folder.path))
    return summary, code


def _curriculum(request: Request) -> tuple[str, Curriculum, Path]:
    from gradatim.curricula import curriculum_text, load_curriculum

    if request.resume is None:
        if request.curriculum is None:
            raise click.UsageError("name a curriculum, for example: gradatim train arithmetic")
        seed = () if request.seed is None else (f"seed={request.seed}",)
        loaded = load_curriculum(request.curriculum, (*request.overrides, *seed))
        return curriculum_text(request.curriculum), loaded, request.output_dir or Path("runs") / loaded.name
    extra = [
        name
        for name, value in (("CURRICULUM", request.curriculum), ("--seed", request.seed), ("-o", request.output_dir))
        if value is not None
    ]
    if extra or request.overwrite:
        raise click.UsageError(
            f"--resume takes everything from the run folder; leave out {', '.join(extra or ['--overwrite'])}"
        )
    config = request.resume / "config.resolved.yaml"
    if not config.is_file():
        raise RunFolderError(f"{request.resume} is not a run folder: it has no config.resolved.yaml")
    return "", load_curriculum(config), request.resume


def _folder(request: Request, given: str, curriculum: Curriculum, path: Path) -> Any:  # noqa: ANN401 - imported late
    """Returns the run folder, which the first process makes for all."""
    from gradatim.runs.folder import RunFolder
    from gradatim.trainer_adapters.trl.processes import is_first_process, wait_for_all

    if request.resume is None and is_first_process():
        _make_folder(request, given, curriculum, path)
    wait_for_all()
    folder = RunFolder.open(path)
    if is_first_process():
        folder.lock()
    return folder


def _make_folder(request: Request, given: str, curriculum: Curriculum, path: Path) -> None:
    from gradatim.curricula import dump_yaml
    from gradatim.runs.folder import RunFolder

    folder = RunFolder.create(path, overwrite=request.overwrite, seed=curriculum.seed)
    folder.write_config(given, dump_yaml(curriculum.spec))
