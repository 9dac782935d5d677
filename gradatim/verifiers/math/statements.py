"""Does a statement say what the gold says? Names, relations, regions and lists; their values by `values`."""

from __future__ import annotations

from gradatim.verifiers.math.domain import same_domain
from gradatim.verifiers.math.equality import Equality
from gradatim.verifiers.math.evaluation.plain import substituted
from gradatim.verifiers.math.finished import is_evaluated, is_in_lowest_terms, is_literal, is_rational
from gradatim.verifiers.math.meaning import Meaning, Said, meaning
from gradatim.verifiers.math.notation.tree import Node, fold, node, number, postorder, symbols
from gradatim.verifiers.math.options import Rules
from gradatim.verifiers.math.realsets import NoSetError, Pieces, pieces, same_pieces
from gradatim.verifiers.math.relations import same_relation, solved, variable
from gradatim.verifiers.math.values import Values, every

_ORDER = frozenset({"<", "<=", ">", ">=", "!="})
_PAIR = 2
_CONSTANTS = ("C", "c", "K", "k")
_WRONG_TYPE = Equality(False, "structure", "wrong_type")


def same_statement(answer: Node, gold: Node, rules: Rules) -> Equality:
    """Compares two trees.

    Raises:
        TooComplexError: the gold is too large.
        UndefinedError: the gold has no value.
    """
    if answer == gold and not rules.strict and not rules.require_evaluated:
        return Equality(True, "structure")
    answer, gold = _adapted(answer, gold, rules)
    region = _region(gold, rules, is_relation=answer.kind in ("rel", "builder"))
    if region is not None:
        return _in_region(answer, gold, region)
    stated, wanted = meaning(answer), meaning(gold)
    refusal = _refusal(stated, rules)
    if refusal:
        return refusal
    result = _same_meaning(stated, wanted, rules)
    if result.equal and not _form(stated, wanted, rules):
        return Equality(False, "structure", "not_evaluated")
    if result.equal and "same_domain" in rules.strict and not same_domain(answer, gold):
        return Equality(False, "structure", "wrong_domain")
    return result


def _adapted(answer: Node, gold: Node, rules: Rules) -> tuple[Node, Node]:
    if "any_case" in rules.lenient:
        answer, gold = _lower(answer), _lower(gold)
    if "missing_constant" in rules.lenient:
        for name in _CONSTANTS:
            if name in symbols(gold) and name not in symbols(answer):
                gold = substituted(gold, name, number(0))
                break
    if "bare_tuple" in rules.lenient and gold.kind == "bracket" and answer.kind == "list" and answer.value == ",":
        answer = node("bracket", *answer.args, value=gold.value)
    return answer, gold


def _lower(root: Node) -> Node:
    def combine(part: Node, args: list[Node]) -> Node:
        value = part.value.lower() if part.kind == "sym" else part.value
        return node(part.kind, *args, value=value) if args else Node(part.kind, (), value)

    return fold(root, combine)


def _region(gold: Node, rules: Rules, *, is_relation: bool) -> Pieces | None:
    """The set of numbers that the gold is, if it is one: an interval, a union, an inequality in one variable."""
    value = gold.args[1] if gold.kind == "rel" and gold.value == ("in",) else gold
    value = value.args[0] if value.kind == "builder" else value
    comparisons = value.args if value.kind == "list" else (value,)
    try:
        if all(part.kind == "rel" and set(part.value) <= _ORDER for part in comparisons):
            return solved(value)
        if _is_interval(value, rules) or (is_relation and value.kind == "bracket" and value.value == "[]"):
            return pieces(value)
    except NoSetError:
        return None
    return None


def _is_interval(value: Node, rules: Rules) -> bool:
    if value.kind in ("union", "intersection", "minus") or (value.kind == "realset" and value.value == "R"):
        return True
    if value.kind != "bracket" or len(value.args) != 2:
        return False
    unbounded = any(part.kind == "const" and part.value == "inf" for part in postorder(value))
    return rules.gold_type == "interval" or value.value in ("[)", "(]") or unbounded


def _in_region(answer: Node, gold: Node, region: Pieces) -> Equality:
    names = {name for side in (answer, gold) if (name := _name_of_region(side))}
    if len(names) > 1:
        return Equality(False, "structure", "wrong_name")
    value = answer.args[1] if answer.kind == "rel" and answer.value == ("in",) else answer
    value = value.args[0] if value.kind == "builder" else value
    if value.kind == "list" and value.value in (",", "or") and not any(part.kind == "rel" for part in value.args):
        value = node("union", *value.args)
    try:
        stated = solved(value) if value.kind in ("rel", "list") else pieces(value)
    except NoSetError:
        return _WRONG_TYPE
    equal = same_pieces(stated, region)
    return Equality(equal, "structure", None if equal else "wrong_value")


def _name_of_region(side: Node) -> str | None:
    if side.kind == "rel" and side.value == ("in",):
        return str(side.args[0].value) if side.args[0].kind == "sym" else None
    return variable(side) if side.kind in ("rel", "list") else None


def _refusal(stated: Meaning, rules: Rules) -> Equality | None:
    """Why an answer is refused whatever the gold is."""
    for said in stated.said:
        if not said.true:
            return Equality(False, "structure", "relation_not_value")
        if said.steps and said.name is None and {"no_chains", "no_relations"} & rules.strict:
            return Equality(False, "structure", "relation_not_value")
        if said.rounded and "no_relations" in rules.strict:
            return Equality(False, "structure", "relation_not_value")
    return None


def _form(stated: Meaning, wanted: Meaning, rules: Rules) -> bool:
    """Whether an answer with the right value is written as the rules ask."""
    values = [said.value for said in stated.said]
    if rules.require_evaluated and all(is_rational(said.value) for said in wanted.said):
        return all(map(is_literal, values))
    if rules.require_evaluated and not all(map(is_evaluated, values)):
        return False
    return "lowest_terms" not in rules.strict or all(map(is_in_lowest_terms, values))


def _same_meaning(stated: Meaning, wanted: Meaning, rules: Rules) -> Equality:
    values = Values(rules)
    if len(stated.said) != len(wanted.said):
        stated, wanted = _spread(stated), _spread(wanted)
    if len(wanted.said) == 1 and (pair := _named_in_order(stated)):
        stated = Meaning((Said(pair),))
    if len(wanted.said) == 1:
        if len(stated.said) == 1:
            return _same_said(stated.said[0], wanted.said[0], values)
        if wanted.said[0].value.kind != "set":
            return _several(stated, wanted.said[0], values)
    if _is_ordered(wanted, stated, rules):
        if len(stated.said) != len(wanted.said):
            return Equality(False, "structure", "wrong_value")
        return every(_same_said(*pair, values) for pair in zip(stated.said, wanted.said, strict=True))
    if any(said.name for said in stated.said) and any(said.name for said in wanted.said):
        return _by_names(stated, wanted, values)
    return values.collection(_members(stated), _members(wanted))


def _spread(said: Meaning) -> Meaning:
    """`(x, y) = (1, 2)` as x = 1 and y = 2."""
    one = said.said[0]
    if len(said.said) > 1 or one.name is None or one.name.kind != "bracket" or one.value.kind != "bracket":
        return said
    if len(one.name.args) != len(one.value.args):
        return said
    pairs = zip(one.name.args, one.value.args, strict=True)
    return Meaning(tuple(Said(value, name, one.relation) for name, value in pairs), ",")


def _named_in_order(said: Meaning) -> Node | None:
    """`x = 1, y = 2` as the pair (1, 2): the names are symbols in the order of the alphabet."""
    names = [one.name.value if one.name and one.name.kind == "sym" else "" for one in said.said]
    if len(names) < _PAIR or "" in names or names != sorted(set(names)):
        return None
    return node("bracket", *[one.value for one in said.said], value="()")


def _several(stated: Meaning, wanted: Said, values: Values) -> Equality:
    """Several values against one: right only if all of them are that one."""
    results = [_same_said(said, wanted, values) for said in stated.said]
    if stated.joint == "+-" or not all(result.equal for result in results):
        return Equality(False, "structure", "several_answers")
    return every(results)


def _members(said: Meaning) -> list[Node]:
    members = [one.value for one in said.said]
    return list(members[0].args) if len(members) == 1 and members[0].kind == "set" else members


def _is_ordered(wanted: Meaning, stated: Meaning, rules: Rules) -> bool:
    """Quantities of different things keep their order, and so do values of several names where none is repeated."""
    units = {said.value.value for said in wanted.said if said.value.kind == "unit"}
    if len(units) > 1:
        return "any_order" not in rules.lenient
    names = {said.name for said in wanted.said if said.name}
    return len(names) > 1 and not any(said.name for said in stated.said)


def _by_names(stated: Meaning, wanted: Meaning, values: Values) -> Equality:
    names = [{said.name for said in side.said if said.name} for side in (stated, wanted)]
    if names[0] != names[1]:
        return Equality(False, "structure", "wrong_name")
    if len(names[0]) == 1:
        return values.collection(_members(stated), _members(wanted))
    groups = [
        [
            values.collection(
                [s.value for s in stated.said if s.name == name], [w.value for w in wanted.said if w.name == name]
            )
        ]
        for name in names[0]
    ]
    return every(result for group in groups for result in group)


def _same_said(stated: Said, wanted: Said, values: Values) -> Equality:
    if stated.relation and wanted.relation:
        return _same_relations(stated, wanted, values)
    if wanted.value.kind == "rel":
        return _WRONG_TYPE
    if stated.value.kind == "rel":
        return Equality(False, "structure", "relation_not_value")
    if stated.relation is not None and wanted.name is None and _names_a_part(stated, wanted):
        return Equality(False, "structure", "relation_not_value")
    return values.same(stated.value, wanted.value)


def _names_a_part(stated: Said, wanted: Said) -> bool:
    """Whether the gold is an expression in the very symbol that the answer gives a value of."""
    return bool(stated.name and stated.name.kind == "sym" and stated.name.value in symbols(wanted.value))


def _same_relations(stated: Said, wanted: Said, values: Values) -> Equality:
    if stated.name and wanted.name and stated.value.kind != "rel" and wanted.value.kind != "rel":
        if stated.name == wanted.name:
            return values.same(stated.value, wanted.value)
        result = _curves(stated, wanted)
        return result if result.equal else result._replace(reason="wrong_name")
    return _curves(stated, wanted)


def _curves(stated: Said, wanted: Said) -> Equality:
    if stated.relation is None or wanted.relation is None:
        return _WRONG_TYPE
    return same_relation(stated.relation, wanted.relation)
