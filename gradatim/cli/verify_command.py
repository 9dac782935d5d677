"""`gradatim verify`: is a completion right?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import BinaryIO, get_args, get_type_hints

import click
from pydantic import ValidationError

from gradatim.cli.options import json_option
from gradatim.cli.verify_output import Json, Lines, Output, Tally
from gradatim.cli.verify_rows import Row, read_rows
from gradatim.core import Diagnostic
from gradatim.core.config import build, field_names
from gradatim.core.diagnostics import MAX_SHOWN, render
from gradatim.core.explain import explain
from gradatim.core.located import Located
from gradatim.verifiers import (
    ANSWER_STYLES,
    GOLD_TYPES,
    LENIENT_RULES,
    STRICT_RULES,
    VERIFIERS,
    CodeVerifier,
    MathVerifier,
    Verdict,
    Verifier,
)

_UNITS, _PERCENT = (click.Choice(get_args(get_type_hints(MathVerifier)[name])) for name in ("units", "percent"))
_RULES = "\n".join(f"  {name:<16} {about}" for rules in (STRICT_RULES, LENIENT_RULES) for name, about in rules.items())
_TOGETHER = 64
"""Programs that are run together; of other rows each verdict is there as soon as its row is."""
_EPILOG = f"""\b
Examples:
  gradatim verify 'So \\boxed{{\\frac12}}' 0.5
  gradatim verify --answer plain -- -x '-x + 0'    -- before - and a letter
  gradatim verify --file pairs.jsonl --json > verdicts.json
  gradatim verify - "$(cat gold.json)" --verifier code < completion.md
Single quotes keep \\ and $ from the shell; or give the completion by stdin.

\b
Rules, the first {len(STRICT_RULES)} for --strict, the others for --lenient:
{_RULES}"""


class _Verify(click.Command):
    r"""Takes `-5` and `-\frac12` for texts; an option is a hyphen with a letter, or two."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {"-h", *(name for param in self.get_params(ctx) for name in param.opts)}
        before = args[: args.index("--")] if "--" in args else args
        for arg in before:
            name = arg.partition("=")[0]
            if re.match("--?[A-Za-z]", name) and name not in known:
                message = f"No such option: {name}. If it is a text, put -- before it."
                raise click.NoSuchOption(name, message, possibilities=known, ctx=ctx)
        given = ["--help" if arg == "-h" else arg for arg in before]
        return super().parse_args(ctx, given + args[len(before) :])


@click.command(
    cls=_Verify,
    short_help="Judge a completion, or a file of them.",
    epilog=_EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
)
@click.argument("completion", required=False)
@click.argument("gold", required=False)
@click.option("--file", metavar="JSONL", help="Judge the rows of a file; - is stdin.")
@click.option("--verifier", type=click.Choice(list(VERIFIERS)), default="math", show_default=True)
@click.option(
    "--answer",
    metavar="STYLE",
    type=click.Choice(ANSWER_STYLES),
    help=f"{', '.join(ANSWER_STYLES)}; default: boxed, exact: plain.",
)
@click.option("--gold-type", metavar="TYPE", type=click.Choice(GOLD_TYPES), help=f"{', '.join(GOLD_TYPES)}.")
@click.option("--require-evaluated", is_flag=True, help="17*23 is not 391.")
@click.option("--tolerance", type=float, help="Relative, as in 1e-4.")
@click.option("--units", metavar="HOW", type=_UNITS, help=f"{' or '.join(_UNITS.choices)}: 1 km is 1000 m.")
@click.option("--percent", metavar="HOW", type=_PERCENT, help=f"{' or '.join(_PERCENT.choices)}: 50 is 50 %.")
@click.option("--strict", metavar="RULE", multiple=True, type=click.Choice(list(STRICT_RULES)), help="Repeatable.")
@click.option("--lenient", metavar="RULE", multiple=True, type=click.Choice(list(LENIENT_RULES)), help="Repeatable.")
@click.option("--allow-basic", is_flag=True, help="Run programs even without locks.")
@json_option
def command(
    completion: str | None, gold: str | None, file: str | None, verifier: str, as_json: bool, **settings: object
) -> int:
    """Judge COMPLETION (- is stdin) against GOLD, or rows {"completion": ..., "gold": ...} of a file.

    Exit code: 0 correct, 1 not; with --file 0 all judged, 2 some unreadable.
    """
    judge = _verifier(verifier, settings)
    output: Output = Json() if as_json else Lines(of_file=file is not None)
    if file is None:
        tally = _judge(judge, [_pair(completion, gold)], output)
        return 0 if tally.statuses["correct"] else 1
    if completion is not None:
        raise click.UsageError("leave out COMPLETION and GOLD: the rows of --file have them")
    with _opened(file) as stream:
        tally = _judge(judge, read_rows(stream, "stdin" if file == "-" else file), output)
    return 2 if tally.bad_rows else 0


def _verifier(kind: str, settings: dict[str, object]) -> Verifier:
    cls = VERIFIERS[kind]
    # An option that was not given must not reach a verifier without that field.
    given = {name: value for name, value in settings.items() if value not in (None, ()) and value is not False}
    for name in given:
        if name not in field_names(cls):
            raise click.UsageError(f"the {kind} verifier has no {_flag(name)}")
    try:
        return build(cls, given)
    except ValidationError as error:
        found = explain(error, Located(given, "options"))
        raise click.UsageError("; ".join(f"{_flag(item.path)}: {item.message}" for item in found)) from None


def _flag(name: str) -> str:
    return "--" + name.partition("[")[0].replace("_", "-")


def _pair(completion: str | None, gold: str | None) -> Row:
    if completion is None:
        raise click.UsageError("give COMPLETION and GOLD, or --file")
    if gold is None:
        raise click.UsageError("GOLD is missing behind COMPLETION; for the rows of a file write --file")
    return Row(None, _stdin() if completion == "-" else completion, gold, {})


def _stdin() -> str:
    raw = sys.stdin.buffer.read()
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise click.UsageError(f"stdin: byte 0x{raw[error.start]:02x} is not UTF-8; recode it, as with iconv") from None


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise click.UsageError(f"{file}: cannot be read: {error.strerror}") from None


def _judge(verifier: Verifier, rows: Iterable[Row | Diagnostic], output: Output) -> Tally:
    tally = Tally()
    output.start()
    try:
        for chunk in _chunks(rows, _TOGETHER if isinstance(verifier, CodeVerifier) else 1):
            good = [row for row in chunk if isinstance(row, Row)]
            for bad in chunk:
                if isinstance(bad, Diagnostic):
                    tally.bad_rows += 1
                    _complain(bad, tally.bad_rows)
            for row, verdict in zip(good, _verdicts(verifier, good), strict=True):
                output.add(row.number, verdict, row.extra)
                tally.add(verdict)
    except BrokenPipeError:
        raise
    except BaseException:
        output.end(tally, complete=False)
        raise
    output.end(tally, complete=True)
    return tally


def _chunks(rows: Iterable[Row | Diagnostic], size: int) -> Iterator[list[Row | Diagnostic]]:
    left = iter(rows)
    while chunk := list(islice(left, size)):
        yield chunk


def _verdicts(verifier: Verifier, rows: Sequence[Row]) -> list[Verdict]:
    try:
        return verifier.verify_batch([(row.completion, row.gold) for row in rows])
    except Exception as error:
        numbers = [str(row.number) for row in rows if row.number is not None]
        if numbers:
            error.add_note(f"it happened in row {numbers[0]}" + (f" to {numbers[-1]}" if numbers[1:] else ""))
        raise


def _complain(row: Diagnostic, count: int) -> None:
    if count <= MAX_SHOWN:
        click.echo(render(row), err=True)
    elif count == MAX_SHOWN + 1:
        click.echo("further rows that cannot be read are only counted", err=True)
