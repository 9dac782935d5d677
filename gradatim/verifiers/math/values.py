"""Are two values equal? Scalars by `equality`, with the leniencies asked for; what is built of values, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from gradatim.core.verdict import Decider
from gradatim.verifiers.math.equality import Equality, equality, known
from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.evaluation.numeric import rational_approximation
from gradatim.verifiers.math.evaluation.plain import base_value, plain
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, fold, node, number, postorder, symbols, written
from gradatim.verifiers.math.numbers.number import is_rounded
from gradatim.verifiers.math.numbers.unit_names import conversion
from gradatim.verifiers.math.options import Rules
from gradatim.verifiers.math.realsets import NoSetError, pieces, same_pieces

MAX_COMPARISONS = 4000
"""Most comparisons of parts with parts; exact numbers in collections are not counted."""

_SMALL = 20
_RANKS: tuple[Decider, ...] = ("text", "exact", "structure", "symbolic", "numeric")
_COMPOSITE = frozenset(["bracket", "set", "matrix", "union", "intersection", "minus", "realset", "ratio"])
_REGIONS = frozenset(["union", "intersection", "minus"])
_WRONG_TYPE = Equality(False, "structure", "wrong_type")
_WRONG_VALUE = Equality(False, "structure", "wrong_value")
_DEGREE = node("div", Node("const", (), "pi"), number(180))


class Values:
    """Compares values under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.budget = MAX_COMPARISONS

    def same(self, answer: Node, gold: Node) -> Equality:
        """Whether an answer's value is the gold's.

        Raises:
            TooComplexError: the gold is too large, or there is too much to compare.
            UndefinedError: the gold has no value.
        """
        if "rel" in (answer.kind, gold.kind):
            return Equality(answer == gold, "structure", None if answer == gold else "wrong_value")
        self.budget -= 1
        stated_unit, stated = _with_unit(answer)
        wanted_unit, wanted = _with_unit(gold)
        if "degrees" in self.rules.lenient and "degree" in (stated_unit, wanted_unit) and stated_unit != wanted_unit:
            angles = [
                node("mul", side, _DEGREE) if unit else side
                for unit, side in ((stated_unit, stated), (wanted_unit, wanted))
            ]
            as_angles = self._scalar(*angles)
            return as_angles if as_angles.equal else self._value(stated, wanted)
        if self.rules.units == "convert" and stated_unit and wanted_unit and stated_unit != wanted_unit:
            return self._converted(stated, stated_unit, wanted, wanted_unit)
        result = self._value(stated, wanted)
        if result.equal and stated_unit and wanted_unit not in ("", stated_unit):
            return Equality(False, result.decided_by, "wrong_unit")
        return result

    def _converted(self, stated: Node, stated_unit: str, wanted: Node, wanted_unit: str) -> Equality:
        factors = conversion(stated_unit), conversion(wanted_unit)
        if factors[0] is None or factors[1] is None or factors[0].dimension != factors[1].dimension:
            return Equality(False, "structure", "wrong_unit")
        ratio = factors[0].factor / factors[1].factor
        return self._scalar(node("mul", stated, number(ratio)), wanted)

    def _value(self, stated: Node, wanted: Node) -> Equality:
        if stated.kind != wanted.kind:
            stated, wanted = _point(stated), _point(wanted)
        stated, wanted = _multiplied_out(stated), _multiplied_out(wanted)
        if stated.kind == "text" or wanted.kind == "text":
            return Equality(stated == wanted, "text", None if stated == wanted else "wrong_value")
        if stated.kind not in _COMPOSITE and wanted.kind not in _COMPOSITE:
            return self._scalar(stated, wanted)
        if "matrix" in (stated.kind, wanted.kind):
            return self._matrix(stated, wanted)
        if stated.kind in _REGIONS or wanted.kind in _REGIONS:
            return _same_region(stated, wanted)
        if wanted.kind == "set" or stated.kind == "set":
            return self.collection(_elements(stated), _elements(wanted))
        if stated.kind != wanted.kind or (stated.value != wanted.value and wanted.kind != "ratio"):
            return _WRONG_TYPE
        if wanted.kind == "realset":
            return Equality(True, "structure")
        if wanted.kind == "ratio":
            return self._ratio(stated.args, wanted.args)
        return self.ordered(stated.args, wanted.args)

    def ordered(self, stated: Sequence[Node], wanted: Sequence[Node]) -> Equality:
        """Compares two sequences place by place."""
        if len(stated) != len(wanted):
            return _WRONG_VALUE
        return every(self.same(*pair) for pair in zip(stated, wanted, strict=True))

    def _ratio(self, stated: Sequence[Node], wanted: Sequence[Node]) -> Equality:
        zero = number(0)
        if len(stated) != len(wanted) or any(equality(part, zero).equal for part in (*stated, *wanted)):
            return Equality(stated == wanted, "structure", None if stated == wanted else "wrong_value")
        return every(
            equality(node("mul", mine, wanted[0]), node("mul", theirs, stated[0]))
            for mine, theirs in zip(stated, wanted, strict=True)
        )

    def _matrix(self, stated: Node, wanted: Node) -> Equality:
        mine, theirs = _as_matrix(stated), _as_matrix(wanted)
        if mine is None or theirs is None or mine.value != theirs.value:
            return _WRONG_TYPE
        return self.ordered(mine.args, theirs.args)

    def collection(self, stated: Sequence[Node], wanted: Sequence[Node]) -> Equality:
        """Compares two collections whose order and repetitions do not matter: each member is one of the other's."""
        mine, theirs = _without_repetitions(stated), _without_repetitions(wanted)
        if len(theirs) == 1 and len(mine) > 1 and not all(self.same(one, theirs[0]).equal for one in mine):
            return Equality(False, "structure", "several_answers")
        return every([*self._members(mine, theirs), *self._members(theirs, mine)])

    def _members(self, some: Sequence[Node], others: Sequence[Node]) -> Iterator[Equality]:
        exact = {value for one in others if (value := _exact(one)) is not None}
        for one in some:
            if _exact(one) in exact:
                yield Equality(True, "exact")
            else:
                yield next((result for other in others if (result := self.same(one, other)).equal), _WRONG_VALUE)

    def _scalar(self, stated: Node, wanted: Node) -> Equality:
        self.budget -= _effort(stated, wanted)
        if self.budget < 0:
            raise TooComplexError("comparisons")
        based = self._based(stated, wanted)
        if based is not None:
            return based
        result = equality(stated, wanted, self.rules.tolerance)
        if result.equal:
            return result
        if self.rules.percent == "optional" and (stated.kind == "percent") != (wanted.kind == "percent"):
            bare = [side.args[0] if side.kind == "percent" else side for side in (stated, wanted)]
            return equality(bare[0], bare[1], self.rules.tolerance)
        if "rounded_gold" in self.rules.lenient and _rounds_to(stated, wanted):
            return Equality(True, "numeric")
        return result if result.reason else result._replace(reason="wrong_value")

    def _based(self, stated: Node, wanted: Node) -> Equality | None:
        """What the notation of a base decides."""
        if "base" not in (stated.kind, wanted.kind):
            return None
        if "same_base" in self.rules.strict and (stated.kind, stated.value) != (wanted.kind, wanted.value):
            return Equality(False, "structure", "wrong_base")
        bare = stated.kind == "num" and wanted.kind == "base" and wanted.value[0].isdigit()
        if "missing_base" in self.rules.lenient and bare:
            digits = number(base_value(wanted.value[0], 10))
            return Equality(True, "exact") if stated == digits else None
        return None


def _effort(*sides: Node) -> int:
    """What a comparison takes, in comparisons of small values."""
    try:
        return sum(known(side).size for side in sides) // _SMALL
    except (TooComplexError, UndefinedError):
        return 1


def every(results: Iterable[Equality]) -> Equality:
    """All of several comparisons: the first that failed, else the weakest stage that decided."""
    decided: Decider = "text"
    for result in results:
        if not result.equal:
            return result if result.reason else result._replace(reason="wrong_value")
        decided = max(decided, result.decided_by, key=_RANKS.index)
    return Equality(True, decided)


def _without_repetitions(values: Sequence[Node]) -> list[Node]:
    return list(dict.fromkeys(values))


def _with_unit(value: Node) -> tuple[str, Node]:
    if value.kind == "unit":
        return value.value, value.args[0]
    bare, in_degrees = fold(value, _without_degrees) if value.kind in ("add", "neg", "mul", "div") else (value, False)
    return ("degree", bare) if in_degrees else ("", value)


def _without_degrees(part: Node, args: list[tuple[Node, bool]]) -> tuple[Node, bool]:
    """A sum of degrees is in degrees; those inside of a function are its own affair."""
    if part.kind == "unit" and part.value == "degree":
        return args[0][0], True
    if part.kind not in ("add", "neg", "mul", "div") or not any(in_degrees for _, in_degrees in args):
        return part, False
    return node(part.kind, *[bare for bare, _ in args], value=part.value), True


def _elements(value: Node) -> tuple[Node, ...]:
    if value.kind == "realset" and value.value == "empty":
        return ()
    return value.args if value.kind == "set" else (value,)


def _exact(value: Node) -> Fraction | None:
    if value.kind in _COMPOSITE or value.kind in ("text", "rel", "unit"):
        return None
    try:
        return exact_value(plain(value))
    except (TooComplexError, UndefinedError):
        return None


def _same_region(stated: Node, wanted: Node) -> Equality:
    try:
        equal = same_pieces(pieces(stated), pieces(wanted))
    except NoSetError:
        equal = stated == wanted
    return Equality(equal, "structure", None if equal else "wrong_value")


def _point(value: Node) -> Node:
    """`P(2, 3)` is the point (2, 3)."""
    named = value.kind == "mul" and value.args[0].kind == "sym" and value.args[-1].kind == "bracket"
    return value.args[1] if named and value.args[0].value.isupper() else value


def _multiplied_out(value: Node) -> Node:
    """Numbers times a matrix as the matrix of the products."""
    if value.kind not in ("neg", "mul", "div") or not any(part.kind == "matrix" for part in postorder(value)):
        return value
    return fold(value, _product_of_entries)


def _product_of_entries(part: Node, args: list[Node]) -> Node:
    places = [place for place, arg in enumerate(args) if arg.kind == "matrix"]
    if part.kind not in ("neg", "mul", "div") or len(places) != 1 or (part.kind == "div" and places != [0]):
        return node(part.kind, *args, value=part.value) if args else part
    before, matrix, after = args[: places[0]], args[places[0]], args[places[0] + 1 :]
    entries = [node(part.kind, *before, entry, *after) for entry in matrix.args]
    return node("matrix", *entries, value=matrix.value)


def _as_matrix(value: Node) -> Node | None:
    """Brackets as a column, brackets of brackets as rows."""
    if value.kind == "matrix":
        return value
    if value.kind != "bracket" or value.value not in ("()", "[]"):
        return None
    if all(arg.kind != "bracket" for arg in value.args):
        return node("matrix", *value.args, value=1)
    columns = {len(arg.args) if arg.kind == "bracket" else 0 for arg in value.args}
    if len(columns) > 1:
        return None
    return node("matrix", *[entry for row in value.args for entry in row.args], value=columns.pop())


def _rounds_to(stated: Node, wanted: Node) -> bool:
    """Whether a value rounds to a decimal."""
    decimal = written(wanted)
    if decimal is None or symbols(stated):
        return False
    try:
        value = rational_approximation(plain(stated))
    except (TooComplexError, UndefinedError):
        return False
    return value is not None and is_rounded(decimal, value)
