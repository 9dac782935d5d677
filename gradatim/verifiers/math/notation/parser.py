r"""From a text to a tree: LaTeX, Unicode and plain notation alike, never evaluated.

>>> parse(r"\frac12").kind
'div'
"""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.verifiers.math.notation.brackets import Frame, Item, closes, is_such_that, opens_bar, push, require_closed
from gradatim.verifiers.math.notation.clauses import parse_items, split
from gradatim.verifiers.math.notation.tokens import Token, UnreadableError, tokenize
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, symbols

_LARGEST_DETERMINANT = 3

__all__ = ["UnreadableError", "parse"]


def parse(text: str) -> Node:
    """The tree of a text.

    Raises:
        UnreadableError: it is no mathematics that is known.
        TooComplexError: it is nested too deeply.
    """
    stack = [Frame(Token("open", "top"))]
    for token in tokenize(text):
        _take(stack, token)
    require_closed(stack)
    items = stack[0].items
    if len(items) == 1 and items[0].kind == "square" and items[0].node and items[0].node.kind != "matrix":
        return node("bracket", items[0].node, value="[]")
    return parse_items(items)


def _take(stack: list[Frame], token: Token) -> None:
    frame = stack[-1]
    if is_such_that(frame, token):
        frame.items.append(Item("such", "|"))
    elif token.kind == "bar":
        if opens_bar(frame):
            push(stack, token)
        else:
            _close(stack, token)
    elif token.kind in ("open", "begin"):
        push(stack, token)
    elif token.kind in ("close", "end"):
        _close(stack, token)
    else:
        frame.items.append(Item(token.kind, token.value, token.spaced))


def _close(stack: list[Frame], token: Token) -> None:
    frame = stack.pop()
    if not stack or not closes(frame.opening, token):
        raise UnreadableError("unmatched bracket")
    stack[-1].items.append(_item(frame, token)._replace(spaced=frame.opening.spaced))


def _item(frame: Frame, closing: Token) -> Item:
    opening, items = frame.opening.value, frame.items
    if frame.opening.kind == "begin":
        return Item("matrix", "", node=_matrix(opening, items))
    if opening in ("{", "\\{") and any(item.kind == "such" for item in items):
        condition = parse_items(items[[item.kind for item in items].index("such") + 1 :])
        if items[0].value not in symbols(condition) or any(
            item.kind == "realset" and item.value != "R" for item in items
        ):
            raise UnreadableError("set of other things")
        return Item("set", frame.text(), node=node("builder", condition))
    if opening == "{":
        return Item("brace", frame.text(), node=_group(items))
    if opening == "\\{":
        return Item("set", frame.text(), node=_set(items))
    inner = parse_items(items)
    if opening in ("floor", "ceil"):
        return Item("paren", frame.text(), node=node("call", inner, value=opening))
    if opening == "|" and inner.kind == "matrix":
        return Item("paren", frame.text(), node=_determinant_of(inner))
    if opening == "|":
        return Item("paren", frame.text(), node=node("call", inner, value="abs"))
    if opening == "<":
        return Item("paren", frame.text(), node=node("bracket", *_elements(inner), value="()"))
    brackets = opening + closing.value
    if inner.kind == "list" and inner.value in (",", ";"):
        return Item("paren", frame.text(), node=node("bracket", *inner.args, value=brackets))
    if brackets not in ("()", "[]"):
        raise UnreadableError("unmatched bracket")
    return Item("square" if opening == "[" else "paren", frame.text(), node=inner)


def _group(items: Sequence[Item]) -> Node | None:
    """What LaTeX's braces hold; None for nothing and for what is no value, which may still be an index."""
    try:
        return parse_items(items) if items else None
    except UnreadableError:
        return None


def _set(items: Sequence[Item]) -> Node:
    return node("set", *_elements(parse_items(items))) if items else Node("realset", (), "empty")


def _elements(inner: Node) -> tuple[Node, ...]:
    return inner.args if inner.kind == "list" else (inner,)


def _matrix(environment: str, items: Sequence[Item]) -> Node:
    rows = [[parse_items(cell) for cell in split(row, "amp")] for row in split(items, "row") if row]
    if not rows or len({len(row) for row in rows}) > 1:
        raise UnreadableError("ragged matrix")
    matrix = node("matrix", *[cell for row in rows for cell in row], value=len(rows[0]))
    return matrix if environment != "vmatrix" else _determinant_of(matrix)


def _determinant_of(matrix: Node) -> Node:
    rows = [matrix.args[start : start + matrix.value] for start in range(0, len(matrix.args), matrix.value)]
    if len(rows) != matrix.value or len(rows) > _LARGEST_DETERMINANT:
        raise TooComplexError("determinant")
    return _determinant(rows)


def _determinant(rows: Sequence[Sequence[Node]]) -> Node:
    if len(rows) == 1:
        return rows[0][0]
    terms = []
    for column, entry in enumerate(rows[0]):
        minor = _determinant([[*row[:column], *row[column + 1 :]] for row in rows[1:]])
        term = node("mul", entry, minor)
        terms.append(node("neg", term) if column % 2 else term)
    return node("add", *terms)
