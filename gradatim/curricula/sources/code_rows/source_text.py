"""Reads reference programs by their syntax: names, signatures, and the parts that stand before a function."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from gradatim.curricula.sources.code_rows.rows import RowError, plain_lines
from gradatim.verifiers.code.asserts_syntax import syntax_tree


def parsed(code: str, what: str) -> ast.Module:
    """Parses code.

    Raises:
        RowError: it is no Python.
    """
    try:
        return syntax_tree(code)
    except SyntaxError as error:
        raise RowError(f"{what} is no Python: {error}") from error


def spaced(code: str) -> str:
    """Returns code with line feeds as line ends and blanks in place of tabs at the start of lines."""
    code = plain_lines(code)
    lines = [(line, line.lstrip(" \t")) for line in code.split("\n")]
    blank = "\n".join(line[: len(line) - len(rest)].expandtabs() + rest.rstrip() for line, rest in lines)
    # Tabs in a text over several lines belong to it.
    return blank if _tree(blank) == _tree(code) else code


def setup_of(prompt: str, entry_point: str) -> str:
    """Returns what a prompt defines before its last function: imports and helpers.

    Raises:
        RowError: it does not define `entry_point` last.
    """
    body = parsed(prompt, "its prompt").body
    last = body[-1] if body else None
    if not isinstance(last, ast.FunctionDef) or last.name != entry_point:
        raise RowError(f"its prompt does not end with the function {entry_point!r}")
    first = min([last.lineno, *(decorator.lineno for decorator in last.decorator_list)])
    return "\n".join(prompt.split("\n")[: first - 1]).strip()


def entry_point_of(code: str, asserts: Sequence[str]) -> str:
    """Returns the function that the asserts test: the one of the reference's that they name.

    Raises:
        RowError: they name none, or more than one equally often.
    """
    defined = {part.name for part in parsed(code, "its code").body if isinstance(part, ast.FunctionDef)}
    named = Counter[str]()
    for text in asserts:
        names = {node.id for node in ast.walk(parsed(text, "an assert")) if isinstance(node, ast.Name)}
        named.update(names & defined)
    ranked = named.most_common(2)
    if not ranked:
        raise RowError("its tests call no function that its code defines")
    if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
        raise RowError(f"its tests call {ranked[0][0]!r} and {ranked[1][0]!r}")
    return ranked[0][0]


def signature_of(code: str, name: str) -> str:
    """Returns the line that begins a function of the code: `def name(a, b=1):`."""
    functions = [part for part in parsed(code, "its code").body if isinstance(part, ast.FunctionDef)]
    function = next(part for part in reversed(functions) if part.name == name)
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"def {name}({ast.unparse(function.args)}){returns}:"


def imports_for(code: str, asserts: Sequence[str]) -> list[str]:
    """Returns the imports of the code that bring names which the asserts use, too."""
    used = {node.id for text in asserts for node in ast.walk(parsed(text, "an assert")) if isinstance(node, ast.Name)}
    imports = [part for part in parsed(code, "its code").body if isinstance(part, ast.Import | ast.ImportFrom)]
    return [ast.unparse(part) for part in imports if used & {alias.asname or alias.name for alias in part.names}]


def _tree(code: str) -> str | None:
    try:
        return ast.dump(syntax_tree(code))
    except (SyntaxError, RecursionError):
        return None
