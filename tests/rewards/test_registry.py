from __future__ import annotations

from collections.abc import MutableMapping
from typing import cast

import pytest
from pydantic import TypeAdapter

import gradatim.rewards
from gradatim.core.config import build
from gradatim.rewards import TERMS, Format, Overlong, Term


def test_kinds() -> None:
    assert list(TERMS) == ["correctness", "format", "stop", "overlong", "brevity"]


def test_the_registry_is_read_only() -> None:
    with pytest.raises(TypeError):
        cast(MutableMapping[str, type[Term]], TERMS)["correctness"] = Format


@pytest.mark.parametrize("kind", TERMS)
def test_every_field_is_described_for_editors(kind: str) -> None:
    schema = TypeAdapter(TERMS[kind]).json_schema()
    assert schema["additionalProperties"] is False
    assert all(field.get("description") for field in schema["properties"].values())


def test_terms_are_built_from_plain_data() -> None:
    assert build(TERMS["overlong"], {"limit": 16, "soft": 4}) == Overlong(16, 4)
    assert build(TERMS["format"], {"tags": ["think", "answer"]}) == Format(tags=("think", "answer"))


def test_every_public_name_exists_once() -> None:
    names = gradatim.rewards.__all__
    assert len(set(names)) == len(names)
    assert all(hasattr(gradatim.rewards, name) for name in names)
