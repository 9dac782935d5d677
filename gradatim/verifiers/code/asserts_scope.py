"""The names around an assert, and expressions written out without them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradatim.verifiers.code.asserts_fold import fold
from gradatim.verifiers.code.asserts_operations import UNKNOWN, NotConstantError


class UnsupportedError(Exception):
    """An assert that has no test which means the same."""


@dataclass(frozen=True)
class Scope:
    """The names of a place in a list of asserts.

    Attributes:
        entry_point: the function under test.
        subjects: the names that stand for it.
        values: of local names; `UNKNOWN` where the value cannot be told.
        imported: names that only the asserts' own imports define.
    """

    entry_point: str
    subjects: frozenset[str]
    values: Mapping[str, Any] = field(default_factory=dict)
    imported: frozenset[str] = frozenset()

    def calls(self, node: ast.AST) -> bool:
        """Whether the function under test occurs in it."""
        return any(isinstance(part, ast.Name) and part.id in self.subjects for part in ast.walk(node))

    def is_call(self, node: ast.expr) -> bool:
        """Whether it is a call of the function under test."""
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.subjects

    def text(self, node: ast.expr) -> str:
        """Returns an expression with its local names replaced by their values.

        Raises:
            UnsupportedError: one has no value that could be written there.
        """
        # A copy, because the names are replaced in place.
        return ast.unparse(_Replacing(self).visit(ast.parse(ast.unparse(node), mode="eval").body))


def is_closed(node: ast.AST, scope: Scope) -> bool:
    """Whether an expression shows nothing of what its value should be: calls and parts, no comparison."""
    if isinstance(node, ast.Call):
        if scope.is_call(node):
            return True
        if ast.unparse(node.func) in _PREDICATES:
            return False
    elif isinstance(node, ast.Attribute):
        if node.attr.startswith("_"):
            return False
    elif not isinstance(node, _SHOWS_NOTHING):
        return False
    return all(is_closed(part, scope) for part in ast.iter_child_nodes(node))


class _Replacing(ast.NodeTransformer):
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit_Name(self, node: ast.Name) -> ast.expr:
        scope = self._scope
        if node.id in scope.subjects:
            return ast.Name(scope.entry_point, node.ctx)
        self._refuse(node.id, bound=isinstance(node.ctx, ast.Store))
        return _literal(scope.values[node.id]) if node.id in scope.values else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        self._refuse(node.arg, bound=True)
        return node

    def _refuse(self, name: str, *, bound: bool) -> None:
        scope = self._scope
        if name in scope.imported or scope.values.get(name) is UNKNOWN or (bound and name in scope.values):
            raise UnsupportedError(f"{name} cannot be replaced by its value")


def _literal(value: object) -> ast.expr:
    try:
        node = ast.parse(repr(value), mode="eval").body
        if fold(node) != value:
            raise UnsupportedError("a value that cannot be written")
    except (NotConstantError, SyntaxError, ValueError) as error:
        raise UnsupportedError(str(error)) from error
    return node


_PREDICATES = frozenset({"isinstance", "issubclass", "callable", "hasattr"})
_SHOWS_NOTHING = (
    *(ast.Name, ast.Constant, ast.Subscript, ast.Slice, ast.Starred, ast.keyword, ast.expr_context),
    *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.USub, ast.UAdd, ast.UnaryOp),
)
