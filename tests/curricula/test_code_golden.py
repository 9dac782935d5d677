"""Problems of every family and level that must never change by accident: saved runs and splits rest on them.

After a change on purpose, write them anew: `python tests/curricula/test_code_golden.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

from gradatim.core import content_id
from gradatim.core.config import build
from gradatim.curricula.sources import HashRandom
from gradatim.curricula.sources.code import Code
from gradatim.curricula.sources.code.families import FAMILIES

GOLDEN = Path(__file__).parent / "test_code_golden.json"


def problems() -> dict[str, dict[str, str | None]]:
    """Two problems of each family and level."""
    found = {}
    for name in FAMILIES:
        for level in (1, 2, 3):
            for i in range(2):
                problem = build(Code, {"families": [name], "level": level}).draw(HashRandom("golden", name, level, i))
                found[f"{name}/{level}/{i}"] = {
                    "id": problem.id,
                    "question": problem.question,
                    "solution": problem.solution,
                    "gold": content_id(problem.gold),
                }
    return found


def test_problems_are_as_they_were() -> None:
    pinned = json.loads(GOLDEN.read_text(encoding="utf-8"))
    now = problems()
    assert now.keys() == pinned.keys()
    for place, problem in now.items():
        assert problem == pinned[place]


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(problems(), indent=1) + "\n", encoding="utf-8")
