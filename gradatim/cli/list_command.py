"""`gradatim list`: what can be named in a curriculum."""

from __future__ import annotations

from typing import Any

import click

from gradatim.cli.options import json_option, print_json

_KINDS = ("curricula", "sources", "terms", "gates", "answers")
_EPILOG = """\b
Examples:
  gradatim list
  gradatim list terms --json"""


@click.command(name="list", short_help="Show what a curriculum can name.", epilog=_EPILOG)
@click.argument("kind", required=False, type=click.Choice(_KINDS))
@json_option
def command(kind: str | None, as_json: bool) -> int:
    """Show the curricula, problem sources, reward terms, gates and answer styles that come with gradatim."""
    found = {name: entries for name, entries in _catalogue().items() if kind in (None, name)}
    if as_json:
        print_json({"schema_version": 1, **found})
        return 0
    for name, entries in found.items():
        click.echo(f"{name}:")
        width = max(len(entry["name"]) for entry in entries)
        for entry in entries:
            click.echo(f"  {entry['name']:<{width}}  {entry['about']}")
    return 0


def _catalogue() -> dict[str, list[dict[str, str]]]:
    from gradatim.curricula import GATES, SOURCES, library_curricula
    from gradatim.rewards import TERMS
    from gradatim.verifiers import ANSWER_STYLES

    return {
        "curricula": [{"name": name, "about": about} for name, about in library_curricula().items()],
        "sources": [_entry(name, cls) for name, cls in SOURCES.items()],
        "terms": [_entry(name, cls) for name, cls in TERMS.items()],
        "gates": [_entry(name, cls) for name, cls in GATES.items()],
        "answers": [{"name": style, "about": _STYLES[style]} for style in ANSWER_STYLES],
    }


_STYLES = {
    "plain": "the whole completion is the answer",
    "tags": "<answer>...</answer>, reasoning before it",
    "boxed": r"\boxed{...}, the last sentence that has one counts",
    "gsm8k": "a last line '#### ...'",
    "last_number": "the last number of the text",
    "code": "a fenced block of Python, the last one counts",
}


def _entry(name: str, cls: type[Any]) -> dict[str, str]:
    doc = (cls.__doc__ or "").strip().splitlines()
    return {"name": name, "about": doc[0] if doc else ""}
