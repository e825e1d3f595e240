"""Memory of a process: its size, and a limit that the operating system can enforce."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

POLL_SECONDS = 0.5 if sys.platform == "darwin" else 0.1
"""Seconds between two checks of a watched process; macOS starts a program for each check."""


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process in bytes; 0 if it cannot be determined."""
    try:
        if sys.platform == "linux":
            return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
        if sys.platform == "win32":
            return _working_set(pid)
        output = subprocess.run(["/bin/ps", "-o", "rss=", "-p", str(pid)], capture_output=True, timeout=5, check=True)
        return int(output.stdout) * 1024
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return 0


def limit_memory(extra: int) -> None:
    """Limit this process to ``extra`` bytes beyond what it maps now; Linux only.

    A request for more memory fails. macOS does not enforce RLIMIT_AS and Windows does not have it: there,
    ``resident_bytes`` has to be polled.
    """
    if sys.platform != "linux":
        return
    import resource

    mapped = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit_bytes = mapped + extra
    resource.setrlimit(
        resource.RLIMIT_AS, (limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard), hard)
    )


def _working_set(pid: int) -> int:
    """Return the working set on Windows.

    It uses GetProcessMemoryInfo with the right PROCESS_QUERY_LIMITED_INFORMATION (0x1000).
    """
    import ctypes

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))
    if not handle:
        return 0
    # PROCESS_MEMORY_COUNTERS: two numbers of 32 bits, then the peak, the working set and six more
    counters = (ctypes.c_size_t * (2 * 4 // ctypes.sizeof(ctypes.c_size_t) + 8))()
    size = ctypes.sizeof(counters)
    ctypes.memmove(counters, size.to_bytes(4, "little"), 4)
    try:
        known = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), size)
        return int(counters[-7]) if known else 0
    finally:
        kernel.CloseHandle(handle)
