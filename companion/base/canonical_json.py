"""Canonical JSON, so that equal values are written alike, and its digest."""

from __future__ import annotations

import hashlib
import json

from .value_types import WritableJson


def canonical_json(data: WritableJson) -> str:
    """Return the data as one line of canonical JSON. Raises ``ValueError`` for infinity and NaN."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256_hex(line: str) -> str:
    """Return the SHA-256 digest of the line in hexadecimal."""
    return hashlib.sha256(line.encode()).hexdigest()
