"""The built-in reward terms by kind."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gradatim.rewards.correctness import Correctness
from gradatim.rewards.format import Format
from gradatim.rewards.length import Brevity, Overlong
from gradatim.rewards.stop import Stop
from gradatim.rewards.term import Term

TERMS: Mapping[str, type[Term]] = MappingProxyType(
    {
        "correctness": Correctness,
        "format": Format,
        "stop": Stop,
        "overlong": Overlong,
        "brevity": Brevity,
    }
)
"""The built-in terms by kind."""
