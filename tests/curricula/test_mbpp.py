"""The MBPP source: real rows of the sanitized set, and rows in the form of the full set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import Problem
from gradatim.curricula.sources import Count, HashRandom
from gradatim.curricula.sources.mbpp import Mbpp
from gradatim.verifiers import CallTest, CodeGold, ExpressionTest
from gradatim.verifiers.code_verifier import CodeVerifier

SEVEN = str(Path(__file__).parent / "data" / "mbpp_sanitized.json")
FULL: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "mbpp_full_form.json").read_text(encoding="utf-8"))[
    0
]


def rows() -> dict[int, dict[str, Any]]:
    return {row["task_id"]: row for row in json.loads(Path(SEVEN).read_text(encoding="utf-8"))}


def written(folder: Path, *changed: object) -> str:
    path = folder / "rows.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    return str(path)


def all_of(source: Mbpp) -> dict[int, Problem]:
    """The problems by task_id, drawn until none is missing."""
    drawn = (source.draw(HashRandom("all", number)) for number in range(100 * source.count().value))
    found = {problem.meta["task_id"]: problem for problem in drawn}
    assert len(found) == source.count().value
    return found


def only(folder: Path, row: dict[str, Any], examples: int = 1) -> tuple[Problem, CodeGold]:
    source = Mbpp(path=written(folder, row), split="all", examples=examples, trivial="keep")
    (problem,) = all_of(source).values()
    return problem, CodeGold.read(problem.gold)


def test_a_problem_is_the_text_with_a_signature_and_an_example() -> None:
    problem = all_of(Mbpp(path=SEVEN, split="all"))[2]
    gold = CodeGold.read(problem.gold)
    assert problem.question == (
        "Write a function to find the shared elements from the given two lists.\n"
        "Signature: def similar_elements(test_tup1, test_tup2):\n"
        "Example: assert set(similar_elements((3, 4, 5, 6),(5, 7, 4, 10))) == set((4, 5))"
    )
    assert len(gold.cases) == 3
    assert gold.cases[0] == ExpressionTest("set(similar_elements((3, 4, 5, 6), (5, 7, 4, 10)))", {4, 5})
    assert problem.solution == f"```python\n{rows()[2]['code'].strip()}\n```"
    assert (gold.entry_point, gold.setup, gold.prompt, gold.program) == ("similar_elements", "", "", "")


def test_what_is_shown_tests_nothing_where_three_others_remain(tmp_path: Path) -> None:
    six = rows()[803]
    for examples, tests in ((0, 6), (1, 5), (3, 3), (4, 6), (10, 6)):
        problem, gold = only(tmp_path, six, examples)
        assert problem.question.count("Example: ") == min(examples, 6)
        assert len(gold.cases) == tests
    _, gold = only(tmp_path, six, 3)
    shown = "is_perfect_square(14)"
    assert shown in six["test_list"][2]
    assert all(isinstance(case, ExpressionTest) and shown not in case.expression for case in gold.cases)


def test_imports_of_the_tests_are_setup() -> None:
    gold = CodeGold.read(all_of(Mbpp(path=SEVEN, split="all"))[82].gold)
    assert gold.setup == "import math"
    assert isinstance(gold.cases[0], CallTest)
    assert gold.cases[0].tolerance == (0.001, 0.0)


def test_the_full_set_is_read_with_its_line_ends_tabs_and_setup(tmp_path: Path) -> None:
    problem, gold = only(tmp_path, FULL)
    assert "\r" not in problem.question + problem.gold + str(problem.solution)
    assert "\t" not in gold.setup + str(problem.solution)
    assert gold.setup.endswith("self.value, self.rest = value, rest\nend = Link(3)")
    assert problem.question.split("\n")[1:] == [
        "Signature: def twice(chain, by=2, *more):",
        "Example: assert twice(end) == [6]",
    ]
    assert gold.cases[:2] == (ExpressionTest("twice(end)", [6]), ExpressionTest("twice(Link(1, end))", [2, 6]))
    verdicts = CodeVerifier(allow_basic=True).verify_batch(
        [(problem.solution or "", gold), ("def twice(c): return []", gold)]
    )
    assert [verdict.correct for verdict in verdicts] == [True, False]


def test_tabs_inside_of_texts_stay(tmp_path: Path) -> None:
    row = FULL | {"code": 'def twice(chain):\n\ttext = """\n\tx"""\n\treturn text'}
    problem, _ = only(tmp_path, row)
    assert problem.solution == f"```python\n{row['code']}\n```"


def test_asserts_that_no_value_can_stand_for_stay_a_program() -> None:
    gold = CodeGold.read(all_of(Mbpp(path=SEVEN, split="all"))[596].gold)
    assert gold.tests == ()
    assert gold.setup == "import sys"
    assert gold.program == "\n".join(rows()[596]["test_list"])


def test_modules_that_asserts_use_are_setup(tmp_path: Path) -> None:
    row = {
        "code": "import os, sys as system\nimport math\nfrom re import sub as s\n"
        "def twice(c): return system.getsizeof(c) * 2",
        "test_list": [f"assert twice({number}) == 2 * system.getsizeof({number})" for number in range(3)],
        "test_setup_code": "",
        "test_imports": ["import math"],
    }
    _, gold = only(tmp_path, FULL | row)
    assert gold.setup == "import math\nimport os, sys as system"


def test_an_echo_passes_one_row_which_is_dropped() -> None:
    source = Mbpp(path=SEVEN, split="all")
    assert source.count() == Count(6, exact=True)
    (dropped,) = source.dropped()
    assert dropped.where == f"{SEVEN}[3]"
    assert "argument" in dropped.reason
    assert Mbpp(path=SEVEN, split="all", trivial="keep").count().value == 7


def test_a_split_is_a_range_of_task_ids() -> None:
    tasks = {split: set(all_of(Mbpp(path=SEVEN, split=split))) for split in ("train", "validation", "test", "prompt")}
    assert tasks == {"train": {603, 803}, "validation": {596}, "test": {82}, "prompt": {2, 7}}
    assert list(Mbpp(path=SEVEN).ids()) == list(Mbpp(path=SEVEN, split="train").ids())


def test_the_splits_meet_where_those_of_the_hub_do(tmp_path: Path) -> None:
    ends = (0, 1, 10, 11, 510, 511, 600, 601, 974, 975)
    path = written(tmp_path, *(FULL | {"task_id": number} for number in ends))
    tasks = {split: set(all_of(Mbpp(path=path, split=split))) for split in ("prompt", "test", "validation", "train")}
    assert tasks == {"prompt": {1, 10}, "test": {11, 510}, "validation": {511, 600}, "train": {601, 974}}
    assert set(all_of(Mbpp(path=path, split="all"))) == set(ends)


def test_a_task_has_the_same_id_however_it_is_worded(tmp_path: Path) -> None:
    first, _ = only(tmp_path, FULL)
    second, _ = only(tmp_path, FULL | {"text": None, "prompt": "Double.", "test_list": FULL["test_list"][::-1]})
    other, _ = only(tmp_path, FULL | {"task_id": 701})
    assert first.id == second.id != other.id


def test_limit_alphabet_and_verifier() -> None:
    source = Mbpp(path=SEVEN, split="all", limit=2, allow_basic=True)
    assert list(source.ids()) == list(Mbpp(path=SEVEN, split="all").ids())[:2]
    texts = [problem.question + problem.gold + str(problem.solution) for problem in all_of(source).values()]
    assert source.alphabet() == set("".join(texts))
    assert source.verifier("code") == CodeVerifier(allow_basic=True)


@pytest.mark.parametrize(("config", "asked"), [(None, "full"), ("sanitized", "sanitized")])
def test_the_hub_is_asked_through_datasets(
    config: Any, asked: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    datasets = pytest.importorskip("datasets")
    calls: list[object] = []

    def load_dataset(*args: object, split: str, **options: object) -> object:
        calls.append((args, split, options))
        # Through a file, so that columns have the types that datasets gives them.
        listed = [row for row in rows().values() if (row["task_id"] > 600) == (split == "train")]
        if config is None:
            listed = [FULL] if split == "train" else [FULL | {"task_id": 20}]
        datasets.Dataset.from_list(listed).to_parquet(tmp_path / f"{split}.parquet")
        return datasets.Dataset.from_parquet(str(tmp_path / f"{split}.parquet"), cache_dir=str(tmp_path))

    monkeypatch.setattr(datasets, "load_dataset", load_dataset)
    source = Mbpp(config=config, revision="r1")
    assert calls == [(("google-research-datasets/mbpp", asked), "train", {"revision": "r1"})]
    assert set(all_of(source)) == ({700} if config is None else {603, 803})
    everything = Mbpp(config=config, split="all", revision="r1")
    assert [call[1] for call in calls[1:]] == ["train", "validation", "test", "prompt"]  # type: ignore[index]
    assert {700, 20} <= set(all_of(everything)) or {2, 603} <= set(all_of(everything))
