"""`gradatim validate`: everything that can be known before training."""

from __future__ import annotations

import click

from gradatim.cli.options import curriculum_arguments, json_option, print_json
from gradatim.core import ConfigError, ProblemError

_EPILOG = """\b
Examples:
  gradatim validate my-curriculum.yaml
  gradatim validate my-curriculum.yaml stages.add-2.gate.pass_rate=0.95
  gradatim validate arithmetic --data --json"""

_SHOWN = 5


@click.command(short_help="Check a curriculum before training.", epilog=_EPILOG)
@curriculum_arguments
@click.option("--data", is_flag=True, help="Also draw 2,000 problems of each stage's splits and check every gold.")
@json_option
def command(curriculum: str, overrides: tuple[str, ...], data: bool, as_json: bool) -> int:
    """Check a curriculum: a YAML file, or a name from `gradatim list`.

    Reports every error at its file, line and column, proves that no wrong completion outscores a right one, and counts
    the problems of each stage.
    """
    from gradatim.curricula import load_curriculum, stage_facts

    try:
        loaded = load_curriculum(curriculum, overrides)
        if data:
            for stage in loaded.stages:
                stage.check_golds(2000)
    except (ConfigError, ProblemError) as error:
        if not as_json:
            raise
        print_json(
            {
                "schema_version": 1,
                "ok": False,
                "diagnostics": [d.to_json() for d in getattr(error, "diagnostics", ())] or [{"message": str(error)}],
            }
        )
        return 2
    facts = [stage_facts(stage) for stage in loaded.stages]
    if as_json:
        print_json({"schema_version": 1, "ok": True, "name": loaded.name, "seed": loaded.seed, "stages": facts})
        return 0
    click.echo(f"{loaded.name}: ok, {len(facts)} stages, seed {loaded.seed}")
    width = max(len(str(fact["name"])) for fact in facts)
    for fact in facts:
        held_out = (
            "nothing held out (pass rates mean recall)" if fact["probe"] is None else f"{fact['probe']:,} held out"
        )
        more = "" if fact["exact"] else "at least "
        click.echo(f"  {fact['name']:<{width}}  {more}{fact['problems']:,} problems, {held_out}; gate {fact['gate']}")
        for kind in ("refused", "dropped"):
            _left_out(kind, fact[kind])
    return 0


def _left_out(kind: str, rows: list[dict[str, str]]) -> None:
    if rows:
        click.echo(f"    {len(rows):,} {'row' if len(rows) == 1 else 'rows'} {kind}:")
    for row in rows[:_SHOWN]:
        click.echo(f"      {row['where']}: {row['reason']}")
    if rows[_SHOWN:]:
        click.echo(f"      and {len(rows) - _SHOWN:,} more; --json has all")
