"""Runs of equal characters: rewriting, encoding and decoding."""

from __future__ import annotations

from itertools import groupby, permutations

from gradatim.curricula.sources.code.blocks.block import Block
from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.repetitions import COUNT_RULES, GROUP_CHANGES, decode
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template

_RULES = (
    *(Block(f"length >= {k}", lambda n, k=k: n >= k, f"at least {k} long") for k in (2, 3, 4)),
    Block("length % 2 == 0", lambda n: n % 2 == 0, "of even length"),
    Block("length % 3 == 0", lambda n: n % 3 == 0, "of a length divisible by 3"),
    *(Block(f"length == {k}", lambda n, k=k: n == k, f"exactly {k} long") for k in (1, 2, 3)),
    *(Block(f"length != {k}", lambda n, k=k: n != k, f"not exactly {k} long") for k in (2, 3)),
)
_FORMS = (
    Block("char", lambda run: run[0], "by one copy of its character"),
    Block(
        "char * (2 * length)", lambda run: run[0] * 2 * len(run), "by a run of the same character that is twice as long"
    ),
    Block("char + str(length)", lambda run: run[0] + str(len(run)), "by its character followed by its length"),
    Block("str(length) + char", lambda run: str(len(run)) + run[0], "by its length followed by its character"),
    Block('"-" * length', lambda run: "-" * len(run), "by as many hyphens as it is long"),
    Block("char.upper() * length", lambda run: run.upper(), "by a run of capital letters of the same length"),
    Block('"[" + char + "]"', lambda run: f"[{run[0]}]", "by its character in square brackets"),
)


def _runs(text: str) -> list[str]:
    return ["".join(group) for _, group in groupby(text)]


def _inputs(choice: Choice) -> tuple[str]:
    return (
        "".join(
            [choice.pick("abcde") * choice.pick((1, 1, 1, 2, 2, 3, 3, 4, 5, 9)) for _ in range(choice.between(3, 8))]
        ),
    )


_EDGES: Edges = (("",), ("a",), ("bbbbbbbbbbbb",), ("abcabc",))
_RUN = "A run is a stretch of equal characters that is as long as possible"


def _rewrite(choice: Choice, rule: Block, forms: tuple[Block, Block]) -> Task:
    one, other = forms
    text = (
        f"`text` is a string of small letters. {_RUN}. Replace each run that is {rule.words} {one.words}, and "
        f"every other run {other.words}. Return the new string."
    )
    body = f"""result = ""
for char, group in groupby(text):
    length = len(list(group))
    result += {one.code} if {rule.code} else {other.code}
return result"""

    def run(text: str) -> str:
        return "".join([one.run(part) if rule.run(len(part)) else other.run(part) for part in _runs(text)])

    return Task(
        text,
        choice.pick(("rewrite_runs", "squeeze", "rework_runs")),
        "text: str",
        "str",
        body,
        run,
        _inputs,
        _EDGES,
        imports="from itertools import groupby\n\n\n",
    )


class _Forms(tuple[Block, Block]):
    """A pair of forms with a key."""

    __slots__ = ()

    @property
    def key(self) -> str:
        return f"{self[0].key},{self[1].key}"


_SEPARATORS = ("", "-", ".", "/", ",", "+", "_", ":")


def _encode(choice: Choice, cap: int, least: int, first: str, sep: str) -> Task:
    order = (
        "its length (in decimal) followed by its character"
        if first == "length"
        else "its character followed by its length (in decimal)"
    )
    joined = f"Join all codes with '{sep}' between them" if sep else "Join all codes without anything between them"
    text = (
        f"Encode the string `text` of small letters. {_RUN}. Cut each run of more than {cap} characters from "
        f"its beginning into pieces of {cap} characters and a shorter last piece for the rest, if there is "
        "one; other runs are one piece each. "
        f"The code of a piece is {order}, but a piece of fewer than {least} characters is its own code. "
        f"{joined}, in order, and return that string."
    )
    code = "str(length) + char" if first == "length" else "char + str(length)"
    body = f"""codes = []
i = 0
while i < len(text):
    char = text[i]
    length = 0
    while i < len(text) and text[i] == char and length < {cap}:
        length += 1
        i += 1
    if length < {least}:
        codes.append(char * length)
    else:
        codes.append({code})
return "{sep}".join(codes)"""

    def run(text: str) -> str:
        pieces = [part[i : i + cap] for part in _runs(text) for i in range(0, len(part), cap)]
        codes = [
            (f"{len(p)}{p[0]}" if first == "length" else f"{p[0]}{len(p)}") if len(p) >= least else p for p in pieces
        ]
        return sep.join(codes)

    return Task(
        text, choice.pick(("encode_runs", "compress", "run_codes")), "text: str", "str", body, run, _inputs, _EDGES
    )


RUNS = Family(
    "runs",
    "runs of equal characters: rewrite them, encode them in pieces, decode nested repetitions",
    (
        (Template("rewrite", (_RULES, tuple(map(_Forms, permutations(_FORMS, 2)))), _rewrite),),
        (Template("encode", (range(4, 12), (2, 3, 4), ("length", "character"), _SEPARATORS), _encode),),
        (Template("decode", (("()", "[]", "{}", "<>"), (0, 1, 2), (3, 4, 5), COUNT_RULES, GROUP_CHANGES), decode),),
    ),
)
