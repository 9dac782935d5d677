"""Proof that two trees are equal, in a finite field."""
