"""`gradatim schema`: the JSON Schema of curricula, for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

_EPILOG = """\b
Examples:
  gradatim schema -o curriculum.schema.json
and in the first line of the YAML file:
  # yaml-language-server: $schema=./curriculum.schema.json"""


@click.command(short_help="Print the JSON Schema for editors.", epilog=_EPILOG)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def command(output: Path | None) -> int:
    """Print the JSON Schema of curricula; editors complete and check YAML with it."""
    from gradatim.curricula import json_schema

    text = json.dumps(json_schema(), indent=2) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
        click.echo(f"wrote {output}", err=True)
    return 0
