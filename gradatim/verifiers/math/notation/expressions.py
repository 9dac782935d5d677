r"""Expressions: sums of products of powers, in a flat list of items without brackets, separators and relations.

Products may be written without a sign (`2xy`, `3(x+1)`), but not between two numbers, except a mixed number: an
integer before a fraction of integers that is less than 1. Functions may lack brackets: `\sin 2x` takes the product
that follows, up to the next function or operator. `-2^2` is -4, `\sin^{-1}` the inverse, a power of a power goes from
right to left.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gradatim.verifiers.math.notation.brackets import Item
from gradatim.verifiers.math.notation.literals import base_number, literal
from gradatim.verifiers.math.notation.tokens import UnreadableError
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, number, symbol

_MAX_NESTED = 24
_END = Item("end", "")
_OPERANDS = frozenset(
    ["num", "sym", "const", "func", "macro", "big", "brace", "paren", "square", "set", "matrix", "realset"]
)
_ATOMS = _OPERANDS - {"func", "big"}
_INVERSES = {name: "arc" + name for name in ("sin", "cos", "tan")}
_TWO_ARGUMENTS = frozenset({"binomial", "gcd", "lcm", "min", "max"})


class Expression:
    """A reader of one expression; `parse` reads it all."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = list(items)
        self.index = 0
        self.nested = 0

    def parse(self) -> Node:
        """The tree.

        Raises:
            UnreadableError: something is left over or missing.
            TooComplexError: it is too deep.
        """
        result = self._sum()
        if self.index < len(self.items):
            raise UnreadableError(self.items[self.index].value)
        return result

    def _peek(self) -> Item:
        return self.items[self.index] if self.index < len(self.items) else _END

    def _next_is(self, kind: str, *values: str) -> bool:
        item = self._peek()
        return item.kind == kind and (not values or item.value in values)

    def _take(self) -> Item:
        item = self._peek()
        self.index += 1
        return item

    def _enter(self) -> None:
        """Before the reader calls itself, for the argument of a function that has no brackets."""
        self.nested += 1
        if self.nested > _MAX_NESTED:
            raise TooComplexError("functions in functions")

    def _leave(self) -> None:
        self.nested -= 1

    def _sum(self) -> Node:
        terms = [self._signed_product()]
        while self._next_is("op", "+", "-") or self._next_is("pm"):
            sign = self._take()
            term = self._product() if sign.kind == "pm" else self._signed_product()
            if sign.kind == "pm":
                left = node("add", *terms) if len(terms) > 1 else terms[0]
                terms = [node("pm", left, term, value=sign.value)]
            else:
                terms.append(node("neg", term) if sign.value == "-" else term)
        return node("add", *terms) if len(terms) > 1 else terms[0]

    def _signed_product(self) -> Node:
        negative, plus_minus = self._signs()
        product = self._product()
        if plus_minus:
            return node("pm", node("neg", product) if negative else product, value=plus_minus)
        return node("neg", product) if negative else product

    def _signs(self) -> tuple[bool, str]:
        negative, plus_minus = False, ""
        while self._next_is("op", "+", "-") or (self._next_is("pm") and not plus_minus):
            sign = self._take()
            negative ^= sign.value == "-"
            plus_minus = sign.value if sign.kind == "pm" else plus_minus
        return negative, plus_minus

    def _product(self) -> Node:
        result = self._power()
        while True:
            if self._next_is("op", "*"):
                self._take()
                result = node("mul", result, self._signed_power())
            elif self._next_is("op", "/"):
                self._take()
                result = node("div", result, self._signed_power())
            elif self._next_is("op", "mod"):
                self._take()
                result = node("call", result, self._signed_power(), value="mod")
            elif self._next_is("brace", "") and self._peek().node is None:
                self._take()
            elif self._peek().kind in _OPERANDS:
                result = self._juxtaposed(result, self._peek())
            else:
                return result

    def _juxtaposed(self, left: Node, item: Item) -> Node:
        before = self.items[self.index - 1]
        if item.kind == "num":
            powered = self.items[self.index + 1 : self.index + 2] and self.items[self.index + 1].value == "^"
            readable = before.kind in ("sym", "const") or before.value == "!"
            if before.kind != "paren" and not (powered and readable):
                raise UnreadableError("number after a value")
        elif item.kind == "brace" and before.kind == "num" and item.node and item.node.kind in ("num", "dec"):
            raise UnreadableError("digits in braces after digits")
        return node("mul", left, self._power())

    def _signed_power(self) -> Node:
        negative, plus_minus = self._signs()
        power = self._power()
        if plus_minus:
            raise UnreadableError("sign")
        return node("neg", power) if negative else power

    def _power(self) -> Node:
        """An operand with what is written behind it."""
        parts = [self._suffixed(self._operand())]
        while self._next_is("op", "^"):
            self._take()
            parts.append(self._exponent())
        result = parts.pop()
        while parts:
            result = node("pow", parts.pop(), result)
        return self._suffixed(result)

    def _suffixed(self, operand: Node) -> Node:
        while True:
            if self._next_is("op", "!"):
                self._take()
                if self._next_is("op", "!"):
                    raise UnreadableError("double factorial")
                operand = node("call", operand, value="factorial")
            elif self._next_is("op", "%"):
                self._take()
                operand = node("percent", operand)
            elif self._next_is("degree"):
                self._take()
                operand = node("unit", operand, value="degree")
            else:
                return operand

    def _exponent(self) -> Node:
        negative, plus_minus = self._signs()
        if plus_minus:
            raise UnreadableError("sign")
        is_number = self._next_is("num")
        self._enter()
        exponent = self._suffixed(literal(self._take().value) if is_number else self._operand())
        self._leave()
        return node("neg", exponent) if negative else exponent

    def _operand(self) -> Node:
        item = self._take()
        if item.kind == "num":
            return self._number(item)
        if item.kind == "sym":
            return self._symbol(item)
        if item.kind == "const":
            return Node("const", (), item.value) if not self._next_is("op", "_") else self._symbol(item)
        if item.kind == "realset":
            return Node("realset", (), item.value)
        if item.kind == "macro":
            return self._macro(item.value)
        if item.kind == "func":
            return self._function(item.value)
        if item.kind == "big":
            return self._big(item.value)
        if item.node is None:
            raise UnreadableError(item.value or "nothing")
        return node("set", *item.node.args) if item.kind == "brace" and item.node.kind == "list" else item.node

    def _number(self, item: Item) -> Node:
        if self._next_is("op", "_"):
            return base_number(item.value, self._subscript())
        whole = literal(item.value)
        if not item.value.isdigit():
            return whole
        fraction = self._mixed_part()
        return node("add", whole, fraction) if fraction else whole

    def _mixed_part(self) -> Node | None:
        """The fraction after an integer, if the two are a mixed number."""
        # `\frac72` takes its digits apart.
        start, items = self.index, list(self.items)
        if self._next_is("macro", "frac"):
            self._take()
            fraction = self._macro("frac")
        elif self._next_is("num") and self._peek().spaced and self._peek().value.isdigit():
            top = self._take()
            if not self._next_is("op", "/") or not self.items[self.index + 1 : self.index + 2]:
                raise UnreadableError("number after a number")
            self._take()
            bottom = self._take()
            if bottom.kind != "num":
                raise UnreadableError("number after a number")
            fraction = node("div", literal(top.value), literal(bottom.value))
        else:
            return None
        if fraction.kind == "div" and all(part.kind == "num" for part in fraction.args):
            top_value, bottom_value = (part.value for part in fraction.args)
            if 0 < top_value < bottom_value and not self._next_is("op", "^"):
                return fraction
        self.index, self.items = start, items
        return None

    def _subscript(self) -> str:
        self._take()
        item = self._take()
        if item.kind not in ("num", "sym", "const", "brace", "text"):
            raise UnreadableError("subscript")
        return item.value

    def _symbol(self, item: Item) -> Node:
        name = item.value
        if self._next_is("op", "_"):
            name += "_" + self._subscript()
        while self._next_is("op", "'"):
            name += self._take().value
        return Node("const", (), name) if name in ("e", "i") else symbol(name)

    def _macro(self, name: str) -> Node:
        if name == "frac":
            return node("div", self._argument_of_macro(), self._argument_of_macro())
        if name == "binom":
            return node("call", self._argument_of_macro(), self._argument_of_macro(), value="binomial")
        index = number(3 if name == "cbrt" else 2)
        if name == "sqrt" and self._next_is("square"):
            index = self._take().node or index
        item = self._peek()
        radicand = self._operand() if item.kind in ("num", "sym", "const") else self._argument_of_macro()
        return node("root", radicand, index)

    def _argument_of_macro(self) -> Node:
        """A group, or a single digit or symbol."""
        item = self._peek()
        if item.kind == "num" and len(item.value) > 1 and item.value.isdigit() and not item.spaced:
            self.items[self.index] = item._replace(value=item.value[1:])
            return literal(item.value[0])
        if item.kind == "num":
            return literal(self._take().value)
        if item.kind not in _ATOMS:
            raise UnreadableError("argument")
        self._enter()
        result = self._operand()
        self._leave()
        return result

    def _function(self, name: str) -> Node:
        power = base = None
        while self._next_is("op", "^") or (name == "log" and self._next_is("op", "_")):
            if self._take().value == "^":
                power = self._exponent()
            else:
                base = self._argument_of_macro() if not self._next_is("num") else literal(self._take().value)
        if name in _INVERSES and power == node("neg", number(1)):
            name, power = _INVERSES[name], None
        self._enter()
        result = _call(name, self._arguments(), base)
        self._leave()
        return node("pow", result, power) if power else result

    def _arguments(self) -> tuple[Node, ...]:
        item = self._peek()
        if item.kind in ("paren", "square", "set") and item.node:
            self._take()
            return item.node.args if item.node.kind in ("bracket", "set") else (item.node,)
        negative, _ = self._signs()
        factors = [self._operand_with_power()]
        while self._peek().kind in _ATOMS and self._peek().kind != "num":
            factors.append(self._operand_with_power())
        product = factors[0] if len(factors) == 1 else node("mul", *factors)
        return (node("neg", product) if negative else product,)

    def _operand_with_power(self) -> Node:
        if self._peek().kind not in _OPERANDS:
            raise UnreadableError("function without argument")
        return self._power()

    def _big(self, name: str) -> Node:
        low: Node | None = None
        high: Node | None = None
        while self._next_is("op", "_", "^"):
            if self._take().value == "_":
                low = self._argument_of_macro()
            else:
                high = self._argument_of_macro()
        if low is None or high is None or low.kind != "rel" or low.value != ("=",) or low.args[0].kind != "sym":
            raise UnreadableError("bounds")
        self._enter()
        body = self._product()
        self._leave()
        return node(name, body, *low.args, high)


def _call(name: str, arguments: Sequence[Node], base: Node | None) -> Node:
    if name == "lg":
        return node("call", *arguments, number(Fraction(10)), value="log")
    if base is not None:
        arguments = (*arguments, base)
    limit = 2 if name == "log" else 1
    if name in _TWO_ARGUMENTS:
        if len(arguments) < 2 or (name == "binomial" and len(arguments) > 2):
            raise UnreadableError("number of arguments")
    elif len(arguments) > limit:
        raise UnreadableError("number of arguments")
    return node("call", *arguments, value=name)
