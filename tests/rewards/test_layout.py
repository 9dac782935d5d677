from __future__ import annotations

from time import process_time

import pytest

from gradatim.rewards.layout import has_box, has_final_code, has_final_hash_line, has_number, has_tags, is_blank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        (" \t\r\n\u00a0\u2003", True),
        ("\u200b\u200d\ufeff\x00", True),
        ("\u200b0", False),
        (".", False),
        ("四", False),
    ],
)
def test_is_blank(text: str, expected: bool) -> None:
    assert is_blank(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<think>add</think><answer>7</answer>", True),
        (" \n<think>\nadd\n</think>\n\n<answer>\n7\n</answer>\t\n", True),
        ("<think>see <answers>, &lt;answer&gt; and 1 < 2</think><answer>0</answer>", True),
        ("<answer>7</answer><think>add</think>", False),
        ("<think>add<answer>7</think></answer>", False),
        ("<think>add <answer>7</answer></think>", False),
        ("</think>add<think><answer>7</answer>", False),
        ("<think>add</think></answer>7<answer>", False),
        ("<think>write <answer> last</think><answer>7</answer>", False),
        ("<think>a</think><think>b</think><answer>7</answer>", False),
        ("<think>a</think><answer>7</answer></answer>", False),
        ("<think> \n</think><answer>7</answer>", False),
        ("<think>a</think><answer>\u200b</answer>", False),
        ("<think>a</think><answer>7</answer>.", False),
        ("<think>a</think><answer>7</answer>\nThat is all.", False),
        ("<think>a</think><answer>7</answer", False),
        ("<think>a</think><Answer>7</Answer>", False),
        ('<think>a</think><answer type="int">7</answer>', False),
        ("Well: <think>a</think><answer>7</answer>", False),
        ("<think>a</think> hence <answer>7</answer>", False),
        ("", False),
    ],
)
def test_two_tags(text: str, expected: bool) -> None:
    assert has_tags(text, ("think", "answer")) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Reasoning may stand here. <answer>7</answer>\n", True),
        ("<think>unlisted tags are text</think><answer>7</answer>", True),
        ("<answer>7</answer> or so", False),
        ("</answer>7<answer>", False),
        ("<answer><answer>7</answer></answer>", False),
    ],
)
def test_one_tag_leaves_room_before_it(text: str, expected: bool) -> None:
    assert has_tags(text, ("answer",)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"So \boxed{7}. That is it.", True),
        (r"\boxed{\frac{1}{2}}", True),
        (r"\boxed{\{1, 2\}}", True),
        (r"\boxed{\{}", True),
        (r"\boxed{a \\}", True),
        ("\\boxed{\n7\n}", True),
        (r"\boxedtext{6} \boxed{7}", True),
        (r"\boxed{ }", False),
        (r"\boxed{7", False),
        (r"\boxed{\frac{1}{2}", False),
        (r"\boxed{7\}", False),
        (r"\boxed{6} or \boxed{7}", False),
        (r"\boxed{7} \boxed", False),
        (r"\boxed{\boxed{7}}", False),
        (r"\boxed 7", False),
        (r"\boxedtext{7}", False),
        (r"boxed{7}", False),
        (r"\fbox{7}", False),
        ("", False),
    ],
)
def test_has_box(text: str, expected: bool) -> None:
    assert has_box(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3+4=7\n#### 7", True),
        ("3+4=7\r\n#### 7\r\n\r\n", True),
        ("3+4=7\r#### 7\r", True),
        ("#### 7\rDone.", False),
        ("#### 7\n#### 7", False),
        ("#### -1,234.5 apples", True),
        ("as in #### 6\n#### 7", True),
        ("##### title\n#### 7", True),
        ("####  \n#### 7", True),
        ("#### 6\n#### 7", False),
        ("#### 7\nDone.", False),
        (" #### 7", False),
        ("so #### 7", False),
        ("####7", False),
        ("#### \u200b", False),
        ("####\n7", False),
        ("### 7", False),
        ("##### 7", False),
        ("", False),
    ],
)
def test_has_final_hash_line(text: str, expected: bool) -> None:
    assert has_final_hash_line(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```python\nf = 1\n```", True),
        ("Sort it first.\n\n```py\nf = 1\n```\n \n", True),
        ("```\nf = 1\n```", True),
        ("```Python3\nf = 1\n```", True),
        ("```PY\r\nf = 1\r\n```\r\n", True),
        ("~~~python\nf = '```'\n~~~", True),
        ("````python\n```\nf = 1\n````", True),
        ("f = 1", False),
        ("", False),
        ("```python\nf = 1", False),
        ("```python\nf = 1\n``", False),
        ("```python f = 1```", False),
        ("`f = 1`", False),
        ("```java\nf = 1\n```", False),
        ("```python2\nf = 1\n```", False),
        ("```pycon\n>>> 1\n```", False),
        ("```python\n\n```", False),
        ("```python\n\u200b\n```", False),
        ("```python\nf = 1\n```\nThat is it.", False),
        ("```python\nf = 1\n```.", False),
        ("```python\nf = 1\n```\n```python\nf = 1\n```", False),
        ("```\nf(1)\n```\nso\n```python\nf = 1\n```", False),
        ("```python\nf = 1\n```\n```", False),
    ],
)
def test_has_final_code(text: str, expected: bool) -> None:
    assert has_final_code(text) is expected


@pytest.mark.parametrize(("text", "expected"), [("it is 7.", True), ("-1/2", True), ("seven", False), ("", False)])
def test_has_number(text: str, expected: bool) -> None:
    assert has_number(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "<" * 200_000,
        "<think>" * 30_000,
        r"\boxed{" * 30_000,
        "{" * 200_000,
        "#### " * 40_000,
        "```\n" * 50_000,
        "~" * 200_000 + "`",
    ],
)
def test_long_texts_take_linear_time(text: str) -> None:
    start = process_time()
    has_tags(f"<think>{text}</think><answer>1</answer>", ("think", "answer"))
    has_box(rf"\boxed{{{text}}}")
    has_final_hash_line(text)
    has_final_code(text)
    assert process_time() - start < 2
