from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import ConfigError, Sample, Verdict
from gradatim.rewards import Brevity, Correctness, Format, Overlong, Stop, WeightedTerm, load_reward
from gradatim.rewards.spec import read_reward
from gradatim.verifiers import ExactVerifier, MathVerifier

TEXT = """\
answer: tags
reward:
  correctness: 1.0
  format: {weight: 0.2, when: correct}
  stop: {weight: 0.1}
  short: {weight: 0.1, when: correct, kind: overlong, limit: 16, soft: 4}
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("reward.yaml")
    path.write_text(TEXT, encoding="utf-8")
    return path


def failure(source: str | Path | Mapping[str, Any]) -> str:
    with pytest.raises(ConfigError) as caught:
        load_reward(source)
    return str(caught.value)


def test_a_file_gives_a_verifier_and_a_reward(written: Path) -> None:
    grader = load_reward(written)
    assert isinstance(grader.verifier, MathVerifier)
    assert grader.answer == "tags"
    assert grader.reward.terms == (
        WeightedTerm("correctness", Correctness(), 1.0),
        WeightedTerm("format", Format(answer="tags"), 0.2, "correct"),
        WeightedTerm("stop", Stop(answer="tags"), 0.1),
        WeightedTerm("short", Overlong(16, 4), 0.1, "correct"),
    )
    assert grader.score("<answer>4</answer>", "4", terminated=True, length=6).total == pytest.approx(1.3, abs=1e-4)
    assert load_reward(str(written)).reward == grader.reward


def test_a_mapping_is_read_the_same() -> None:
    grader = load_reward(
        {"answer": "plain", "verifier": "exact", "reward": {"correctness": 2, "brevity": {"weight": 1, "limit": 9}}}
    )
    assert isinstance(grader.verifier, ExactVerifier)
    assert grader.reward.terms == (
        WeightedTerm("correctness", Correctness(), 2.0),
        WeightedTerm("brevity", Brevity(9), 1.0),
    )


@pytest.mark.parametrize(
    ("old", "new", "first_line"),
    [
        ("answer: tags", "anser: tags", "reward.yaml:1:1: error: unknown key 'anser'  [unknown-key]"),
        ("answer: tags", "answer: tag", "reward.yaml:1:9: error: the text 'tag' is not one of plain, tags, boxed"),
        (
            "answer: tags",
            "answer: tags\nverifier: sympy",
            "reward.yaml:2:11: error: 'sympy' is not a verifier; known: code, exact, math",
        ),
        ("correctness: 1.0", "correctnes: 1.0", "reward.yaml:3:3: error: 'correctnes' is not a reward term"),
        ("correctness: 1.0", "correctness: true", "reward.yaml:3:16: error: expected a number, got true"),
        ("correctness: 1.0", "correctness: [1]", "reward.yaml:3:16: error: expected a number, got a list"),
        ("correctness: 1.0", "correctness: 1e9", "reward.yaml:3:16: error: the weight must be finite, not 0"),
        ("stop: {weight: 0.1}", "stop: {}", "reward.yaml:5:3: error: missing key 'weight'  [missing-key]"),
        ("stop: {weight: 0.1}", "stop: {weight: 0.1, kind: 3}", "reward.yaml:5:29: error: expected text, got 3"),
        ("stop: {weight: 0.1}", "Stop_: {weight: 0.1, kind: stop}", "reward.yaml:5:3: error: only lower-case letters"),
        ("soft: 4", "soft: 40", "reward.yaml:6:72: error: soft must be at most the limit, 16  [invalid]"),
        ("soft: 4", "sof: 4", "reward.yaml:6:66: error: unknown key 'sof'  [unknown-key]"),
        (
            "{weight: 0.1}",
            "{weight: 1}",
            "reward.yaml:2:1: error: a completion that is not correct can score 1, a correct",
        ),
    ],
)
def test_each_fault_is_shown_at_its_place(written: Path, old: str, new: str, first_line: str) -> None:
    assert old in TEXT
    written.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    assert failure(written).split("\n")[0].startswith(first_line)


def test_the_proof_is_shown_with_its_numbers_and_remedies(written: Path) -> None:
    written.write_text("answer: plain\nreward: {correctness: 1.0, stop: 0.5}\n", encoding="utf-8")
    text = failure(written)
    assert " 2 | reward: {correctness: 1.0, stop: 0.5}\n   | ^^^^^^\n" in text
    assert "\n     Any one of these changes is enough:\n       - " in text


def test_a_mapping_has_paths_in_place_of_lines() -> None:
    text = failure({"answer": "plain", "reward": {"correctness": 1.0, "stop": {"wight": 1}}})
    assert text.startswith(
        "reward: reward.stop.wight: error: unknown key 'wight'  [unknown-key]\n  = did you mean 'weight'?"
    )


def test_a_plugin_is_a_term_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "terms_of_mine.py").write_text(
        "from pydantic.dataclasses import dataclass\n"
        "@dataclass(frozen=True)\n"
        "class Half:\n"
        "    factor: float = 0.5\n"
        "    def __call__(self, sample): return self.factor\n"
        "    def bounds(self, status, terminated): return 0.0, self.factor\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    reward = read_reward({"correctness": 1.0, "half": {"weight": 0.5, "kind": "terms_of_mine:Half", "factor": 0.25}})
    assert reward.plain()["half"] == {"weight": 0.5, "kind": "terms_of_mine:Half", "factor": 0.25}
    assert reward.build("plain").terms[1].term(Sample("", Verdict("correct"))) == 0.25


VERIFIER = """
from pydantic.dataclasses import dataclass
from gradatim.verifiers import ExactVerifier, Verdict

@dataclass(frozen=True)
class Shouting:
    answer: str = "plain"

    def verify(self, completion, gold):
        return ExactVerifier(self.answer).verify(completion.upper(), gold)

    def verify_batch(self, pairs):
        return [self.verify(*pair) for pair in pairs]

@dataclass(frozen=True)
class Lenient:
    answer = None

    def verify(self, completion, gold):
        return Verdict("correct")

    def verify_batch(self, pairs):
        return [self.verify(*pair) for pair in pairs]
"""


def test_a_verifier_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "verifiers_of_mine.py").write_text(VERIFIER)
    monkeypatch.syspath_prepend(tmp_path)
    data = {"answer": "gsm8k", "verifier": "verifiers_of_mine:Shouting", "reward": {"correctness": 1.0}}
    grader = load_reward(data)
    assert grader.answer == "gsm8k"
    assert grader.score("#### yes", "YES").total == 1.0
    assert load_reward(data | {"verifier": "verifiers_of_mine:Lenient"}).answer is None
    assert "it lacks verify, verify_batch" in failure(data | {"verifier": "gradatim.rewards:Stop"})


def test_one_level_over_another() -> None:
    outer, inner = (
        read_reward({"correctness": 1.0, "stop": 0.1}),
        read_reward({"stop": None, "format": 0.1, "ordering": "off"}),
    )
    merged = inner.over(outer)
    assert merged.plain() == {
        "ordering": "off",
        "correctness": {"weight": 1.0, "partial": False},
        "stop": None,
        "format": {"weight": 0.1, "tags": [], "json_keys": [], "prefilled": ""},
    }
    assert read_reward(merged.plain()) == merged
    assert [term.name for term in merged.build("plain").terms] == ["correctness", "format"]
