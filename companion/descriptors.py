"""The number of files and connections that this process may have open."""

from __future__ import annotations

from contextlib import suppress

MOST = 65_536
"""Descriptors that are asked for; some systems would allow a thousand million."""


def raised() -> int:
    """Raise the limit of this process as far as the system lets it; what it is then. Windows has none."""
    try:
        import resource
    except ImportError:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has a lower limit that it does not tell
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else soft
