from __future__ import annotations

import json

import pytest

from gradatim.cli import main
from gradatim.verifiers.code.child.locks import HAS_LOCKS
from gradatim.verifiers.code.local import witness

Captured = pytest.CaptureFixture[str]


def test_the_table_has_every_door(capsys: Captured) -> None:
    assert main(["sandbox"]) == 0
    said = capsys.readouterr().out
    for what in witness.DOORS.values():
        assert f"a program can {what} " in said
    assert said.splitlines()[2].split() == ["strict", "sealed", "basic"]


@pytest.mark.skipif(not HAS_LOCKS, reason="the locks exist on Linux x86_64 only")
def test_what_was_seen_decides(capsys: Captured) -> None:
    assert main(["sandbox", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["chosen"] in ("strict", "sealed")
    assert set(data["levels"][data["chosen"]]["open"]) <= witness.HARMLESS
    assert {"read", "write", "socket", "fork", "exec"} <= set(data["levels"]["basic"]["open"])


@pytest.mark.parametrize("door", ["read", "fork"])
def test_an_open_door_is_said_and_the_level_is_not_taken(
    door: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(witness, "doors", lambda engine: {name: name == door for name in witness.DOORS})
    assert main(["sandbox"]) == 0
    said = capsys.readouterr().out
    row = next(line for line in said.splitlines() if witness.DOORS[door] in line)
    assert row.split()[-3:] == ["yes", "yes", "yes"]
    assert "better train on Linux x86_64" in said
