"""How an expression is evaluated with mpmath: every size is estimated before it is computed, every error bounded.

Errors and sizes are exponents of two. The bounds are those of running error analysis (N. J. Higham, Accuracy and
Stability of Numerical Algorithms, 2nd edition, section 3.3), to first order and with some bits to spare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from gradatim.verifiers.math.evaluation.exact import MAX_DIGITS, UndefinedError, exact_value
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, UnsupportedError

MAX_BITS = int(MAX_DIGITS * 3.3219281)
"""Size of the largest value, and of its inverse."""
NO_ERROR = -(10**9)
_MAX_EXPONENT_DEPTH = 6
HOPELESS = 10**9
"""The error of a value of which nothing is known."""


class Approximation(NamedTuple):
    """A value as mpmath number, and an error bound: it is off by less than 2^error."""

    value: Any
    error: int


Call = Callable[["Evaluation", Sequence[Approximation]], Approximation]


class Evaluation:
    """Evaluates node after node in one context, for `fold`."""

    def __init__(self, context: Any, point: Mapping[str, Fraction], calls: Mapping[str, Call]) -> None:  # noqa: ANN401
        self.mp = context
        self.point = point
        self.calls = calls

    def combine(self, part: Node, args: list[Approximation]) -> Approximation:
        """The value of a node from those of its args."""
        if part.kind == "num":
            return self._rational(part.value)
        if part.kind == "sym":
            if part.value not in self.point:
                raise TooComplexError("symbol")
            return self._rational(self.point[part.value])
        if part.kind == "const":
            return self.rounded(self._constant(part.value))
        try:
            if part.kind == "call" and part.value in self.calls:
                return self._bounded(self.calls[part.value](self, args))
            if part.kind not in _OPERATIONS:
                raise UnsupportedError(part.kind)
            return self._bounded(_OPERATIONS[part.kind](self, part, args))
        except (ZeroDivisionError, ValueError):
            raise UndefinedError(part.kind) from None

    def size(self, value: Any) -> int:  # noqa: ANN401
        """An exponent of two that a value does not reach."""
        return int(self.mp.mag(value)) if value else NO_ERROR

    def rounded(self, value: Any, error: int = NO_ERROR) -> Approximation:  # noqa: ANN401
        """A value with the error that it inherits, and that of its own rounding."""
        return Approximation(value, max(error, self.size(value) - self.mp.prec) + 1)

    def _bounded(self, result: Approximation) -> Approximation:
        if not self.mp.isfinite(result.value):
            raise UndefinedError("not finite")
        if result.value and abs(self.size(result.value)) > MAX_BITS:
            raise TooComplexError("digits")
        return result

    def _rational(self, value: Fraction) -> Approximation:
        return self.rounded(self.mp.mpf(value.numerator) / value.denominator)

    def _constant(self, name: str) -> Any:  # noqa: ANN401
        if name == "inf":
            raise UndefinedError("infinity")
        return {"pi": +self.mp.pi, "e": +self.mp.e, "i": self.mp.mpc(0, 1)}[name]

    def add(self, _: Node, args: Sequence[Approximation]) -> Approximation:
        """The sum, with the error that its largest term brings."""
        total = self.mp.fsum([arg.value for arg in args])
        largest = max(self.size(arg.value) for arg in args) - self.mp.prec
        return Approximation(total, max(largest, *[arg.error for arg in args]) + len(args).bit_length() + 1)

    def mul(self, _: Node, args: Sequence[Approximation]) -> Approximation:
        """The product."""
        result = args[0]
        for arg in args[1:]:
            error = max(self.size(result.value) + arg.error, self.size(arg.value) + result.error, NO_ERROR)
            result = self.rounded(result.value * arg.value, error + 1)
        return result

    def neg(self, _: Node, args: Sequence[Approximation]) -> Approximation:
        """The negative."""
        return Approximation(-args[0].value, args[0].error)

    def div(self, _: Node, args: Sequence[Approximation]) -> Approximation:
        """The quotient; of a divisor that may be zero nothing is known."""
        top, bottom = args
        value = top.value / bottom.value
        below = self.size(bottom.value) - 1
        if bottom.error >= below - 1:
            return Approximation(value, HOPELESS)
        return self.rounded(value, max(top.error, self.size(value) + bottom.error) - below + 2)

    def pow(self, part: Node, args: Sequence[Approximation]) -> Approximation:
        """The power."""
        return self._power(args[0], args[1], self._exact(part.args[1]))

    def root(self, part: Node, args: Sequence[Approximation]) -> Approximation:
        """The root with an index."""
        index = self._exact(part.args[1])
        if index == 0:
            raise UndefinedError("zeroth root")
        exponent = self.div(part, (self._rational(Fraction(1)), args[1]))
        return self._power(args[0], exponent, index and 1 / index)

    def _exact(self, exponent: Node) -> Fraction | None:
        """The exponent if it is a rational number that is near at hand; without a limit towers would take long."""
        return exact_value(exponent, self.point) if exponent.depth <= _MAX_EXPONENT_DEPTH else None

    def _power(self, base: Approximation, exponent: Approximation, exact: Fraction | None) -> Approximation:
        if not base.value:
            return self._power_of_zero(base, exponent)
        logarithm = self.mp.log(abs(base.value))
        if self.size(exponent.value) > 60 or abs(exponent.value * logarithm) > MAX_BITS:
            raise TooComplexError("power")
        value = self._signed_power(base.value, exponent.value, exact)
        if base.error >= self.size(base.value) - 1:
            # Of a power of what may be zero only its size is known.
            return Approximation(value, int((base.error + 1) * exact) + 2 if exact and exact > 0 else HOPELESS)
        from_base = self.size(exponent.value) + base.error - self.size(base.value) + 1
        from_exponent = self.size(logarithm) + exponent.error if exact is None else NO_ERROR
        return self.rounded(value, self.size(value) + max(from_base, from_exponent) + 2)

    def _power_of_zero(self, base: Approximation, exponent: Approximation) -> Approximation:
        power = self.mp.re(exponent.value)
        if power < 0:
            raise UndefinedError("division by zero")
        if not exponent.value:
            return self.rounded(self.mp.mpf(1))
        return Approximation(self.mp.mpf(0), int(max(base.error, -MAX_BITS) * min(power, 1)) + 1)

    def _signed_power(self, base: Any, exponent: Any, exact: Fraction | None) -> Any:  # noqa: ANN401
        """The power; the real one of a negative base where the exponent's denominator is odd."""
        if exact is not None and exact.denominator == 1:
            return base**exact.numerator
        if exact is not None and exact.denominator == 2:
            return self.mp.sqrt(base) ** exact.numerator
        if exact is not None and exact.denominator % 2 and self.mp.im(base) == 0 and self.mp.re(base) < 0:
            root = (-self.mp.re(base)) ** exponent
            return -root if exact.numerator % 2 else root
        return base**exponent


_OPERATIONS: Mapping[str, Callable[[Evaluation, Node, Sequence[Approximation]], Approximation]] = MappingProxyType(
    {
        "add": Evaluation.add,
        "mul": Evaluation.mul,
        "neg": Evaluation.neg,
        "div": Evaluation.div,
        "pow": Evaluation.pow,
        "root": Evaluation.root,
    }
)
