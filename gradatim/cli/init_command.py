"""`gradatim init`: a curriculum to start from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

_EPILOG = """\b
Examples:
  gradatim init                         writes curriculum.yaml from 'arithmetic'
  gradatim init my-run --from arithmetic-natural
  gradatim validate my-run.yaml"""


@click.command(short_help="Write a curriculum to start from.", epilog=_EPILOG)
@click.argument("name", default="curriculum", metavar="[NAME]")
@click.option(
    "--from", "template", default="arithmetic", show_default=True, help="A curriculum of `gradatim list curricula`."
)
@click.option("--overwrite", is_flag=True, help="Replace files that exist.")
def command(name: str, template: str, overwrite: bool) -> int:
    """Write NAME.yaml and curriculum.schema.json, with which editors complete and check it."""
    from gradatim.curricula import json_schema, library_text

    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    schema = path.with_name("curriculum.schema.json")
    text = library_text(template)
    if path.exists() and not overwrite:
        raise click.UsageError(f"{path} exists; give another name, or --overwrite")
    path.write_text(_named(text, path.stem), encoding="utf-8")
    schema.write_text(json.dumps(json_schema(), indent=2) + "\n", encoding="utf-8")
    click.echo(f"wrote {path} and {schema}")
    click.echo(f"next: gradatim validate {path}", err=True)
    return 0


def _named(text: str, stem: str) -> str:
    """Gives the curriculum the file's name, as far as it can be one, so that its runs get a folder of their own."""
    name = re.sub(r"[^a-z0-9-]+", "-", stem.lower()).strip("-")
    return re.sub(r"(?m)^name: .*$", f"name: {name}", text, count=1) if name else text
