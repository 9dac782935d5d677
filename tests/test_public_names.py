"""What is public is what `__all__` says, and all of it is there."""

from __future__ import annotations

import importlib

import pytest

import gradatim


@pytest.mark.parametrize(
    "name",
    [
        "gradatim",
        "gradatim.core",
        "gradatim.verifiers",
        "gradatim.rewards",
        "gradatim.curricula",
        "gradatim.curricula.gates",
        "gradatim.curricula.sources",
        "gradatim.curricula.spec",
        "gradatim.trainer_adapters.trl",
    ],
)
def test_all_is_what_the_module_takes_from_its_own_package(name: str) -> None:
    module = importlib.import_module(name)
    names = module.__all__
    assert len(set(names)) == len(names)
    for public in names:
        assert getattr(module, public) is not None
    taken = {
        key
        for key, value in vars(module).items()
        if not key.startswith("_") and getattr(value, "__module__", "").startswith("gradatim.")
    }
    assert taken <= set(names)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'load_curiculum'"):
        _ = gradatim.load_curiculum


def test_dir_shows_the_lazy_names() -> None:
    assert "load_curriculum" in dir(gradatim)
