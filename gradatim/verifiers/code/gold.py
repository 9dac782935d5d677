"""The gold of a code problem: tests with the values that a right program gives."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from gradatim.core.errors import ProblemError
from gradatim.core.hashing import canonical_json
from gradatim.verifiers.code.child.codec import encode
from gradatim.verifiers.code.comparing import EXACT_ENOUGH, Tolerance, compare_frame
from gradatim.verifiers.code.plain_data import from_json, to_json

MAX_TESTS = 1000


@dataclass(frozen=True)
class CallTest:
    """A call of the entry point with plain arguments, which the program gets, and its value, which it doesn't."""

    args: Sequence[Any]
    expected: Any
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    tolerance: Tolerance = EXACT_ENOUGH

    @cached_property
    def encoded(self) -> bytes:
        """The expected value as a program would send it."""
        return encode(self.expected)

    def plain(self) -> dict[str, Any]:
        """Returns the test as JSON can hold it."""
        kwargs = {"kwargs": to_json(dict(self.kwargs))} if self.kwargs else {}
        return {"args": to_json(list(self.args)), **kwargs, **_ending(self)}


@dataclass(frozen=True)
class ExpressionTest:
    """A Python expression over the program's names, such as `sorted(f([3, 1]))`; it shows no expected value."""

    expression: str
    expected: Any
    tolerance: Tolerance = EXACT_ENOUGH

    @cached_property
    def encoded(self) -> bytes:
        """The expected value as a program would send it."""
        return encode(self.expected)

    def plain(self) -> dict[str, Any]:
        """Returns the test as JSON can hold it."""
        return {"expression": self.expression, **_ending(self)}


@dataclass(frozen=True)
class StdinTest:
    """A run of the whole program; lines of output are compared without blanks at their ends."""

    stdin: str
    expected: str

    def plain(self) -> dict[str, Any]:
        """Returns the test as JSON can hold it."""
        return {"stdin": self.stdin, "expected": self.expected}


CodeTest = CallTest | ExpressionTest | StdinTest


@dataclass(frozen=True)
class CodeGold:
    """What a right program does.

    Attributes:
        entry_point: the function that tests call; a method of a class `Solution` counts. Not needed for `StdinTest`s.
        tests: in the order in which they run, in one process (each `StdinTest` in one of its own); mappings with the
            fields of a test stand for one: `{"args": [1, 2], "expected": 3}`.
        setup: code that runs before the completion's: imports, helper functions.
        prompt: signature and docstring; a completion that does not define the entry point is tried as what follows.
        program: in place of tests, a program that raises an exception unless the completion is right, such as asserts.
            It runs beside the completion, which can therefore cheat it; verdicts say `decided_by="assertion"`.

    Raises:
        ProblemError: it can judge nothing, or a value is no plain data.
    """

    entry_point: str = ""
    tests: Sequence[CodeTest | Mapping[str, Any]] = ()
    setup: str = ""
    prompt: str = ""
    program: str = ""
    _text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("entry_point", "setup", "prompt", "program"):
            if not isinstance(getattr(self, name), str):
                raise ProblemError(f"{name} of a code gold must be text, got {type(getattr(self, name)).__name__}")
        tests = tuple(map(_read_test, self.tests))
        object.__setattr__(self, "tests", tests)
        if bool(tests) == bool(self.program):
            raise ProblemError("a code gold needs either tests or a program of assertions")
        if len(tests) > MAX_TESTS:
            raise ProblemError(f"a code gold has {len(tests):,} tests; at most {MAX_TESTS:,}")
        if len({isinstance(test, StdinTest) for test in tests}) > 1:
            raise ProblemError("a code gold has tests that give stdin and others that do not; make two problems of it")
        if not self.entry_point.isidentifier() and not self.reads_stdin:
            raise ProblemError(f"entry_point {self.entry_point!r} is no name of a function")
        object.__setattr__(self, "_text", canonical_json(self._plain()))

    @property
    def reads_stdin(self) -> bool:
        """Whether the program is run as a script, with stdin and stdout."""
        return bool(self.tests) and isinstance(self.tests[0], StdinTest)

    @cached_property
    def cases(self) -> tuple[CodeTest, ...]:
        """The tests as objects."""
        return self.tests  # type: ignore[return-value]

    def text(self) -> str:
        """Returns the gold as canonical JSON, the form that a `Problem` holds."""
        return self._text

    @classmethod
    def read(cls, text: str) -> CodeGold:
        """Reads what `text` gave.

        Raises:
            ProblemError: it is not such a text.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ProblemError(f"a code gold must be JSON such as {_EXAMPLE}; {error}") from error
        if not isinstance(data, dict):
            raise ProblemError(f"a code gold must be a JSON object such as {_EXAMPLE}")
        unknown = sorted(set(data) - _FIELDS)
        if unknown:
            raise ProblemError(f"a code gold has no {unknown[0]!r}; known: {', '.join(sorted(_FIELDS))}")
        if not isinstance(data.get("tests", []), list):
            raise ProblemError("the tests of a code gold must be a list")
        try:
            tests = [_from_plain(test) for test in data.get("tests", ())]
        except RecursionError:
            raise ProblemError("a value of a test is nested too deep") from None
        return cls(**{**data, "tests": tests})

    def trivial(self) -> Literal["constant", "echo"] | None:
        """Returns what kind of program passes all tests without solving anything: one value, or an argument as it is.

        Nothing is run, so of a `program` of assertions it can say nothing.
        """
        if not self.cases:
            return None
        if all(would_pass(self.cases[0].expected, test) for test in self.cases):
            return "constant"
        given = [_inputs(test) for test in self.cases]
        for values in zip(*given, strict=False):
            if all(would_pass(value, test) for value, test in zip(values, self.cases, strict=True)):
                return "echo"
        return None

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, CodeGold) else NotImplemented

    def _plain(self) -> dict[str, Any]:
        texts = {name: getattr(self, name) for name in ("entry_point", "setup", "prompt", "program")}
        tests = {"tests": [test.plain() for test in self.cases]} if self.tests else {}
        return {name: text for name, text in texts.items() if text} | tests


_FIELDS = {"entry_point", "tests", "setup", "prompt", "program"}
_EXAMPLE = '{"entry_point": "add", "tests": [{"args": [1, 2], "expected": 3}]}'
_KINDS: Mapping[str, tuple[type[CodeTest], frozenset[str]]] = MappingProxyType(
    {
        "args": (CallTest, frozenset({"args", "kwargs", "expected", "tolerance"})),
        "expression": (ExpressionTest, frozenset({"expression", "expected", "tolerance"})),
        "stdin": (StdinTest, frozenset({"stdin", "expected"})),
    }
)


def _read_test(test: object) -> CodeTest:
    if isinstance(test, Mapping):
        test = _built(test)
    if not isinstance(test, CallTest | ExpressionTest | StdinTest):
        raise ProblemError(f"a test must be a mapping such as {{'args': [1], 'expected': 2}}, got {test!r:.80}")
    _check(test)
    return test


def _built(test: Mapping[str, Any]) -> CodeTest:
    kind = next((key for key in _KINDS if key in test), None)
    if kind is None or "expected" not in test:
        raise ProblemError("a test needs 'expected', and one of 'args', 'expression', 'stdin'")
    cls, known = _KINDS[kind]
    unknown = sorted(set(test) - known)
    if unknown:
        raise ProblemError(f"a test with {kind!r} has no {unknown[0]!r}; known: {', '.join(sorted(known))}")
    fields = dict(test)
    if "tolerance" in fields:
        fields["tolerance"] = _tolerance(fields["tolerance"])
    return cls(**fields)


def _tolerance(value: object) -> Tolerance:
    good = isinstance(value, list | tuple) and len(value) == 2
    numbers = [number for number in value if type(number) in (int, float)] if isinstance(value, list | tuple) else []
    if not good or len(numbers) != 2 or not all(0 <= number < math.inf for number in numbers):
        raise ProblemError(f"a tolerance must be two numbers from 0 on, [rel, abs], got {value!r:.80}")
    return Tolerance(*numbers)


def _check(test: CodeTest) -> None:
    if isinstance(test, StdinTest):
        good = isinstance(test.stdin, str) and isinstance(test.expected, str)
        wanted = "stdin and expected output must be text"
    elif isinstance(test, CallTest):
        kwargs = test.kwargs
        named = isinstance(kwargs, Mapping) and all(isinstance(key, str) for key in kwargs)
        good = isinstance(test.args, list | tuple) and named
        wanted = "args must be a list, kwargs a mapping with text keys"
    else:
        good, wanted = isinstance(test.expression, str) and bool(test.expression.strip()), "an expression must be text"
    if not good:
        raise ProblemError(f"{wanted}: {test!r:.100}")
    if not isinstance(test, StdinTest):
        _tolerance(test.tolerance)


def _from_plain(test: object) -> dict[str, Any]:
    if not isinstance(test, dict):
        raise ProblemError(f"a test of a code gold must be a JSON object, got {test!r:.80}")
    return {key: value if key in ("stdin", "expression") else from_json(value) for key, value in test.items()}


def _ending(test: CallTest | ExpressionTest) -> dict[str, Any]:
    own = {} if test.tolerance == EXACT_ENOUGH else {"tolerance": list(test.tolerance)}
    return {"expected": to_json(test.expected), **own}


def _inputs(test: CodeTest) -> tuple[Any, ...]:
    if isinstance(test, StdinTest):
        return (test.stdin,)
    return (*test.args, *test.kwargs.values()) if isinstance(test, CallTest) else ()


def would_pass(value: object, test: CodeTest) -> bool:
    """Whether a program that gives this value passes a test."""
    if isinstance(test, StdinTest):
        return isinstance(value, str) and same_output(value, test.expected)
    return compare_frame(encode(value), test.expected, test.tolerance) == "equal"


def same_output(written: str, expected: str) -> bool:
    """Whether two outputs have the same lines, blanks at line ends and empty lines at the end left out."""
    return _lines(written) == _lines(expected)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]
