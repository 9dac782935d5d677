"""A checked curriculum back to YAML, with every default written out."""

from __future__ import annotations

import re
from typing import Any

import yaml

from gradatim.core.scalars import resolve
from gradatim.curricula.spec.curriculum import CurriculumSpec

_LINE_LIMIT = 120
_NEEDS_ESCAPES = re.compile("[^\n -~\xa0-\ud7ff\ue000-\ufffd]|[\u2028\u2029\ufeff]")


def dump_yaml(spec: CurriculumSpec) -> str:
    """Returns YAML that reads back as an equal `CurriculumSpec`.

    Raises:
        ConfigError: a source or term is of a class that is neither built in nor importable as `package.module:name`.
    """
    _require_writable(spec)
    return yaml.dump(
        plain_spec(spec),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=False,
        width=_LINE_LIMIT,
    )


def plain_spec(spec: CurriculumSpec) -> dict[str, Any]:
    """Returns the curriculum as plain data in YAML's long forms."""
    plain: dict[str, Any] = spec.model_dump(mode="json", exclude_none=True)
    return plain


def _require_writable(spec: CurriculumSpec) -> None:
    for reward in [spec.reward, *(stage.reward for stage in spec.stages)]:
        if reward:
            reward.require_writable()
    for source in [source for stage in spec.stages for source in stage.problems]:
        source.require_writable()


class _Dumper(yaml.SafeDumper):
    """Writes scalars so that YAML 1.2 and YAML 1.1 readers agree on them."""

    def ignore_aliases(self, data: object) -> bool:
        """Writes equal parts out each time: aliases make a file hard to change."""
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    if _NEEDS_ESCAPES.search(text):
        style: str | None = '"'
    elif "\n" in text:
        style = "|"
    else:
        # PyYAML itself quotes what YAML 1.1 would not take for text.
        style = None if _is_text(text) else "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


def _is_text(text: str) -> bool:
    try:
        return isinstance(resolve(text), str)
    except OverflowError:
        return False


def _float(dumper: _Dumper, value: float) -> yaml.ScalarNode:
    text = repr(value)
    # A YAML 1.1 reader wants a point in a number with an exponent.
    if "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return dumper.represent_scalar("tag:yaml.org,2002:float", text)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(float, _float)
