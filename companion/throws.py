"""What was thrown at a table: by whom, with which dice, how it was told, and what fell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.engine import Dice, DieKind, Event, Game, Prompt, Text, prompt, speaks_for

from .log import LogLine, standing
from .resume import Folded, resume
from .storage import Match, Storage
from .told import How, told


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw: by whom (nobody's if several threw), with which dice, how it was told, and its faces."""

    who: str
    kind: DieKind | None
    sides: int
    how: How
    faces: tuple[int, ...]


def throws(game: Game[Any], match: Match, storage: Storage) -> Iterator[Thrown]:
    """Every throw of that match that stands. Raises ``StorageTrouble``."""
    resumed = resume(storage, match, game)
    lines = [LogLine(folded.entry, Text(""), ()) for folded in resumed.folded]
    up = {line.entry.seq for line in standing(lines)}
    how = told(match.id, storage)
    for folded in resumed.folded:
        if folded.entry.seq in up:
            yield from thrown(folded, match.seats, how.get(folded.entry.seq, "typed"))


def thrown(folded: Folded[Any], seats: tuple[str, ...], how: How) -> Iterator[Thrown]:
    """The throw that an entry tells of, if it does; one die each is a throw of each seat."""
    asked, event = prompt(folded.before), folded.entry.event
    found = dice_of(asked, event) if asked is not None and folded.entry.prompt_id is not None else None
    if asked is None or found is None:
        return
    dice, faces, who = found
    if len(who) == 1:
        yield Thrown(seats[who[0]], dice.kind, dice.sides, how, faces)
    elif len(who) == len(faces):
        yield from (Thrown(seats[s], dice.kind, dice.sides, how, (f,)) for s, f in zip(who, faces, strict=True))
    else:
        yield Thrown("", dice.kind, dice.sides, how, faces)


def dice_of(asked: Prompt, event: Event) -> tuple[Dice, tuple[int, ...], tuple[int, ...]] | None:
    """The dice that an answer tells of, their faces, and the seats that threw.

    None where it tells of none, and of dice that were thrown again at will: what somebody kept says nothing of them.
    """
    for choice in asked.choices:
        hole = next((hole for hole in choice.does.holes if isinstance(hole, Dice)), None)
        if hole is not None and choice.admits(event):
            return None if hole.again else (hole, getattr(event, hole.name), speaks_for(asked, choice, event))
    return None
