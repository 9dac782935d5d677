"""Hashes that stay the same on every machine, Python version and process."""

from __future__ import annotations

import json
from hashlib import blake2b

_TWO_64 = float(1 << 64)


def content_id(key: str) -> str:
    """Returns the id of canonical content: 16 hex digits of BLAKE2b-64."""
    return blake2b(key.encode(), digest_size=8).hexdigest()


def unit_interval(content: str) -> float:
    """Maps a `content_id` to [0, 1), uniformly over contents; splits compare it with the held-out share."""
    return int(content, 16) / _TWO_64


def derive_seed(*parts: str | int) -> int:
    """Returns a 64-bit seed for one stream, independent of the seeds of all others.

    `Random(seed + i)` would make stream i of seed s + 1 the stream i + 1 of seed s; a hash of all parts does not.
    """
    return int.from_bytes(blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest(), "big")


def canonical_json(data: object) -> str:
    """Returns JSON that is equal for equal data: sorted keys, no blanks, no NaN."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
