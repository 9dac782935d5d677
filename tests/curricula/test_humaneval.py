"""The HumanEval source: five real rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core import ConfigError, Problem
from gradatim.curricula.sources import Count, HashRandom
from gradatim.curricula.sources.humaneval import HumanEval
from gradatim.verifiers import CodeGold
from gradatim.verifiers.code_verifier import CodeVerifier

FIVE = str(Path(__file__).parent / "data" / "humaneval.jsonl")


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(FIVE).read_text(encoding="utf-8").splitlines()]


def written(folder: Path, *changed: object) -> str:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in changed), encoding="utf-8")
    return str(path)


def all_of(source: HumanEval) -> dict[str, Problem]:
    """The problems by task_id, as drawn."""
    drawn = (source.draw(HashRandom("all", number)) for number in range(400))
    return {problem.meta["task_id"].removeprefix("HumanEval/"): problem for problem in drawn}


def gold_of(source: HumanEval, number: int) -> CodeGold:
    return CodeGold.read(all_of(source)[f"{number}"].gold)


def test_a_problem_is_the_prompt_with_hidden_tests() -> None:
    problem = all_of(HumanEval(path=FIVE))["44"]
    gold = CodeGold.read(problem.gold)
    prompt = rows()[3]["prompt"]
    assert problem.question == prompt.strip()
    assert (gold.entry_point, gold.prompt, gold.setup, gold.program) == ("change_base", prompt, "", "")
    assert len(gold.cases) == 12
    assert problem.solution is not None
    assert problem.solution.startswith("```python\ndef change_base(x: int, base: int):\n")
    assert problem.solution.endswith("    return ret\n```")


def test_setup_is_what_the_prompt_has_before_the_function() -> None:
    source = HumanEval(path=FIVE)
    assert gold_of(source, 10).setup.startswith("def is_palindrome(string: str) -> bool:")
    assert "make_palindrome" not in gold_of(source, 10).setup
    assert gold_of(HumanEval(path=FIVE, trivial="keep"), 35).setup == ""


def test_imports_and_decorators_are_told_apart(tmp_path: Path) -> None:
    row = rows()[0] | {
        "prompt": "import math\nfrom typing import List\n\n@staticmethod\n\ndef truncate_number(number):\n    '''x'''\n"
    }
    source = HumanEval(path=written(tmp_path, row))
    assert gold_of(source, 2).setup == "import math\nfrom typing import List"


def test_random_tests_stay_a_program() -> None:
    gold = gold_of(HumanEval(path=FIVE), 53)
    assert gold.tests == ()
    assert gold.program.startswith("METADATA")
    assert gold.program.endswith("\n\ncheck(add)\n")


def test_too_few_tests_are_dropped_by_name_or_kept() -> None:
    source = HumanEval(path=FIVE)
    assert source.count() == Count(4, exact=True)
    assert source.refused() == ()
    (dropped,) = source.dropped()
    assert dropped.where == f"{FIVE}:3"
    assert "2 tests" in dropped.reason
    kept = HumanEval(path=FIVE, trivial="keep")
    assert (kept.count().value, kept.dropped()) == (5, ())


def test_ids_are_of_the_prompt_and_every_problem_is_drawn(tmp_path: Path) -> None:
    source = HumanEval(path=FIVE)
    ids = list(source.ids())
    assert len(set(ids)) == 4
    assert {problem.id for problem in all_of(source).values()} == set(ids)
    renamed = [row | {"task_id": "other", "prompt": row["prompt"].replace("\n", "\r\n")} for row in reversed(rows())]
    again = HumanEval(path=written(tmp_path, *renamed))
    assert list(again.ids()) == ids[::-1]


def test_all_characters_are_in_the_alphabet() -> None:
    source = HumanEval(path=FIVE)
    found = {char for problem in all_of(source).values() for char in problem.question + problem.gold + problem.solution}  # type: ignore[operator]
    assert source.alphabet() == found


def test_limit_takes_the_first_usable_rows() -> None:
    assert list(HumanEval(path=FIVE, limit=3).ids()) == list(HumanEval(path=FIVE).ids())[:3]


def test_a_faulty_row_is_named_with_its_place(tmp_path: Path) -> None:
    good = rows()
    bad: list[object] = [
        good[0] | {"prompt": 3},
        good[0] | {"test": " "},
        {"question": "?"},
        good[0] | {"canonical_solution": "  return ("},
        good[0] | {"entry_point": "other"},
        [1],
    ]
    path = written(tmp_path, good[1], *bad)
    with pytest.raises(ValidationError, match=r"6 of 7 rows cannot be used.*rows.jsonl:2.*and 3 more"):
        HumanEval(path=path)
    source = HumanEval(path=path, max_refused=0.9)
    assert source.count().value == 1
    places = [(row.where.removeprefix(path), row.reason) for row in source.refused()]
    assert [place for place, _ in places] == [":2", ":3", ":4", ":5", ":6", ":7"]
    for (_, reason), word in zip(
        places, ["'prompt' is int", "'test' is empty", "question", "no Python", "'other'", "JSON object"], strict=True
    ):
        assert word in reason


def test_settings_that_contradict_each_other_or_do_not_exist() -> None:
    with pytest.raises(ValidationError, match="leave out revision, or path"):
        HumanEval(path=FIVE, revision="main")
    with pytest.raises(ValidationError, match="unexpected_keyword"):
        HumanEval(path=FIVE, split="test")  # type: ignore[call-arg]
    with pytest.raises(ValidationError, match="greater than or equal to 1"):
        HumanEval(path=FIVE, limit=0)
    with pytest.raises(ConfigError, match="answer: code"):
        HumanEval(path=FIVE).verifier("boxed")


def test_the_verifier_is_as_the_source_says() -> None:
    assert HumanEval(path=FIVE, allow_basic=True).verifier("code") == CodeVerifier(allow_basic=True)
    assert HumanEval(path=FIVE).verifier("code") == CodeVerifier(allow_basic=False)
