"""Log entries: an event with the metadata that the rules do not need."""

from dataclasses import dataclass

from rules.engine import Event


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry: an event, its time (UTC, unix seconds), its actor and its undo group.

    ``actor`` is a seat's name, "host", "phone" (another device in the middle of the table), "camera" (the host's,
    which enters dice by itself) or "stops" (an automatic answer by the table's settings); entries of one ``group`` are
    undone together; ``prompt_id`` is that of the prompt that was answered, if one was.
    """

    seq: int
    at: float
    by: str
    group: int
    prompt_id: str | None
    event: Event
