"""RD-01 … RD-07: the set-up before the first turn."""

from __future__ import annotations

from rules.darkmoor.model.cards import card_hole
from rules.darkmoor.model.events import Began, Located
from rules.darkmoor.model.state import (
    DECK_SIZE,
    Darkmoor,
    Place,
    Player,
    hero_deck_change,
    names_out_of_reach,
    place_name,
    player_change,
    set_player,
)
from rules.engine import Choice, Prompt, Refused, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace

from .turn import TURN_STEPS, draw_up, reveal

HERO_COUNTS = {2: 5, 3: 6, 4: 7}  # RD-04
SETUP_PHASE = Text("Set-up")


@carries("RD-01")
def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Darkmoor:
    """Seat two to four players. Raises ``Refused`` for any other number."""
    if len(seats) not in HERO_COUNTS:
        raise Refused("RD-01", Text("Two to four players can play."))
    start = Darkmoor(seats=seats, players=(Player(),) * len(seats), rulings=rulings)
    lay = tuple(at(locate, k) for k in range(len(seats) + 1))
    return then(start, *lay, shuffle_heroes, reveal, deal, who_begins)


def locate_prompt(s: Darkmoor, place: int) -> Prompt:
    """Ask which location lies there, and with which side up."""
    does = Template(Located(), (card_hole("locations", names_out_of_reach(s, "locations")),))
    title = Text("Location {n} of {most}, from the left: which side is up?", n=place + 1, most=len(s.seats) + 1)
    return Prompt(
        s.every_seat, title, "RD-03", (Choice(Text("Name the location"), does, role="default"),), phase=SETUP_PHASE
    )


@asks("RD-03", prompt=locate_prompt)
def locate(s: Darkmoor, event: Located, place: int) -> Darkmoor:
    """Lay out a location; there is one location more than players."""
    s = replace(s, places=(*s.places, Place(event.cards[0])))
    text = Text("{place} lies there: {n} VP", place=place_name(s, place), n=event.cards[0].vp)
    return note(s, "RD-03", text)


@auto("RD-04")
def shuffle_heroes(s: Darkmoor) -> Darkmoor:
    """Make the hero deck: five, six or seven cards for two, three or four players."""
    n, text_of_rest = HERO_COUNTS[len(s.seats)], Text("Put the other locations back into the box")
    before, s = s.heroes, replace(s, heroes=n)
    text = Text("Shuffle the heroes: {n} of them are the deck", n=n)
    s = note(s, "RD-03", text_of_rest, task=text_of_rest)
    return note(s, "RD-04", text, hero_deck_change(s, before) if before != n else None, task=text)


@auto("RD-06", "RD-02")
def deal(s: Darkmoor) -> Darkmoor:
    """Give each player the eighteen minions of a color, shuffled, and five cards in hand."""
    for seat, player in enumerate(s.players):
        s = set_player(s, seat, deck=DECK_SIZE, hand=0, discard=())
        text = Text("{who} shuffles {n} minions", who=s.seats[seat], n=DECK_SIZE)
        hand = (player_change(s, seat, "hand", player.hand),) if player.hand else ()
        change, task = player_change(s, seat, "deck", player.deck), Text("shuffle your {n} minions", n=DECK_SIZE)
        s = note(s, "RD-02", text, change, other_changes=hand, seat=seat, task=task)
        s = draw_up(s, "RD-06", seat)
    return s


def who_begins_prompt(s: Darkmoor) -> Prompt:
    """Ask who fled from a fight most recently."""
    said = tuple(
        Choice(Text("{who}", who=who), Template(Began(seat)), role="default", seat=seat)
        for seat, who in enumerate(s.seats)
    )
    title = Text("Whoever ran away from a fight most recently begins. Who is it?")
    return Prompt(s.every_seat, title, "RD-07", said, phase=SETUP_PHASE)


@asks("RD-07", prompt=who_begins_prompt)
def who_begins(s: Darkmoor, event: Began) -> Darkmoor:
    """Give that player the first turn."""
    s = replace(s, active=event.seat)
    return then(note(s, "RD-07", Text("{who} begins", who=s.seats[event.seat])), *TURN_STEPS)
