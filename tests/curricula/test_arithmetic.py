"""The ladder of the main curriculum, spelling, identity, and what the source says of itself."""

from __future__ import annotations

import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from gradatim.core import Problem, content_id
from gradatim.core.config import build
from gradatim.curricula.sources import SOURCES, Arithmetic, Count, HashRandom, Source
from gradatim.verifiers import ExactVerifier, MathVerifier

LADDER = {"operations": ["add"], "layout": "lowest_first", "width": 5}


def make(**settings: Any) -> Arithmetic:
    return build(Arithmetic, settings)


def drawn(source: Source, count: int, seed: int = 1) -> list[Problem]:
    rng = Random(seed)
    return [source.draw(rng) for _ in range(count)]


def only(**settings: Any) -> Problem:
    """The problem of a source that has just one spelling."""
    return make(operands=len(settings["ranges"]), **settings).draw(Random(0))


def test_the_registry_names_the_source() -> None:
    assert SOURCES["arithmetic"] is Arithmetic


class Script:
    """Random numbers by plan."""

    def __init__(self, *numbers: float) -> None:
        self._numbers = iter(numbers)

    def random(self) -> float:
        return next(self._numbers)


@pytest.mark.parametrize(
    ("digits", "numbers", "question", "gold"),
    [
        (3, (0.3475, 0.2855), "74300+58200", "2360"),
        (3, (0.9995, 0.9995), "99900+99900", "8991"),
        (1, (0.35, 0.45), "30000+40000", "70"),
        (2, (0.035, 0.045), "30000+40000", "700"),
        (5, (0.0, 0.999999), "00000+99999", "999990"),
    ],
)
def test_ladder_writes_the_lowest_digit_first(
    digits: int, numbers: tuple[float, float], question: str, gold: str
) -> None:
    problem = make(digits=digits, **LADDER).draw(Script(*numbers))
    assert (problem.question, problem.gold, problem.solution) == (question, gold, None)


@pytest.mark.parametrize("digits", [1, 2, 3, 4, 5])
def test_ladder_stage(digits: int) -> None:
    source = make(digits=digits, **LADDER)
    for problem in drawn(source, 300):
        left, right = problem.question.split("+")
        assert len(left) == len(right) == 5
        assert int(left[::-1]) < 10**digits
        assert int(right[::-1]) < 10**digits
        assert len(problem.gold) == digits + 1
        assert int(problem.gold[::-1]) == int(left[::-1]) + int(right[::-1])
    assert source.count() == Count(10**digits * (10**digits + 1) // 2, exact=True)


def test_ladder_draws_leading_zeros_as_often_as_other_digits() -> None:
    tops = [problem.question[1] for problem in drawn(make(digits=2, **LADDER), 5000)]
    shares = [tops.count(str(digit)) / 5000 for digit in range(10)]
    assert all(0.08 < share < 0.12 for share in shares)


def test_stages_of_the_ladder_share_their_problems() -> None:
    first, second = (set(make(digits=digits, **LADDER).ids() or ()) for digits in (1, 2))
    assert len(first) == 55
    assert first < second


@pytest.mark.parametrize(
    ("settings", "question", "gold"),
    [
        ({"operations": ["add"], "ranges": [[7, 7], [12, 12]]}, "7+12", "19"),
        ({"operations": ["sub"], "ranges": [[7, 7], [12, 12]], "negatives": "results"}, "7-12", "-5"),
        ({"operations": ["sub"], "ranges": [[-7, -7], [-2, -2]], "negatives": "operands"}, "-7-(-2)", "-5"),
        ({"operations": ["mul"], "ranges": [[12, 12], [11, 11]], "width": 3}, "012*011", "132"),
        ({"operations": ["mul"], "ranges": [[12, 12], [11, 11]], "layout": "lowest_first"}, "21*11", "231"),
        ({"operations": ["div"], "ranges": [[84, 84], [4, 4]]}, "84/4", "21"),
        ({"operations": ["div"], "ranges": [[84, 84], [4, 4]], "layout": "lowest_first", "width": 3}, "480/400", "12"),
        ({"operations": ["sub"], "ranges": [[9, 9], [2, 2], [3, 3]]}, "9-2-3", "4"),
        ({"operations": ["sub"], "ranges": [[9, 9], [3, 3], [2, 2]], "parentheses": 1}, "9-(3-2)", "8"),
        (
            {"operations": ["sub"], "ranges": [[9, 9], [-3, -3], [-2, -2]], "parentheses": 1, "negatives": "operands"},
            "9-(-3-(-2))",
            "10",
        ),
    ],
)
def test_spelling(settings: dict[str, Any], question: str, gold: str) -> None:
    problem = only(**settings)
    assert (problem.question, problem.gold) == (question, gold)


@pytest.mark.parametrize(
    ("settings", "places"),
    [
        ({"operations": ["add"], "digits": [1, 3]}, 4),
        ({"operations": ["sub", "mul"], "digits": 2}, 4),
        ({"operations": ["sub"], "ranges": [[0, 150], [0, 60]]}, 3),
        ({"operations": ["div"], "ranges": [[0, 150], [1, 60]]}, 3),
        ({"operations": ["add", "mul"], "ranges": [[1, 1], [1, 1], [5, 5]], "operands": 3, "parentheses": 0.5}, 2),
    ],
)
def test_gold_places_do_not_tell_the_result(settings: dict[str, Any], places: int) -> None:
    """All golds are as long as the largest: here the results are 1998, 9801, 150, 150 and (1+1)*5."""
    assert {len(problem.gold) for problem in drawn(make(**settings, width=3), 300)} == {places}


@pytest.mark.parametrize(
    ("config", "key", "problem_id"),
    [
        ({"operations": ["add"], "ranges": [[347, 347], [285, 285]]}, "285+347", "c37bf6e596d59bdd"),
        ({"operations": ["sub"], "ranges": [[347, 347], [285, 285]]}, "347-285", "c36e79c86a3fd09e"),
        ({"operations": ["mul"], "ranges": [[12, 12], [9, 9]]}, "9*12", "b15c336fe1527272"),
        ({"operations": ["div"], "ranges": [[84, 84], [4, 4]]}, "84/4", "7d6aab167e662b60"),
        ({"operations": ["add"], "ranges": [[9, 9], [12, 12], [5, 5]]}, "+12+5+9", "c692e66dc432d9e3"),
        (
            {"operations": ["sub"], "ranges": [[9, 9], [3, 3], [2, 2]], "parentheses": 1},
            "+9-(+3-2)",
            "be735be50808c207",
        ),
    ],
)
def test_ids_never_change(config: dict[str, Any], key: str, problem_id: str) -> None:
    """A changed id moves problems between train and probe: curricula of older versions would leak."""
    assert only(**config).id == content_id(f"arithmetic:{key}") == problem_id


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"operations": ["add"], "ranges": [[3, 3], [4, 4]]}, {"operations": ["add"], "ranges": [[4, 4], [3, 3]]}),
        ({"operations": ["mul"], "ranges": [[3, 3], [4, 4]]}, {"operations": ["mul"], "ranges": [[4, 4], [3, 3]]}),
        (
            {"operations": ["add"], "ranges": [[3, 3], [4, 4]], "width": 9},
            {"operations": ["add"], "ranges": [[3, 3], [4, 4]], "layout": "lowest_first", "worked": True},
        ),
        (
            {"operations": ["sub"], "ranges": [[9, 9], [1, 1], [2, 2]]},
            {"operations": ["sub"], "ranges": [[9, 9], [2, 2], [1, 1]]},
        ),
    ],
)
def test_one_problem_in_two_spellings(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert only(**one).id == only(**other).id


def test_different_problems_differ() -> None:
    sevens = {"ranges": [[7, 7], [7, 7]]}
    ids = {only(operations=[operation], **sevens).id for operation in ("add", "sub", "mul", "div")}
    swapped = {only(operations=["sub"], ranges=ranges).id for ranges in ([[8, 8], [8, 8]], [[8, 8], [7, 7]])}
    grouped = {only(operations=["sub"], ranges=[[9, 9], [3, 3], [2, 2]], parentheses=share).id for share in (0.0, 1.0)}
    assert len(ids) == 4
    assert len(swapped) == 2
    assert len(grouped) == 2


@pytest.mark.parametrize("rng", [Random, HashRandom])
def test_equal_streams_give_equal_problems(rng: type[Random] | type[HashRandom]) -> None:
    source = make(operations=["add", "sub", "mul", "div"], digits=[1, 4], operands=[2, 6], parentheses=0.5)
    first, second = rng(20), rng(20)
    assert [source.draw(first) for _ in range(50)] == [source.draw(second) for _ in range(50)]


def test_a_copy_through_pickle_draws_the_same() -> None:
    source = make(operations=["sub", "div"], digits=2, operands=[2, 3], negatives="operands", carry="any")
    expected = drawn(source, 20)
    copy = pickle.loads(pickle.dumps(source))
    assert copy == source
    assert drawn(copy, 20) == expected


@pytest.mark.parametrize(
    ("settings", "alphabet"),
    [
        ({"digits": 5, **LADDER}, "0123456789+"),
        ({"operations": ["add", "sub"], "digits": 1, "negatives": "results"}, "0123456789+-"),
        ({"operations": ["div"], "digits": 2, "negatives": "operands"}, "0123456789/-()"),
        ({"operations": ["add", "mul"], "digits": 1, "operands": 3, "parentheses": 0.5}, "0123456789+*()"),
    ],
)
def test_alphabet_is_what_occurs(settings: dict[str, Any], alphabet: str) -> None:
    source = make(**settings)
    assert source.alphabet() == set(alphabet)
    assert {char for p in drawn(source, 2000) for char in p.question + p.gold} == set(alphabet)


def test_worked_solutions_stay_in_the_alphabet() -> None:
    source = make(operations=["add", "sub", "mul", "div"], digits=[1, 3], operands=[2, 4], worked=True)
    assert {char for p in drawn(source, 500) for char in p.question + p.gold + (p.solution or "")} <= source.alphabet()


def test_places_are_compared_exactly() -> None:
    verifier = make(digits=2, **LADDER).verifier("plain")
    assert isinstance(verifier, ExactVerifier)
    assert not verifier.verify("21", "210").correct
    assert isinstance(make(operations=["add"], digits=2, width=2).verifier("tags"), ExactVerifier)


@pytest.mark.parametrize(("completion", "correct"), [("21", True), ("21.0", True), ("84/4", False), ("7*3", False)])
def test_numbers_must_be_worked_out(completion: str, correct: bool) -> None:
    verifier = make(operations=["div"], digits=2).verifier("plain")
    assert isinstance(verifier, MathVerifier)
    assert verifier.verify(completion, "21").correct is correct


@pytest.mark.parametrize(
    "settings", [{"digits": 3, **LADDER}, {"operations": ["sub"], "digits": 2, "negatives": "results"}]
)
@pytest.mark.parametrize("answer", ["plain", "tags", "boxed", "gsm8k"])
def test_golds_verify_in_every_style(settings: dict[str, Any], answer: Any) -> None:
    source = make(**settings)
    wrap = {"plain": "{}", "tags": "<answer>{}</answer>", "boxed": "\\boxed{{{}}}", "gsm8k": "#### {}"}[answer]
    verifier = source.verifier(answer)
    assert all(verifier.verify(wrap.format(p.gold), p.gold).correct for p in drawn(source, 30))


def test_ids_are_listed_up_to_a_limit() -> None:
    ids = make(digits=2, **LADDER).ids()
    assert ids is not None
    assert len(list(islice(ids, 10))) == 10
    assert make(digits=3, **LADDER).ids() is None


def test_schema_describes_every_field() -> None:
    fields = TypeAdapter(Arithmetic).json_schema()["properties"]
    assert all(field.get("description") for field in fields.values())
