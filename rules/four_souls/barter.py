"""Bartering of ¢ between players, moved only once the receiver accepts (FS-99)."""

from __future__ import annotations

from rules.engine import Choice, Line, Number, Option, Pick, Prompt, Template, Text, asks, at, carries, note, then

from .change import gain
from .event import Accepted, Bartered
from .state import FourSouls


@carries("FS-99", "FS-121")
def barters(s: FourSouls) -> tuple[Choice, ...]:
    """List the offers of players with ¢; never items or loot, and none in a solo game."""
    if s.solo or not s.follows("cents"):
        return ()
    return tuple(_offers(s, seat) for seat, player in enumerate(s.players) if player.cents)


def _offers(s: FourSouls, giver: int) -> Choice:
    others = tuple(Option(seat, name) for seat, name in enumerate(s.seats) if seat != giver)
    cents = Number("cents", 1, s.players[giver].cents, 1, Text("¢"))
    holes = (Pick("taker", others, Text("To whom")), cents, Line("promise", label=Text("For what, if you like")))
    return Choice(Text("{who} pays somebody", who=s.seats[giver]), Template(Bartered(giver, 0, 0), holes), seat=giver)


def offer(s: FourSouls, event: Bartered) -> FourSouls:
    """Ask the receiver at once, without the stack and without a change of priority."""
    return then(s, at(accept, event.giver, event.taker, event.cents, event.promise))


def accept_prompt(s: FourSouls, giver: int, taker: int, cents: int, promise: str) -> Prompt:
    """Ask the receiver to accept, which is possible only while the giver has the ¢."""
    who, to = s.seats[giver], s.seats[taker]
    yes = Choice(Text("Accept"), Template(Accepted(True)), Text("{who} gets {n}¢", who=to, n=cents), "usual", taker)
    no = Choice(Text("Decline"), Template(Accepted(False)), Text("Nothing moves"), "quiet", taker)
    title = Text("{giver} offers {taker} {n}¢. Does {taker} accept?", giver=who, taker=to, n=cents)
    stake = Text("for: {promise}", promise=promise) if promise else None
    choices = (yes, no) if s.players[giver].cents >= cents else (no,)
    return Prompt((taker,), title, "FS-99", choices, stake, Text("Bartering"))


@asks("FS-99", prompt=accept_prompt)
def accept(s: FourSouls, event: Accepted, giver: int, taker: int, cents: int, promise: str) -> FourSouls:
    """Move the ¢ if they are accepted; a promise is noted and binds nobody."""
    if not event.yes:
        return note(
            s, "FS-99", Text("{taker} does not take {giver}'s {n}¢", taker=s.seats[taker], **_of(s, giver, cents))
        )
    s = gain(gain(s, "FS-99", giver, "cents", -cents), "FS-99", taker, "cents", cents)
    return note(s, "FS-99", Text("Promised, and binding nobody: {promise}", promise=promise)) if promise else s


def _of(s: FourSouls, giver: int, cents: int) -> dict[str, str | int]:
    return {"giver": s.seats[giver], "n": cents}
