from __future__ import annotations

from time import process_time

import pytest

from gradatim.rewards.json_object import is_json_object


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 7}',
        ' \n{"a": 7}\n\n',
        '{"a": 0}',
        '{"a": false}',
        '{"a": []}',
        '{"a": 7, "note": ""}',
        '{"a": {"a": 1}}',
        r'{"a": "}{\"\\"}',
        '{"a": -1.5e-3}',
        '{"a": 1e999}',
        '{"a": ' + "7" * 6000 + "}",
        '{"a": ' + "[" * 99 + "]" * 99 + "}",
        '{"a": "' + "[" * 5000 + '"}',
    ],
)
def test_accepted(text: str) -> None:
    assert is_json_object(text, ("a",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        '"a"',
        '["a"]',
        '{"b": 7}',
        '{"A": 7}',
        '{"a": ""}',
        '{"a": " \\n"}',
        '{"a": null}',
        '{"a": 7',
        '{"a": 7} {"a": 7}',
        '{"a": 7}.',
        '```json\n{"a": 7}\n```',
        '{"a": 7, "a": 7}',
        '{"a": 7, "b": 1, "b": 1}',
        '{"a": {"b": 1, "b": 2}}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": True}',
        "{'a': 7}",
        '{"a": 7,}',
        '{"a": 07}',
        '{"a": +7}',
        '{"a": .5}',
        '{"a": "line\nbreak"}',
        '{"a": 7} // done',
        "{a: 7}",
        '{"a": ' + "[" * 100 + "]" * 100 + "}",
        '{"a": ' * 50_000,
        "[" * 100_000,
    ],
)
def test_refused(text: str) -> None:
    assert not is_json_object(text, ("a",))


def test_every_key_is_needed() -> None:
    assert is_json_object('{"b": 1, "a": 2}', ("a", "b"))
    assert not is_json_object('{"a": 2}', ("a", "b"))


def test_an_open_quotation_takes_linear_time() -> None:
    start = process_time()
    assert not is_json_object('{"a": "' + '\\"' * 100_000, ("a",))
    assert process_time() - start < 2
