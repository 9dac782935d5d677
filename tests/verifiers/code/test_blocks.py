from __future__ import annotations

import time

import pytest

from gradatim.verifiers import CodeGold
from gradatim.verifiers.code.blocks import find_code

GOLD = CodeGold("f", [{"args": [1], "expected": 1}])
PROMPTED = CodeGold("f", [{"args": [1], "expected": 1}], prompt='def f(x):\n    """Doc."""\n')
RIGHT = "def f(x):\n    return x\n"


@pytest.mark.parametrize(
    "completion",
    [
        f"```python\n{RIGHT}```",
        f"Text.\n\n```py\n{RIGHT}```\nMore.",
        f"```\n{RIGHT}```",
        f"```Python3 title=a.py\n{RIGHT}```",
        f"~~~python\n{RIGHT}~~~",
        f"````python\n{RIGHT}````",
        f"```python\n{RIGHT}",
        f"```python\nprint(f(1))\n```\n```python\n{RIGHT}```\n```python\nprint(f(2))\n```",
        f"```python\ndef f(x): return 0\n```\nNo:\n```python\n{RIGHT}```",
        f"```python\n{RIGHT}```\n```js\nfunction f() {{}}\n```",
        f"<think>\n```python\ndef f(x): return 0\n```\n</think>\n```python\n{RIGHT}```",
        f"</think>```python\n{RIGHT}```",
        RIGHT,
    ],
)
def test_the_program_of_a_completion(completion: str) -> None:
    found = find_code(completion, GOLD)
    assert found.code.strip() == RIGHT.strip()
    assert found.span is not None


@pytest.mark.parametrize(
    ("completion", "code"),
    [
        ("1. So:\n   ```python\n   def f(x):\n       return x\n   ```", "def f(x):\n    return x\n"),
        ("```python\nf = lambda x: x\n```\n```python\nf(1)\n```", "f = lambda x: x\n"),
        ("```python\nf: object = abs\n```\n```python\nf(1)\n```", "f: object = abs\n"),
        ("```python\nclass Solution:\n    pass\n```\n```python\nx = 1\n```", "class Solution:\n    pass\n"),
        ("```python\nasync def f(x): ...\n```\n```python\nx = 1\n```", "async def f(x): ...\n"),
        ("```python\ndef ff(x): ...\n```\n```python\nx = 1\n```", "x = 1\n"),
        ("```python\nx = 1```", "x = 1"),
        ("```python\nx = '```'\ny = 1\n```", "x = '```'\ny = 1\n"),
        ("```python\r\nx = 1\r\n```\r\n", "x = 1\r\n"),
    ],
)
def test_which_block_and_how_much_of_it(completion: str, code: str) -> None:
    assert find_code(completion, GOLD).code == code


@pytest.mark.parametrize(
    ("completion", "reason"),
    [
        ("", "no_code"),
        (" \n", "no_code"),
        ("```js\nx\n```", "no_code"),
        ("```python\n \n```", "no_code"),
        (f"<think>```python\n{RIGHT}```", "open_reasoning"),
    ],
)
def test_no_program(completion: str, reason: str) -> None:
    found = find_code(completion, GOLD)
    assert (found.span, found.reason) == (None, reason)


def test_of_a_script_the_last_block_runs() -> None:
    gold = CodeGold(tests=[{"stdin": "", "expected": "1"}])
    assert find_code("```python\ndef helper(): ...\n```\n```python\nprint(1)\n```", gold).code == "print(1)\n"


@pytest.mark.parametrize("completion", ["    return x\n", "```python\n    return x\n```"])
def test_what_goes_on_from_the_prompt(completion: str) -> None:
    assert find_code(completion, PROMPTED).code == 'def f(x):\n    """Doc."""\n    return x\n'
    assert find_code(f"```python\n{RIGHT}```", PROMPTED).code == RIGHT


@pytest.mark.parametrize(
    "text",
    [
        "`" * 10**6,
        "~" * 10**6 + "`",
        "```\n" * 250_000,
        " " * 10**6,
        "```python" + " " * 10**6 + "`",
        "\n```x" * 200_000,
    ],
    ids=["backticks", "tildes", "fences", "blanks", "info", "openings"],
)
def test_hostile_texts_take_linear_time(text: str) -> None:
    before = time.process_time()
    find_code(text, GOLD)
    assert time.process_time() - before < 5
