"""Arithmetic on whole numbers: sums, differences, products, exact quotients and expressions of them."""

from gradatim.curricula.sources.arithmetic.config import Arithmetic

__all__ = ["Arithmetic"]
