"""Every kind of bad file with the whole text of its error.

After a change on purpose: `UPDATE_GOLDEN=1 pytest tests/curricula/test_spec_golden.py`, then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gradatim.core import ConfigError
from gradatim.core.diagnostics import split_lines
from gradatim.curricula.spec import read_curriculum_spec

FOLDER = Path(__file__).parent / "bad_yaml"
CASES = sorted(FOLDER.glob("*.yaml"))


def failure(path: Path, monkeypatch: pytest.MonkeyPatch) -> ConfigError:
    monkeypatch.chdir(path.parent)
    with pytest.raises(ConfigError) as caught:
        read_curriculum_spec(Path(path.name))
    return caught.value


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_text_of_the_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = str(failure(path, monkeypatch)) + "\n"
    expected = path.with_suffix(".expected")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_finding_has_a_place_within_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = split_lines(path.read_bytes().decode("utf-8", errors="replace"))
    found = failure(path, monkeypatch).diagnostics
    for item in found:
        assert item.file == path.name
        assert item.line is not None
        assert item.col is not None
        assert item.end_col is not None
        assert 1 <= item.line <= len(lines)
        assert 1 <= item.col < item.end_col <= len(lines[item.line - 1]) + 2
    places = [(item.line, item.col) for item in found]
    assert places == sorted(places)


def test_there_is_a_case_for_each_expected_text_and_back() -> None:
    assert {path.stem for path in CASES} == {path.stem for path in FOLDER.glob("*.expected")}
    assert len(CASES) >= 90
