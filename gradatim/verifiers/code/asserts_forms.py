"""One condition of an `assert` as tests: what to evaluate, and the value that a right program gives.

A test is *closed* if the program cannot tell its expected value from what it gets: calls and expressions such as
`sorted(f([3, 1]))`. Any other condition that calls the function (`f(2) != 3`, `f(9) in (3, -3)`, `f(1) == f(2)`)
becomes an *open* test: the whole is an expression that must be True, which a program that forges its results knows.
"""

from __future__ import annotations

import ast
import math
from typing import NamedTuple

from gradatim.verifiers.code.asserts_fold import fold
from gradatim.verifiers.code.asserts_operations import NotConstantError
from gradatim.verifiers.code.asserts_scope import Scope, UnsupportedError, is_closed
from gradatim.verifiers.code.comparing import EXACT_ENOUGH, Tolerance
from gradatim.verifiers.code.gold import CallTest, ExpressionTest


class Form(NamedTuple):
    """A test, and whether its expected value is hidden from the program."""

    test: CallTest | ExpressionTest
    closed: bool


def forms(condition: ast.expr, scope: Scope) -> list[Form]:
    """Returns the tests that together mean the same as a condition; none for one that always holds.

    Raises:
        UnsupportedError: there are none.
    """
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And):
        return [form for part in condition.values for form in forms(part, scope)]
    if not scope.calls(condition):
        if not _constant(condition, scope):
            raise UnsupportedError("a condition that never holds")
        return []
    return [_closed_form(condition, scope) or Form(ExpressionTest(f"bool({scope.text(condition)})", True), False)]


def _closed_form(condition: ast.expr, scope: Scope) -> Form | None:
    negated = isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)
    inner = condition.operand if isinstance(condition, ast.UnaryOp) and negated else condition
    if scope.is_call(inner):
        return Form(ExpressionTest(f"bool({scope.text(inner)})", not negated), True)
    if isinstance(condition, ast.Call):
        return _isclose(condition, scope)
    if not isinstance(condition, ast.Compare) or len(condition.ops) > 1:
        return None
    left, op, right = condition.left, condition.ops[0], condition.comparators[0]
    if isinstance(op, ast.Eq) or (
        isinstance(op, ast.Is) and isinstance(right, ast.Constant) and right.value in _SINGLE
    ):
        return _equality(left, right, EXACT_ENOUGH, scope)
    if isinstance(op, ast.Gt | ast.GtE):
        left, right = right, left
    return _distance(left, right, scope) if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) else None


def _equality(left: ast.expr, right: ast.expr, tolerance: Tolerance, scope: Scope) -> Form | None:
    """Either side may be the one under test; the other must be constant."""
    if scope.calls(right):
        left, right = right, left
    if scope.calls(right) or not is_closed(left, scope):
        return None
    try:
        expected = fold(right, scope.values)
    except NotConstantError:
        return None
    if _has_nan(expected):
        raise UnsupportedError("NaN equals nothing")
    call = _plain_call(left, expected, tolerance, scope)
    return Form(call or ExpressionTest(scope.text(left), expected, tolerance), True)


def _plain_call(node: ast.expr, expected: object, tolerance: Tolerance, scope: Scope) -> CallTest | None:
    if not isinstance(node, ast.Call) or not scope.is_call(node) or any(word.arg is None for word in node.keywords):
        return None
    try:
        args = tuple(fold(ast.Tuple(node.args), scope.values))
        kwargs = {str(word.arg): fold(word.value, scope.values) for word in node.keywords}
    except NotConstantError:
        return None
    return CallTest(args, expected, kwargs, tolerance)


def _isclose(call: ast.Call, scope: Scope) -> Form | None:
    if ast.unparse(call.func) not in ("math.isclose", "isclose") or len(call.args) != 2:
        return None
    options = {str(word.arg): _number(word.value, scope) for word in call.keywords}
    rel, absolute = options.pop("rel_tol", 1e-9), options.pop("abs_tol", 0.0)
    if options or rel is None or absolute is None:
        return None
    return _equality(call.args[0], call.args[1], Tolerance(rel, absolute), scope)


def _distance(left: ast.expr, right: ast.expr, scope: Scope) -> Form | None:
    """Reads `abs(f(x) - 0.5) < 1e-6`."""
    limit = _number(right, scope)
    if limit is None or not isinstance(left, ast.Call) or ast.unparse(left.func) not in ("abs", "math.fabs", "fabs"):
        return None
    inner = left.args[0] if len(left.args) == 1 else None
    if not isinstance(inner, ast.BinOp) or not isinstance(inner.op, ast.Sub):
        return None
    form = _equality(inner.left, inner.right, Tolerance(0.0, limit), scope)
    return form if form and isinstance(form.test.expected, int | float) else None


def _number(node: ast.expr, scope: Scope) -> float | None:
    try:
        value = fold(node, scope.values)
    except NotConstantError:
        return None
    return float(value) if isinstance(value, int | float) and 0 <= value < math.inf else None


def _constant(condition: ast.expr, scope: Scope) -> bool:
    try:
        return bool(fold(condition, scope.values))
    except NotConstantError as error:
        raise UnsupportedError(str(error)) from error


def _has_nan(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nan, (*value.keys(), *value.values())))
    return any(map(_has_nan, value)) if isinstance(value, list | tuple | set | frozenset) else value != value


_SINGLE = (None, True, False)
