"""The commands as a user types them: output, streams and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradatim.cli import main

GOOD = """\
name: sums
answer: plain
reward: {correctness: 1.0}
gate: {pass_rate: 0.8}
stages:
  - name: two
    problems: {arithmetic: {operations: [add], digits: 2}}
"""
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "sums.yaml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_validate_says_how_many_problems_there_are(good: Path, capsys: Captured) -> None:
    assert main(["validate", "sums.yaml", "--data"]) == 0
    out = capsys.readouterr().out
    assert "sums: ok, 1 stages" in out
    assert "4,095 problems" in out


def test_validate_json(good: Path, capsys: Captured) -> None:
    assert main(["validate", "sums.yaml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] is True
    assert data["stages"][0]["name"] == "two"


def test_validate_names_every_error_at_its_place(good: Path, capsys: Captured) -> None:
    good.write_text(GOOD.replace("digits", "digts").replace("plain", "plane"), encoding="utf-8")
    assert main(["validate", "sums.yaml"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "sums.yaml:2:9: error" in captured.err
    assert "sums.yaml:7:48: error" in captured.err
    assert "did you mean 'digits'?" in captured.err
    assert "Traceback" not in captured.err


def test_validate_json_gives_the_diagnostics(good: Path, capsys: Captured) -> None:
    good.write_text(GOOD.replace("digits", "digts"), encoding="utf-8")
    assert main(["validate", "sums.yaml", "--json"]) == 2
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] is False
    assert (7, 48) in [(d["line"], d["col"]) for d in data["diagnostics"]]


def test_overrides_reach_the_curriculum(good: Path, capsys: Captured) -> None:
    assert main(["validate", "sums.yaml", "stages.two.gate.pass_rate=0.9"]) == 0
    assert "above 0.87" in capsys.readouterr().out


def test_preview_shows_prompts_and_golds(good: Path, capsys: Captured) -> None:
    assert main(["preview", "sums.yaml", "-n", "2", "--json"]) == 0
    examples = json.loads(capsys.readouterr().out)["examples"]
    assert len(examples) == 2
    for example in examples:
        left, _, right = example["prompt"].partition("+")
        assert int(left) + int(right) == int(example["gold"])


PROGRAMS = """
from dataclasses import replace
from pydantic.dataclasses import dataclass
from gradatim.core.config import STRICT
from gradatim.curricula import Arithmetic
from gradatim.verifiers import ExactVerifier

@dataclass(frozen=True, config=STRICT)
class Programs(Arithmetic):
    reference: str | None = None

    def draw(self, rng):
        return replace(super().draw(rng), solution=self.reference)

    def verifier(self, answer):
        return ExactVerifier(answer)
"""


@pytest.mark.parametrize("reference", [None, "```python\nprint(4)\n```"])
def test_preview_of_programs_with_and_without_a_reference(
    good: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, reference: str | None
) -> None:
    Path("previewed_programs.py").write_text(PROGRAMS, encoding="utf-8")
    monkeypatch.syspath_prepend(good.parent)
    source = f'"previewed_programs:Programs": {{operations: [add], digits: 2, reference: {json.dumps(reference)}}}'
    text = GOOD.replace("plain", "code").replace("arithmetic: {operations: [add], digits: 2}", source)
    good.write_text(text, encoding="utf-8")
    assert main(["preview", "sums.yaml", "--json"]) == 0
    assert [one["target"] for one in json.loads(capsys.readouterr().out)["examples"]] == [reference] * 3


def test_preview_of_an_unknown_stage(good: Path, capsys: Captured) -> None:
    assert main(["preview", "sums.yaml", "--stage", "tow"]) == 2
    assert "known: two" in capsys.readouterr().err


def test_init_writes_a_curriculum_that_validates_and_keeps_what_is_there(good: Path, capsys: Captured) -> None:
    assert main(["init", "mine"]) == 0
    assert main(["validate", "mine.yaml"]) == 0
    assert json.loads(Path("curriculum.schema.json").read_text(encoding="utf-8"))["$schema"]
    Path("mine.yaml").write_text(GOOD, encoding="utf-8")
    assert main(["init", "mine"]) == 2
    assert Path("mine.yaml").read_text(encoding="utf-8") == GOOD
    assert main(["init", "mine", "--overwrite"]) == 0
    assert Path("mine.yaml").read_text(encoding="utf-8") != GOOD


def test_preview_writes_out_what_could_control_the_terminal(good: Path, capsys: Captured) -> None:
    good.write_text(GOOD + 'prompt: "\\u202e{question}"\n', encoding="utf-8")
    assert main(["preview", "sums.yaml"]) == 0
    out = capsys.readouterr().out
    assert "two: ⟨U+202E⟩" in out
    assert "\u202e" not in out


def test_schema_goes_to_stdout_or_a_file(good: Path, capsys: Captured) -> None:
    assert main(["schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert main(["schema", "-o", "s.json"]) == 0
    assert json.loads(Path("s.json").read_text(encoding="utf-8")) == printed


@pytest.mark.parametrize("kind", ["curricula", "sources", "terms", "gates", "answers"])
def test_list_explains_each_entry(kind: str, capsys: Captured) -> None:
    assert main(["list", kind, "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)[kind]
    assert entries
    assert all(entry["name"] and entry["about"] for entry in entries)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["valdate"], "No such command"),
        (["validate"], "Missing argument"),
        (["validate", "nothing-such"], "there is no curriculum"),
        (["validate", "./nothing-such.yaml"], "nothing-such.yaml"),
        (["train"], "name a curriculum"),
        (["train", "--resume", "nowhere"], "is not a run folder"),
        (["train", "arithmetic", "--resume", "nowhere"], "leave out CURRICULUM"),
        (["report", "nowhere"], "nowhere"),
        (["init", "--from", "arithmetc"], "did you mean 'arithmetic'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_usage_errors_exit_with_2_and_say_what_to_do(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(args) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
    assert "Traceback" not in captured.err


def test_an_unforeseen_exception_has_a_traceback_only_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    import gradatim.curricula as curricula

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(curricula, "load_curriculum", broken)
    assert main(["validate", "arithmetic"]) == 1
    said = capsys.readouterr().err
    assert "RuntimeError: boom" in said
    assert "Traceback" not in said
    assert main(["validate", "arithmetic", "--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_exits_with_130(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    import gradatim.curricula as curricula

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(curricula, "load_curriculum", interrupted)
    assert main(["validate", "arithmetic"]) == 130


@pytest.mark.parametrize("command", ["init", "validate", "preview", "train", "report", "verify", "schema", "list"])
def test_help_fits_a_screen_and_has_examples(command: str, capsys: Captured) -> None:
    assert main([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert "Examples:" in said
    assert len(said.splitlines()) <= 50
