"""The log turn by turn: the entries of each, and one sentence about its main result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from companion.base.actors import STOPS_ACTOR
from companion.match.log import LogLine, counted_text, format_signed, is_undo_or_redo
from rules.engine import Change, Displayable, Game, Note, State, Text, without_numbers

MAIN_KINDS = ("win", "elimination", "kill", "death", "hero_end", "level_up", "soul", "final_flip")
"""Kinds of the notes that may be the main result of a turn, the most important one first."""
MAX_EVENTS = 2
"""Maximum number of main results in a headline."""
MAX_NUMBERS = 2
"""Maximum number of numbers of one player in a headline."""
CARD_ICONS = ("deck", "hand")
"""Icons of trackers that count cards; as they change in every turn, no headline tells them."""
LATE_ICONS = ("loot",)
"""Icons of trackers that are told only beside few others."""


@dataclass(frozen=True)
class TurnCard:
    """A turn of the log: its number, its entries, the oldest first, and its headline.

    The number is 0 before the first turn. ``headline`` is None where nothing is to be told. ``first_seq`` is the number
    of its first entry that stands, None if all of it was undone.
    """

    number: int
    lines: tuple[LogLine, ...]
    headline: Text | None
    first_seq: int | None

    @property
    def title(self) -> Text:
        """The number of the turn with the headline."""
        turn = Text("Turn {n}", n=self.number) if self.number else Text("Set-up")
        return Text("{turn} · {what}", turn=turn, what=self.headline) if self.headline else turn


def turn_cards(
    game: Game[State], lines: Sequence[LogLine], seats: Sequence[str], first_turn: int = 0
) -> tuple[TurnCard, ...]:
    """Return the turns of a log, the newest first.

    An entry belongs to the turn in which it was made, also the one that ended it; what that began is told by the
    headline of the next turn. ``first_turn`` is that of the state before all entries; what was undone stays with its
    turn.
    """
    writer = _HeadlineWriter(seats, {f"{g.prefix}.{k.name}": k.icon for g in game.tracker_groups for k in g.kinds})
    by_turn: dict[int, list[LogLine]] = {}
    turn = first_turn
    for line in lines:
        by_turn.setdefault(turn, []).append(line)
        turn = line.turn[0]
    notes = _notes_by_turn(filter(_stands, lines))
    return tuple(
        _card(number, tuple(by_turn[number]), notes.get(number, ()), writer) for number in sorted(by_turn, reverse=True)
    )


def _stands(line: LogLine) -> bool:
    return line.is_in_effect and not is_undo_or_redo(line.entry.event)


def _notes_by_turn(lines: Iterable[LogLine]) -> Mapping[int, Sequence[Note]]:
    found: dict[int, list[Note]] = {}
    for note in (note for line in lines for note in line.notes):
        found.setdefault(note.turn, []).append(note)
    return found


def _card(number: int, lines: tuple[LogLine, ...], notes: Sequence[Note], writer: _HeadlineWriter) -> TurnCard:
    standing = list(filter(_stands, lines))
    first = standing[0].entry.seq if standing else None
    if first is None:
        return TurnCard(number, lines, Text("undone"), None)
    return TurnCard(number, lines, writer.headline(standing, notes), first)


@dataclass(frozen=True)
class _HeadlineWriter:
    """Writer of headlines for those seats.

    ``icons`` are those of the trackers, by key without a number.
    """

    seats: Sequence[str]
    icons: Mapping[str, str]

    def headline(self, lines: Sequence[LogLine], notes: Sequence[Note]) -> Text | None:
        """Return who did what in a turn of those lines and notes, and what it brought.

        Without a main result, whose numbers changed; without that, the first thing that somebody did.
        """
        events = _main_events(notes)
        if not events:
            numbers = self._numbers_headline(notes)
            done = (line.text for line in lines if line.entry.actor != STOPS_ACTOR)
            return numbers or next(done, None)
        main, sentence = events[0], reduce(_then, (_event_text(note, self.seats) for note in events))
        seat = main.seat if main.killer is None else main.killer
        if seat is None or main.kind == "win" or main.changes:
            return sentence
        numbers = self._numbers_after(notes, main, self.seats[seat])
        return Text("{who}: {what}", who=sentence, what=numbers) if numbers else sentence

    def _numbers_headline(self, notes: Sequence[Note]) -> Text | None:
        labels = _labels(notes)
        found = ((who, self._number_list(_differences(notes, who), labels)) for who in self.seats)
        texts = [Text("{who}: {what}", who=who, what=numbers) for who, numbers in found if numbers]
        return reduce(_then, texts[:MAX_EVENTS]) if texts else None

    def _numbers_after(self, notes: Sequence[Note], main: Note, owner: str) -> Text | None:
        """Return what the main result brought its player, if the whole turn did not take it back."""
        start = next(k for k, note in enumerate(notes) if note is main)
        whole, since = _differences(notes, owner), _differences(notes[start:], owner)
        lasting = {key: by for key, by in since.items() if by * whole.get(key, 0) > 0}
        return self._number_list(lasting, _labels(notes))

    def _number_list(self, by: Mapping[str, int], labels: Mapping[str, Displayable]) -> Text | None:
        icons = {key: self.icons.get(without_numbers(key), "") for key in by}
        told = sorted((key for key in by if icons[key] not in CARD_ICONS), key=lambda key: icons[key] in LATE_ICONS)
        texts = [counted_text(labels[key], format_signed(by[key]), icons[key]) for key in told[:MAX_NUMBERS]]
        return reduce(_and, texts) if texts else None


def _main_events(notes: Iterable[Note]) -> list[Note]:
    """Return the main results, the most important first: the latest of each kind.

    Beside a win nothing else counts. A soul beside a kill is told by its number.
    """
    latest = {note.kind: note for note in notes if note.kind in MAIN_KINDS}
    if "kill" in latest:
        latest.pop("soul", None)
    ranked = [latest[kind] for kind in MAIN_KINDS if kind in latest]
    return ranked[:1] if "win" in latest else ranked[:MAX_EVENTS]


def _event_text(note: Note, seats: Sequence[str]) -> Text:
    if note.killer is not None:
        return Text("{who} kills {what}", who=seats[note.killer], what=note.subject)
    if note.kind == "soul" and note.seat is not None:
        return Text("{who} gains a soul", who=seats[note.seat])
    return note.text


def _then(first: Text, then: Text) -> Text:
    return Text("{first}; {then}", first=first, then=then)


def _and(first: Text, then: Text) -> Text:
    return Text("{first}, {then}", first=first, then=then)


def _changes(notes: Iterable[Note]) -> Iterable[Change]:
    return (change for note in notes for change in note.changes if not change.is_derived)


def _labels(notes: Iterable[Note]) -> Mapping[str, Displayable]:
    return {change.key: change.label for change in _changes(notes)}


def _differences(notes: Iterable[Note], owner: str) -> dict[str, int]:
    """Return by how much each number of a player changed, without those that came back."""
    by: dict[str, int] = {}
    for change in _changes(notes):
        if change.owner == owner:
            by[change.key] = by.get(change.key, 0) + change.after - change.before
    return {key: difference for key, difference in by.items() if difference}
