"""Sample completions as a table. Their text is hostile until proven otherwise: it only ever becomes escaped text."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.runs.records import Completion
from gradatim.runs.report.chart import COLORS
from gradatim.runs.report.markup import Html, join, tag
from gradatim.runs.text import MISSING, cut, cut_note, number, signed

_HEAD, _TAIL, _BRIEF = 1200, 400, 400
_BAR = 44
_LABEL = 84
_ROW = 15

_STATUS_CLASS = {"correct": "good", "incorrect": "bad", "unparsed": "bad"}


def sample_table(samples: Sequence[Completion], terms: Sequence[str]) -> Html:
    """Returns filter controls, shown only where the page's script runs, and the table; `terms` fixes the colours."""
    heads = ("Step", "Stage", "Prompt and gold", "Completion", "Verdict", "Reward by term")
    scale = max((abs(value) for each in samples for value in each.terms.values()), default=0.0) or 1.0
    table = tag(
        "table",
        tag("thead", tag("tr", [tag("th", head, scope="col") for head in heads])),
        tag("tbody", [_row(each, terms, scale) for each in samples]),
        class_="samples",
    )
    return join(_filters(samples), tag("div", table, class_="scroll", tabindex=0, role="region", aria_label="Samples"))


def _filters(samples: Sequence[Completion]) -> Html:
    statuses = dict.fromkeys(each.verdict.status for each in samples)
    stages = sorted({each.stage for each in samples})
    return tag(
        "div",
        _select("status", "Verdict", list(statuses)),
        _select("stage", "Stage", stages),
        tag("span", f"{len(samples)} of {len(samples)} shown", id="shown", aria_live="polite"),
        class_="filters",
        hidden=True,
    )


def _select(key: str, label: str, values: Sequence[str]) -> Html:
    options = [tag("option", "all", value=""), *(tag("option", value, value=value) for value in values)]
    return tag("label", f"{label} ", tag("select", options, data_filter=key))


def _row(each: Completion, terms: Sequence[str], scale: float) -> Html:
    return tag(
        "tr",
        tag("td", str(each.step), class_="number"),
        tag("td", each.stage, tag("small", each.role)),
        tag("td", _quoted(cut(each.prompt, _BRIEF)), tag("small", "gold ", tag("code", cut(each.gold, _BRIEF)))),
        tag("td", _completion(each), _ending(each)),
        tag("td", _verdict(each)),
        tag("td", _terms(each, terms, scale)),
        data_status=each.verdict.status,
        data_stage=each.stage,
    )


def _quoted(*children: Html | str) -> Html:
    return tag("pre", *children, dir="auto")


def _completion(each: Completion) -> Html:
    """Marks the extracted answer where it stands in the part that is shown."""
    text, span = each.completion, each.verdict.span
    left_out = len(text) - _HEAD - _TAIL
    if left_out <= 0:
        return _quoted(_marked(text, span, 0))
    tail_at = len(text) - _TAIL
    note = tag("em", cut_note(left_out))
    return _quoted(_marked(text[:_HEAD], span, 0), note, _marked(text[tail_at:], span, tail_at))


def _marked(part: str, span: tuple[int, int] | None, offset: int) -> Html:
    if span is None:
        return join(part)
    start, end = span[0] - offset, span[1] - offset
    if not 0 <= start < end <= len(part):
        return join(part)
    return join(part[:start], tag("mark", part[start:end]), part[end:])


def _ending(each: Completion) -> Html:
    tokens = "" if each.length is None else f"{each.length:,} tokens, "
    ending = {True: "ended with EOS", False: "cut at the limit", None: "ending unknown"}[each.terminated]
    return tag("small", f"{tokens}{ending}")


def _verdict(each: Completion) -> Html:
    status = each.verdict.status
    badge = tag("span", status, class_=f"badge {_STATUS_CLASS.get(status, 'odd')}")
    details = [_reason(each), f"by {each.verdict.decided_by}" if each.verdict.decided_by else None]
    extracted = None if each.verdict.span else each.verdict.extracted
    return join(
        badge,
        tag("small", ", ".join(filter(None, details))) if any(details) else None,
        tag("small", "read as ", tag("code", cut(extracted, 60, 20))) if extracted is not None else None,
    )


def _reason(each: Completion) -> str | None:
    detail = each.verdict.detail
    return " ".join(filter(None, (each.verdict.reason, f"({cut(detail, 120)})" if detail else None))) or None


def _terms(each: Completion, terms: Sequence[str], scale: float) -> Html:
    shown = [(index, name) for index, name in enumerate(terms) if name in each.terms]
    total = "excluded" if each.total is None else number(each.total, 2)
    spoken = ", ".join(f"{name} {signed(each.terms[name])}" for _, name in shown)
    drawing = tag(
        "svg",
        [_bar(row, index, name, each.terms[name], scale) for row, (index, name) in enumerate(shown)],
        class_="terms",
        width=_LABEL + 2 * _BAR + 40,
        height=_ROW * max(len(shown), 1),
        role="img",
        aria_label=spoken or MISSING,
    )
    return join(tag("strong", total), drawing)


def _bar(row: int, index: int, name: str, value: float, scale: float) -> Html:
    size = min(abs(value) / scale, 1.0) * _BAR
    zero, y = _LABEL + _BAR, row * _ROW
    return join(
        tag("text", cut(name, 12), x=0, y=y + 11),
        tag(
            "rect",
            x=f"{zero - size if value < 0 else zero:.1f}",
            y=y + 3,
            width=f"{size:.1f}",
            height=9,
            class_=f"c{index % COLORS}",
        ),
        tag("line", x1=zero, x2=zero, y1=y, y2=y + _ROW, class_="grid base"),
        tag("text", signed(value), x=_LABEL + 2 * _BAR + 4, y=y + 11),
    )
