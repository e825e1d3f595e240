"""The rolls of a match: player, dice, source and faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.dice.provenance import RollSource, sources
from companion.dice.roll import find_put_aside_choice
from companion.match.log import LogLine
from companion.match.replay import ReplayedEntry, resume_match
from companion.match.undo import lines_in_effect
from companion.storage.matches import Match, Storage
from rules.engine import Dice, DieKind, Event, Game, Prompt, State, Text, prompt, seats_answering


@dataclass(frozen=True, slots=True)
class RecordedRoll:
    """One roll: player (empty if several rolled together), dice, source and faces."""

    player: str
    kind: DieKind | None
    sides: int
    source: RollSource
    faces: tuple[int, ...]


def recorded_rolls(game: Game[State], match: Match, storage: Storage) -> Iterator[RecordedRoll]:
    """Yield every roll of that match that has not been undone. Raises ``StorageError``."""
    resumed = resume_match(storage, match, game)
    lines = [LogLine(folded.entry, Text(""), ()) for folded in resumed.entries]
    in_effect = {line.entry.seq for line in lines_in_effect(lines)}
    source_by_entry = sources(match.id, storage)
    for folded in resumed.entries:
        if folded.entry.seq in in_effect:
            yield from rolls_of_entry(folded, match.seats, source_by_entry.get(folded.entry.seq, "typed"))


def rolls_of_entry(replayed: ReplayedEntry[State], seats: Sequence[str], source: RollSource) -> Iterator[RecordedRoll]:
    """Yield the roll of an entry, if it has one.

    One die each for several seats is one roll per seat. A roll typed whole where only the kept dice need to be told is
    left out: people tell it whole when they like it, so it is not a random sample.
    """
    asked, event = prompt(replayed.state_before), replayed.entry.event
    found = rolled_dice(asked, event) if asked is not None and replayed.entry.prompt_id is not None else None
    if asked is None or found is None or (source == "typed" and find_put_aside_choice(asked)):
        return
    dice, faces, who = found
    if len(who) == 1:
        yield RecordedRoll(seats[who[0]], dice.kind, dice.sides, source, faces)
    elif len(who) == len(faces):
        yield from (
            RecordedRoll(seats[s], dice.kind, dice.sides, source, (f,)) for s, f in zip(who, faces, strict=True)
        )
    else:
        yield RecordedRoll("", dice.kind, dice.sides, source, faces)


def rolled_dice(asked: Prompt, event: Event) -> tuple[Dice, tuple[int, ...], tuple[int, ...]] | None:
    """Return the dice of an answer, their faces, and the seats that rolled them.

    None for an answer without dice, and for dice that may be rerolled at will: the kept faces are not a random sample.
    """
    for choice in asked.choices:
        hole = choice.template.hole(Dice)
        if hole is not None and choice.admits(event):
            return None if hole.may_reroll else (hole, getattr(event, hole.name), seats_answering(asked, choice, event))
    return None
