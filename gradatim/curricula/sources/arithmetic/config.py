"""The configuration of the arithmetic source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator
from pydantic.dataclasses import dataclass

from gradatim.core import ConfigError, Problem
from gradatim.core.config import STRICT
from gradatim.curricula.sources.arithmetic.notation import SYMBOLS
from gradatim.curricula.sources.arithmetic.pairs import Carry, total
from gradatim.curricula.sources.arithmetic.plans import Plan, is_positional, largest_operand, make_plans, span
from gradatim.curricula.sources.arithmetic.shapes import grouped_shapes
from gradatim.curricula.sources.base import ENUMERABLE, Count
from gradatim.curricula.sources.hash_random import Rng
from gradatim.verifiers import AnswerStyle, ExactVerifier, MathVerifier, Verifier

Operation = Literal["add", "sub", "mul", "div"]
Span = int | tuple[int, int]
Ranges = tuple[tuple[int, int], ...]

_LIMITS = {"digits": (1, 100), "operands": (2, 6)}


@dataclass(frozen=True, config=STRICT)
class Arithmetic:
    """Arithmetic on whole numbers.

    Problems read `347+285`, `-7*12` or `(12+84/4)*3`, without blanks; negative operands stand in parentheses except
    at the start. Usual precedence, from left to right. Divisions are exact and always between two plain numbers.

    *Numbers.* k digits mean 10^(k-1) to 10^k - 1, and 0 to 9 for one digit. Where numbers have fixed places (with a
    `width`, or lowest digit first) leading zeros are written anyway, so k digits mean 0 to 10^k - 1 there.

    *Places.* With a `width`, or lowest digit first, operands are padded with zeros to `width` digits (default: those
    of the largest operand) and golds to the digits of the largest result that the settings allow: 347+285 of three
    digits, lowest first and width 5, is `74300+58200`, its gold `2360`, the last digit being the final carry. Such
    golds are compared as text, all others as numbers, of which the evaluated form is required.

    *Distribution.* With two operands, one operation and one number of digits (or `ranges`), all ordered pairs that
    qualify are equally likely. Otherwise the choices come first, each equally likely: the number of operands, the
    operation (with two operands) or the operations and the place of the parentheses (with more), the number of
    digits of each operand; then the numbers. With two operands, numbers that do not qualify are replaced within these
    choices; with more, all but the number of operands is drawn again, so that operations which rarely qualify (a
    difference that must not be negative) become rarer.

    *Identity.* Ids do not depend on the order of added, multiplied or subtracted parts, nor on layout, width, worked
    solutions or the other settings.
    """

    operations: Annotated[tuple[Operation, ...], Field(min_length=1, description="Which operations occur")]
    digits: Annotated[Span | None, Field(description="Digits of each operand: a number, or [fewest, most]")] = None
    ranges: Annotated[
        Ranges | None,
        Field(
            min_length=1,
            validate_default=True,
            description="In place of digits: [lowest, highest] for all operands, or one such pair for each operand",
        ),
    ] = None
    operands: Annotated[
        Span, Field(validate_default=True, description="How many numbers, 2 to 6: a number, or [fewest, most]")
    ] = 2
    negatives: Annotated[
        Literal["none", "results", "operands"],
        Field(
            validate_default=True,
            description="Whether numbers below 0 occur: nowhere, also not on the way; in results; in operands as well",
        ),
    ] = "none"
    parentheses: Annotated[
        float, Field(ge=0, le=1, description="Share of expressions of three or more numbers that have parentheses")
    ] = 0.0
    carry: Annotated[
        Carry, Field(description="Carries or borrows of a sum or difference of two numbers: any, none, or at least one")
    ] = "any"
    layout: Annotated[Literal["natural", "lowest_first"], Field(description="Order of the digits of every number")] = (
        "natural"
    )
    width: Annotated[
        int | None, Field(ge=1, le=200, description="Digits of each operand in the question, padded with zeros")
    ] = None
    worked: Annotated[bool, Field(description="Give each problem a worked solution, for the SFT warm-up")] = False

    @field_validator("operations")
    @classmethod
    def _operations_differ(cls, operations: tuple[Operation, ...]) -> tuple[Operation, ...]:
        if len(set(operations)) < len(operations):
            raise ValueError("an operation stands twice")
        return operations

    @field_validator("digits", "operands")
    @classmethod
    def _span_is_ordered(cls, value: Span | None, info: ValidationInfo) -> Span | None:
        least, most = _LIMITS[info.field_name or ""]
        low, high = span(least if value is None else value)
        if not least <= low <= high <= most:
            raise ValueError(f"must be a number from {least} to {most}, or two of them as [fewest, most]")
        return value

    @field_validator("ranges")
    @classmethod
    def _ranges_or_digits(cls, ranges: Ranges | None, info: ValidationInfo) -> Ranges | None:
        if "digits" in info.data and (ranges is None) == (info.data["digits"] is None):
            raise ValueError("give either digits or ranges" + ("" if ranges is None else ", not both"))
        for low, high in ranges or ():
            if low > high:
                raise ValueError(f"[{low}, {high}] is empty")
            if max(abs(low), abs(high)) >= 10**100:
                raise ValueError("numbers of more than 100 digits")
        return ranges

    @field_validator("operands")
    @classmethod
    def _operands_fit(cls, operands: Span, info: ValidationInfo) -> Span:
        ranges = info.data.get("ranges")
        if ranges and len(ranges) > 1 and operands != len(ranges):
            raise ValueError(f"there are {len(ranges)} ranges: give one for all operands, or as many as operands")
        if info.data.get("operations") == ("div",) and operands != 2:
            raise ValueError("a division stands between two numbers; for more operands add another operation")
        return operands

    @field_validator("negatives")
    @classmethod
    def _negatives_occur(cls, negatives: str, info: ValidationInfo) -> str:
        lows = [low for low, _ in info.data.get("ranges") or ()]
        if negatives != "operands" and min(lows, default=0) < 0:
            raise ValueError("ranges below 0 need negatives: operands")
        if negatives == "operands" and min(lows, default=-1) >= 0:
            raise ValueError("no range goes below 0")
        if negatives == "results" and "sub" not in info.data.get("operations", ("sub",)):
            raise ValueError("without sub there are no negative results")
        return negatives

    @field_validator("parentheses")
    @classmethod
    def _parentheses_matter(cls, parentheses: float, info: ValidationInfo) -> float:
        if not parentheses or not {"operations", "operands"} <= info.data.keys():
            return parentheses
        if span(info.data["operands"])[1] < 3:
            raise ValueError("parentheses need three operands or more")
        if not grouped_shapes([SYMBOLS[operation] for operation in info.data["operations"]], 3):
            raise ValueError("parentheses would change no value: they need sub, or mul together with add")
        return parentheses

    @field_validator("carry")
    @classmethod
    def _carry_is_defined(cls, carry: Carry, info: ValidationInfo) -> Carry:
        if carry == "any":
            return carry
        if not {"add", "sub"}.issuperset(info.data.get("operations", ())):
            raise ValueError("only add and sub have carries")
        if info.data.get("operands", 2) != 2 or info.data.get("negatives", "none") != "none":
            raise ValueError("carries are defined for two operands, without negatives")
        if info.data.get("ranges"):
            raise ValueError("carries need digits in place of ranges")
        return carry

    @field_validator("layout", "width")
    @classmethod
    def _places_are_digits(cls, value: str | int | None, info: ValidationInfo) -> str | int | None:
        if value not in ("natural", None) and info.data.get("negatives", "none") != "none":
            raise ValueError("a sign has no place among fixed digits: this needs negatives: none")
        return value

    @field_validator("width")
    @classmethod
    def _width_suffices(cls, width: int | None, info: ValidationInfo) -> int | None:
        if width is not None and {"digits", "ranges"} <= info.data.keys():
            needed = len(str(largest_operand(info.data["digits"], info.data["ranges"])))
            if width < needed:
                raise ValueError(f"the largest operand has {needed} digits")
        return width

    @model_validator(mode="after")
    def _problems_exist(self) -> Self:
        for plan in self._plans:
            lack = plan.lack()
            if lack:
                raise ValueError(f"{lack}: change the digits or ranges, or negatives or carry")
        return self

    @cached_property
    def _plans(self) -> tuple[Plan, ...]:
        return make_plans(self)

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem, distributed as the class describes; all randomness comes from `rng`."""
        plans = self._plans
        return (plans[0] if len(plans) == 1 else plans[int(rng.random() * len(plans))]).draw(rng)

    def count(self) -> Count:
        """Returns the number of distinct problems.

        Exact for two operands, for sums or products of more, and where there are at most 200,000 ways to fill in the
        numbers; a lower bound for other expressions and for divisions by more than 200,000 different numbers.
        """
        return total(plan.count() for plan in self._plans)

    def ids(self) -> Iterator[str] | None:
        """Returns each problem's id once; None when there are more than 200,000, or if `count` is not exact."""
        count = self.count()
        if not count.exact or count.value > ENUMERABLE:
            return None
        return (id_ for plan in self._plans for id_ in plan.ids() or ())

    def verifier(self, answer: AnswerStyle) -> Verifier:
        """Returns the verifier of these problems; an unevaluated answer (`84/4` for 21) is never right.

        Raises:
            ConfigError: answers are to be programs.
        """
        if answer == "code":
            raise ConfigError("arithmetic is answered by a number, not by a program: give it another answer than code")
        return ExactVerifier(answer) if is_positional(self) else MathVerifier(answer, require_evaluated=True)

    def alphabet(self) -> frozenset[str]:
        """Returns the characters of questions, golds and solutions."""
        chars = {*"0123456789", *(SYMBOLS[operation] for operation in self.operations)}
        if self.negatives != "none":
            chars.add("-")
        if self.negatives == "operands" or self.parentheses:
            chars.update("()")
        if self.worked:
            chars.update(",=+-*()")
        return frozenset(chars)
