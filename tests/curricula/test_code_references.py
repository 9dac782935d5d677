"""Reference programs give the golds of the callables beside them, and the programs to be mended do not."""

from __future__ import annotations

import re

import pytest

from gradatim.core.config import build
from gradatim.curricula.sources import HashRandom
from gradatim.curricula.sources.code import Code
from gradatim.curricula.sources.code.families import FAMILIES
from gradatim.verifiers import CodeVerifier

LEVELS = (1, 2, 3)


def faults(draws: int) -> dict[str, str]:
    sources = {
        (name, level): build(Code, {"families": [name], "level": level}) for name in FAMILIES for level in LEVELS
    }
    problems = [
        source.draw(HashRandom("references", draws, name, level, i))
        for (name, level), source in sources.items()
        for i in range(draws)
    ]
    found = CodeVerifier(allow_basic=True).problem_faults(problems)
    return {problem.question: fault for problem, fault in zip(problems, found, strict=True) if fault}


def test_some_references_agree_with_their_callables() -> None:
    assert faults(4) == {}


@pytest.mark.slow
def test_references_agree_with_their_callables() -> None:
    assert faults(120) == {}


@pytest.mark.parametrize("level", LEVELS)
def test_programs_to_be_mended_fail(level: int) -> None:
    source = Code(families=("repairs",), level=level)
    pairs = []
    for i in range(60):
        problem = source.draw(HashRandom("mended", level, i))
        shown = re.search(r"^def .*?(?=\n\n)", problem.question, re.DOTALL | re.MULTILINE)
        assert shown
        pairs.append((f"```python\n{shown[0]}\n```", problem.gold))
        pairs.append((problem.solution or "", problem.gold))
    verdicts = CodeVerifier(allow_basic=True).verify_batch(pairs)
    assert {verdict.status for verdict in verdicts[::2]} == {"incorrect"}
    assert {verdict.status for verdict in verdicts[1::2]} == {"correct"}
