"""`gradatim sandbox`: how locked up programs are here."""

from __future__ import annotations

import platform
from typing import Any, get_args

import click

from gradatim.cli.options import json_option, print_json
from gradatim.core import SandboxError

_EPILOG = """\b
Examples:
  gradatim sandbox
  gradatim sandbox --json"""


@click.command(short_help="Show what programs can do in the sandbox here.", epilog=_EPILOG)
@json_option
def command(as_json: bool) -> int:
    """Run a program at each level of the sandbox that tries every door, and show which it found open.

    CodeVerifier takes the first of strict and sealed that holds. Where neither does, code is judged at basic, and only
    if allow_basic says so. Exit code 1 means that no program can be run at all.
    """
    from gradatim.verifiers.code.engine import Level
    from gradatim.verifiers.code.local.witness import DOORS

    found = {level: _witnessed(level) for level in get_args(Level)}
    chosen = next((level for level, facts in found.items() if facts["holds"]), None)
    if as_json:
        print_json({"schema_version": 1, "platform": _platform(), "chosen": chosen, "levels": found})
        return 0 if chosen else 1
    _table(found, DOORS)
    click.echo(_advice(chosen))
    return 0 if chosen else 1


def _witnessed(level: Any) -> dict[str, Any]:  # noqa: ANN401 - a Level, imported late
    from gradatim.verifiers.code.local.engine import LocalEngine
    from gradatim.verifiers.code.local.witness import HARMLESS, doors

    engine = LocalEngine(level, workers=1)
    try:
        seen = doors(engine)
    except SandboxError as error:
        return {"works": False, "holds": False, "error": str(error), "open": []}
    finally:
        engine.close()
    open_doors = [name for name, is_open in seen.items() if is_open]
    holds = level == "basic" or not set(open_doors) - HARMLESS
    return {"works": True, "holds": holds, "error": None, "open": open_doors}


def _table(found: dict[str, dict[str, Any]], doors: Any) -> None:  # noqa: ANN401 - a mapping
    width = max(map(len, doors.values())) + len("a program can ")
    click.echo(f"{_platform()}\n")
    click.echo("".ljust(width) + "".join(f"{level:>8}" for level in found))
    for name, what in doors.items():
        cells = [_cell(facts, name) for facts in found.values()]
        click.echo(f"a program can {what}".ljust(width) + "".join(f"{cell:>8}" for cell in cells))
    click.echo()
    for level, facts in found.items():
        if facts["error"]:
            click.echo(f"{level}: {facts['error']}")


def _cell(facts: dict[str, Any], door: str) -> str:
    if not facts["works"]:
        return "-"
    return "yes" if door in facts["open"] else "no"


def _advice(chosen: str | None) -> str:
    if chosen is None:
        return "No program can be run here."
    if chosen == "basic":
        return (
            "Programs run without locks here (basic): their verdicts cannot be forged, but files, network and other\n"
            "processes are open to them. Code stages need allow_basic: true; better train on Linux x86_64."
        )
    return f"CodeVerifier runs programs at level {chosen} here."


def _platform() -> str:
    return f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}"
