"""Parses Python that others wrote."""

from __future__ import annotations

import ast
import warnings


def syntax_tree(code: str) -> ast.Module:
    """Returns the syntax tree of code, without the warnings that a compiler has about its style.

    Raises:
        SyntaxError: it is no Python, or too deeply nested.
    """
    try:
        with warnings.catch_warnings():
            # Such as for "\d" in the references of MBPP: nothing that users of a data set could do about.
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error)) from error
