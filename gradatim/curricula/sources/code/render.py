"""Writes a task with its calls as question, gold and solution."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.curricula.sources.code.blocks.block import indent
from gradatim.curricula.sources.code.cases import Case
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Task
from gradatim.verifiers import CallTest, CodeGold

_REQUESTS = (
    "Write the function `{}`.",
    "Write a Python function `{}` that does this.",
    "Implement `{}` in Python.",
    "Complete the function `{}`.",
)


def render(choice: Choice, task: Task, tests: Sequence[Case], examples: Sequence[Case]) -> tuple[str, str, str]:
    """Returns the question, the text of the gold and the reference solution."""
    parts = [task.text, choice.pick(_REQUESTS).format(task.name)]
    if examples:
        parts.append("\n".join([_example(task.name, case) for case in examples]))
    parts.append(task.signature)
    gold = CodeGold(task.name, [CallTest(case.args, case.expected) for case in tests])
    solution = f"```python\n{task.imports}{task.signature}\n{indent(task.body)}\n```"
    return "\n\n".join(parts), gold.text(), solution


def _example(name: str, case: Case) -> str:
    return f">>> {name}({', '.join(map(repr, case.args))})\n{case.expected!r}"
