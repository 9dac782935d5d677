"""`gradatim verify` as a user types it: one pair, usage errors, settings, help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradatim.cli import main
from gradatim.verifiers import LENIENT_RULES, REASONS, STRICT_RULES, MathVerifier, Verdict

Captured = pytest.CaptureFixture[str]
Feed = Callable[[bytes], None]


def test_a_correct_completion(capsys: Captured) -> None:
    assert main(["verify", r"So \boxed{\frac12}.", "0.5"]) == 0
    assert capsys.readouterr().out == "correct\n  extracted   \\frac12\n  decided by  exact\n"


def test_a_wrong_one_exits_with_1_and_says_why(capsys: Captured) -> None:
    assert main(["verify", r"\boxed{5}", "4"]) == 1
    said = f"incorrect\n  reason      wrong_value: {REASONS['wrong_value']}\n  extracted   5\n  decided by  exact\n"
    assert capsys.readouterr().out == said


def test_what_is_behind_a_reason(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    detail = "KeyError:\x1b[2J in test 3"

    def verify(self: MathVerifier, completion: str, gold: str) -> Verdict:
        return Verdict("incorrect", "wrong_value", completion or None, None, "numeric", detail=detail)

    monkeypatch.setattr(MathVerifier, "verify", verify)
    assert main(["verify", "5", "4"]) == 1
    shown = "another value than the gold's\n  detail      KeyError:⟨U+001B⟩[2J in test 3\n  extracted   5\n"
    assert shown in capsys.readouterr().out
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"completion": "5", "gold": "4"}\n{"completion": "", "gold": "4"}\n', encoding="utf-8")
    assert main(["verify", "--file", str(pairs)]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.endswith("numeric    5  (KeyError:⟨U+001B⟩[2J in test 3)")
    assert second.endswith("numeric  (KeyError:⟨U+001B⟩[2J in test 3)")
    assert main(["verify", "5", "4", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["results"][0]["detail"] == detail


@pytest.mark.parametrize("args", [["4", "4"], ["", "4"], [r"\boxed{4", "4"], [r"\boxed{4}", ""]])
def test_what_is_not_correct_exits_with_1(args: list[str]) -> None:
    assert main(["verify", *args]) == 1


@pytest.mark.parametrize(
    "args",
    [
        ["-5", "-5.0", "--answer", "plain"],
        ["--answer=plain", r"-\frac12", "-.5"],
        [r"\boxed{-5}", "-5"],
        ["--answer", "plain", "--", "-x", "-x"],
    ],
)
def test_a_text_may_start_with_a_hyphen(args: list[str]) -> None:
    assert main(["verify", *args]) == 0


def test_json_of_one_pair(capsys: Captured) -> None:
    assert main(["verify", r"a \boxed{5}", "4", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["schema_version"] == 1
    assert data["results"] == [
        {
            "row": None,
            "status": "incorrect",
            "reason": "wrong_value",
            "extracted": "5",
            "span": [9, 10],
            "decided_by": "exact",
            "fraction": None,
            "detail": None,
            "about": REASONS["wrong_value"],
            "extra": {},
        }
    ]
    assert data["summary"]["statuses"]["incorrect"] == 1


def test_the_completion_from_stdin(stdin: Feed, capsys: Captured) -> None:
    stdin("well …\n#### 4\n".encode())
    assert main(["verify", "-", "4", "--answer", "gsm8k"]) == 0
    assert "extracted   4" in capsys.readouterr().out


def test_a_completion_cannot_control_the_terminal(tmp_path: Path, capsys: Captured) -> None:
    hostile = "\\boxed{\x1b[2J\u202e\ud800\n1: correct}"
    assert main(["verify", hostile, "4"]) == 1
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(json.dumps({"completion": hostile, "gold": "4"}), encoding="utf-8")
    assert main(["verify", "--file", str(pairs)]) == 0
    out = capsys.readouterr().out
    assert out.count("⟨U+001B⟩[2J⟨U+202E⟩⟨U+D800⟩⟨U+000A⟩1: correct") == 2
    assert not {"\x1b", "\u202e", "\ud800"} & set(out)
    assert main(["verify", "--file", str(pairs), "--json"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["results"][0]["extracted"] == "\x1b[2J\u202e\ud800\n1: correct"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "give COMPLETION and GOLD, or --file"),
        (["4"], "GOLD is missing"),
        (["4", "4", "5"], "unexpected extra argument"),
        (["4", "4", "--file", "x"], "leave out COMPLETION and GOLD"),
        (["--file", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: No such file"),
        (["--file", "."], "cannot be read"),
        (["4", "4", "--anser", "plain"], "Did you mean '--answer'?"),
        (["-f", "x"], "No such option: -f. If it is a text, put -- before it."),
        (["4", "4", "--strict", "unclosed"], "'unclosed' is not one of 'lowest_terms'"),
        (["4", "4", "--lenient", "lowest_terms"], "'lowest_terms' is not one of 'degrees'"),
        (["4", "4", "--gold-type", "integer"], "'integer' is not one of 'number'"),
        (["4", "4", "--verifier", "exact", "--units", "same"], "the exact verifier has no --units"),
        (["4", "4", "--verifier", "exact", "--tolerance", "0"], "the exact verifier has no --tolerance"),
        (["4", "4", "--tolerance", "2"], "--tolerance: 2.0 is out of range: it must be less than 1"),
        (["4", "4", "--tolerance", "0"], "--tolerance: 0.0 is out of range: it must be greater than 0"),
        (["4", "4", "--tolerance", "nan"], "--tolerance: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_usage_errors(args: list[str], said: str, capsys: Captured) -> None:
    assert main(["verify", *args]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
    assert "Traceback" not in captured.err


def test_stdin_that_is_not_utf_8(stdin: Feed, capsys: Captured) -> None:
    stdin(b"\\boxed{\xe9}")
    assert main(["verify", "-", "4"]) == 2
    assert "stdin: byte 0xe9 is not UTF-8" in capsys.readouterr().err


def test_every_setting_reaches_the_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[MathVerifier] = []

    def verify(self: MathVerifier, completion: str, gold: str) -> Verdict:
        used.append(self)
        return Verdict("correct")

    monkeypatch.setattr(MathVerifier, "verify", verify)
    options = (
        "--answer tags --gold-type interval --require-evaluated --tolerance 1e-4 --units convert --percent optional"
    )
    rules = "--strict no_chains --strict same_base --lenient decimal_comma --lenient unclosed"
    assert main(["verify", "4", "4", *options.split(), *rules.split()]) == 0
    settings: dict[str, Any] = {
        "answer": "tags",
        "gold_type": "interval",
        "require_evaluated": True,
        "tolerance": 1e-4,
        "units": "convert",
        "percent": "optional",
        "strict": ("no_chains", "same_base"),
        "lenient": ("decimal_comma", "unclosed"),
    }
    assert used == [MathVerifier(**settings)]
    assert main(["verify", "4", "4"]) == 0
    assert used[1:] == [MathVerifier()]


def test_the_exact_verifier(capsys: Captured) -> None:
    assert main(["verify", "4.0", "4", "--verifier", "exact"]) == 1
    assert main(["verify", " 4", "4", "--verifier", "exact"]) == 0


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_help_explains_every_rule_and_how_to_quote(asked: str, capsys: Captured) -> None:
    assert main(["verify", asked]) == 0
    said = capsys.readouterr().out
    for name, about in [*STRICT_RULES.items(), *LENIENT_RULES.items()]:
        assert f"  {name:<16} {about}\n" in said
    assert "Single quotes" in said
    assert "with --file 0 all judged" in said
