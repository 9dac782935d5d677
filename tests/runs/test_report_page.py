"""The written page, read back with an HTML parser."""

from __future__ import annotations

import json
import re
import time
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from gradatim.core.errors import RunFolderError
from gradatim.runs.report import write_report

MakeRun = Callable[..., Path]
MakeCompletion = Callable[..., dict[str, Any]]

STAGES = ("add-1", "add-2", "add-3", "add-4", "add-5")
HOSTILE = "</script></pre><img src=x onerror='steal()'><style>*{display:none}</style>\u202e\x00\x1b[2J\ud800&lt;"


class Page(HTMLParser):
    """Elements as `(name, attributes)`, and the text of each kind of element."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("meta", "br", "input"):
            self._open.append(tag)
            self.text.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.text[tag][-1] += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        found = [attributes for name, attributes in self.elements if name == tag]
        return [each for each in found if wanted.items() <= {k.replace("-", "_"): v for k, v in each.items()}.items()]


def page_of(folder: Path) -> Page:
    return Page(write_report(folder).read_text(encoding="utf-8"))


def test_all_stages_and_sections_are_there_in_order(make_run: MakeRun) -> None:
    page = page_of(make_run())
    assert page.text["title"][0] == "arithmetic · gradatim run report"
    assert page.text["h2"] == [
        "Stages",
        "Warnings",
        "Settings that were set right",
        "What the warm-up taught",
        "What this report does not show",
        "Over the run",
        "Sample completions",
        "Environment",
    ]
    rows = [text for text in page.text["th"] if text[:1].isdigit()]
    assert rows == ["1 add-1recall", "2 add-2", "3 add-3", "4 add-4", "5 add-5"]
    assert page.text["td"].count("after warm-up") == page.text["td"].count("at end") == 5
    assert "0.160 [0.145, 0.172] of 1,000" in page.text["td"]
    assert "1.000 [0.985, 1.000] recall" in page.text["td"]


def test_without_a_warm_up_the_first_rates_are_those_at_the_start(make_run: MakeRun, ladder: Any) -> None:
    page = page_of(make_run(20, events=[ladder(20).probe("after_sft", 0)]))
    assert page.text["td"].count("at start") == 5
    assert "What the warm-up taught" not in page.text["h2"]


def test_every_chart_is_an_image_with_a_spoken_summary(make_run: MakeRun) -> None:
    page = page_of(make_run())
    plots = page.all("svg", **{"class": "plot"})
    assert len(plots) == len(page.text["figcaption"]) == 10
    assert all(plot["role"] == "img" for plot in plots)
    assert plots[0]["aria-label"].startswith(
        "Pass rate per stage, share of sampled completions correct, steps 1 to 120"
    )
    for plot in plots:
        steps, values = json.loads(plot["data-steps"]), json.loads(plot["data-values"])
        assert all(len(series) == len(steps) for series in values)


def test_negative_terms_go_below_zero(make_run: MakeRun) -> None:
    page = page_of(make_run())
    (reward,) = [plot for plot in page.all("svg", **{"class": "plot"}) if "Reward by term" in plot["aria-label"]]
    assert min(json.loads(reward["data-values"])[2]) < 0


def test_hostile_text_stays_text_everywhere(make_run: MakeRun, make_completion: MakeCompletion) -> None:
    fields = dict.fromkeys(("stage", "role", "prompt", "gold", "completion"), HOSTILE)
    sample = make_completion(step=121, correct=False, **fields, terms={HOSTILE: 1.0})
    sample["verdict"] |= {"status": HOSTILE, "reason": HOSTILE, "decided_by": HOSTILE, "detail": HOSTILE, "span": None}
    folder = make_run(samples=[sample])
    note = {"event": "note", "step": 0, "field": HOSTILE, "value": HOSTILE, "reason": HOSTILE}
    opened = {"event": "opened", "step": 3, "stage": HOSTILE, "by": HOSTILE}
    start = {"event": "start", "step": 0, "caveats": [HOSTILE]}
    with (folder / "events.jsonl").open("a") as stream:
        stream.writelines(json.dumps(event) + "\n" for event in (note, opened, start))
    (folder / "env.json").write_text(json.dumps({"command": [HOSTILE], HOSTILE: HOSTILE, "seed": HOSTILE}))
    page = page_of(folder)
    names = {name for name, _ in page.elements}
    assert not names & {"img", "iframe", "object", "link", "a", "base", "form"}
    assert len(page.all("script")) == len(page.all("style")) == 1
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    everything = "".join(page.text["html"])
    assert everything.count("steal()") >= 15
    assert not set(everything) & set("\u202e\x00\x1b")


def test_a_run_named_by_an_attacker_cannot_break_the_title(make_run: MakeRun) -> None:
    folder = make_run(20)
    (folder / "config.resolved.yaml").write_text(json.dumps({"name": "</title><img src=x>"}))
    page = page_of(folder)
    assert page.text["title"][0].startswith("</title><img src=x>")
    assert page.all("img") == []


def test_the_policy_allows_this_script_and_style_and_nothing_else(make_run: MakeRun) -> None:
    page = page_of(make_run())
    (policy,) = page.all("meta", http_equiv="Content-Security-Policy")
    script, style = (
        "sha256-" + b64encode(sha256(page.text[name][0].encode()).digest()).decode() for name in ("script", "style")
    )
    assert policy["content"] == (
        f"default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'"
    )
    assert not any("style" in attributes for _, attributes in page.elements)


def test_nothing_points_outside(make_run: MakeRun) -> None:
    source = write_report(make_run()).read_text(encoding="utf-8")
    assert not re.search(r"https?:|url\(|@import|\b(src|href)=", source)


def test_a_megabyte_long_completion_is_cut_with_a_note(make_run: MakeRun, make_completion: MakeCompletion) -> None:
    folder = make_run(20, samples=[make_completion(completion="<" * 3_000_000, prompt="p" * 1_000_000)])
    report = write_report(folder)
    assert report.stat().st_size < 600_000
    assert "2,998,400 characters left out" in report.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "logs",
    [
        {"metrics": None},
        {"events": None},
        {"metrics": [{"step": 1}]},
        {"metrics": [{"step": 0, "reward": float("nan"), "terms": {"a": float("inf")}}], "events": None},
        {"events": [{"event": "start", "step": 0}], "metrics": None},
    ],
)
def test_a_run_at_any_point_of_its_life_has_a_report(make_run: MakeRun, logs: dict[str, Any]) -> None:
    folder = make_run(20, **logs)
    assert page_of(folder).text["h1"] == ["arithmetic"]
    (folder / "config.resolved.yaml").unlink()
    assert page_of(folder).text["h1"] == ["run"]


def test_ten_thousand_steps_make_a_small_page_in_seconds(make_run: MakeRun) -> None:
    folder = make_run(10_000, every=100)
    begun = time.process_time()
    report = write_report(folder)
    assert time.process_time() - begun < 5
    assert report.stat().st_size < 3_000_000


def test_the_report_is_replaced_whole_and_leaves_no_draft(make_run: MakeRun) -> None:
    folder = make_run(20)
    first = write_report(folder).read_bytes()
    (folder / "report.html").write_bytes(b"old")
    with (folder / "report.html").open("rb") as reading:
        assert write_report(folder).read_bytes() == first
        assert reading.read() == b"old"
    assert [path.name for path in folder.iterdir() if "report" in path.name] == ["report.html"]


def test_a_folder_that_is_no_run_gets_no_report(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError):
        write_report(tmp_path)
    assert list(tmp_path.iterdir()) == []
