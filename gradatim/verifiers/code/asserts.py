"""Turns the asserts of a data set into tests, by their syntax: nothing is executed.

`assert f(2) == 4` judges the program in its own process, where a hostile program can make any assert pass. As a test,
`f(2)` is evaluated there and its value compared with 4 here. That is possible where this side can work out what is
expected; where not, the answer is None, and the asserts remain a program that judges itself.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from gradatim.verifiers.code.asserts_fold import fold
from gradatim.verifiers.code.asserts_forms import Form, forms
from gradatim.verifiers.code.asserts_operations import UNKNOWN, NotConstantError, bind
from gradatim.verifiers.code.asserts_scope import Scope, UnsupportedError
from gradatim.verifiers.code.asserts_syntax import syntax_tree
from gradatim.verifiers.code.gold import MAX_TESTS, CodeTest

_STATEMENTS = 10_000


def tests_from_asserts(asserts: Sequence[str], entry_point: str) -> tuple[CodeTest, ...] | None:
    """Returns the tests that mean the same as a list of asserts, as MBPP has them.

    Args:
        asserts: Python statements, such as `assert f(1) == 2`.
        entry_point: the function that they test.

    Returns:
        None where a part of them has no form as a test, where they test nothing, or where half of the tests or more
        would show the program what to answer.

    >>> tests_from_asserts(["assert double(1 + 1) == 4"], "double")
    (CallTest(args=(2,), expected=4, kwargs={}, tolerance=Tolerance(rel=1e-06, abs=1e-09)),)
    """
    try:
        body = [statement for text in asserts for statement in syntax_tree(textwrap.dedent(text).strip()).body]
    except SyntaxError:
        return None
    return _tests(body, Scope(entry_point, frozenset({entry_point})))


def tests_from_check(program: str, entry_point: str) -> tuple[CodeTest, ...] | None:
    """Returns the tests that mean the same as a program with a function `check(candidate)`, as HumanEval has them.

    Args:
        program: the function, with or without the call `check(entry_point)`.
        entry_point: the function that is the candidate.

    Returns:
        None as in `tests_from_asserts`, or where the program has other parts that matter.
    """
    try:
        module = syntax_tree(textwrap.dedent(program)).body
    except SyntaxError:
        return None
    checks = [part for part in module if isinstance(part, ast.FunctionDef)]
    if [check.name for check in checks] != ["check"] or len(checks[0].args.args) != 1:
        return None
    before = [part for part in module if not isinstance(part, ast.FunctionDef) and not _is_check_call(part)]
    subjects = frozenset({entry_point, checks[0].args.args[0].arg})
    return _tests([*before, *checks[0].body], Scope(entry_point, subjects))


def _is_check_call(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "check"


def _tests(body: Sequence[ast.stmt], scope: Scope) -> tuple[CodeTest, ...] | None:
    reader = _Reader(scope)
    try:
        reader.read(body)
    except (UnsupportedError, NotConstantError, RecursionError):
        return None
    shown = sum(not form.closed for form in reader.found)
    # Against a program that answers True to whatever shows what it wants, the rest must decide.
    if not reader.found or 2 * shown >= len(reader.found):
        return None
    return tuple(form.test for form in reader.found)


class _Reader:
    """Goes through statements in the order in which they would run."""

    def __init__(self, scope: Scope) -> None:
        self.found: list[Form] = []
        self._scope = scope
        self._left = _STATEMENTS

    def read(self, body: Sequence[ast.stmt]) -> None:
        """Reads statements.

        Raises:
            UnsupportedError: one that may matter in a way that is not known.
        """
        for statement in body:
            self._left -= 1
            handle = _HANDLERS.get(type(statement))
            if handle is None or self._left < 0 or len(self.found) > MAX_TESTS:
                raise UnsupportedError(type(statement).__name__)
            handle(self, statement)

    def assertion(self, statement: ast.Assert) -> None:
        self.found.extend(forms(statement.test, self._scope))

    def assignment(self, statement: ast.Assign) -> None:
        if self._scope.calls(statement):
            raise UnsupportedError("a result is kept, or the function replaced")
        try:
            value = fold(statement.value, self._scope.values)
        except NotConstantError:
            value = UNKNOWN
        for target in statement.targets:
            self._bind(bind(target, value))

    def loop(self, statement: ast.For) -> None:
        if statement.orelse or self._scope.calls(statement.target):
            raise UnsupportedError("a loop of another kind")
        for item in fold(ast.List([ast.Starred(statement.iter)]), self._scope.values):
            self._bind(bind(statement.target, item))
            self.read(statement.body)

    def importing(self, statement: ast.Import | ast.ImportFrom) -> None:
        names = {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
        if names & self._scope.subjects:
            raise UnsupportedError("the function is imported")
        self._scope = replace(self._scope, imported=self._scope.imported | names)

    def expression(self, statement: ast.Expr) -> None:
        if not isinstance(statement.value, ast.Constant | ast.Name):
            raise UnsupportedError("a call for its effect")

    def nothing(self, statement: ast.Pass) -> None:
        pass

    def _bind(self, names: Mapping[str, Any]) -> None:
        self._scope = replace(self._scope, values={**self._scope.values, **names})


_HANDLERS: Mapping[type[ast.stmt], Callable[[_Reader, Any], None]] = MappingProxyType(
    {
        ast.Assert: _Reader.assertion,
        ast.Assign: _Reader.assignment,
        ast.For: _Reader.loop,
        ast.Import: _Reader.importing,
        ast.ImportFrom: _Reader.importing,
        ast.Expr: _Reader.expression,
        ast.Pass: _Reader.nothing,
    }
)
