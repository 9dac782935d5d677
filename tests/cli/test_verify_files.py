"""`gradatim verify --file`: rows one by one, bad rows, Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradatim.cli import main, verify_rows
from gradatim.verifiers import REASONS, MathVerifier, Verdict

Captured = pytest.CaptureFixture[str]
Feed = Callable[[bytes], None]
ROWS = [
    {"completion": r"\boxed{4}", "gold": "4", "id": 7, "more": {"a": [1, 0.5, None]}},
    {"completion": r"\boxed{5}", "gold": "4"},
    {"completion": "five", "gold": "4"},
    {"completion": r"\boxed{1,200}", "gold": "1200"},
]


def jsonl(rows: list[Any]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("pairs.jsonl")
    path.write_text(jsonl(ROWS), encoding="utf-8")
    return path


def test_a_file_has_a_line_for_each_row_and_counts(pairs: Path, capsys: Captured) -> None:
    assert main(["verify", "--file", "pairs.jsonl"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:4]] == [
        ["1", "correct", "text", "4"],
        ["2", "incorrect", "wrong_value", "exact", "5"],
        ["3", "unparsed", "no_marker"],
        ["4", "correct", "exact", "1,200"],
    ]
    assert lines[4] == "4 rows: 2 correct, 1 incorrect, 1 unparsed"
    assert lines[5].split(maxsplit=2) == ["1", "wrong_value", REASONS["wrong_value"]]


def test_json_of_a_file_keeps_other_keys(pairs: Path, capsys: Captured) -> None:
    assert main(["verify", "--file", "pairs.jsonl", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [result["row"] for result in data["results"]] == [1, 2, 3, 4]
    assert data["results"][0]["extra"] == {"id": 7, "more": {"a": [1, 0.5, None]}}
    assert data["summary"] == {
        "rows": 4,
        "statuses": {"correct": 2, "incorrect": 1, "unparsed": 1, "gold_unparsed": 0, "engine_error": 0},
        "reasons": {"wrong_value": 1, "no_marker": 1},
        "bad_rows": 0,
        "complete": True,
    }


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_rows_are_counted_as_lines_and_blank_ones_are_skipped(start: str, stdin: Feed, capsys: Captured) -> None:
    stdin((start + jsonl(ROWS[:1]).replace("\n", "\r\n") + "\r\n\n" + jsonl(ROWS[:1]).strip()).encode())
    assert main(["verify", "--file", "-", "--json"]) == 0
    assert [result["row"] for result in json.loads(capsys.readouterr().out)["results"]] == [1, 4]


def test_a_file_without_rows(stdin: Feed, capsys: Captured) -> None:
    stdin(b"\n")
    assert main(["verify", "--file", "-"]) == 0
    assert capsys.readouterr().out == "no rows\n"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (r'{"completion": "\(4\)", "gold": "4"}', r"no JSON: invalid \escape, column 17  [syntax]"),
        (r'{"completion": "\boxed{4}", "gold": "4"}', r"completion: the \b of \bo... became a control character"),
        (r'{"completion": "4", "gold": "\frac12"}', r"gold: the \f of \frac... became a control character"),
        ('{"completion": "4", "gold": 4}', "gold: expected text, got 4  [wrong-type]\n   = put it in quotes"),
        ('{"completion": null, "gold": "4"}', "completion: expected text, got nothing"),
        ('{"completion": "4", "golds": "4"}', "missing key 'gold'"),
        ('{"completion": "4", "gold": "4", "gold": "5"}', "the key 'gold' stands twice"),
        ('{"completion": "4", "gold": "4", "p": NaN}', "NaN is no JSON"),
        ('{"completion": "4", "gold": "4", "p": 1e999}', "the number 1e999 is too large"),
        ('{"completion": "4", "gold": "4", "p": ' + "9" * 5000 + "}", "a number that cannot be read"),
        ('{"completion": "4", "gold": "4", "p": ' + "[" * 40 + "]" * 40 + "}", "nested deeper than 32 levels"),
        ("[" * 100_000, "nested too deeply"),
        ('["4", "4"]', "expected an object, got a list  [wrong-type]\n   = a JSON array becomes rows by: jq -c '.[]'"),
        ("[", "jq -c '.[]' the objects of an array"),
        ('{"completion": "4", "gold": "4"', "no JSON: expecting ',' delimiter, column 32"),
        ("completion,gold", "each line holds one object: write {"),
        ('{"completion": "é", "gold": "4"}'.encode("latin-1"), "byte 0xe9 is not UTF-8"),
        ('{"completion": "' + "x" * 600 + '", "gold": "4"}', "longer than 500 bytes"),
        ('{"completion": "' + "x" * 2000, "longer than 500 bytes"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_a_bad_row_is_named_and_the_others_are_judged(
    row: str | bytes, said: str, pairs: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    good = jsonl(ROWS[:1]).encode()
    pairs.write_bytes(good + (row if isinstance(row, bytes) else row.encode()) + b"\n" + good)
    if "500 bytes" in said:
        monkeypatch.setattr(verify_rows, "MAX_ROW", 500)
    assert main(["verify", "--file", "pairs.jsonl", "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("pairs.jsonl:2: error: ")
    assert said in captured.err
    assert len(captured.err.splitlines()) == 2
    data = json.loads(captured.out)
    assert [result["row"] for result in data["results"]] == [1, 3]
    assert data["summary"]["bad_rows"] == 1


def test_of_many_bad_rows_the_first_are_shown(stdin: Feed, capsys: Captured) -> None:
    stdin(b"x\n" * 1000)
    assert main(["verify", "--file", "-"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "1,000 rows: 1,000 not read\n"
    assert captured.err.count("error: no JSON") == 20
    assert "stdin:20: " in captured.err
    assert captured.err.endswith("further rows that cannot be read are only counted\n")


def interrupted_at(row: int, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    count = iter(range(1, 100))

    def verify(self: MathVerifier, completion: str, gold: str) -> Verdict:
        if next(count) == row:
            raise error("boom")
        return Verdict("correct")

    monkeypatch.setattr(MathVerifier, "verify", verify)


def test_after_ctrl_c_what_was_printed_is_valid(pairs: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    interrupted_at(3, monkeypatch, KeyboardInterrupt)
    assert main(["verify", "--file", "pairs.jsonl", "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert [result["row"] for result in data["results"]] == [1, 2]
    assert data["summary"]["complete"] is False
    interrupted_at(2, monkeypatch, KeyboardInterrupt)
    assert main(["verify", "--file", "pairs.jsonl"]) == 130
    captured = capsys.readouterr()
    assert captured.out.endswith("1 row: 1 correct; stopped before the end\n")
    assert captured.err.strip() == "interrupted"


def test_a_bug_in_a_verifier_names_the_row(pairs: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    interrupted_at(2, monkeypatch, RuntimeError)
    assert main(["verify", "--file", "pairs.jsonl", "--json"]) == 1
    captured = capsys.readouterr()
    assert "RuntimeError: boom\n  it happened in row 2\n" in captured.err
    assert json.loads(captured.out)["summary"]["complete"] is False


def test_rows_are_judged_as_they_come_and_a_signal_ends_it_well() -> None:
    code = "import sys; from gradatim.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "verify", "--file", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(jsonl(ROWS[:1]).encode())
        process.stdin.flush()
        # Both lines come although the file goes on.
        first = process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    data = json.loads(first + rest)
    assert [result["row"] for result in data["results"]] == [1]
    assert data["summary"]["complete"] is False
