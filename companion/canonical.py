"""JSON in one way only, so that equal values are written alike, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(data: Any) -> str:
    """The data as one line of JSON. Raises ``ValueError`` for a number without end."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256(line: str) -> str:
    """The line's digest."""
    return hashlib.sha256(line.encode()).hexdigest()
