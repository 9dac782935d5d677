"""Rows, files and settings that the MBPP source refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.curricula.sources.mbpp import Mbpp

SEVEN = str(Path(__file__).parent / "data" / "mbpp_sanitized.json")
FULL: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "mbpp_full_form.json").read_text(encoding="utf-8"))[
    0
]


def written(folder: Path, *changed: object) -> str:
    path = folder / "rows.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    return str(path)


def test_a_faulty_row_is_named_with_its_place(tmp_path: Path) -> None:
    bad = [
        FULL | {"task_id": "700"},
        FULL | {"text": ""},
        {key: value for key, value in FULL.items() if key != "text"},
        FULL | {"code": "def twice(:"},
        FULL | {"code": "def other(): pass"},
        FULL | {"test_list": []},
        FULL | {"test_list": "assert twice(1) == 2"},
        FULL | {"test_list": ["assert tail(1) == 2", "assert twice(1) == 2"]},
        FULL | {"test_list": ["assert twice("]},
        FULL | {"test_setup_code": "class"},
        FULL | {"test_setup_code": 3},
        FULL | {"test_imports": [3]},
    ]
    words = ["'700'", "'text' is empty", "'text' or 'prompt'", "code is no Python", "no function", "test_list is empty"]
    words += [
        "no list of texts",
        "'tail' and 'twice'",
        "an assert is no Python",
        "setup is no Python",
        "no text",
        "no list",
    ]
    path = written(tmp_path, *bad, FULL)
    source = Mbpp(path=path, max_refused=0.95)
    assert source.count().value == 1
    assert [row.where for row in source.refused()] == [f"{path}[{place}]" for place in range(len(bad))]
    for row, word in zip(source.refused(), words, strict=True):
        assert word in row.reason, row
    with pytest.raises(ValidationError, match=r"12 of 13 rows cannot be used.*rows.json\[0\]: its task_id"):
        Mbpp(path=path)


def test_settings_that_contradict_each_other() -> None:
    with pytest.raises(ValidationError, match="a local file has no revision or config"):
        Mbpp(path=SEVEN, config="full")
    with pytest.raises(ValidationError, match="a local file has no revision or config"):
        Mbpp(path=SEVEN, revision="main")
    with pytest.raises(ValidationError, match="'train', 'validation', 'test', 'prompt' or 'all'"):
        Mbpp(path=SEVEN, split="dev")  # type: ignore[arg-type]


def test_a_file_without_the_split_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, json.loads(Path(SEVEN).read_text(encoding="utf-8"))[0])
    with pytest.raises(ValidationError, match="no row of split train: task_id 601 to 974"):
        Mbpp(path=path)
    assert Mbpp(path=path, split="prompt").count().value == 1
