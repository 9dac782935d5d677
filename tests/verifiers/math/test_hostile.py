"""Texts made to hang a verifier. Limits are CPU seconds, many times what is needed."""

from __future__ import annotations

import time

import pytest

from gradatim.verifiers import WRITTEN_STYLES, MathVerifier, WrittenStyle, nothing_after_answer

MILLION = 1_000_000
FLOODS = {
    "open boxes": r"\boxed{" * MILLION,
    "boxes without brace": r"\boxed" * 300_000,
    "empty boxes": r"\boxed{}" * 250_000,
    "boxes": r"\boxed{1} " * 200_000,
    "nested boxes": r"\boxed{" * 200_000 + "}" * 200_000,
    "box of braces": r"\boxed{" + "{}" * MILLION,
    "braces": "{" * 2 * MILLION,
    "open think": "<think>" * 300_000,
    "closed think": "</think>" * 250_000,
    "tags": "<answer>" * 250_000,
    "hashes": "#" * 2 * MILLION,
    "markers": "#### " * 400_000,
    "digits": "9" * 2 * MILLION,
    "numbers": "1 " * MILLION,
    "groups": "1,000," * 300_000,
    "list": "1," * MILLION,
    "names": "x_1 " * 500_000,
    "fractions": r"\frac{" * 300_000,
    "backslashes": "\\" * 2 * MILLION,
    "dollars": r"\boxed{1}" + "$" * 2 * MILLION,
    "stops": r"\boxed{1}" + "$." * MILLION,
    "spaces": r"\boxed{1}" + " " * 2 * MILLION + "x",
    "minus signs": "-" * 2 * MILLION,
    "full-width": "１," * 600_000,
}


@pytest.mark.parametrize("flood", FLOODS)
@pytest.mark.parametrize("style", WRITTEN_STYLES)
def test_megabytes_are_answered_at_once(style: WrittenStyle, flood: str) -> None:
    started = time.process_time()
    MathVerifier(answer=style).verify(FLOODS[flood], "5")
    nothing_after_answer(FLOODS[flood], style)
    assert time.process_time() - started < 4


def fill(unit: str, end: str = "") -> str:
    """As much of `unit` as a longest answer holds."""
    return unit * ((2000 - len(end)) // len(unit)) + end


ANSWERS = [
    fill("9"),
    fill("9", ".5"),
    fill("9", "/7"),
    f"0.{fill('3', '1' * 8)}",
    fill("1,000,", "000"),
    fill("7,"),
    fill("7 or "),
    fill("{"),
    fill("{", fill("}")[:1000]),
    fill(r"\text{", "}" * 300),
    fill(r"\frac"),
    fill(r"\frac{1}{"),
    fill("**"),
    fill("$"),
    fill("("),
    fill(" million", ""),
    "7" + fill(" million")[:1990],
    "7 " + fill("ab ")[:1990],
    "7^^^" + fill("^")[:1990],
    fill("2^"),
    fill("5!"),
    fill("\u0301"),
    "1e999999999",
    "1e-999999999",
    r"5\times 10^{999999999}",
    "9" * 900 + "e400",
    f"0.\\overline{{{'3' * 1900}}}",
    "9^{9^{9^{9}}}",
    "9**9**9",
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda text: text[:12])
def test_longest_answers_and_golds_are_compared_at_once(answer: str) -> None:
    verifier = MathVerifier(answer="plain")
    started = time.process_time()
    for gold in ("5", r"\frac{1}{3}", answer[:-1] + "5", "1,2"):
        verifier.verify(answer, gold)
        verifier.verify(gold, answer)
    assert time.process_time() - started < 2
