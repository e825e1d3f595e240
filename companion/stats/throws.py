"""The rolls of a match: player, dice, source and faces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice.provenance import How, told
from companion.match.log import LogLine
from companion.match.replay import Folded, resume
from companion.match.undo import standing
from companion.storage.matches import Match, Storage
from rules.engine import Dice, DieKind, Event, Game, Prompt, Text, prompt, speaks_for


@dataclass(frozen=True, slots=True)
class Thrown:
    """One roll: player (empty if several rolled together), dice, source and faces."""

    who: str
    kind: DieKind | None
    sides: int
    how: How
    faces: tuple[int, ...]


def throws(game: Game[Any], match: Match, storage: Storage) -> Iterator[Thrown]:
    """Yield every roll of that match that has not been undone. Raises ``StorageError``."""
    resumed = resume(storage, match, game)
    lines = [LogLine(folded.entry, Text(""), ()) for folded in resumed.folded]
    up = {line.entry.seq for line in standing(lines)}
    how = told(match.id, storage)
    for folded in resumed.folded:
        if folded.entry.seq in up:
            yield from thrown(folded, match.seats, how.get(folded.entry.seq, "typed"))


def thrown(folded: Folded[Any], seats: tuple[str, ...], how: How) -> Iterator[Thrown]:
    """Yield the roll of an entry, if it has one.

    One die each for several seats is one roll per seat.
    """
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
    """Return the dice of an answer, their faces, and the seats that rolled them.

    None for an answer without dice, and for dice that may be rerolled at will: the kept faces are not a random sample.
    """
    for choice in asked.choices:
        hole = next((hole for hole in choice.does.holes if isinstance(hole, Dice)), None)
        if hole is not None and choice.admits(event):
            return None if hole.again else (hole, getattr(event, hole.name), speaks_for(asked, choice, event))
    return None
