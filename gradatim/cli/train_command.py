"""`gradatim train`: a whole run, from a curriculum to a trained model and a report."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gradatim.cli.options import json_option, print_json

if TYPE_CHECKING:
    from gradatim.runs.display import Mode

_EPILOG = """\b
Examples:
  gradatim train arithmetic                      on the CPU, no network, a few minutes
  gradatim train arithmetic --seed 2 -o runs/s2
  gradatim train my.yaml trainer.learning_rate=2e-4 stages.add-2.gate.pass_rate=0.9
  gradatim train --resume runs/s2                go on where a stopped or killed run was
  gradatim train my.yaml --dry-run               check all settings, train nothing
Ctrl-C finishes the round, saves a checkpoint and exits with 130."""


@click.command(short_help="Train a model through a curriculum.", epilog=_EPILOG)
@click.argument("curriculum", required=False, metavar="[CURRICULUM]")
@click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")
@click.option(
    "-o", "--output-dir", "--output_dir", type=click.Path(path_type=Path), help="Run folder; default runs/NAME."
)
@click.option("--seed", type=int, help="Seed of model, warm-up, problems and sampling; default: the curriculum's.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="RUN_DIR", help="Go on with an earlier run.")
@click.option("--overwrite", is_flag=True, help="Replace an earlier run in the run folder.")
@click.option("--dry-run", is_flag=True, help="Check the curriculum and all settings; train nothing.")
@click.option("--display", type=click.Choice(["auto", "rich", "plain", "none"]), default="auto", show_default=True)
@click.option("-q", "--quiet", is_flag=True, help="Show no progress (same as --display none).")
@click.option("-v", "--verbose", is_flag=True, help="Show what torch, transformers and TRL have to say.")
@json_option
def command(
    curriculum: str | None,
    overrides: tuple[str, ...],
    output_dir: Path | None,
    seed: int | None,
    resume: Path | None,
    overwrite: bool,
    dry_run: bool,
    display: Mode,
    quiet: bool,
    verbose: bool,
    as_json: bool,
) -> int:
    """Train a model through a curriculum with TRL's GRPOTrainer.

    CURRICULUM is a YAML file or a name from `gradatim list curricula`; it must have a 'model' block. KEY=VALUE
    overrides any of its values.
    """
    from gradatim.cli.training import Request, prepare_run

    request = Request(curriculum, overrides, output_dir, seed, resume, overwrite, dry_run)
    # Libraries print to stdout, which belongs to the result alone.
    with contextlib.redirect_stdout(sys.stderr):
        summary, code = prepare_run(request, display="none" if quiet else display, verbose=verbose)
    if summary is None:
        if dry_run:
            click.echo("all settings are fine; nothing was trained (--dry-run)", err=True)
        return code
    if as_json:
        print_json(summary)
    else:
        _tell(summary)
    return code


def _tell(summary: dict[str, Any]) -> None:
    if summary["status"] == "interrupted":
        click.echo(
            f"interrupted at step {summary['steps']}; go on with: gradatim train --resume {summary['run_dir']}",
            err=True,
        )
        return
    click.echo(f"{summary['status']} after {summary['steps']} steps, {summary['cpu_seconds']:.0f} CPU seconds")
    for stage in summary["stages"]:
        what = "held-out" if stage["split"] == "probe" else "recall"
        opened = f"opened at step {stage['opened_at_step']}" if stage["opened_at_step"] is not None else "never opened"
        click.echo(f"  {stage['name']}: {what} {stage['after_sft']:.3f} -> {stage['at_end']:.3f} (greedy), {opened}")
    click.echo(f"model: {summary['model_dir']}")
    click.echo(f"report: {os.path.relpath(summary['report'])}")
