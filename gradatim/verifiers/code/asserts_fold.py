"""Works out constant Python expressions by walking their syntax tree; nothing is ever executed.

Known are literals, arithmetic, comparisons, comprehensions, slices and the constructors and sums of `FUNCTIONS`; all
of it on plain data and within a budget, so that `9**9**9` or `[0] * 10**9` is refused before it is made.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from gradatim.verifiers.code.asserts_operations import (
    BINARY,
    COMPARE,
    FUNCTIONS,
    MATH,
    UNARY,
    UNKNOWN,
    NotConstantError,
    bind,
    check_operands,
    in_order,
    is_plain,
    size,
)

Names = Mapping[str, Any]
"""The values of local names."""

_STEPS = 50_000
_DEPTH = 100


def fold(node: ast.expr, names: Names = MappingProxyType({})) -> Any:  # noqa: ANN401 - any plain value
    """Returns the value of a constant expression.

    Args:
        node: the expression.
        names: values of names that occur in it.

    Raises:
        NotConstantError: it is not constant, raises an exception, or is too large.
    """
    try:
        value = _Folder(names).value(node)
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise NotConstantError(str(error)) from error
    if not is_plain(value):
        raise NotConstantError(type(value).__name__)
    return value


class _Folder:
    def __init__(self, names: Names) -> None:
        self._names = dict(names)
        self._steps = 0
        self._depth = 0

    def value(self, node: ast.expr) -> Any:  # noqa: ANN401
        self._steps += 1
        self._depth += 1
        if self._steps > _STEPS or self._depth > _DEPTH:
            raise NotConstantError("too much work")
        visit = _VISITORS.get(type(node))
        if visit is None:
            raise NotConstantError(type(node).__name__)
        value = visit(self, node)
        self._depth -= 1
        self._steps += size(value) // 50
        return value

    def constant(self, node: ast.Constant) -> Any:  # noqa: ANN401
        if node.value is Ellipsis:
            raise NotConstantError("...")
        return node.value

    def name(self, node: ast.Name) -> Any:  # noqa: ANN401
        value = self._names.get(node.id, UNKNOWN)
        if value is UNKNOWN:
            raise NotConstantError(node.id)
        return value

    def attribute(self, node: ast.Attribute) -> float:
        known = isinstance(node.value, ast.Name) and node.value.id == "math" and "math" not in self._names
        if not known or node.attr not in MATH:
            raise NotConstantError(node.attr)
        return MATH[node.attr]

    def display(self, node: ast.List | ast.Tuple | ast.Set) -> Any:  # noqa: ANN401
        items: list[Any] = []
        for item in node.elts:
            items.extend(in_order(self.value(item.value)) if isinstance(item, ast.Starred) else [self.value(item)])
        return {ast.List: list, ast.Tuple: tuple, ast.Set: set}[type(node)](items)

    def dictionary(self, node: ast.Dict) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        for key, item in zip(node.keys, node.values, strict=True):
            made.update(self.value(item) if key is None else {self.value(key): self.value(item)})
        return made

    def unary(self, node: ast.UnaryOp) -> Any:  # noqa: ANN401
        return UNARY[type(node.op)](self.value(node.operand))

    def binary(self, node: ast.BinOp) -> Any:  # noqa: ANN401
        operate = BINARY.get(type(node.op))
        if operate is None:
            raise NotConstantError(type(node.op).__name__)
        left, right = self.value(node.left), self.value(node.right)
        check_operands(node.op, left, right)
        return operate(left, right)

    def boolean(self, node: ast.BoolOp) -> Any:  # noqa: ANN401
        stops = isinstance(node.op, ast.Or)
        for operand in node.values:
            value = self.value(operand)
            if bool(value) is stops:
                break
        return value

    def comparison(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator)
            if not _comparing(op)(left, right):
                return False
            left = right
        return True

    def subscript(self, node: ast.Subscript) -> Any:  # noqa: ANN401
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            return self.value(node.value)[slice(*(None if end is None else self.value(end) for end in ends))]
        return self.value(node.value)[self.value(node.slice)]

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Any:  # noqa: ANN401
        outer = self._names
        self._names = dict(outer)
        items = [self.value(node.elt) for _ in self._bindings(node.generators)]
        self._names = outer
        if isinstance(node, ast.GeneratorExp):
            return iter(items)
        return set(items) if isinstance(node, ast.SetComp) else items

    def call(self, node: ast.Call) -> Any:  # noqa: ANN401
        if not isinstance(node.func, ast.Name) or node.func.id in self._names or node.func.id not in FUNCTIONS:
            raise NotConstantError("a call")
        arguments = self.display(ast.List(node.args))
        if any(keyword.arg is None for keyword in node.keywords):
            raise NotConstantError("**")
        options = {str(keyword.arg): self.value(keyword.value) for keyword in node.keywords}
        return FUNCTIONS[node.func.id](*arguments, **options)

    def _bindings(self, generators: list[ast.comprehension]) -> Iterator[None]:
        """Binds the names of a comprehension to one combination after the other."""
        if not generators:
            yield
            return
        first, *others = generators
        for item in in_order(self.value(first.iter)):
            self._names.update(bind(first.target, item))
            if all(self.value(condition) for condition in first.ifs):
                yield from self._bindings(others)


_VISITORS: Mapping[type[ast.expr], Callable[[_Folder, Any], Any]] = MappingProxyType(
    {
        ast.Constant: _Folder.constant,
        ast.Name: _Folder.name,
        ast.Attribute: _Folder.attribute,
        ast.List: _Folder.display,
        ast.Tuple: _Folder.display,
        ast.Set: _Folder.display,
        ast.Dict: _Folder.dictionary,
        ast.UnaryOp: _Folder.unary,
        ast.BinOp: _Folder.binary,
        ast.BoolOp: _Folder.boolean,
        ast.Compare: _Folder.comparison,
        ast.Subscript: _Folder.subscript,
        ast.ListComp: _Folder.comprehension,
        ast.SetComp: _Folder.comprehension,
        ast.GeneratorExp: _Folder.comprehension,
        ast.Call: _Folder.call,
    }
)


def _comparing(op: ast.cmpop) -> Callable[[Any, Any], bool]:
    if type(op) not in COMPARE:
        raise NotConstantError(type(op).__name__)
    return COMPARE[type(op)]
