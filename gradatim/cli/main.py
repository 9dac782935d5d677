"""The group of commands, and how errors become exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

import click

from gradatim import __version__
from gradatim.core import (
    ConfigError,
    GradatimError,
    MissingExtraError,
    ProblemError,
    ProgressError,
    RunFolderError,
    SandboxError,
)

_COMMANDS = ("init", "validate", "preview", "train", "report", "verify", "sandbox", "schema", "list")
_USAGE_ERRORS = (ConfigError, ProblemError, RunFolderError, ProgressError, MissingExtraError, SandboxError)
_EPILOG = """\b
Examples:
  gradatim train arithmetic            train a small model on the CPU, in minutes
  gradatim init my-curriculum          write a curriculum to start from
  gradatim validate my-curriculum.yaml check it before anything is trained
  gradatim preview my-curriculum.yaml  see prompts and gold answers

Exit codes: 0 ok, 1 ran and failed, 2 usage or config error, 130 interrupted (143 by SIGTERM)."""


class _Commands(click.Group):
    """Imports a command's module when it is asked for, so that light commands stay light."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"gradatim.cli.{cmd_name}_command").command
        return command


@click.group(cls=_Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gradatim")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def gradatim(debug: bool) -> None:
    """Curricula and reward design for GRPO training of small language models."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code."""
    given = list(sys.argv[1:] if args is None else args)
    debug = "--debug" in given
    # --debug may stand anywhere, like --help.
    given = [arg for arg in given if arg != "--debug"]
    # A plug-in such as `kind: my_terms:Politeness` may lie in the working directory; last, so that it shadows nothing.
    try:
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        result = gradatim.main(given, prog_name="gradatim", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except GradatimError as error:
        return _failed(error, debug, 2 if isinstance(error, _USAGE_ERRORS) else 1)
    except OSError as error:
        return _failed(error, debug, 2)
    except Exception as error:  # noqa: BLE001 - the last frame: a traceback is shown only on request
        return _crashed(error, debug)
    return result if isinstance(result, int) else 0


def _failed(error: GradatimError | OSError, debug: bool, code: int) -> int:
    if debug:
        traceback.print_exception(error)
    else:
        # Diagnostics are whole lines already; other messages get the usual prefix.
        text = str(error)
        located = isinstance(error, ConfigError) and error.diagnostics
        click.echo(text if located else f"error: {text}", err=True)
        for note in getattr(error, "__notes__", ()):
            click.echo(f"  {note}", err=True)
    return code


def _crashed(error: Exception, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
        return 1
    click.echo(f"error: {type(error).__name__}: {error}", err=True)
    for note in getattr(error, "__notes__", ()):
        click.echo(f"  {note}", err=True)
    click.echo("this is a bug in gradatim or in a plug-in; --debug shows the traceback", err=True)
    return 1
