"""Is an answer equal to a gold? A chain of stages; the first that can tell decides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from gradatim.verifiers.comparison import Comparison
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.gold import Gold, bare_gold, read_gold, understand_gold
from gradatim.verifiers.math.notation.parser import UnreadableError, parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, UnsupportedError, node
from gradatim.verifiers.math.numbers.clean import clean, unwrapped, without_label
from gradatim.verifiers.math.numbers.reading import Numbers, Reading, number_difference, read, same_texts
from gradatim.verifiers.math.options import Rules, is_plain
from gradatim.verifiers.math.proof.client import ProofEngineError
from gradatim.verifiers.math.quantities import number_tree
from gradatim.verifiers.math.statements import same_statement
from gradatim.verifiers.math.words import chosen_letter, number_in_words, read_time

_TEN = 10
_OPTION = re.compile(r"\([A-J]\) ?([^()]*\S)\Z")
_DECIMAL_COMMA = re.compile(r"([-+]?[0-9]++(?:\.[0-9]{3})*+),([0-9]++)")


_NOTHING_COMPARED = frozenset({"not_readable", "too_complex", "undefined"})
_BY_TEXT = Comparison("correct", decided_by="text")
_BY_NUMBER = Comparison("correct", decided_by="exact")


class Comparer:
    """Compares answers with golds under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._numbers_decide = is_plain(rules)
        self._forms_count_not = not rules.strict and not rules.require_evaluated

    def compare(self, answers: tuple[str, ...], gold: str) -> Comparison:
        """Decides whether the values of one statement, at least one, are the gold's."""
        gold = bare_gold(gold)
        result = self._compare(answers, gold)
        if result.status == "correct" or not self.rules.lenient:
            return result
        reread = tuple([_in_digits(answer, self.rules) for answer in answers])
        return self._compare(reread, gold) if reread != answers else result

    def _compare(self, answers: tuple[str, ...], gold: str) -> Comparison:
        reference = read_gold(gold)
        if isinstance(reference, str):
            return Comparison("gold_unparsed", reference)
        answer = read(answers)
        if answer.numbers is None and len(answers) == 1:
            answers = (without_label(answers[0]),)
            answer = read(answers)
        if answer.numbers is not None and reference.numbers is not None:
            by_number = self._by_number(answer.numbers, reference.numbers)
            if self._numbers_decide or (by_number is _BY_NUMBER and self._forms_count_not):
                return by_number
        if self._forms_count_not and same_texts(answer, reference):
            return _BY_TEXT
        try:
            return _by_meaning(answers, answer, gold, self.rules)
        except ProofEngineError:
            # Not remembered: the next time it may start.
            return Comparison("engine_error", "proof_engine")

    def _by_number(self, answer: Numbers, gold: Numbers) -> Comparison:
        reason = number_difference(answer, gold)
        if reason:
            return Comparison("incorrect", reason, "structure" if reason == "several_answers" else "exact")
        if self.rules.require_evaluated and any(not one.finished or one.decorated for one in answer):
            return Comparison("incorrect", "not_evaluated", "exact")
        return _BY_NUMBER


def _in_digits(answer: str, rules: Rules) -> str:
    if "number_words" in rules.lenient:
        items = read((answer,)).items
        value = number_in_words(items[0]) if len(items) == 1 else None
        answer = answer if value is None else str(value)
    if "decimal_comma" in rules.lenient and (match := _DECIMAL_COMMA.fullmatch(unwrapped(answer))):
        answer = f"{match[1].replace('.', '')}.{match[2]}"
    return answer


@lru_cache(maxsize=8192)
def _by_meaning(answers: tuple[str, ...], answer: Reading, gold: str, rules: Rules) -> Comparison:
    reference = understand_gold(gold, rules)
    clock = _by_clock(answer, reference, rules)
    if clock:
        return clock
    if reference.letter and len(answers) == 1:
        letter = chosen_letter(clean(answers[0]))
        if letter is not None or rules.gold_type == "choice":
            reason = None if letter == reference.letter else "several_answers" if letter == "" else "wrong_value"
            return Comparison("incorrect" if reason else "correct", reason, "text")
    elif option := _OPTION.match(answer.items[0]) if len(answer.items) == 1 else None:
        # `(B) 42`, where the gold is the option's value.
        return Comparer(rules).compare((option[1],), gold)
    if reference.problem:
        return Comparison("gold_unparsed", reference.problem)
    if reference.tree is None or reference.is_text:
        return Comparison("incorrect", "wrong_value", "text")
    return _by_tree(answers, reference.tree, rules)


def _by_clock(answer: Reading, gold: Gold, rules: Rules) -> Comparison | None:
    """Compares times of day; a half of the day that one side leaves out is no difference."""
    stated, wanted = (read_time(" ".join(side.items)) for side in (answer, gold.reading))
    if stated is None or wanted is None:
        # `3:05` is no ratio.
        only = stated or wanted
        return Comparison("incorrect", "wrong_value", "structure") if only and only.minute < _TEN else None
    same = stated[:3] == wanted[:3] and (
        stated.half == wanted.half or ("" in (stated.half, wanted.half) and "same_time" not in rules.strict)
    )
    return Comparison("correct" if same else "incorrect", None if same else "wrong_value", "structure")


def _by_tree(answers: Sequence[str], gold: Node, rules: Rules) -> Comparison:
    try:
        trees = [number_tree(answer, rules) or parse(unwrapped(answer)) for answer in answers]
        stated = trees[0] if len(trees) == 1 else node("list", *trees, value=",")
    except UnreadableError:
        return Comparison("incorrect", "not_readable")
    except TooComplexError:
        return Comparison("incorrect", "too_complex")
    try:
        result = same_statement(stated, gold, rules)
    except UnsupportedError:
        return Comparison("incorrect", "not_readable")
    except TooComplexError:
        return Comparison("incorrect", "too_complex")
    except UndefinedError:
        return Comparison("incorrect", "undefined")
    if result.equal:
        return Comparison("correct", decided_by=result.decided_by)
    reason = result.reason or "wrong_value"
    return Comparison("incorrect", reason, None if reason in _NOTHING_COMPARED else result.decided_by)
