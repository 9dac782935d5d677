"""Bad reward files with the whole text of their errors.

After a change on purpose: `UPDATE_GOLDEN=1 pytest tests/rewards/test_reward_golden.py`, then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gradatim.core import ConfigError
from gradatim.rewards import load_reward

FOLDER = Path(__file__).parent / "bad_yaml"
CASES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_text_of_the_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    with pytest.raises(ConfigError) as caught:
        load_reward(path.name)
    text = f"{caught.value}\n"
    expected = path.with_suffix(".expected")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_there_is_a_case_for_each_expected_text_and_back() -> None:
    assert {path.stem for path in CASES} == {path.stem for path in FOLDER.glob("*.expected")}
    assert len(CASES) >= 5
