"""Hashes that stay the same on every machine, Python version and process."""

from __future__ import annotations

import json
from hashlib import blake2b

_TWO_53 = float(1 << 53)


def content_id(key: str) -> str:
    """Returns the id of canonical content: 16 hex digits of BLAKE2b-64."""
    return blake2b(key.encode(), digest_size=8).hexdigest()


def unit_interval(content: str) -> float:
    """Maps a `content_id` to [0, 1), uniformly over contents; splits compare it with the held-out share."""
    # 53 bits: all 64 would round up to 1.
    return (int(content, 16) >> 11) / _TWO_53


def canonical_json(data: object) -> str:
    """Returns JSON that is equal for equal data: sorted keys, no blanks, no NaN."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
