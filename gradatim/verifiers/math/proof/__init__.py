"""Proof that two trees are equal, by sympy in a process of its own."""
