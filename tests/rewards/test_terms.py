from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError

from gradatim.core import STATUSES, Sample, Verdict
from gradatim.rewards import Brevity, Correctness, Format, Overlong, Stop, Term, TermError

Build = Callable[..., Sample]


@pytest.mark.parametrize(
    ("status", "fraction", "plain", "partial"),
    [
        ("correct", None, 1.0, 1.0),
        ("correct", 0.5, 1.0, 1.0),
        ("incorrect", None, 0.0, 0.0),
        ("incorrect", 0.75, 0.0, 0.75),
        ("unparsed", 0.75, 0.0, 0.0),
        ("engine_error", 0.75, 0.0, 0.0),
    ],
)
def test_correctness(sample: Build, status: str, fraction: float | None, plain: float, partial: float) -> None:
    given_sample = sample(status=status, fraction=fraction)
    assert Correctness()(given_sample) == plain
    assert Correctness(partial=True)(given_sample) == partial


@pytest.mark.parametrize(
    ("answer", "completion", "terminated", "expected"),
    [
        ("plain", "7", True, 1),
        ("plain", "7\n", True, 1),
        ("plain", "7", False, -1),
        ("plain", "7", None, 0),
        ("plain", "", True, 0),
        ("plain", "", False, -1),
        ("plain", " \n", True, 0),
        ("plain", "\u200b", True, 0),
        ("tags", "<answer>7</answer>", True, 1),
        ("tags", "<answer>7</answer>", False, -1),
        ("tags", "<answer>7</answer>.", True, 0),
        ("tags", "<answer>7", True, 0),
        ("tags", "7", True, 0),
        ("boxed", "So $\\boxed{7}$.", True, 1),
        ("boxed", "\\boxed{7} apples", True, 0),
        ("gsm8k", "3+4=7\n#### 7\n\n", True, 1),
        ("gsm8k", "#### 7\nNext question:", True, 0),
        ("code", "```python\nprint(7)\n```\n", True, 1),
        ("code", "```python\nprint(7)\n```\nIt prints 7.", True, 0),
        ("last_number", "It is **7**.", True, 1),
        ("last_number", "It is 7, I think", True, 0),
    ],
)
def test_stop(sample: Build, answer: str, completion: str, terminated: bool | None, expected: int) -> None:
    term = Stop(answer)  # type: ignore[arg-type]
    assert term(sample(completion, terminated=terminated)) == expected


@pytest.mark.parametrize(
    ("length", "expected"), [(0, 0), (80, 0), (81, -0.05), (90, -0.5), (99, -0.95), (100, -1), (101, -1), (10**9, -1)]
)
def test_overlong_is_equation_13_of_dapo(sample: Build, length: int, expected: float) -> None:
    assert Overlong(limit=100, soft=20)(sample(length=length)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("length", "expected"), [(100, 0), (101, -1)])
def test_overlong_without_a_soft_part_is_a_step(sample: Build, length: int, expected: float) -> None:
    assert Overlong(limit=100, soft=0)(sample(length=length)) == expected


@pytest.mark.parametrize(("length", "expected"), [(0, 1), (10, 0.75), (40, 0), (1000, 0)])
def test_brevity_pays_correct_samples_only(sample: Build, length: int, expected: float) -> None:
    assert Brevity(limit=40)(sample(length=length)) == expected
    assert Brevity(limit=40)(sample(length=length, status="incorrect")) == 0
    assert Brevity(limit=40)(sample(length=length, status="unparsed")) == 0


@pytest.mark.parametrize("term", [Overlong(10, 2), Brevity(10)])
@pytest.mark.parametrize("status", STATUSES)
def test_an_unknown_length_is_an_error_not_a_guess(sample: Build, term: Term, status: str) -> None:
    with pytest.raises(TermError, match="counts tokens, but the sample's length is unknown"):
        term(sample(status=status))


@pytest.mark.parametrize("term", [Stop(), Format()])
@pytest.mark.parametrize("completion", ["", "4"])
def test_an_unknown_answer_style_is_an_error(sample: Build, term: Term, completion: str) -> None:
    with pytest.raises(TermError, match="set its field answer"):
        term(sample(completion))


@pytest.mark.parametrize(
    ("build", "field"),
    [
        (lambda: Overlong(limit=10, soft=11), "soft"),
        (lambda: Overlong(limit=10, soft=-1), "soft"),
        (lambda: Overlong(limit=0, soft=0), "limit"),
        (lambda: Brevity(limit=0), "limit"),
        (lambda: Brevity(limit=1.5), "limit"),  # type: ignore[arg-type]
        (lambda: Correctness(partial=1), "partial"),  # type: ignore[arg-type]
        (lambda: Stop(answer="xml"), "answer"),  # type: ignore[arg-type]
    ],
)
def test_fields_are_checked_where_they_stand(build: Callable[[], Term], field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        build()
    assert [error["loc"] for error in caught.value.errors()] == [(field,)]


@given(data=st.data())
def test_every_value_lies_within_the_bounds(
    terms: SearchStrategy[Term], samples: SearchStrategy[Sample], data: st.DataObject
) -> None:
    term, drawn = data.draw(terms), data.draw(samples)
    low, high = term.bounds(drawn.verdict.status, drawn.terminated)
    assert low <= term(drawn) <= high


@pytest.mark.parametrize(
    "term",
    [
        Correctness(),
        Correctness(partial=True),
        Stop("plain"),
        Stop("tags"),
        Format("boxed"),
        Format("gsm8k"),
        Format("last_number"),
        Format("plain"),
        Format("tags"),
        Format(json_keys=("a",)),
        Overlong(4, 2),
        Overlong(4, 0),
        Brevity(4),
    ],
)
def test_bounds_are_reached(term: Term) -> None:
    texts = ["", "4", "<answer>4</answer>", "\\boxed{4}", "#### 4", '{"a": 4}']
    for status, terminated in product(STATUSES, (True, False, None)):
        values = [
            term(Sample(text, Verdict(status, fraction=fraction), terminated=terminated, length=length))
            for text, fraction, length in product(texts, (0.0, 1.0), (0, 5))
        ]
        assert (min(values), max(values)) == term.bounds(status, terminated), (status, terminated)
