"""One line of the log: an event and all that the rules need not know of it."""

from dataclasses import dataclass

from rules.engine import Event


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened: when (UTC, unix seconds), by whom, and what it is taken back with.

    ``by`` is a seat's name, "host", "phone" (another in the middle of the table), "camera" (the host's, which reads
    dice by itself) or "stops" (the table's own settings answered); entries of one ``group`` are undone together;
    ``prompt_id`` names the question that was answered, if one was.
    """

    seq: int
    at: float
    by: str
    group: int
    prompt_id: str | None
    event: Event
