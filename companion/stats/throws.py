"""The rolls of a match: player, dice, source and faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.dice.provenance import RollSource, sources
from companion.dice.roll import find_put_aside_choice
from companion.match.match_state import MatchRecord
from companion.match.replay import resume_match
from companion.match.undo import lines_in_effect
from companion.storage.matches import Match, Storage
from companion.storage.records import Entry
from rules.engine import Dice, DieKind, Event, Game, Prompt, State, prompt, seats_answering


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
    yield from rolls_of(resume_match(storage, match, game).record(match), sources(match.id, storage))


def rolls_of(record: MatchRecord, source_by_entry: Mapping[int, RollSource]) -> Iterator[RecordedRoll]:
    """Yield every roll of a match record that is in effect."""
    states = (record.first_state, *record.states)
    for line, before in zip(lines_in_effect(record.lines), states, strict=False):
        yield from _rolls_of_entry(line.entry, before, record.match.seats, source_by_entry.get(line.entry.seq, "typed"))


def _rolls_of_entry(entry: Entry, before: State, seats: Sequence[str], source: RollSource) -> Iterator[RecordedRoll]:
    """Yield the roll of an entry, if it has one; ``before`` is the state that it answers.

    One die each for several seats is one roll per seat. A roll typed whole where only the kept dice need to be told is
    left out: people tell it whole when they like it, so it is not a random sample.
    """
    asked, event = prompt(before), entry.event
    found = rolled_dice(asked, event) if asked is not None and entry.prompt_id is not None else None
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
