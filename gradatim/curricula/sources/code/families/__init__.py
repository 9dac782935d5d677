"""The families of code problems."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gradatim.curricula.sources.code.families.bases import BASES
from gradatim.curricula.sources.code.families.brackets import BRACKETS
from gradatim.curricula.sources.code.families.clocks import CLOCKS
from gradatim.curricula.sources.code.families.digits import DIGITS
from gradatim.curricula.sources.code.families.divisors import DIVISORS
from gradatim.curricula.sources.code.families.formats import FORMATS
from gradatim.curricula.sources.code.families.intervals import INTERVALS
from gradatim.curricula.sources.code.families.lists import LISTS
from gradatim.curricula.sources.code.families.machines import MACHINES
from gradatim.curricula.sources.code.families.matrices import MATRICES
from gradatim.curricula.sources.code.families.nested import NESTED
from gradatim.curricula.sources.code.families.rankings import RANKINGS
from gradatim.curricula.sources.code.families.recurrences import RECURRENCES
from gradatim.curricula.sources.code.families.repairs import REPAIRS
from gradatim.curricula.sources.code.families.riddles import RIDDLES
from gradatim.curricula.sources.code.families.runs import RUNS
from gradatim.curricula.sources.code.families.scripts import SCRIPTS
from gradatim.curricula.sources.code.families.searches import SEARCHES
from gradatim.curricula.sources.code.families.sets import SETS
from gradatim.curricula.sources.code.families.tallies import TALLIES
from gradatim.curricula.sources.code.families.texts import TEXTS
from gradatim.curricula.sources.code.task import Family

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            LISTS,
            TEXTS,
            DIGITS,
            DIVISORS,
            TALLIES,
            NESTED,
            RECURRENCES,
            INTERVALS,
            BRACKETS,
            RUNS,
            BASES,
            MATRICES,
            RANKINGS,
            SETS,
            CLOCKS,
            MACHINES,
            FORMATS,
            SEARCHES,
            REPAIRS,
            SCRIPTS,
            RIDDLES,
        )
    }
)
"""The families by name."""
