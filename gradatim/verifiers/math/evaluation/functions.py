"""The functions of `call` as approximations, with the errors that they pass on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from gradatim.verifiers.math.evaluation.approximation import (
    HOPELESS,
    MAX_BITS,
    NO_ERROR,
    Approximation,
    Call,
    Evaluation,
)
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.notation.tree import TooComplexError

_MAX_ANGLE_BITS = 400
_LARGEST_FACTORIAL = 3_200
# mpmath's gamma function takes seconds in a thousand digits.
_MAX_GAMMA_BITS = 300
_LN_2 = 0.6931

Args = Sequence[Approximation]


def _wave(name: str, run: Evaluation, args: Args) -> Approximation:
    angle = args[0]
    if run.size(angle.value) > _MAX_ANGLE_BITS:
        raise TooComplexError("angle")
    value = getattr(run.mp, name)(angle.value)
    steep = 0 if name in ("sin", "cos") else 2 * max(run.size(value), 0) + 2
    imaginary = max(run.size(run.mp.im(angle.value)), 0) * 2
    return run.rounded(value, max(angle.error, -run.mp.prec) + steep + imaginary + 1)


def _exponential(name: str, run: Evaluation, args: Args) -> Approximation:
    power = args[0]
    if run.size(power.value) > 60 or abs(run.mp.re(power.value)) > MAX_BITS * _LN_2:
        raise TooComplexError("exponential")
    value = getattr(run.mp, name)(power.value)
    if power.error >= 0:
        return Approximation(value, HOPELESS)
    return run.rounded(value, max(run.size(value), 0) + max(power.error, -run.mp.prec) + 2)


def _inverse(name: str, run: Evaluation, args: Args) -> Approximation:
    value = getattr(run.mp, name)(args[0].value)
    error = max(args[0].error, -run.mp.prec)
    if name == "atan":
        return run.rounded(value, error + 1)
    # The slope is 1 / sqrt(1 - x^2).
    edge = run.size(1 - args[0].value ** 2)
    return run.rounded(value, (error // 2 if edge <= error + 1 else error - edge // 2) + 3)


def _ln(run: Evaluation, arg: Approximation) -> Approximation:
    if not arg.value:
        raise UndefinedError("log of zero")
    value = run.mp.log(arg.value)
    distance = run.size(arg.value) - 1
    if arg.error >= distance:
        return Approximation(value, HOPELESS)
    return run.rounded(value, max(arg.error - distance, -run.mp.prec) + 1)


def _log(run: Evaluation, args: Args) -> Approximation:
    logs = [_ln(run, arg) for arg in args]
    if len(logs) == 1:
        return logs[0]
    if not logs[1].value:
        raise UndefinedError("log to base 1")
    top, bottom = logs
    value = top.value / bottom.value
    below = run.size(bottom.value) - 1
    if bottom.error >= below - 1:
        return Approximation(value, HOPELESS)
    return run.rounded(value, max(top.error, run.size(value) + bottom.error) - below + 2)


def _factorial(run: Evaluation, args: Args) -> Approximation:
    if abs(args[0].value) > _LARGEST_FACTORIAL or run.mp.prec > _MAX_GAMMA_BITS:
        raise TooComplexError("factorial")
    value = run.mp.gamma(args[0].value + 1)
    return run.rounded(value, run.size(value) + max(args[0].error, -run.mp.prec) + 8)


def _binomial(run: Evaluation, args: Args) -> Approximation:
    if max(abs(args[0].value), abs(args[1].value)) > _LARGEST_FACTORIAL or run.mp.prec > _MAX_GAMMA_BITS:
        raise TooComplexError("binomial")
    value = run.mp.binomial(args[0].value, args[1].value)
    return run.rounded(value, run.size(value) + max(args[0].error, args[1].error, -run.mp.prec) + 14)


def _absolute(run: Evaluation, args: Args) -> Approximation:
    return run.rounded(abs(args[0].value), args[0].error)


def _real(run: Evaluation, arg: Approximation) -> Any:  # noqa: ANN401
    if run.mp.im(arg.value) != 0:
        raise UndefinedError("not real")
    return run.mp.re(arg.value)


def _whole(name: str, run: Evaluation, args: Args) -> Approximation:
    """Floor or ceiling; next to an integer, nearer than the error, the integer itself."""
    value = _real(run, args[0])
    nearest = run.mp.nint(value)
    if run.size(value - nearest) <= args[0].error:
        return Approximation(nearest, NO_ERROR)
    return Approximation(getattr(run.mp, name)(value), NO_ERROR)


def _extreme(pick: Callable[..., Any], run: Evaluation, args: Args) -> Approximation:
    return Approximation(pick(_real(run, arg) for arg in args), max(arg.error for arg in args))


def _remainder(run: Evaluation, args: Args) -> Approximation:
    value, modulus = (_real(run, arg) for arg in args)
    times = run.mp.floor(value / modulus)
    error = max(args[0].error, run.size(times) + args[1].error)
    return run.rounded(value - modulus * times, max(error, run.size(value) - run.mp.prec) + 1)


CALLS: Mapping[str, Call] = MappingProxyType(
    {
        **{name: partial(_wave, name) for name in ("sin", "cos", "tan", "cot", "sec", "csc", "tanh")},
        **{name: partial(_exponential, name) for name in ("exp", "sinh", "cosh")},
        **{"arc" + name: partial(_inverse, "a" + name) for name in ("sin", "cos", "tan")},
        **{name: partial(_whole, name) for name in ("floor", "ceil")},
        "min": partial(_extreme, min),
        "max": partial(_extreme, max),
        "mod": _remainder,
        "ln": _log,
        "log": _log,
        "abs": _absolute,
        "factorial": _factorial,
        "binomial": _binomial,
    }
)
"""By the name that `call` has; `gcd` and `lcm` exist for exact numbers only."""
