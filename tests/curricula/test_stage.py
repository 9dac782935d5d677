from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradatim.core import Problem, ProblemError, unit_interval
from gradatim.curricula import Arithmetic, PromptSpec, Split, Stage, StageSource, pick

MakeStage = Callable[..., Stage]
SMALL = [
    Arithmetic(operations=("add",), digits=1),
    Arithmetic(operations=("mul",), ranges=((2, 4),)),
    Arithmetic(operations=("sub",), digits=1, layout="lowest_first", width=3),
    Arithmetic(operations=("add", "sub"), ranges=((0, 9),)),
    Arithmetic(operations=("div",), ranges=((1, 12),)),
]


def questions(source: Arithmetic) -> dict[str, str]:
    """All questions of a small source with their ids, without any of what is tested here."""
    rng = Random(1)
    return {problem.question: problem.id for problem in (source.draw(rng) for _ in range(6000))}


@pytest.mark.parametrize("source", SMALL, ids=lambda source: "-".join(source.operations))
@pytest.mark.parametrize("share", [0.0, 0.2, 0.5])
def test_the_probe_of_a_small_stage_is_everything_that_is_held_out(
    make_stage: MakeStage, source: Arithmetic, share: float
) -> None:
    stage = make_stage(source, split=Split(share, share))
    expected = {text for text, id_ in questions(source).items() if not share or unit_interval(id_) < share}
    if not expected:
        pytest.skip("nothing of these few problems is held out")
    probed = [problem.question for _, problem in stage.probe(10_000)]
    assert sorted(probed) == sorted(expected)


@given(limit=st.integers(0, 60), seed=st.integers(0, 2**63))
@settings(max_examples=20, deadline=None)
def test_a_probe_is_distinct_limited_and_the_beginning_of_every_longer_one(
    make_stage: MakeStage, limit: int, seed: int
) -> None:
    stage = make_stage(Arithmetic(operations=("add",), digits=2), seed=seed)
    probed = stage.probe(limit)
    assert len({problem.question for _, problem in probed}) == len(probed) == limit
    assert stage.probe(70)[:limit] == probed


@pytest.mark.parametrize("held_out", [1, 3, 40])
def test_a_probe_of_few_problems_ends_soon(make_stage: MakeStage, listed: Any, held_out: int) -> None:
    source = listed((0.1,) * held_out + (0.9,) * held_out)
    assert len(make_stage(source).probe(1000)) == held_out
    # Half of the draws are of the other split.
    assert source.draws < 3 * (20 * held_out + 200) + 30 * held_out


@pytest.mark.parametrize("seed", range(10))
def test_a_probe_reaches_a_source_of_little_weight(make_stage: MakeStage, listed: Any, seed: int) -> None:
    stage = make_stage((9.0, listed((0.1,) * 30, "a")), (1.0, listed((0.1,) * 5, "b")), seed=seed)
    assert Counter(which for which, _ in stage.probe(1000)) == {0: 30, 1: 5}


@pytest.mark.parametrize(
    ("split", "places", "message"),
    [
        (
            "train",
            (0.1,),
            "stage 'few': no problem to train on in 100,000 draws, as the largest held-out share of all stages (0.2) "
            "takes them all; give it more problems, or hold less out",
        ),
        (
            "probe",
            (0.9,),
            "stage 'few': no held-out problem in 100,000 draws; it has too few problems, or all of them are trained "
            "on in stages with holdout: none; give it more problems, or say holdout: none here, too",
        ),
    ],
)
def test_an_empty_split_is_an_error_that_says_what_to_do(
    make_stage: MakeStage, listed: Any, split: Any, places: tuple[float, ...], message: str
) -> None:
    with pytest.raises(ProblemError) as error:
        make_stage(listed(places)).draw(split, "fresh", 0)
    assert str(error.value) == message


@pytest.mark.parametrize("place", [0.1, 0.9])
def test_an_empty_split_shows_at_load_after_fewer_draws(make_stage: MakeStage, listed: Any, place: float) -> None:
    source = listed((place,))
    with pytest.raises(ProblemError, match=r"in 10,000 draws"):
        make_stage(source).check_golds(32)
    assert source.draws <= 10_032


def test_a_split_that_is_nearly_empty_shows_at_load(make_stage: MakeStage, listed: Any) -> None:
    # One problem of 10,000 would be missed by 100,000 tries in one of 22,000 draws: enough to break a long run.
    with pytest.raises(ProblemError, match="no held-out problem in 10,000 draws"):
        make_stage(listed((0.1, *(0.9,) * 9_999))).check_golds(32)


def test_a_rare_split_is_found(make_stage: MakeStage, listed: Any) -> None:
    stage = make_stage(listed((0.1, *(0.9,) * 499)))
    stage.check_golds(32)
    assert {problem.question for _, problem in stage.probe(10)} == {"q0"}


def test_training_rows_keep_to_the_weights_of_the_sources(make_stage: MakeStage, listed: Any) -> None:
    # Nine of ten problems of the first source are held out, and none of the second.
    stage = make_stage(listed((*(0.1,) * 9, 0.9), "a"), (3.0, listed((0.9,), "b")))
    drawn = Counter(stage.draw("train", "fresh", index)[0] for index in range(4000))
    assert drawn[0] / 4000 == pytest.approx(0.25, abs=0.025)


def test_a_source_without_a_problem_to_train_on_is_named(make_stage: MakeStage, listed: Any) -> None:
    stage = make_stage(listed((0.9,)), listed((0.1,)))
    with pytest.raises(ProblemError, match="source 2 of stage 'few': no problem to train on"):
        stage.check_golds(32)


def test_the_probe_goes_on_with_the_sources_that_hold_something_out(make_stage: MakeStage, listed: Any) -> None:
    known, rest = listed((0.1,), "known"), listed((0.15, 0.9), "rest")
    stage = make_stage((9.0, known), rest, split=Split(0.2, 0.2, frozenset(known.ids())))
    stage.check_golds(32)
    assert [problem.question for _, problem in stage.probe(10)] == ["rest0"]


def test_streams_of_stages_splits_purposes_and_seeds_differ(make_stage: MakeStage) -> None:
    source = Arithmetic(operations=("add",), digits=5)
    few, other, reseeded = make_stage(source), make_stage(source, name="other"), make_stage(source, seed=8)
    streams = [
        [problem.question for _, problem in (stage.draw(split, stream, index) for index in range(40))]
        for stage in (few, other, reseeded)
        for split in ("train", "probe")
        for stream in ("fresh", "replay", "warm-up")
    ]
    assert len({question for stream in streams for question in stream}) > 0.99 * 40 * len(streams)


def test_a_wrong_gold_is_named_with_its_stage(make_stage: MakeStage, listed: Any) -> None:
    stage = make_stage(listed((0.1, 0.9)))
    stage.check_golds(32)
    source = listed((0.1, 0.9))
    source.draw = lambda rng: Problem("0" * 16 if rng.random() < 0.5 else "f" * 16, "q", "")
    with pytest.raises(
        ProblemError, match=r"^stage 'few': problem f{16}: the gold '', written as '', is gold_unparsed"
    ):
        make_stage(source).check_golds(32)


def test_the_golds_of_a_source_are_checked_together(make_stage: MakeStage, listed: Any) -> None:
    stage = make_stage(listed((0.1, 0.9), "a"), (2.0, listed((0.1, 0.9), "b")))
    checked: list[list[str]] = []
    for source in stage.sources:
        source.grader.check_golds = lambda problems: checked.append([one.question for one in problems])  # type: ignore[method-assign]
    stage.check_golds(20)
    assert sorted(sorted({*questions}) for questions in checked) == [["a0", "a1"], ["b0", "b1"]]
    # 20 of each split.
    assert sum(map(len, checked)) == 40


@pytest.mark.parametrize(
    ("prompt", "rendered"),
    [
        (PromptSpec("{question}="), "1+{2}="),
        (PromptSpec("{{{question}}}"), "{1+{2}}"),
        (PromptSpec("Go: {question}", chat=True), [{"role": "user", "content": "Go: 1+{2}"}]),
        (
            PromptSpec("{question}", "Solve {question}.", chat=True),
            [{"role": "system", "content": "Solve 1+{2}."}, {"role": "user", "content": "1+{2}"}],
        ),
    ],
)
def test_prompts_are_filled_in_once(make_stage: MakeStage, listed: Any, prompt: PromptSpec, rendered: object) -> None:
    grader = make_stage(listed((0.9,))).sources[0].grader
    assert StageSource(1.0, listed((0.9,)), prompt, "plain", grader).render("1+{2}") == rendered


@pytest.mark.parametrize(
    ("answer", "solution", "target"),
    [
        ("plain", None, "3"),
        ("plain", "1+2=3", "3"),
        ("tags", None, "<answer>3</answer>"),
        ("tags", "1+2=3", "1+2=3\n<answer>3</answer>"),
        ("gsm8k", "1+2=3", "1+2=3\n#### 3"),
    ],
)
def test_targets(make_stage: MakeStage, listed: Any, answer: Any, solution: str | None, target: str) -> None:
    grader = make_stage(listed((0.9,))).sources[0].grader
    source = StageSource(1.0, listed((0.9,)), PromptSpec(), answer, grader)
    assert source.target(Problem("0" * 16, "1+2", "3", solution)) == target


def test_the_target_of_a_program_is_its_whole_reference(make_stage: MakeStage, listed: Any) -> None:
    grader = make_stage(listed((0.9,))).sources[0].grader
    source = StageSource(1.0, listed((0.9,)), PromptSpec(), "code", grader)
    given = Problem("0" * 16, "double it", '{"tests": []}', "```python\ndef f(x):\n    return 2 * x\n```")
    assert source.target(given) == source.shortest(given) == given.solution
    without = Problem("0" * 16, "double it", '{"tests": []}')
    assert source.shortest(without) is None
    with pytest.raises(ProblemError, match=r"problem 0{16} has no reference program"):
        source.target(without)


@pytest.mark.parametrize(("answer", "shortest"), [("plain", "3"), ("gsm8k", "#### 3")])
def test_the_shortest_right_completion_has_no_working(
    make_stage: MakeStage, listed: Any, answer: Any, shortest: str
) -> None:
    grader = make_stage(listed((0.9,))).sources[0].grader
    source = StageSource(1.0, listed((0.9,)), PromptSpec(), answer, grader)
    assert source.shortest(Problem("0" * 16, "1+2", "3", "1+2=3")) == shortest


class Fixed:
    def __init__(self, point: float) -> None:
        self._point = point

    def random(self) -> float:
        return self._point


@pytest.mark.parametrize(
    ("point", "position"), [(0.0, 0), (0.2499, 0), (0.25, 1), (0.7499, 1), (0.75, 2), (1.0 - 2.0**-53, 2)]
)
def test_pick_cuts_the_unit_interval_by_weight(point: float, position: int) -> None:
    assert pick(Fixed(point), [1, 2, 1]) == position


@given(st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=9), st.floats(0, 1, exclude_max=True))
def test_pick_always_gives_a_position(weights: list[float], point: float) -> None:
    assert pick(Fixed(point), weights) in range(len(weights))
