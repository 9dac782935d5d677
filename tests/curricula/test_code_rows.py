"""Files and hub data sets of code problems, by the example of HumanEval."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core import MissingExtraError
from gradatim.curricula.sources.humaneval import HumanEval

FIVE = str(Path(__file__).parent / "data" / "humaneval.jsonl")


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(FIVE).read_text(encoding="utf-8").splitlines()]


def written(folder: Path, *changed: object) -> str:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in changed), encoding="utf-8")
    return str(path)


def test_files_of_all_forms_are_read(tmp_path: Path) -> None:
    lines = Path(FIVE).read_bytes()
    array = json.dumps(rows()).encode()
    contents = {
        "a.jsonl": lines,
        "a.jsonl.gz": gzip.compress(lines),
        "a.json": array,
        "b.jsonl": array,
        "bom": b"\xef\xbb\xbf" + lines,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        assert list(HumanEval(path=str(tmp_path / name)).ids()) == list(HumanEval(path=FIVE).ids())


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, *rows())
    assert HumanEval(path=path).count().value == 4
    written(tmp_path, *rows()[:2])
    assert HumanEval(path=path).count().value == 2


def test_a_line_that_is_no_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(Path(FIVE).read_text(encoding="utf-8") + "{broken\n", encoding="utf-8")
    (refused,) = HumanEval(path=str(path), max_refused=1 / 6).refused()
    assert refused.where == f"{path}:6"
    with pytest.raises(ValidationError, match=r"max_refused allows a share of 0\.02"):
        HumanEval(path=str(path))


def test_the_same_problem_twice_counts_once(tmp_path: Path) -> None:
    source = HumanEval(path=written(tmp_path, rows()[0], rows()[1], rows()[0]))
    assert source.count().value == 2
    assert [(row.where[-1], row.reason[-1]) for row in source.dropped()] == [("3", "1")]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.jsonl", None, "cannot read .*none.jsonl.*working directory"),
        ("a.jsonl", b"", "has no rows"),
        ("a.json", b"[1, 2", "no JSON array"),
        ("a.jsonl", b"\xff\xfe", "cannot read"),
        ("a.jsonl.gz", b"{}", "cannot read"),
        ("a.jsonl.gz", gzip.compress(b"{}" * 90)[:-12], "cannot read"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ValidationError, match=message):
        HumanEval(path=str(tmp_path / name))


def test_the_hub_is_asked_through_datasets(monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")
    asked: list[object] = []

    def load_dataset(*args: object, **kwargs: object) -> object:
        asked.append((args, kwargs))
        return datasets.Dataset.from_list(rows())

    monkeypatch.setattr(datasets, "load_dataset", load_dataset)
    source = HumanEval(revision="r1")
    assert asked == [(("openai/openai_humaneval", None), {"split": "test", "revision": "r1"})]
    assert list(source.ids()) == list(HumanEval(path=FIVE).ids())
    assert [row.where for row in source.dropped()] == ["openai/openai_humaneval test[2]"]


def test_a_hub_out_of_reach_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")

    def load_dataset(*args: object, **kwargs: object) -> object:
        raise ConnectionError("no network")

    monkeypatch.setattr(datasets, "load_dataset", load_dataset)
    with pytest.raises(ValidationError, match=r"no network.*give path: a local copy"):
        HumanEval(revision="r2")


def test_without_datasets_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradatim.curricula.sources.code_rows.reading.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"gradatim\[trl\].*path"):
        HumanEval(revision="r3")
