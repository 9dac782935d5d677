"""How many problems several sources have together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from gradatim.curricula.sources.base import Count, Source


def listed_ids(sources: Iterable[Source]) -> frozenset[str] | None:
    """Returns the ids of all problems, each once; None when some source cannot list its own."""
    ids = [source.ids() for source in sources]
    return None if None in ids else frozenset(chain.from_iterable(part for part in ids if part is not None))


def joint_count(sources: Sequence[Source]) -> Count:
    """Returns how many distinct problems sources have together; exact wherever that can be told.

    Problems that can be listed are counted one by one. Of others, which may overlap, only the largest source is proven.
    """
    if len(sources) == 1:
        return sources[0].count()
    ids = listed_ids(sources)
    if ids is not None:
        return Count(len(ids), exact=True)
    return Count(max(source.count().value for source in sources), exact=False)
