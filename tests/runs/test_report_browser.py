"""The report in a real browser: hostile text stays text, nothing overflows, the script runs under its policy.

Chromium is driven over its own debugging pipe (file descriptors 3 and 4, messages ended by NUL), so no further
package is needed.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gradatim.runs.report import write_report

BINARY = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
)  # fmt: skip
HOSTILE = "</script><img src=x onerror=\"document.title='PWNED'\"><svg onload=alert(1)> \u202eevil\x00\x1b[31m\ud800"

pytestmark = pytest.mark.skipif(BINARY is None, reason="no chromium binary on this machine")


class Browser:
    """One page of a headless browser; `complaints` are console messages, exceptions and policy violations."""

    def __init__(self, profile: Path) -> None:
        self.complaints: list[str] = []
        self.requests: list[str] = []
        commands, self._commands = os.pipe()
        self._replies, replies = os.pipe()
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, replies)]
        self._process = subprocess.Popen(
            [str(BINARY), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(3, 4),
            preexec_fn=lambda: [os.dup2(end, number) for number, end in enumerate(high, 3)],
            stderr=subprocess.DEVNULL,
        )
        for end in (commands, replies, *high):
            os.close(end)
        self._pending, self._number = b"", 0
        self._session: str | None = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while (reply := self._receive()).get("id") != self._number:
            self._note(reply)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']}")
        return dict(reply["result"])

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._pending:
            chunk = os.read(self._replies, 1 << 16)
            if not chunk:
                raise RuntimeError("the browser went away")
            self._pending += chunk
        message, self._pending = self._pending.split(b"\0", 1)
        return dict(json.loads(message))

    def _note(self, event: dict[str, Any]) -> None:
        method, params = event.get("method"), event.get("params", {})
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(json.dumps(params)[:500])
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, page: Path, width: int, *, dark: bool = False, script: bool = True) -> None:
        self.complaints, self.requests = [], []
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.send("Emulation.setEmulatedMedia", features=scheme)
        self.send("Emulation.setScriptExecutionDisabled", value=not script)
        phone = width < 600
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=phone
        )  # fmt: skip
        self.send("Page.navigate", url=page.as_uri())
        while True:
            event = self._receive()
            self._note(event)
            if event.get("method") == "Page.loadEventFired":
                return

    def value(self, expression: str) -> Any:
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        return result["result"].get("value")

    def close(self) -> None:
        self.send("Browser.close")
        self._process.wait(10)
        os.close(self._commands)
        os.close(self._replies)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    instance = Browser(tmp_path_factory.mktemp("profile"))
    yield instance
    instance.close()


@pytest.fixture
def report(make_run: Callable[..., Path], make_completion: Callable[..., dict[str, Any]]) -> Path:
    samples = [
        make_completion(step=121, correct=False, completion=HOSTILE, stage=HOSTILE),
        make_completion(step=121, slot=1, prompt=HOSTILE, gold=HOSTILE, completion="long " * 300_000),
    ]
    return write_report(make_run(samples=samples))


def test_a_hostile_completion_stays_text(browser: Browser, report: Path) -> None:
    browser.open(report, 1280)
    assert browser.value("document.title") == "arithmetic · gradatim run report"
    assert browser.value("document.querySelectorAll('img, iframe, object, video, [onload]').length") == 0
    assert "PWNED" in browser.value("document.querySelector('table.samples').textContent")
    assert browser.complaints == []
    assert browser.requests == [report.as_uri()]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_page_never_scrolls_sideways(browser: Browser, report: Path, width: int, dark: bool) -> None:
    browser.open(report, width, dark=dark)
    assert browser.value("document.documentElement.scrollWidth") <= width
    assert browser.value("innerWidth") == width
    background = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") is not dark


def test_the_filters_show_only_what_is_chosen(browser: Browser, report: Path) -> None:
    browser.open(report, 1280)
    rows = "[...document.querySelectorAll('table.samples tbody tr')].filter(row => row.offsetHeight > 0)"
    everything = browser.value(f"{rows}.length")
    browser.value(
        "(() => { const choice = document.querySelector('[data-filter=status]');"
        "choice.value = 'incorrect'; choice.dispatchEvent(new Event('change')); })()"
    )
    statuses = browser.value(f"{rows}.map(row => row.querySelector('.badge').textContent)")
    assert set(statuses) == {"incorrect"}
    assert 0 < len(statuses) < everything
    assert browser.value("document.querySelector('#shown').textContent") == f"{len(statuses)} of {everything} shown"


def test_pointing_at_a_chart_reads_its_values_out(browser: Browser, report: Path) -> None:
    browser.open(report, 1280)
    browser.value("document.querySelector('figure').scrollIntoView()")
    box = browser.value("(({x, y, width, height}) => [x + width / 2, y + height / 2])"
                        "(document.querySelector('svg.plot').getBoundingClientRect())")  # fmt: skip
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])
    assert browser.value("document.querySelector('figure .at').textContent") == "step 60"
    shown = browser.value("[...document.querySelectorAll('figure b[data-series]')].map(b => b.textContent)")
    assert any(0 < float(text) <= 1 for text in shown if text)
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    assert browser.value("document.querySelector('figure .at').hidden") is True


def test_without_scripts_all_samples_show_and_no_dead_control_does(browser: Browser, report: Path) -> None:
    browser.open(report, 390, script=False)
    assert browser.value("document.querySelector('.filters').offsetHeight") == 0
    assert browser.value("document.querySelectorAll('table.samples tr[hidden]').length") == 0
    assert browser.value("document.querySelector('svg.plot path.line').getBoundingClientRect().width") > 50
    assert browser.complaints == []
