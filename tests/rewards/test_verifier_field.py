"""The `verifier` key of a reward file, where it is right; `bad_yaml` has the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gradatim.core import ConfigError
from gradatim.rewards import load_reward
from gradatim.verifiers import ExactVerifier, MathVerifier, Verifier

PLUGIN = """
from typing import Literal
from pydantic.dataclasses import dataclass
from gradatim.verifiers import ExactVerifier

@dataclass(frozen=True)
class Repeated:
    times: int
    answer: Literal["boxed"]

    def verify(self, completion, gold):
        return ExactVerifier(self.answer).verify(completion, gold * self.times)

    def verify_batch(self, pairs):
        return [self.verify(*pair) for pair in pairs]
"""


def loaded(verifier: object, answer: str = "tags") -> Verifier:
    return load_reward({"answer": answer, "reward": {"correctness": 1.0}, "verifier": verifier}).verifier


def test_settings_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "reward.yaml"
    path.write_text(
        "answer: tags\n"
        "verifier: {kind: math, gold_type: interval, lenient: [decimal_comma], tolerance: 1.0e-4}\n"
        "reward: {correctness: 1.0}\n",
        encoding="utf-8",
    )
    settings: dict[str, Any] = {"gold_type": "interval", "lenient": ("decimal_comma",), "tolerance": 1e-4}
    assert load_reward(path).verifier == MathVerifier(answer="tags", **settings)


@pytest.mark.parametrize("value", ["math", {"kind": "math"}, {}])
def test_math_without_settings(value: object) -> None:
    assert loaded(value) == MathVerifier(answer="tags")


def test_math_is_what_a_file_without_the_key_has() -> None:
    assert load_reward({"answer": "gsm8k", "reward": {"correctness": 1.0}}).verifier == MathVerifier(answer="gsm8k")


def test_a_mapping_without_a_kind_has_settings_of_math() -> None:
    assert loaded({"require_evaluated": True}) == MathVerifier(answer="tags", require_evaluated=True)


@pytest.mark.parametrize("value", ["exact", {"kind": "exact"}])
def test_exact(value: object) -> None:
    assert loaded(value, "boxed") == ExactVerifier(answer="boxed")


def test_nothing_is_no_verifier() -> None:
    with pytest.raises(ConfigError, match="expected text or a mapping, got nothing"):
        loaded(None)


def test_the_settings_of_a_verifier_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repeated_verifier.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    mine = {"kind": "repeated_verifier:Repeated", "times": 2}
    assert loaded(mine, "boxed").verify(r"\boxed{44}", "4").correct
    for verifier, answer, said in (
        ("repeated_verifier:Repeated", "boxed", "reward: verifier: error: missing key 'times'"),
        ({**mine, "tims": 2}, "boxed", "reward: verifier.tims: error: unknown key 'tims'"),
        (
            {**mine, "times": "two"},
            "boxed",
            "reward: verifier.times: error: expected a whole number, got the text 'two'",
        ),
        (mine, "tags", "reward: verifier: error: Repeated does not take the answer style 'tags'"),
    ):
        with pytest.raises(ConfigError) as caught:
            loaded(verifier, answer)
        assert str(caught.value).startswith(said)
