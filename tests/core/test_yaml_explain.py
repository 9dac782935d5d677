from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import Field, ValidationError, field_validator
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT, Items, StrictModel
from gradatim.core.explain import describe, explain, known_keys
from gradatim.core.yamlfile import read_yaml


@dataclass(frozen=True, config=STRICT)
class Leaf:
    size: Annotated[int, Field(ge=1)]
    colour: Literal["red", "green"] = "red"


class Branch(StrictModel):
    leaf: Leaf | None = None
    names: Items[str] = ()
    rate: Literal["none"] | Annotated[float, Field(gt=0, lt=1)] = 0.5
    digits: int | Items[int] = 1
    on: bool = False
    word: Annotated[str, Field(min_length=2, pattern="^[a-z]+$")] = "ab"
    few: Annotated[Items[int], Field(max_length=1)] = ()

    @field_validator("word")
    @classmethod
    def _no_x(cls, word: str) -> str:
        if "x" in word:
            raise ValueError("Words have no x")
        return word


class Tree(StrictModel):
    branches: Items[Branch]
    by_name: Annotated[dict[str, Branch], Field(default_factory=dict)]


def explained(text: str) -> list[tuple[int | None, int | None, str, str, str | None]]:
    located = read_yaml(text.encode(), "f.yaml")
    with pytest.raises(ValidationError) as caught:
        Tree.model_validate(located.data)
    return [(item.line, item.col, item.code, item.message, item.hint) for item in explain(caught.value, located, Tree)]


@pytest.mark.parametrize(
    ("branch", "col", "code", "message", "hint"),
    [
        (
            "on: yes",
            5,
            "wrong-type",
            "expected true or false, got the text 'yes'",
            "YAML 1.2 takes 'yes' for text; write true",
        ),
        (
            "on: Off",
            5,
            "wrong-type",
            "expected true or false, got the text 'Off'",
            "YAML 1.2 takes 'Off' for text; write false",
        ),
        ("on: 1", 5, "wrong-type", "expected true or false, got 1", None),
        (
            "digits: '2'",
            9,
            "wrong-type",
            "expected a whole number or a list, got the text '2'",
            "write 2, without quotes",
        ),
        ("digits: 2.0", 9, "wrong-type", "expected a whole number or a list, got 2.0", "write 2"),
        ("digits: true", 9, "wrong-type", "expected a whole number or a list, got true", None),
        ("digits: [1, x]", 13, "wrong-type", "expected a whole number, got the text 'x'", None),
        (
            "rate: '0_5'",
            7,
            "wrong-type",
            "expected a number or none, got the text '0_5'",
            "write 05, without underscores",
        ),
        ("rate: nine", 7, "wrong-type", "expected a number or none, got the text 'nine'", "did you mean 'none'?"),
        ("rate: 1", 7, "out-of-range", "1 is out of range: it must be less than 1", "or write none"),
        ("rate: .inf", 7, "wrong-type", "expected a finite number or none, got inf", None),
        ("names: a", 8, "wrong-type", "expected a list, got the text 'a'", "write it in brackets, as [a, b]"),
        ("names: {a: 1}", 8, "wrong-type", "expected a list, got a mapping", None),
        ("names: [a, 1]", 12, "wrong-type", "expected text, got 1", "put it in quotes"),
        ("few: [1, 2, 3]", 6, "out-of-range", "3 items, but at most 1 allowed", None),
        ("word: A", 7, "invalid", "string should have at least 2 characters", None),
        ("word: AB", 7, "bad-text", "the text 'AB' does not match ^[a-z]+$", None),
        ("word: xx", 7, "invalid", "words have no x", None),
        ("nmes: []", 1, "unknown-key", "unknown key 'nmes'", "did you mean 'names'?"),
    ],
)
def test_one_error_in_plain_words(branch: str, col: int, code: str, message: str, hint: str | None) -> None:
    assert explained(f"branches:\n- {branch}\n") == [(2, col + 2, code, message, hint)]


def test_errors_are_sorted_and_unknown_keys_know_the_model_they_stand_in() -> None:
    found = explained("by_name: {b: {digit: 1}, a: {colour: red}}\nbranches: [{worde: ab}, 7]\nbrnches: []\n")
    assert [(line, col, hint) for line, col, _, _, hint in found] == [
        (1, 15, "did you mean 'digits'?"),
        (1, 30, "known keys: digits, few, leaf, names, on, rate, word"),
        (2, 13, "did you mean 'word'?"),
        (2, 25, None),
        (3, 1, "did you mean 'branches'?"),
    ]


def test_a_missing_key_is_not_reported_when_it_is_only_mistyped() -> None:
    assert [item[2:4] for item in explained("brances: []\n")] == [("unknown-key", "unknown key 'brances'")]
    assert [item[2:4] for item in explained("other: []\n")] == [
        ("missing-key", "missing key 'branches'"),
        ("unknown-key", "unknown key 'other'"),
    ]


def test_known_keys_follow_models_and_dataclasses() -> None:
    assert known_keys(Tree, ()) == ["branches", "by_name"]
    assert known_keys(Tree, ("branches", 0, "leaf")) == ["colour", "size"]
    assert known_keys(None, ("branches",)) == []


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "true"),
        (3, "3"),
        ([], "a list"),
        ({}, "a mapping"),
        ("a'b", 'the text "a\'b"'),
        ("x" * 100, "the text '" + "x" * 39 + "..."),
    ],
)
def test_values_in_words(value: object, words: str) -> None:
    assert describe(value) == words
