"""Code problems out of a procedural generator."""

from gradatim.curricula.sources.code.config import Code

__all__ = ["Code"]
