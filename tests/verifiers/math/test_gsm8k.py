r"""Solutions in GSM8K's layout: `<<calculator notes>>`, then `#### ` and the result.

With the environment variable GRADATIM_DATA naming a folder that has `gsm8k/test.jsonl` and `gsm8k/train.jsonl`, all
8,792 real solutions are judged too.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from gradatim.verifiers import MathVerifier

VERIFIER = MathVerifier(answer="gsm8k")
OWN = [
    (
        "A crate holds 6 rows of 8 jars, so 6*8=<<6*8=48>>48 jars.\nThree crates hold 3*48=<<3*48=144>>144.\n#### 144",
        144,
    ),
    ("He pays $12.50*4 = $<<12.5*4=50>>50.\nThe answer leaves 80-50=$<<80-50=30>>30.\n#### 30", 30),
    ("The plant makes 1200*30=<<1200*30=36000>>36,000 bolts a month.\nPer year: 432,000.\n#### 432,000", 432000),
    ("The balance falls from 15 to 15-40=<<15-40=-25>>-25.\n#### -25", -25),
    ("The first marker is a note.\n#### 7\nCounting again gives 2 more: 7+2=<<7+2=9>>9.\n#### 9", 9),
    ("A third of 3/4 is <<1/3*3/4=1/4>>1/4 of an hour, so 15 minutes.\n#### 15", 15),
    ("Nothing is left: 5-5=<<5-5=0>>0\n#### 0", 0),
]


@pytest.mark.parametrize(("solution", "gold"), OWN)
def test_a_solution_has_its_own_gold_and_no_neighbour(solution: str, gold: int) -> None:
    assert VERIFIER.verify(solution, f"{gold}").correct
    assert VERIFIER.verify(solution, f"{gold:,}").correct
    for wrong in (gold + 1, gold - 1, gold * 10 or 10, -gold or 1):
        assert VERIFIER.verify(solution, f"{wrong}").reason == "wrong_value"


def real_solutions() -> list[str]:
    folder = os.environ.get("GRADATIM_DATA")
    if not folder:
        pytest.skip("GRADATIM_DATA names no folder with gsm8k/test.jsonl and gsm8k/train.jsonl")
    paths = [Path(folder, "gsm8k", f"{split}.jsonl") for split in ("test", "train")]
    if missing := [str(path) for path in paths if not path.is_file()]:
        pytest.skip(f"GRADATIM_DATA has no {' and no '.join(missing)}")
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line)["answer"] for line in lines]


def test_every_real_solution_has_its_own_gold_and_none_the_next() -> None:
    solutions = real_solutions()
    golds = [solution.rpartition("####")[2].strip() for solution in solutions]
    wrong = [f"{int(gold.replace(',', '')) + 1}" for gold in golds]
    started = time.process_time()
    own = VERIFIER.verify_batch(list(zip(solutions, golds, strict=True)))
    next_to_it = VERIFIER.verify_batch(list(zip(solutions, wrong, strict=True)))
    assert time.process_time() - started < 20
    assert len(solutions) == 8792
    assert [gold for gold, verdict in zip(golds, own, strict=True) if not verdict.correct] == []
    assert {verdict.reason for verdict in next_to_it} == {"wrong_value"}
