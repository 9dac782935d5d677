"""Arguments and options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def curriculum_arguments(command: F) -> F:
    """Adds CURRICULUM and KEY=VALUE overrides."""
    command = click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")(command)
    return click.argument("curriculum", metavar="CURRICULUM")(command)


def json_option(command: F) -> F:
    """Adds --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object to stdout.")(command)


def print_json(data: object) -> None:
    """Prints one JSON object to stdout."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
