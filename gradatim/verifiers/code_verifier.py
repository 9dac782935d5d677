"""Programs that must give the right values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.errors import ProblemError, SandboxError
from gradatim.core.problem import Problem
from gradatim.core.verdict import Verdict
from gradatim.verifiers.code.blocks import FoundCode, find_code
from gradatim.verifiers.code.checking import fault_at_sight, faults_when_run
from gradatim.verifiers.code.credit import fraction_of
from gradatim.verifiers.code.engine import Engine, Limits
from gradatim.verifiers.code.gold import CodeGold
from gradatim.verifiers.code.judging import Program, judge_programs
from gradatim.verifiers.code.local.witness import best_level, local_engine
from gradatim.verifiers.code.outcome import CodeOutcome

_NO_GOLD = ("gold_setup",)
_ENGINE = ("sandbox",)


@dataclass(frozen=True, config=STRICT)
class CodeVerifier:
    """Runs the last Python block of a completion in a sandbox, and compares what it returns with what is expected.

    The program runs in a process of its own that never holds an expected value: it gets the arguments, and what it
    sends back is compared on this side. All about the sandbox: docs/code.md.

    Attributes:
        answer: how completions state their program; there is one way.
        level: `strict`, `sealed` or `basic`; `auto`: the first of these that works here.
        allow_basic: run programs without locks of the kernel as well, where there are none (macOS).
        partial: `fraction`: verdicts say what share of the tests a program passes, as far as no constant does as well.
        limits: what one program may use.

    >>> gold = CodeGold("double", [{"args": [2], "expected": 4}, {"args": [5], "expected": 10}])
    >>> CodeVerifier(allow_basic=True).verify("def double(n): return 2 * n", gold).correct
    True
    """

    answer: Literal["code"] = "code"
    level: Literal["auto", "strict", "sealed", "basic"] = "auto"
    allow_basic: bool = False
    partial: Annotated[Literal["fraction"] | None, Field(description="Give verdicts the share of tests passed")] = None
    limits: Limits = Limits()

    def verify(self, completion: str, gold: CodeGold | str) -> Verdict:
        """Judges one completion; many are faster together, in `verify_batch`.

        Raises:
            SandboxError: programs cannot be run here, or not as locked up as they must be.
        """
        return self.verify_batch([(completion, gold)])[0]

    def verify_batch(self, pairs: Sequence[tuple[str, CodeGold | str]]) -> list[Verdict]:
        """Judges `(completion, gold)` pairs in parallel; the verdicts in the same order, equal pairs judged once."""
        verdicts: dict[int, Verdict] = {}
        ready: dict[int, tuple[FoundCode, CodeGold]] = {}
        for i, (completion, gold) in enumerate(pairs):
            prepared = self._prepared(completion, gold)
            if isinstance(prepared, Verdict):
                verdicts[i] = prepared
            else:
                ready[i] = prepared
        if ready:
            programs = [Program(found.code, read) for found, read in ready.values()]
            outcomes = judge_programs(self.engine, programs, self.limits)
            for (i, (found, read)), outcome in zip(ready.items(), outcomes, strict=True):
                verdicts[i] = self._verdict(found, read, outcome)
        return [verdicts[i] for i in range(len(pairs))]

    @property
    def engine(self) -> Engine:
        """What runs the programs.

        Raises:
            SandboxError: there is none of this level, or only `basic`, which is not allowed.
        """
        level = best_level() if self.level == "auto" else self.level
        if level == "basic" and not self.allow_basic:
            raise SandboxError(
                "programs would run without locks here: files, network and other processes are open to them "
                "(gradatim sandbox shows it). Train on Linux x86_64, or accept the risk with allow_basic: true"
            )
        return local_engine(level)

    def problem_faults(self, problems: Sequence[Problem]) -> list[str | None]:
        """Says of each problem why it cannot be used; None for one that can.

        The worked solution must pass; a constant, an argument as it is, and a stub must not; there must be three tests.
        """
        faults = [fault_at_sight(problem) for problem in problems]
        left = [i for i, fault in enumerate(faults) if fault is None]
        for i, fault in zip(left, faults_when_run(self, [problems[i] for i in left]), strict=True):
            faults[i] = fault
        return faults

    def _prepared(self, completion: str, gold: CodeGold | str) -> Verdict | tuple[FoundCode, CodeGold]:
        """Returns what is to be run, or the verdict where nothing is."""
        try:
            read = _read(gold)
        except ProblemError as error:
            return Verdict("gold_unparsed", "gold_no_tests", detail=str(error))
        found = find_code(completion, read)
        if found.span is None:
            return Verdict("unparsed", found.reason)
        if len(found.code) > self.limits.source:
            return Verdict("incorrect", "code_too_long", found.code[: self.limits.source], found.span)
        return found, read

    def _verdict(self, found: FoundCode, gold: CodeGold, outcome: CodeOutcome) -> Verdict:
        code = found.code
        decided_by: Literal["assertion", "execution"] = "assertion" if gold.program else "execution"
        fraction = fraction_of(gold, outcome) if self.partial else None
        if outcome.reason is None:
            return Verdict("correct", None, code, found.span, decided_by, fraction)
        if outcome.reason in _ENGINE:
            return Verdict("engine_error", outcome.reason, code, found.span, detail=outcome.detail)
        if outcome.reason in _NO_GOLD:
            return Verdict("gold_unparsed", outcome.reason, code, found.span, detail=outcome.detail)
        return Verdict("incorrect", outcome.reason, code, found.span, decided_by, fraction, outcome.detail)


def _read(gold: CodeGold | str) -> CodeGold:
    if isinstance(gold, CodeGold):
        return gold
    if not isinstance(gold, str):
        raise TypeError(f"the gold must be a CodeGold or its text, got {type(gold).__name__} {gold!r:.80}")
    return _read_text(gold)


@lru_cache(maxsize=256)
def _read_text(text: str) -> CodeGold:
    return CodeGold.read(text)
