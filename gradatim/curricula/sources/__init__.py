"""Where problems come from: procedural generators and data sets, by their YAML key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gradatim.curricula.sources.arithmetic import Arithmetic
from gradatim.curricula.sources.base import ENUMERABLE, Count, Source
from gradatim.curricula.sources.hash_random import HashRandom, Rng
from gradatim.curricula.sources.joint import joint_count, listed_ids

SOURCES: Mapping[str, type[Source]] = MappingProxyType({"arithmetic": Arithmetic})
"""The built-in sources by the key that names them under `problems`."""

__all__ = ["ENUMERABLE", "SOURCES", "Arithmetic", "Count", "HashRandom", "Rng", "Source", "joint_count", "listed_ids"]
