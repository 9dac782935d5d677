from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core import Sample
from gradatim.rewards import Format

Build = Callable[..., Sample]

TAGGED = "<answer>4</answer>"
THOUGHT = "<think>2+2</think><answer>4</answer>"


@pytest.mark.parametrize(
    ("term", "fits", "fails"),
    [
        (Format("tags"), TAGGED, THOUGHT + TAGGED),
        (Format("boxed"), "\\boxed{4}", TAGGED),
        (Format("gsm8k"), "#### 4", "4"),
        (Format("last_number"), "about 4", "about four"),
        (Format("code"), "```python\nprint(4)\n```", "print(4)"),
        (Format("plain"), "four", " \n"),
        (Format("tags", tags=("think", "answer")), THOUGHT, TAGGED),
        (Format("boxed", tags=("answer",)), TAGGED, "\\boxed{4}"),
        (Format("plain", json_keys=("a",)), '{"a": 4}', "4"),
        (Format(json_keys=("a",)), '{"a": 4}', '{"b": 4}'),
        (Format(tags=("think", "answer"), prefilled="<think>\n"), "2+2</think><answer>4</answer>", THOUGHT),
        (Format("boxed", prefilled="\\boxed{"), "4}", "4"),
        (Format("plain", prefilled="Answer: "), "4", "\n"),
    ],
)
def test_layouts(sample: Build, term: Format, fits: str, fails: str) -> None:
    assert term(sample(fits)) == 1
    assert term(sample(fails)) == 0


def test_a_prompt_that_holds_the_whole_layout_leaves_nothing_to_earn(sample: Build) -> None:
    assert Format("tags", prefilled=TAGGED)(sample("\n")) == 0


@pytest.mark.parametrize("terminated", [True, False, None])
def test_only_the_text_counts(sample: Build, terminated: bool | None) -> None:
    assert Format("tags")(sample(TAGGED, terminated=terminated, status="unparsed")) == 1


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"tags": ("answer", "answer")}, ("tags",)),
        ({"tags": ("an answer",)}, ("tags", 0)),
        ({"tags": ("answer>",)}, ("tags", 0)),
        ({"tags": ("",)}, ("tags", 0)),
        ({"json_keys": ("a", "a")}, ("json_keys",)),
        ({"tags": ("answer",), "json_keys": ("a",)}, ()),
        ({"tag": "answer"}, ("tag",)),
    ],
)
def test_fields_are_checked_where_they_stand(fields: dict[str, Any], place: tuple[str | int, ...]) -> None:
    with pytest.raises(ValidationError) as caught:
        Format(**fields)
    assert [error["loc"] for error in caught.value.errors()] == [place]
