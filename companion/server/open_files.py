"""Limit of open file descriptors of this process."""

from __future__ import annotations

from contextlib import suppress

MAX_DESCRIPTORS = 65_536
"""Number of descriptors that are requested; some systems would allow a thousand million."""


def raise_limit() -> int:
    """Raise the limit of this process as far as the system allows and return it.

    Windows has no such limit.
    """
    try:
        import resource
    except ImportError:
        return MAX_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has a lower limit that it does not report
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
