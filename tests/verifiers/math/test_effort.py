"""Effort is counted, not timed: what is too much is wrong, and no verdict depends on a proof."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradatim.verifiers import MathVerifier
from gradatim.verifiers.math import comparison, equality
from gradatim.verifiers.math import gold as golds

PLAIN = MathVerifier("plain")


def listed(pattern: str, numbers: range) -> str:
    return ",".join(pattern.replace("#", str(number)) for number in numbers)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        (listed(r"\sum_{k=1}^{90#}k^2", range(1, 10)), listed(r"\sqrt{#}", range(2, 12))),
        (listed(r"\sum_{k=1}^{900}\sqrt{k+#}", range(1, 50)), listed(r"\sqrt{#}", range(2, 70))),
        (listed(r"\sin(#x)", range(1, 99)), listed(r"\cos(#x)", range(1, 99))),
        (r"\prod_{k=1}^{1000}(kx+k^2+k^3+1)", "x"),
        (r"\{\sum_{k=1}^{1000}\sqrt{k}\}", r"\{1,2\}"),
        ("0." + "1" * 1980 + "2...", r"\frac13"),
        (r"2\cdot" * 200 + r"\begin{pmatrix}1\end{pmatrix}", "2"),
        (r"\{" * 40 + "7" + r"\}" * 40, "5"),
    ],
    ids=lambda text: text[:16],
)
def test_short_texts_with_much_to_compute(answer: str, gold: str) -> None:
    began = time.process_time()
    assert not PLAIN.verify(answer, gold).correct
    PLAIN.verify(gold, answer)
    assert time.process_time() - began < 2


@pytest.fixture
def without_proofs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(equality, "prove_equal", lambda *_: None)
    comparison._by_meaning.cache_clear()
    yield
    comparison._by_meaning.cache_clear()


HARD = [
    (r"\arctan 1", r"\frac{\pi}{4}", True),
    (r"\sqrt[3]{2+\sqrt5}+\sqrt[3]{2-\sqrt5}", "1", True),
    (r"10^{2000}(\sqrt[3]{2+\sqrt5}-\sqrt[3]{\sqrt5-2}-1)", "0", False),
    (r"\arcsin x+\arccos x", r"\frac{\pi}{2}", True),
]


@pytest.mark.usefixtures("without_proofs")
def test_a_proof_changes_no_verdict() -> None:
    path = Path(__file__).with_name("cases") / "dev.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    texts = [(case["answer_format"], case["completion"], case["gold"], case["expected"]) for case in cases]
    styles = {"xml": "tags", "hash": "gsm8k"}
    for style, completion, gold, expected in [*texts, *(("plain", *hard) for hard in HARD)]:
        assert MathVerifier(styles.get(style, style)).verify(completion, gold).correct is expected, (completion, gold)


@pytest.mark.parametrize(("answer", "gold", "expected"), HARD)
def test_with_proofs(answer: str, gold: str, expected: bool) -> None:
    assert PLAIN.verify(answer, gold).correct is expected


def test_long_golds_are_not_kept() -> None:
    golds._read_short.cache_clear()
    for size in range(20):
        assert PLAIN.verify("5", "7" * (3000 + size)).reason == "gold_too_long"
    assert golds._read_short.cache_info().currsize == 0


@pytest.mark.parametrize(("answer", "gold"), [("-0.285714285714", "-2/7"), ("(-0.285714285714,1)", "(-2/7,1)")])
def test_negative_decimals_write_out_negative_values(answer: str, gold: str) -> None:
    assert PLAIN.verify(answer, gold).correct
