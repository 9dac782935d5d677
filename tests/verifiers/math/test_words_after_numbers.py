"""A word after a number must neither hedge it nor stand for a computation."""

from __future__ import annotations

import pytest

from gradatim.verifiers import MathVerifier


@pytest.mark.parametrize(
    "answer",
    ["21 sixty", "21 thirteen seventy", "21 versus sixteen", "21 halved", "21 doubled", "21 incorrect", "21 bn"],
)
def test_a_word_that_changes_or_hedges_the_number_is_no_unit(answer: str) -> None:
    assert not MathVerifier("plain").verify(answer, "21").correct


@pytest.mark.parametrize(("answer", "gold"), [("7 dozen", "84"), ("3 hundred", "300"), ("2100%", "21"), ("84/4", "21")])
def test_what_is_left_to_compute_is_paid_only_where_it_may_be(answer: str, gold: str) -> None:
    assert MathVerifier("plain").verify(answer, gold).correct
    assert MathVerifier("plain", require_evaluated=True).verify(answer, gold).reason == "not_evaluated"
