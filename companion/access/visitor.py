"""Identity of a browser: this computer's own, or an invited device."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser that was admitted: its ``id``, and whether it has the host's rights."""

    id: str
    is_host: bool = False


LOCAL_BROWSER = Visitor("", is_host=True)
"""Visitor of this computer's own browser."""

current_visitor: ContextVar[Visitor] = ContextVar("visitor", default=LOCAL_BROWSER)
"""Visitor of the session that begins.

To be read there and passed on, because later code of a session may run in another's context.
"""

served_table: ContextVar[str] = ContextVar("served_table", default="")
"""Match below whose path the connection of the session that begins was opened; empty for none."""

served_process: ContextVar[str] = ContextVar("served_process", default="")
"""The proxy's name for this process, by which files reach it; empty without a proxy."""

served_owner: ContextVar[str] = ContextVar("served_owner", default="")
"""Owner of the tables for which the session that begins was opened."""
