"""What may be said at any moment, whatever is asked: bartering (FS-99) and a deck that ran out (FS-97)."""

from __future__ import annotations

from rules.engine import Choice, Event, Number, Option, Pick, Template, Text, carries

from .change import gain, note
from .event import Bartered, Rebuilt
from .state import FourSouls

SAID = (Bartered, Rebuilt)
DECKS = (
    Option("monsters", Text("monsters")),
    Option("loot", Text("loot")),
    Option("treasure", Text("treasures")),
)


def remarks(s: FourSouls) -> tuple[Choice, ...]:
    """A deck was rebuilt; a player who has ¢ pays another."""
    rebuilt = Choice(Text("A deck ran out"), Template(Rebuilt("monsters"), (Pick("deck", DECKS),)))
    return (rebuilt, *(choice for seat in range(len(s.seats)) for choice in _barter(s, seat)))


def _barter(s: FourSouls, giver: int) -> tuple[Choice, ...]:
    """FS-99: only ¢, never items or loot."""
    cents = s.players[giver].cents
    if not cents:
        return ()
    others = tuple(Option(seat, name) for seat, name in enumerate(s.seats) if seat != giver)
    does = Template(Bartered(giver, 0, 0), (Pick("taker", others), Number("cents", 1, cents, 1)))
    return (Choice(Text("{who} pays somebody", who=s.seats[giver]), does, seat=giver),)


@carries("FS-97", "FS-99")
def remark(s: FourSouls, event: Event) -> FourSouls:
    """Neither uses the stack, and priority stays where it is."""
    match event:
        case Rebuilt(deck):
            label = next(option.label for option in DECKS if option.value == deck)
            return note(s, "FS-97", Text("Shuffle the discard of {deck}: it is the deck now", deck=label))
        case Bartered(giver, taker, cents):
            return gain(gain(s, "FS-99", giver, "cents", -cents), "FS-99", taker, "cents", cents)
    raise TypeError(event)
