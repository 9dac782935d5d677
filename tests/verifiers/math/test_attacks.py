"""Wrong answers that were paid once, or were near it: each stands for a kind."""

from __future__ import annotations

import pytest

from gradatim.verifiers import MathVerifier

PLAIN = MathVerifier("plain")

PIECES = r"""
|x|>0 ; x>0
2|x|<6 ; x<3
|x|+1<3 ; x<2
(x-1)^3<8 ; x<9
\lfloor x\rfloor\le3 ; x\le3
\max(x,0)<3 ; x<3
|\ln x| ; \ln x
|\ln t| ; \ln t
\ln x+\ln y ; |\ln x+\ln y|
\sqrt{x-2\sqrt x+1} ; \sqrt x-1
\sqrt{(x-500)^2} ; 500-x
|x-5|+|x-7| ; |2x-12|
\arcsin(\sin(x/1000)) ; x/1000
\lfloor n/2\rfloor+1 ; \lceil n/2\rceil
\lfloor\sqrt n\rfloor ; \lceil\sqrt n\rceil-1
\lfloor x\rfloor+\lfloor-x\rfloor ; -1
\max(x,1000) ; 1000
"""
LARGE = r"""
200!+x ; 200!+x+1
200!+\sin x ; 200!+\cos x
60!+\pi ; 60!+\pi+1
\ln(2025!) ; \ln(2025!+1)
e-\frac{1}{2000!} ; e
\sqrt{10^{1400}+1} ; 10^{700}
10^{2025}+\sin x ; 10^{2025}+\cos x
1+e^{-300} ; 1
x^{1000000}\sqrt{3+2\sqrt2} ; -x^{1000000}(1+\sqrt2)
\infty-\infty ; 0
\tan^2(\pi) ; 7
"""
READINGS = r"""
\{x\in\mathbb{Z}\mid x>3\} ; x>3
\{x\mid y>3\} ; x>3
P(2,3) ; Q(2,3)
\text{not}=5 ; 5
\text{wrong}=5 ; 5
7\text{ cm}x ; 7
5 pct ; 5
(B) is incorrect ; B
abc ; ABC
\sin x ; \sin X
x<-2 and x>2 ; x<-2 or x>2
1, \frac{x}{x} ; 1,2
\sqrt2, 1.41421356237 ; \pm\sqrt2
x+1=5 ; 5
\$18 ; €18
3\sqrt{}5 ; 3\sqrt5
[-1,\infty] ; [-1,\infty)
(2,1] ; (1,2]
"""


def pairs(table: str) -> list[tuple[str, str]]:
    return [(answer, gold) for line in table.strip().splitlines() for answer, gold in [line.split(" ; ")]]


@pytest.mark.parametrize(("answer", "gold"), pairs(PIECES) + pairs(LARGE))
def test_unequal_expressions_both_ways(answer: str, gold: str) -> None:
    assert not PLAIN.verify(answer, gold).correct
    assert not PLAIN.verify(gold, answer).correct


@pytest.mark.parametrize(("answer", "gold"), pairs(READINGS))
def test_what_is_not_said(answer: str, gold: str) -> None:
    assert not PLAIN.verify(answer, gold).correct


@pytest.mark.parametrize(
    "answer",
    [
        "17+23+0x",
        "17+x+23-x",
        r"17\cos0+23",
        r"\frac{17\pi+23\pi}{\pi}",
        r"40x/x",
        r"e^{\ln 40}",
        "40i/i",
        "80/2",
        "17+23",
    ],
)
def test_the_task_is_not_its_own_answer(answer: str) -> None:
    assert not MathVerifier("plain", require_evaluated=True).verify(answer, "40").correct
    assert MathVerifier("plain", require_evaluated=True).verify("x=40", "40").correct


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("(x-1)^3<8", "x<3"),
        ("x^2<4", "-2<x<2"),
        (r"\{1\}\cup\{2\}", r"\{1,2\}"),
        ("200!+x", "x+200!"),
        (r"\{x\in\mathbb{R}\mid x>3\}", "x>3"),
        (r"\text{Area}=12", "12"),
        ("P(2,3)", "(2,3)"),
    ],
)
def test_honest_twins_are_right(answer: str, gold: str) -> None:
    assert PLAIN.verify(answer, gold).correct


@pytest.mark.parametrize(
    "answer",
    [
        r"x^{40}-10^{300}x+1<0",
        ",".join(f"x^{{40}}-x^7<{number}" for number in range(100)),
        " or ".join(f"x^6-x^3<{number}" for number in range(80)),
        "".join(f"(x-{number})" for number in range(40)) + "<0",
        "x=" + "=".join(rf"\sum_{{k=1}}^{{999}}k\pi+{number}-{number}" for number in range(40)),
        "(" + ",".join(rf"\sum_{{k=1}}^{{999}}k^x+{number}" for number in range(30)) + ")",
    ],
    ids=lambda text: text[:12],
)
def test_much_to_solve_is_too_much(answer: str) -> None:
    import time

    began = time.process_time()
    assert not PLAIN.verify(answer, "x<1").correct
    PLAIN.verify(answer, answer[:-1] + "+1" if answer[-1] != ")" else answer[:-1] + ",1)")
    PLAIN.verify(answer, "1")
    assert time.process_time() - began < 3


def test_an_engine_that_failed_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from gradatim.verifiers.math import equality
    from gradatim.verifiers.math.proof.client import ProofEngineError

    def fails(*_: object) -> bool:
        raise ProofEngineError("no process")

    with monkeypatch.context() as patch:
        patch.setattr(equality, "prove_equal", fails)
        verdict = PLAIN.verify(r"\arctan 1+7", r"\frac{\pi}{4}+7")
        assert (verdict.status, verdict.reason) == ("engine_error", "proof_engine")
    assert PLAIN.verify(r"\arctan 1+7", r"\frac{\pi}{4}+7").correct
