from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.core import content_id
from gradatim.curricula import Split

IDS = st.text(max_size=8).map(content_id)
SHARES = st.sampled_from([0.0, 0.1, 0.3, 0.9])


def at(place: float) -> str:
    """An id whose place in [0, 1) is about `place`."""
    return f"{int(place * 2**64):016x}"


@pytest.mark.parametrize(
    ("place", "share", "largest", "splits"),
    [
        (0.0, 0.2, 0.2, {"probe"}),
        (0.19, 0.2, 0.2, {"probe"}),
        (0.21, 0.2, 0.2, {"train"}),
        (0.99, 0.2, 0.2, {"train"}),
        # Another stage holds more out: what lies between belongs to neither.
        (0.19, 0.2, 0.5, {"probe"}),
        (0.21, 0.2, 0.5, set()),
        (0.51, 0.2, 0.5, {"train"}),
        # Nothing is held out: everything is trained on, and the probe shows recall.
        (0.1, 0.0, 0.5, {"train", "probe"}),
        (0.9, 0.0, 0.5, {"train", "probe"}),
    ],
)
def test_splits_of_a_problem(place: float, share: float, largest: float, splits: set[str]) -> None:
    split = Split(share, largest)
    assert {name for name in ("train", "probe") if split.holds(name, at(place))} == splits


@pytest.mark.parametrize(("share", "splits"), [(0.2, {"train"}), (0.0, {"train", "probe"})])
def test_problems_that_another_stage_trains_on_as_a_whole_are_not_held_out(share: float, splits: set[str]) -> None:
    split = Split(share, 0.2, frozenset({at(0.1)}))
    assert {name for name in ("train", "probe") if split.holds(name, at(0.1))} == splits
    assert split.holds("probe", at(0.11))


@given(st.lists(st.tuples(SHARES, st.sets(IDS, max_size=5)), min_size=1, max_size=4), st.sets(IDS, min_size=20))
def test_what_one_stage_holds_out_no_stage_trains_on(stages: list[tuple[float, set[str]]], more: set[str]) -> None:
    largest = max(share for share, _ in stages)
    known = frozenset[str]().union(*(ids for share, ids in stages if share == 0.0))
    splits = [(Split(share, largest, known), ids | more if share else ids) for share, ids in stages]
    held_out = {p for split, ids in splits for p in ids if split.share and split.holds("probe", p)}
    trained = {p for split, ids in splits for p in ids if split.holds("train", p)}
    assert held_out.isdisjoint(trained)
