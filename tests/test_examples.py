"""The examples run as their headers say, and use nothing but public names."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))

needs_trl = pytest.mark.skipif(find_spec("trl") is None, reason="TRL is not installed")


def run(*args: object) -> str:
    """Runs a Python command in the folder of the repository and returns all that it printed."""
    done = subprocess.run(
        [sys.executable, *map(str, args)],
        cwd=EXAMPLES.parent,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny model that has seen some one-digit additions."""
    from gradatim import load_curriculum
    from gradatim.curricula import WarmUp
    from gradatim.trainer_adapters.trl.models import load_model
    from gradatim.trainer_adapters.trl.warm_up import warm_up

    curriculum = load_curriculum(EXAMPLES / "additions.yaml", ["model.preset=tiny"])
    language_model, tokenizer = load_model(curriculum)
    settings = WarmUp(steps=60, gold=("one-digit",), weights={}, learning_rate=5e-3, batch_size=64)
    warm_up(
        language_model,
        tokenizer,
        curriculum,
        settings,
        report=lambda *_: None,
        stop=lambda: False,
        use_cpu=True,
    )
    folder = tmp_path_factory.mktemp("model")
    language_model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@needs_trl
@pytest.mark.slow
def test_a_script_of_ones_own_is_led_through_a_curriculum(model: Path, tmp_path: Path) -> None:
    said = run("examples/curriculum_script.py", model, "-o", tmp_path / "out", "--max-steps", 4)
    assert "shuffle_dataset=True was set to False" in said
    assert "lr_scheduler_type='linear' was set to 'constant'" in said
    assert "pass_rate/one-digit" in said
    assert "rewards/correctness/mean" in said
    assert said.splitlines()[-1] == "4 steps, stage one-digit"
    more = run("examples/curriculum_script.py", model, "-o", tmp_path / "out", "--max-steps", 6, "--resume")
    assert "step 4: resumed one-digit" in more
    assert more.splitlines()[-1] == "6 steps, stage one-digit"


@needs_trl
@pytest.mark.slow
def test_own_reward_and_evaluation_work_beside_a_curriculum(model: Path, tmp_path: Path) -> None:
    said = run("examples/extra_reward.py", model, "-o", tmp_path / "out", "--max-steps", 2)
    logged = set(re.findall(r"'([\w/-]+)': ", said))
    assert {"rewards/gradatim/mean", "rewards/digits_only/mean", "rewards/correctness/mean"} <= logged
    assert {"eval_pass_rate/two-digit", "eval_rewards/digits_only/mean", "eval_rewards/gradatim/mean"} <= logged


@needs_trl
@pytest.mark.slow
def test_a_reward_works_without_a_curriculum(model: Path, tmp_path: Path) -> None:
    said = run("examples/plain_reward.py", model, "-o", tmp_path / "out", "--max-steps", 2)
    logged = set(re.findall(r"'([\w/-]+)': ", said))
    assert {"rewards/gradatim/mean", "rewards/correctness/mean", "rewards/stop/mean", "rewards/overlong/mean"} <= logged
    rates = [float(rate) for rate in re.findall(r"'rewards/correctness/mean': '?([\d.]+)", said)]
    assert max(rates) > 0.0


def test_a_reward_is_tested_without_torch() -> None:
    without = "import sys; sys.modules.update(dict.fromkeys(['torch', 'transformers', 'trl', 'datasets'])); "
    said = run("-c", without + "import pytest; sys.exit(pytest.main(['-q', 'examples/test_reward.py']))")
    assert re.search(r"\d+ passed", said)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_examples_use_public_names_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            assert not node.bases, f"{path.name}: {node.name} is a subclass"
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_"), f"{path.name}: .{node.attr}"
        if isinstance(node, ast.ImportFrom):
            assert not any(name.name.startswith("_") for name in node.names)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_examples_say_what_they_show_how_to_run_them_and_what_to_expect(path: Path) -> None:
    header = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert "What it shows:" in header
    assert re.search(rf"^    python .*{path.name}", header, re.MULTILINE)
    assert "Expect:" in header


def test_a_script_needs_six_lines_of_ours_at_most() -> None:
    lines = (EXAMPLES / "curriculum_script.py").read_text(encoding="utf-8").splitlines()
    marked = [line for line in lines if line.endswith("  # gradatim")]
    assert 0 < len(marked) <= 6
    code = [line for line in lines[lines.index("from __future__ import annotations") :] if "curriculum." in line]
    assert set(code) <= set(marked)


@pytest.mark.parametrize("name", ["load_curriculum", "load_reward"])
def test_the_entry_points_load_nothing_heavy(name: str) -> None:
    heavy = "['torch', 'transformers', 'trl', 'datasets', 'sympy']"
    run("-c", f"from gradatim import {name}; import sys; sys.exit(any(m in sys.modules for m in {heavy}))")
