"""Pieces that many families of code problems share."""
