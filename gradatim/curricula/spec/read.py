"""From a file, a library name or Python objects to a checked curriculum."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gradatim.core import ConfigError
from gradatim.core.explain import explain
from gradatim.core.findings import did_you_mean
from gradatim.core.located import Located
from gradatim.core.yamlfile import read_yaml
from gradatim.curricula.overrides import override
from gradatim.curricula.spec.curriculum import CurriculumSpec

_NAME = re.compile(r"[A-Za-z0-9_-]+")


def read_curriculum_spec(
    source: str | Path | Mapping[str, Any], overrides: Sequence[str] = ()
) -> tuple[CurriculumSpec, Located]:
    """Reads and checks a curriculum.

    Args:
        source: a name from `library_names()`, the path of a YAML file, or what such a file would hold as Python
            objects. Text without a dot and a slash is a name; write `./arithmetic` for a file of that name.
        overrides: single values to change, as `stages.add-2.gate.pass_rate=0.95`; see `override`.

    Returns:
        The curriculum, and its data with the place of each part, for errors that are found later on. Python objects
        have no places; their diagnostics say the path.

    Raises:
        ConfigError: with every finding.
    """
    located = override(_located(source), overrides)
    try:
        return CurriculumSpec.model_validate(located.data), located
    except ValidationError as error:
        raise located.error(*explain(error, located, CurriculumSpec)) from None


def library_names() -> list[str]:
    """Returns the names of the curricula that come with the package."""
    return sorted(entry.name.removesuffix(".yaml") for entry in _library().iterdir() if entry.name.endswith(".yaml"))


def library_text(name: str) -> str:
    """Returns the YAML of a curriculum that comes with the package.

    Raises:
        ConfigError: there is none of this name.
    """
    _require_known(name)
    return (_library() / f"{name}.yaml").read_text(encoding="utf-8")


def _located(source: str | Path | Mapping[str, Any]) -> Located:
    if isinstance(source, Mapping):
        return Located(dict(source), "curriculum")
    if isinstance(source, str) and _NAME.fullmatch(source):
        _require_known(source)
        file = _library() / f"{source}.yaml"
        return read_yaml(file.read_bytes(), str(file))
    return read_yaml(Path(source), str(source))


def _require_known(name: str) -> None:
    names = library_names()
    if name not in names:
        near = did_you_mean(name, names)
        raise ConfigError(
            f"there is no curriculum {name!r} in the library{'; ' + near if near else ''}\n"
            f"known: {', '.join(names)}; a file of your own needs a path such as ./{name}.yaml"
        )


def _library() -> Traversable:
    return files("gradatim.curricula") / "library"
