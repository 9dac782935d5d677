"""Where problems come from: procedural generators and data sets, by their YAML key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gradatim.curricula.sources.arithmetic import Arithmetic
from gradatim.curricula.sources.base import ENUMERABLE, Count, ReadsRows, Refused, Source
from gradatim.curricula.sources.code import Code
from gradatim.curricula.sources.hash_random import HashRandom, Rng
from gradatim.curricula.sources.humaneval import HumanEval
from gradatim.curricula.sources.joint import joint_count, listed_ids
from gradatim.curricula.sources.mbpp import Mbpp

SOURCES: Mapping[str, type[Source]] = MappingProxyType(
    {"arithmetic": Arithmetic, "code": Code, "humaneval": HumanEval, "mbpp": Mbpp}
)
"""The built-in sources by the key that names them under `problems`."""

__all__ = [
    "ENUMERABLE",
    "SOURCES",
    "Arithmetic",
    "Code",
    "Count",
    "HashRandom",
    "HumanEval",
    "Mbpp",
    "ReadsRows",
    "Refused",
    "Rng",
    "Source",
    "joint_count",
    "listed_ids",
]
