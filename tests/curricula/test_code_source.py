"""What the source of code problems gives: the same from the same stream, telling tests, known identity."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from copy import deepcopy
from random import Random
from statistics import mean
from typing import Any

import pytest
from pydantic import TypeAdapter

from gradatim.core import ConfigError, Problem, ProblemError
from gradatim.core.config import build
from gradatim.curricula.sources import HashRandom
from gradatim.curricula.sources.code import Code
from gradatim.curricula.sources.code.cases import Case, draw_cases, is_telling
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families import FAMILIES
from gradatim.curricula.sources.code.task import Task, Template
from gradatim.verifiers import CallTest, CodeGold, CodeVerifier

LEVELS = (1, 2, 3)
TEMPLATES = [
    pytest.param(template, id=f"{family.name}-{template.name}")
    for family in FAMILIES.values()
    for level in family.levels
    for template in level
]
EVERY = [(family, level) for family in FAMILIES for level in LEVELS]


def make(**settings: Any) -> Code:
    return build(Code, settings)


def drawn(source: Code, count: int, seed: str = "tests") -> list[Problem]:
    return [source.draw(HashRandom(seed, i)) for i in range(count)]


def program(problem: Problem) -> str:
    found = re.fullmatch(r"```python\n(.*)\n```", problem.solution or "", re.DOTALL)
    assert found, problem.solution
    return found[1]


def calls_of(problem: Problem) -> list[CallTest]:
    return [test for test in CodeGold.read(problem.gold).cases if isinstance(test, CallTest)]


def test_there_are_many_families() -> None:
    assert len(FAMILIES) >= 20
    assert all(len(family.levels) == 3 for family in FAMILIES.values())
    assert set(make().families) == set(FAMILIES)


@pytest.mark.parametrize("rng", [Random, HashRandom])
def test_equal_streams_give_equal_problems(rng: type[Random] | type[HashRandom]) -> None:
    source = make(level=[1, 3])
    first, second = rng(20), rng(20)
    assert [source.draw(first) for _ in range(50)] == [source.draw(second) for _ in range(50)]


@pytest.mark.parametrize("family", FAMILIES)
def test_solutions_grow_with_the_level(family: str) -> None:
    def size(level: int) -> float:
        problems = drawn(make(families=[family], level=level), 60)
        return mean(sum(1 for _ in ast.walk(ast.parse(program(problem)))) for problem in problems)

    sizes = [size(level) for level in LEVELS]
    assert sizes[0] * 1.1 < sizes[1]
    assert sizes[1] * 1.1 < sizes[2]


@pytest.mark.parametrize(("family", "level"), EVERY)
def test_problems_are_made_of_plain_characters_and_say_what_to_write(family: str, level: int) -> None:
    source = make(families=[family], level=level)
    alphabet = source.alphabet()
    for problem in drawn(source, 25):
        assert set(problem.question + problem.gold + (problem.solution or "")) <= alphabet
        gold = CodeGold.read(problem.gold)
        signature = problem.question.rsplit("\n", 1)[1]
        assert signature.startswith(f"def {gold.entry_point}(")
        assert f"{signature}\n    " in program(problem)
        assert f"`{gold.entry_point}`" in problem.question
        assert "{" not in re.sub(r"'[^']*'|\n.*", "", problem.question), problem.question
        assert problem.meta == {"family": family, "level": level}


@pytest.mark.parametrize(("family", "level"), EVERY)
def test_tests_tell_right_from_wrong(family: str, level: int) -> None:
    for count in (3, 8, 20):
        for problem in drawn(make(families=[family], level=level, tests=count), 12):
            assert CodeGold.read(problem.gold).trivial() is None
            tests = calls_of(problem)
            assert len({repr(test.args) for test in tests}) == len(tests) == count
            values = [repr(test.expected) for test in tests]
            assert len(set(values)) >= 3


@pytest.mark.parametrize("examples", [0, 1, 4])
def test_examples_are_calls_that_are_not_tested(examples: int) -> None:
    for problem in drawn(make(families=["lists", "texts", "bases"], examples=examples), 60):
        calls = re.findall(r"^>>> \w+\((.*)\)$", problem.question, re.MULTILINE)
        assert len(calls) == examples
        assert not {f"({call},)" for call in calls} & {repr(tuple(test.args)) for test in calls_of(problem)}


def test_riddles_show_examples_even_when_none_are_asked_for() -> None:
    assert all(">>>" in problem.question for problem in drawn(make(families=["riddles"], examples=0), 20))


@pytest.mark.parametrize("template", TEMPLATES)
def test_choices_of_a_form_differ(template: Template) -> None:
    for options in template.choices:
        keys = [str(getattr(value, "key", value)) for value in options]
        assert len(set(keys)) == len(keys)
    assert template.size >= 200


@pytest.mark.parametrize("template", TEMPLATES)
def test_most_choices_of_a_form_can_be_drawn(template: Template) -> None:
    """`count` says that at least half of the combinations occur."""
    good = 0
    for i in range(40):
        choice = Choice(HashRandom("drawable", i))
        _, task = template.draw(choice)
        good += draw_cases(choice, task, 8, max(2, task.shown)) is not None
    assert good >= 30


@pytest.mark.parametrize("template", TEMPLATES)
def test_callables_leave_their_arguments_alone(template: Template) -> None:
    choice = Choice(HashRandom("unchanged"))
    _, task = template.draw(choice)
    for args in [task.inputs(choice) for _ in range(20)] + list(task.edges):
        before = deepcopy(args)
        assert task.run(*args) == task.run(*args)
        assert args == before


def test_forms_have_names_of_their_own() -> None:
    for family in FAMILIES.values():
        names = [template.name for level in family.levels for template in level]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("family", ["bases", "brackets", "runs", "rankings"])
def test_one_problem_in_two_wordings_has_one_id(family: str) -> None:
    spellings = defaultdict(list)
    for problem in drawn(make(families=[family]), 800):
        spellings[problem.id].append(problem)
    several = [same for same in spellings.values() if len({problem.question for problem in same}) > 1]
    assert len(several) > 50
    for same in several:
        assert len({shape(program(problem)) for problem in same}) == 1
    assert len({shape(program(same[0])) for same in spellings.values()}) == len(spellings)


def shape(text: str) -> str:
    """A program without the names that its wording chose."""
    tree = ast.parse(text)
    function = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    names = {function.name: "f", **{arg.arg: f"x{i}" for i, arg in enumerate(function.args.args)}}
    return re.sub(r"\w+", lambda found: names.get(found[0], found[0]), ast.unparse(tree))


def test_count_adds_up_the_families_and_levels() -> None:
    both = make(families=["lists", "texts"], level=2).count()
    assert both.value == sum(make(families=[name], level=2).count().value for name in ("lists", "texts"))
    assert not both.exact
    assert make(level=[1, 2]).count().value == make(level=1).count().value + make(level=2).count().value
    assert make().ids() is None


def test_problems_hardly_ever_repeat() -> None:
    problems = drawn(make(level=[1, 3]), 1500)
    assert len({problem.id for problem in problems}) > 1300
    assert len({problem.question for problem in problems}) == 1500


def numbers(*pairs: tuple[object, object]) -> list[Case]:
    return [Case((argument,), value) for argument, value in pairs]


@pytest.mark.parametrize(
    ("cases", "telling"),
    [
        (numbers((1, 2), (2, 3), (3, 4)), True),
        (numbers((1, 2), (2, 3), (3, 3)), False),
        (numbers((1, 1), (2, 2), (3, 3)), False),
        (numbers((1, True), (2, False), (3, True), (4, True)), True),
        (numbers((1, True), (2, False), (3, True), (4, True), (5, True)), False),
        (numbers((1, True), (2, True), (3, True)), False),
    ],
)
def test_telling(cases: list[Case], telling: bool) -> None:
    assert is_telling(cases) is telling


def test_balanced_tests_do_not_have_one_value_mostly() -> None:
    cases = numbers((1, 0), (2, 0), (3, 0), (4, 5), (5, 6))
    assert is_telling(cases)
    assert not is_telling(cases, balanced=True)


def doubling(**changes: Any) -> Task:
    settings = {
        "text": "",
        "name": "f",
        "params": "n: int",
        "returns": "int",
        "body": "return 2 * n",
        "run": lambda n: 2 * n,
        "inputs": lambda choice: (choice.between(1, 9),),
    }
    return Task(**{**settings, **changes})


def test_a_wrong_program_must_fail_a_test() -> None:
    assert draw_cases(Choice(Random(1)), doubling(wrong=(lambda n: n + 1,)), 4, 2)
    assert draw_cases(Choice(Random(1)), doubling(wrong=(lambda n: n + n,)), 4, 2) is None


def test_what_fits_all_examples_must_pass_all_tests() -> None:
    def close(n: int) -> int:
        return 2 * n if n != 5 else 0

    for seed in range(40):
        found = draw_cases(Choice(Random(seed)), doubling(rivals=(close,)), 4, 2)
        assert found
        tests, examples = found
        fits = all(close(*case.args) == case.expected for case in examples)
        assert not fits or all(close(*case.args) == case.expected for case in tests)


def test_a_domain_that_is_too_small_is_refused() -> None:
    assert draw_cases(Choice(Random(1)), doubling(inputs=lambda choice: (choice.between(1, 4),)), 4, 2) is None


def test_programs_are_the_only_answers() -> None:
    verifier = make(allow_basic=True).verifier("code")
    assert verifier == CodeVerifier(allow_basic=True)
    with pytest.raises(ConfigError, match="answer: code"):
        make().verifier("boxed")


def test_draws_that_find_nothing_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradatim.curricula.sources.code.config.draw_cases", lambda *_: None)
    with pytest.raises(ProblemError, match="ask for fewer tests"):
        make().draw(Random(1))


def test_schema_describes_every_field() -> None:
    fields = TypeAdapter(Code).json_schema()["properties"]
    assert all(field.get("description") for field in fields.values())
