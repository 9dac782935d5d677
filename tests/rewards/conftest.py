from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gradatim.core import STATUSES, Sample, Verdict
from gradatim.rewards import Brevity, Correctness, Format, Overlong, Reward, Stop, Term, WeightedTerm, When
from gradatim.verifiers import ANSWER_STYLES

PIECES = [
    "",
    "4",
    " ",
    "\n",
    "\u200b",
    "<answer>",
    "</answer>",
    "\\boxed{4}",
    "#### 4",
    '{"a": 1}',
    "so ",
    ".",
    "<think>",
]


@pytest.fixture(scope="session")
def samples() -> SearchStrategy[Sample]:
    """Samples with any verdict, a text of pieces that the layouts know, and a known length."""
    verdicts = st.builds(Verdict, st.sampled_from(STATUSES), fraction=st.none() | st.floats(0, 1))
    texts = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
    ends = st.sampled_from([True, False, None])
    return st.builds(Sample, texts, verdicts, terminated=ends, length=st.integers(0, 60))


@pytest.fixture(scope="session")
def terms() -> SearchStrategy[Term]:
    """Every built-in term with any configuration that makes sense."""
    styles = st.sampled_from(ANSWER_STYLES)
    names = st.lists(st.sampled_from(["think", "answer"]), unique=True).map(tuple)
    limits = st.integers(1, 50)
    overlong = limits.flatmap(lambda limit: st.builds(Overlong, st.just(limit), st.integers(0, limit)))
    return st.one_of(
        st.builds(Correctness, st.booleans()),
        st.builds(Format, styles, tags=names, prefilled=st.sampled_from(["", "<think>"])),
        st.builds(Format, json_keys=st.just(("a",))),
        st.builds(Stop, styles),
        overlong,
        st.builds(Brevity, limits),
    )


@pytest.fixture(scope="session")
def rewards(terms: SearchStrategy[Term]) -> SearchStrategy[Reward]:
    """Rewards of a correctness term and up to four others, of which some fulfil the ordering and some do not."""
    weights = st.floats(0.001, 1) | st.floats(-1, -0.001)
    whens: SearchStrategy[When | None] = st.sampled_from([None, "correct", "parsed", "terminated"])

    def compose(drawn: list[tuple[Term, float, When | None]]) -> Reward:
        first = WeightedTerm("correctness", Correctness(), 1.0)
        rest = [WeightedTerm(f"t{i}", term, weight, when) for i, (term, weight, when) in enumerate(drawn)]
        return Reward([first, *rest], ordering="off")

    return st.lists(st.tuples(terms, weights, whens), max_size=4).map(compose)


@pytest.fixture
def sample() -> Callable[..., Sample]:
    """Builds a sample from a completion, a status and the sample's own fields."""

    def build(
        completion: str = "4",
        status: str = "correct",
        fraction: float | None = None,
        terminated: bool | None = None,
        length: int | None = None,
    ) -> Sample:
        verdict = Verdict(status, fraction=fraction)  # type: ignore[arg-type]
        return Sample(completion, verdict, terminated=terminated, length=length)

    return build
