"""Judges a file of cases and prints what went wrong; runs in namespaces of its own (see `test_cases`).

python run_cases.py CASES.jsonl LEVEL EVERY
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from gradatim.verifiers import CodeGold, CodeVerifier, Verdict
from gradatim.verifiers.code.plain_data import from_json

CANARY = Path("/tmp/cv_canary")


def gold_of(case: dict[str, Any]) -> CodeGold:
    tests = [{"args": from_json(test["args"]), "expected": from_json(test["expected"])} for test in case["tests"]]
    return CodeGold(case["entry_point"], tests)


def fault(case: dict[str, Any], verdict: Verdict) -> str | None:
    if verdict.excluded or verdict.correct != (case["expected"] == "pass"):
        return f"{verdict.status} ({verdict.reason}: {verdict.detail})"
    kind, _, name = case.get("watch", "").partition(":")
    place = {"file": CANARY, "shm": Path("/dev/shm")}.get(kind)
    return f"it made {place / name}" if place and (place / name).exists() else None


def strangers(known: list[int]) -> list[str]:
    """Processes, dead ones too, that are neither this one nor those that fork programs."""
    ids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    allowed = {os.getpid(), os.getppid(), 1, *known}
    return [Path(f"/proc/{pid}/stat").read_text()[:60] for pid in ids if pid not in allowed]


def main(path: str, level: Any, every: int) -> int:
    CANARY.mkdir(exist_ok=True)
    cases = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()][::every]
    verifier = CodeVerifier(level=level)
    verdicts = verifier.verify_batch([(case["completion"], gold_of(case)) for case in cases])
    time.sleep(2)  # for what would come later
    bad = [
        f"{case['id']}: {why}" for case, verdict in zip(cases, verdicts, strict=True) if (why := fault(case, verdict))
    ]
    left = strangers(verifier.engine.pids)  # type: ignore[attr-defined]
    print(json.dumps({"cases": len(cases), "bad": bad, "left": left}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
