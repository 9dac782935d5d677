"""Code problems out of data sets: what `humaneval` and `mbpp` share."""

from gradatim.curricula.sources.code_rows.collected import CodeRows, Policy, code_verifier, collect
from gradatim.curricula.sources.code_rows.reading import Stamp, hub_rows, local_rows, stamp
from gradatim.curricula.sources.code_rows.rows import Row, RowError, fenced, text_of, texts_of

__all__ = [
    "CodeRows",
    "Policy",
    "Row",
    "RowError",
    "Stamp",
    "code_verifier",
    "collect",
    "fenced",
    "hub_rows",
    "local_rows",
    "stamp",
    "text_of",
    "texts_of",
]
