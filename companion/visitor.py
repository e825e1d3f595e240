"""Who looks at the table: this computer's own people, or a phone that was invited."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser that was let in: its own ``id``, and whether it is the host's."""

    id: str
    host: bool = False


HOME = Visitor("", host=True)
"""This computer's own browser."""

current: ContextVar[Visitor] = ContextVar("visitor", default=HOME)
"""Whose session begins: to be read there and handed on, for what a session does later may run in another's context."""
