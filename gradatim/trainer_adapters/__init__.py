"""Adapters that feed curricula and rewards into a trainer, one folder per trainer."""
