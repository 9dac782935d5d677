"""The report as one self-contained HTML page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.resources import files

from gradatim.runs.events import Note
from gradatim.runs.records import StepMetrics
from gradatim.runs.report.chart import draw
from gradatim.runs.report.charts import charts
from gradatim.runs.report.findings import findings
from gradatim.runs.report.markup import Html, join, tag
from gradatim.runs.report.overview import Overview, overview
from gradatim.runs.report.sample_table import sample_table
from gradatim.runs.report.samples import choose
from gradatim.runs.report.stage_table import stage_table
from gradatim.runs.report.story import caveats, verdict, warm_up
from gradatim.runs.run import Run
from gradatim.runs.text import MISSING, cut, duration, moment, number, percent

_FACT = 400


def page(run: Run) -> str:
    """Returns the whole page; it needs no network, and its content security policy forbids any."""
    style, script = Html(_asset("report.css")), Html(_asset("report.js"))
    facts = overview(run)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{run.name} · gradatim run report"),
        tag("style", style),
    )
    body = tag("body", _header(run), tag("main", _sections(run, facts)), tag("script", script))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _asset(name: str) -> str:
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _header(run: Run) -> Html:
    times = [time for time in (*(e.time for e in run.events), *(row.time for row in run.metrics)) if time is not None]
    facts = [
        f"run folder {run.path.resolve().name}",
        f"started {moment(min(times))}" if times else None,
        f"last log entry {moment(max(times))}" if times else None,
        f"seed {run.env['seed']}" if "seed" in run.env else None,
        f"gradatim {run.env['gradatim']}" if "gradatim" in run.env else None,
    ]
    return tag("header", tag("h1", run.name), tag("p", " · ".join(fact for fact in facts if fact), class_="quiet"))


def _sections(run: Run, facts: Overview) -> Html:
    terms = list(dict.fromkeys(name for row in run.metrics for name in row.terms))
    samples = choose(run.completion_files, [stage.name for stage in facts.stages])
    return join(
        _verdict(run, facts),
        _section("Stages", stage_table(facts) if facts.stages else None),
        _section("Warnings", _list(findings(run, facts), "warnings") or tag("p", "None.", class_="quiet")),
        _section("Settings that were set right", _notes(run.of_kind(Note))),
        _section("What the warm-up taught", [tag("p", text) for text in warm_up(run)]),
        _section("What this report does not show", _list(caveats(run, facts), "plain")),
        _section("Over the run", tag("div", [draw(each) for each in charts(run, facts)], class_="charts"))
        if run.metrics
        else _section("Over the run", tag("p", "No GRPO step has been logged yet.", class_="quiet")),
        _section(
            "Sample completions", [_sample_intro(len(samples)), sample_table(samples, terms)] if samples else None
        ),
        _section("Environment", _environment(run)),
    )


def _section(title: str, content: Html | Iterable[Html] | None) -> Html | None:
    inner = join(content)
    if not inner:
        return None
    key = title.lower().replace(" ", "-")
    return tag("section", tag("h2", title, id=key), inner, aria_labelledby=key)


def _list(sentences: list[str], kind: str) -> Html | None:
    return tag("ul", [tag("li", sentence) for sentence in sentences], class_=kind) if sentences else None


def _verdict(run: Run, facts: Overview) -> Html:
    good = facts.status == "finished" and facts.all_held
    look = "good" if good else "open" if facts.status is None else "bad"
    rows = run.metrics
    groups = sum(row.groups.total for row in rows)
    silent = sum(row.groups.no_signal for row in rows)
    cpu = [row.cpu_seconds for row in rows if row.cpu_seconds is not None]
    figures = {
        "stages opened": f"{sum(stage.opened_at is not None for stage in facts.stages)} of {len(facts.stages)}",
        "stages held": f"{sum(stage.state == 'held' for stage in facts.stages)} of {len(facts.stages)}",
        "lowest greedy rate": _lowest(facts),
        "GRPO steps": f"{run.last_step:,}",
        "completions": f"{sum(row.completions for row in rows):,}",
        "groups without signal": percent(silent / groups) if groups else MISSING,
        "wall time": _wall_time(rows),
        "CPU time": duration(cpu[-1]) if cpu else MISSING,
    }
    tiles = [tag("div", tag("dt", name), tag("dd", value)) for name, value in figures.items()]
    return tag(
        "section",
        tag("p", verdict(facts), class_=f"verdict {look}"),
        tag("dl", tiles, class_="figures"),
        aria_label="Verdict",
    )


def _wall_time(rows: Sequence[StepMetrics]) -> str:
    times = [row.time for row in rows if row.time is not None]
    return duration(times[-1] - times[0]) if len(times) > 1 else MISSING


def _lowest(facts: Overview) -> str:
    rates = [stage.last.result.rate for stage in facts.stages if stage.last and stage.last.result.rate is not None]
    return number(min(rates)) if rates else MISSING


def _notes(notes: list[Note]) -> Html | None:
    if not notes:
        return None
    rows = [
        tag(
            "tr",
            tag("th", tag("code", note.field), scope="row"),
            tag("td", tag("code", str(note.value))),
            tag("td", note.reason),
        )
        for note in notes
    ]
    heads = tag("tr", [tag("th", head, scope="col") for head in ("Setting", "Set to", "Why")])
    table = tag("table", tag("thead", heads), tag("tbody", rows), class_="settings")
    return tag("div", table, class_="scroll", tabindex=0, role="region", aria_label="Settings")


def _sample_intro(count: int) -> Html:
    return tag(
        "p",
        f"{count} completions: the latest failures of each stage, and others spread over the run; latest first. "
        "The marked part is what the verifier read as the answer. Invisible characters are written out.",
        class_="quiet",
    )


def _environment(run: Run) -> Html | None:
    if not run.env:
        return None
    rows = [tag("div", tag("dt", key), tag("dd", cut(_fact(value), _FACT))) for key, value in run.env.items()]
    return tag("dl", rows, class_="environment")


def _fact(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
