"""No mutation of a good file raises anything but ConfigError, and what is accepted the JSON Schema accepts too."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from gradatim.core import ConfigError
from gradatim.core.yamlfile import read_yaml
from gradatim.curricula.spec import library_names, library_text, read_curriculum_spec
from gradatim.curricula.spec.schema import json_schema

GOOD = (Path(__file__).parent / "good.yaml").read_text(encoding="utf-8")
TEXTS = [GOOD, *(library_text(name) for name in library_names())]
TOKEN = re.compile(r"\s+|\w[\w.-]*|[^\w\s]")
WORDS = [
    "null", "[]", "{}", "1", "-1", "0.5", "true", "no", "none", "''", ".nan", "1e999", "&a", "*a", "!!str", "<<", "%",
    "kind", "weight", "when", "answer", "prompt", "reward", "gate", "wilson", "overlong", "correctness", "finish",
    "add-1", "problems", "arithmetic", "json:loads", "gradatim.rewards:Stop", "'{question}'", "? ", "|\n", "\t", "\n",
    "\n---\n", "\u2028", "\ud800",
]  # fmt: skip
VALIDATOR = jsonschema.Draft202012Validator(json_schema())


@st.composite
def mutated(draw: DrawFn) -> str:
    """A good file with up to four tokens deleted, doubled, swapped or replaced."""
    tokens = TOKEN.findall(draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 4))):
        place, other = draw(st.integers(0, len(tokens) - 1)), draw(st.integers(0, len(tokens) - 1))
        match draw(st.sampled_from(["delete", "double", "swap", "replace", "cut"])):
            case "delete":
                tokens[place] = ""
            case "double":
                tokens[place] *= 2
            case "swap":
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case "replace":
                tokens[place] = draw(st.sampled_from(WORDS) | st.text(max_size=3))
            case "cut":
                tokens = tokens[: place + 1]
    return "".join(tokens)


def accepted(raw: bytes, folder: Path) -> bool:
    """Whether a file is read; if not, each finding must have a place."""
    path = folder / "mutated.yaml"
    path.write_bytes(raw)
    try:
        read_curriculum_spec(path)
        return True
    except ConfigError as error:
        found = error.diagnostics
    assert found
    assert all(item.line and item.col for item in found)
    return False


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=mutated())
@example(text=GOOD)
@example(text=GOOD.replace("digits: 2", "digits: 2, ranges: [[1, 2]]"))
@example(text=GOOD.replace("{pass_rate: 0.8}", "{pass_rate: {a: 1}, margin: [1], kind: []}"))
@example(text=GOOD.replace("name: add-1", "name: [add-1]") + "sft: {steps: 1, gold: [[a]], weights: {a: b}}\n")
def test_mutated_tokens(text: str, tmp_path: Path) -> None:
    if accepted(text.encode("utf-8", "surrogatepass"), tmp_path):
        VALIDATOR.validate(read_yaml(tmp_path / "mutated.yaml").data)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, len(GOOD)), raw=st.binary(min_size=1, max_size=6), keep=st.booleans())
def test_random_bytes(place: int, raw: bytes, keep: bool, tmp_path: Path) -> None:
    good = GOOD.encode()
    accepted(good[:place] + raw + good[place if keep else place + len(raw) :], tmp_path)


@pytest.mark.parametrize("text", TEXTS)
def test_the_good_files_are_good(text: str, tmp_path: Path) -> None:
    assert accepted(text.encode(), tmp_path)
