"""All rows of HumanEval and MBPP sanitized.

Needs the environment variable GRADATIM_DATA, naming a folder that has `humaneval/HumanEval.jsonl.gz` and
`mbpp_sanitized/sanitized-mbpp.json`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gradatim.core import Problem
from gradatim.curricula.sources import HashRandom
from gradatim.curricula.sources.humaneval import HumanEval
from gradatim.curricula.sources.mbpp import Mbpp
from gradatim.verifiers import CodeGold
from gradatim.verifiers.code_verifier import CodeVerifier


def real(name: str) -> str:
    folder = os.environ.get("GRADATIM_DATA")
    if not folder:
        pytest.skip(f"GRADATIM_DATA names no folder with {name}")
    if not Path(folder, name).is_file():
        pytest.skip(f"GRADATIM_DATA has no {Path(folder, name)}")
    return str(Path(folder, name))


def humaneval() -> HumanEval:
    return HumanEval(path=real("humaneval/HumanEval.jsonl.gz"), trivial="keep")


def mbpp() -> Mbpp:
    return Mbpp(path=real("mbpp_sanitized/sanitized-mbpp.json"), split="all", trivial="keep")


def all_of(source: HumanEval | Mbpp) -> list[Problem]:
    """All problems, drawn until none is missing."""
    drawn = (source.draw(HashRandom("real", number)) for number in range(50 * source.count().value))
    found = {problem.id: problem for problem in drawn}
    assert set(found) == set(source.ids())
    return list(found.values())


def test_every_row_of_humaneval_gives_a_problem() -> None:
    source = humaneval()
    assert (source.count().value, source.refused(), source.dropped()) == (164, (), ())
    default = HumanEval(path=source.path)
    assert (default.count().value, len(default.dropped())) == (161, 3)


def test_every_row_of_mbpp_gives_a_problem() -> None:
    source = mbpp()
    assert (source.count().value, source.refused(), source.dropped()) == (427, (), ())
    default = Mbpp(path=source.path, split="all")
    assert (default.count().value, len(default.dropped())) == (426, 1)
    splits = [Mbpp(path=source.path, split=split).count().value for split in ("train", "validation", "test", "prompt")]
    assert splits == [120, 43, 256, 7]


@pytest.mark.slow
@pytest.mark.parametrize("source", [humaneval, mbpp])
def test_every_reference_passes_and_no_stub(source: Callable[[], HumanEval | Mbpp]) -> None:
    problems = all_of(source())
    verifier = CodeVerifier(allow_basic=True)
    references = verifier.verify_batch([(problem.solution or "", problem.gold) for problem in problems])
    assert [p.meta["task_id"] for p, verdict in zip(problems, references, strict=True) if not verdict.correct] == []
    stubs = verifier.verify_batch([(stub(problem), problem.gold) for problem in problems])
    assert [p.meta["task_id"] for p, verdict in zip(problems, stubs, strict=True) if verdict.correct] == []


def stub(problem: Problem) -> str:
    return f"```python\ndef {CodeGold.read(problem.gold).entry_point}(*args, **kwargs):\n    return None\n```"
