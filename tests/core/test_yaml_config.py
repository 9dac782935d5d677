from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Protocol

import pytest
from pydantic import Field, ValidationError
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT, build, resolve_kind
from gradatim.core.explain import explain
from gradatim.core.findings import Collector, Finding, refusal
from gradatim.core.located import Located


class Shape(Protocol):
    def area(self) -> float: ...


@dataclass(frozen=True, config=STRICT)
class Square:
    side: Annotated[float, Field(gt=0)]
    marks: tuple[str, ...] = ()

    def area(self) -> float:
        return self.side**2


SHAPES: dict[str, type[Shape]] = {"square": Square}

PLUGIN = """
from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Circle:
    radius: float = 1.0

    def area(self):
        return 3.0 * self.radius**2

@dataclass
class Point:
    x: float = 0.0

def make():
    return Circle()
"""


def findings(error: ValidationError, data: object = None) -> list[tuple[str, str, str | None]]:
    return [(item.path, item.message, item.hint) for item in explain(error, Located(data, "x"))]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = tmp_path / "shapes_of_mine"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "round.py").write_text(PLUGIN)
    (folder / "broken.py").write_text("import a_module_that_is_nowhere\n")
    (folder / "stale.py").write_text("from json import no_such_name\n")
    (folder / "faulty.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder.name
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def test_a_kind_is_found_in_the_registry() -> None:
    assert resolve_kind("square", SHAPES, "shape", ["area"]) is Square


def test_a_class_of_the_users_own_is_imported(package: str) -> None:
    found = resolve_kind(f"{package}.round:Circle", SHAPES, "shape", ["area"])
    assert build(found, {"radius": 2.0}).area() == 12.0


@pytest.mark.parametrize(
    ("kind", "message", "hint"),
    [
        ("squar", "'squar' is not a shape; known: square", "did you mean 'square'?"),
        ("blob", "'blob' is not a shape; known: square", "a class of your own is named package.module:name"),
        ("a-b:C", "'a-b:C' is not of the form package.module:name", None),
        (":C", "':C' is not of the form package.module:name", None),
        ("nowhere_at_all.x:C", "there is no module 'nowhere_at_all'", "it must be installed, or lie on PYTHONPATH"),
        ("{}.nothing:C", "there is no module '{}.nothing'", "it must be installed, or lie on PYTHONPATH"),
        ("{}.round.deep:C", "there is no module '{}.round.deep'", "it must be installed, or lie on PYTHONPATH"),
        ("{}.broken:C", "importing '{}.broken' failed: No module named 'a_module_that_is_nowhere'", None),
        ("{}.round:Circl", "module '{}.round' has no 'Circl'", "did you mean 'Circle'?"),
        ("{}.round:make", "'{}.round:make' is not a pydantic dataclass", "the fields of a shape are its configuration"),
        ("{}.round:Point", "'{}.round:Point' is not a shape: it lacks area", None),
    ],
)
def test_why_a_kind_cannot_be_used(package: str, kind: str, message: str, hint: str | None) -> None:
    with pytest.raises(ValidationError) as caught:
        resolve_kind(kind.format(package), SHAPES, "shape", ["area"])
    assert findings(caught.value) == [("", message.format(package), hint)]


def test_an_import_that_fails_inside_the_users_module_is_told_apart(package: str) -> None:
    with pytest.raises(ValidationError, match="cannot import name 'no_such_name'"):
        resolve_kind(f"{package}.stale:C", SHAPES, "shape", ["area"])


def test_a_bug_in_the_users_module_propagates(package: str) -> None:
    with pytest.raises(ZeroDivisionError):
        resolve_kind(f"{package}.faulty:C", SHAPES, "shape", ["area"])


def test_plain_data_becomes_an_object_and_an_object_stays() -> None:
    square = build(Square, {"side": 2, "marks": ["a"]})
    assert square == Square(2.0, ("a",))
    assert build(Square, square) is square


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({"side": "2"}, ("expected a number, got the text '2'", "write 2, without quotes")),
        ({"sde": 2.0}, ("unknown key 'sde'", "did you mean 'side'?")),
        ({"side": float("nan")}, ("expected a finite number, got nan", None)),
        ({"side": 1.0, "marks": "a"}, ("expected a list, got the text 'a'", "write it in brackets, as [a, b]")),
        ({"side": 1.0, "colour": 1}, ("unknown key 'colour'", "known keys: when, side, marks")),
        (None, ("missing key 'side'", None)),
        (3, ("expected a mapping, got 3", None)),
        ({"side": object()}, ("not plain data", None)),
        ({"side": "\ud800"}, ("not plain data", None)),
    ],
)
def test_what_is_not_built(params: object, found: tuple[str, str | None]) -> None:
    with pytest.raises(ValidationError) as caught:
        build(Square, params, beside=["when"])
    (_, message, hint), *_ = findings(caught.value, params)
    assert (message.partition(":")[0] if "plain" in message else message, hint) == found


def test_a_collector_reports_all_under_their_paths() -> None:
    found = Collector()
    found.add(Finding(("a",), "one {brace}", "odd", "why"))
    assert found.attempt(("b", 1), lambda: build(Square, {"side": 0})) is None
    assert found.attempt((), lambda: 7) == 7

    def nested() -> None:
        inner = Collector()
        inner.attempt(("d",), lambda: (_ for _ in ()).throw(refusal("two", "odd")))
        inner.finish("inner")

    found.attempt(("c",), nested)
    with pytest.raises(ValidationError) as caught:
        found.finish("outer")
    locations = [(line["loc"], line["type"], line["msg"]) for line in caught.value.errors()]
    assert locations == [
        (("a",), "odd", "one {brace}"),
        (("b", 1, "side"), "greater_than", "Input should be greater than 0"),
        (("c", "d"), "odd", "two"),
    ]


def test_an_empty_collector_raises_nothing() -> None:
    Collector().finish("nothing")
