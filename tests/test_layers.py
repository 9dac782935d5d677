"""The layers import in one direction only, and only the adapters import the training stack."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gradatim"
LAYERS = ("core", "verifiers", "rewards", "curricula", "runs", "trainer_adapters", "cli")
HEAVY = {"torch", "transformers", "trl", "datasets", "accelerate", "peft", "tokenizers"}
FILES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """All modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield ("." * node.level) + (node.module or "")


def top_level_imports(path: Path) -> Iterator[str]:
    """The modules imported when the file itself is imported."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def layer_of(path: Path) -> str | None:
    part = path.relative_to(PACKAGE).parts[0]
    return part if part in LAYERS else None


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_layer_imports_only_from_the_layers_below_it(path: Path) -> None:
    layer = layer_of(path)
    if layer is None:
        return
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    for name in imported(path):
        assert not name.startswith("."), f"{path}: relative import"
        if name.startswith("gradatim."):
            assert name.split(".")[1] in allowed, f"{layer} must not import {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_the_adapters_import_the_training_stack(path: Path) -> None:
    if layer_of(path) == "trainer_adapters":
        return
    found = {name.split(".")[0] for name in imported(path)} & HEAVY
    assert not found, f"{path} imports {sorted(found)}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_sympy_is_never_imported_with_a_module(path: Path) -> None:
    assert "sympy" not in {name.split(".")[0] for name in top_level_imports(path)}


def test_every_folder_of_the_package_is_a_known_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(LAYERS)


VERIFIER_PARTS = (
    "gradatim.verifiers.comparison",
    "gradatim.verifiers.extraction",
    "gradatim.verifiers.math.options",
    "gradatim.verifiers.math.numbers",
    "gradatim.verifiers.math.notation",
    "gradatim.verifiers.math.evaluation",
    "gradatim.verifiers.math.identity",
    "gradatim.verifiers.math.proof",
    "gradatim.verifiers.math",
    "gradatim.verifiers.code.child",
    "gradatim.verifiers.code",
    "gradatim.verifiers.code.local",
    "gradatim.verifiers",
)
"""The parts of the verifiers: each imports only from those before it, and itself."""


def part_of(module: str) -> int:
    longest = max((part for part in VERIFIER_PARTS if f"{module}.".startswith(f"{part}.")), key=len)
    return VERIFIER_PARTS.index(longest)


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "verifiers").rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_a_part_of_the_verifiers_imports_only_from_those_before_it(path: Path) -> None:
    own = part_of(".".join(path.with_suffix("").relative_to(PACKAGE.parent).parts).removesuffix(".__init__"))
    for name in imported(path):
        if name.startswith("gradatim.verifiers"):
            assert part_of(name) <= own, f"{path} must not import {name}"
