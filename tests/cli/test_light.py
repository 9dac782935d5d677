"""Commands that need no training stack must not wait for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("torch", "transformers", "trl", "datasets", "accelerate", "sympy", "numpy")
PROBE = """
import json, sys
from gradatim.cli import main
code = main(sys.argv[1:])
print(json.dumps({"code": code, "modules": list(sys.modules)}))
"""


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["train", "--help"],
        ["list"],
        ["schema"],
        ["validate", "arithmetic"],
        ["validate", "arithmetic-natural", "--data"],
        ["preview", "arithmetic"],
        ["init", "fresh"],
        ["verify", "--help"],
        ["verify", r"\boxed{\frac12}", "0.5"],
    ],
    ids=" ".join,
)
def test_a_light_command_imports_nothing_heavy(args: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *args], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["code"] == 0
    assert not set(HEAVY) & set(found["modules"])


@pytest.mark.parametrize("module", ["gradatim", "gradatim.rewards", "gradatim.curricula"])
def test_rewards_and_curricula_need_no_training_stack(module: str) -> None:
    code = f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"
