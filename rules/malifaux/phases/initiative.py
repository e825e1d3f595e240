"""MX-09 … MX-11: the initiative phase, which decides the First Player of the turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import reduce

from rules.engine import Cards, Choice, Event, Number, Prompt, Step, Template, Text, asks, at, auto, note, then
from rules.engine.record import replace
from rules.malifaux.model.events import Chose, Flipped, FlippedTogether, Kept, Spent, Valued
from rules.malifaux.model.fate_deck import DECK, sorted_faces, table_cards
from rules.malifaux.model.state import RULEBOOK, Malifaux, seats_from, set_player
from rules.malifaux.state_changes import (
    INITIATIVE_PHASE,
    TOO_MANY_CARDS,
    flip_name,
    mark_declined,
    shuffle_discards_in,
    spend_soulstone,
    stones_prompt,
    turn_up,
)

MAX_FLIP_VALUE = 99
"""The largest value that a table may give a flip."""
AGAIN = "again"
"""How one player flips alone, for a soulstone."""
LEVEL = "level"
"""How the tied flip again where all their cards are level: nothing is flipped without somebody's tap."""
NO_CARD_DECIDES = Text("No card that is left breaks the tie: decide it yourselves, and give different values")


@auto("MX-09")
def initiative(s: Malifaux) -> Malifaux:
    """Let everybody flip a card at once; what was flipped before does not count."""
    players = tuple(replace(player, flip="") for player in s.players)
    s = replace(s, phase="initiative", spent=frozenset(), players=players)
    return then(s, *_flips(range(len(s.seats))), at(compare))


def _flips(seats: Sequence[int], *how: str) -> tuple[Step, ...]:
    return tuple(at(ready_to_flip, seat, *how) for seat in seats)


# --- a flip ------------------------------------------------------------------------------------------------------


@auto("MX-09")
def ready_to_flip(s: Malifaux, seat: int, how: str = "") -> Malifaux:
    """Reshuffle an empty deck before a card is flipped."""
    return then(refill_deck(s, seat), at(flip, seat, how) if how else at(flip, seat))


def refill_deck(s: Malifaux, seat: int) -> Malifaux:
    """Return the state with a deck that has a card to flip; whoever must flip reshuffles for it.

    MX-A10 settles what happens to draws only.
    """
    if not s.has_virtual_decks or s.players[seat].deck_size or not s.players[seat].discard:
        return s
    return shuffle_discards_in(s, seat)


def flip_choices(s: Malifaux, seat: int, *, automatic: bool) -> tuple[Choice, ...]:
    """Return the choices for a flip: the card, or a value that several cards made (MX-A7).

    ``automatic``: a virtual deck may flip without anybody's tap.
    """
    who = s.seats[seat]
    does = Template(Flipped(seat), (flip_hole(s, seat),))
    usual = Choice(Text("{who} flips a card", who=who), does, role="default", seat=seat)
    hole = Number("value", 0, MAX_FLIP_VALUE, 10, Text("value of the flip"))
    several = Choice(Text("Another value"), Template(Valued(seat), (hole,)), seat=seat)
    return (usual,) if s.has_virtual_decks and automatic and s.ruling("MX-A7") == "card" else (usual, several)


def flip_hole(s: Malifaux, seat: int) -> Cards:
    """Return the hole for one card, of the virtual deck or of the table's own.

    If the deck is empty, the discards are shuffled into it before the flip.
    """
    if s.has_virtual_decks:
        cards = s.players[seat].undrawn_cards or s.players[seat].discard
        n = min(1, len(cards))
        return Cards("cards", sorted_faces(cards), n, n, "deck")
    return table_cards(s.suit_order)


def apply_flip(s: Malifaux, event: Event, seat: int) -> Malifaux:
    """Apply a flip: a card, or the value that several cards made.

    Without any card to flip, what was flipped before does not count.
    """
    match event:
        case Flipped(cards=(card,)):
            return turn_up(refill_deck(s, seat), seat, card)
        case Valued(value=value):
            return turn_up(s, seat, str(value))
    return set_player(s, seat, flip="")


def flip_prompt(s: Malifaux, seat: int, how: str = "") -> Prompt:
    """Ask for a card of the initiative.

    Where no card breaks a tie (``LEVEL``), the table may give a value.
    """
    who, turned_up = s.seats[seat], _turned_up(s, is_alone=how == AGAIN)
    together = Text("Flip at the same time: which card does {who} flip?", who=who)
    title = Text("{who} flips again", who=who) if how == AGAIN else together
    is_first = s.turn > 1 and not any(player.flip for player in s.players)
    if how == LEVEL:
        usual, several = flip_choices(s, seat, automatic=False)
        choices = (replace(several, role="default"), replace(usual, role="option"))
        return Prompt((seat,), title, "MX-09", choices, NO_CARD_DECIDES, INITIATIVE_PHASE)
    stake = TOO_MANY_CARDS if is_first and not s.has_virtual_decks else turned_up
    offered = (*flip_choices(s, seat, automatic=True), *_together(s))
    return Prompt((seat,), title, "MX-09", offered, stake, INITIATIVE_PHASE)


def _together(s: Malifaux) -> tuple[Choice, ...]:
    """Return the choice for all cards that are turned up now: a camera sees several at once."""
    seats = seats_due(s)
    if s.has_virtual_decks or len(seats) < 2:
        return ()
    does = Template(FlippedTogether(seats), (table_cards(s.suit_order, seats),))
    return (Choice(Text("All flip a card"), does, role="default"),)


def seats_due(s: Malifaux) -> tuple[int, ...]:
    """Return the seats whose cards are still to be turned up, in order."""
    due = (at(ready_to_flip).name, at(flip).name)
    return tuple(int(step.args[0]) for step in s.agenda if step.name in due)


def _turned_up(s: Malifaux, *, is_alone: bool) -> Text | None:
    """List the cards that are turned up.

    Those still to come have a question mark, unless whoever flips ``is_alone``.
    """
    due = seats_due(s)
    turned = [seat for seat, player in enumerate(s.players) if player.flip and seat not in due]
    return flips_line(s, turned if is_alone else range(len(s.seats)), due) if turned else None


def flips_line(s: Malifaux, seats: Iterable[int], due: Collection[int] = ()) -> Text:
    """List the cards that those seats turned up last, with a question mark where one is ``due``."""
    cards = ((s.seats[seat], "?" if seat in due else flip_name(s, seat)) for seat in seats)
    lines = [Text("{who}: {card}", who=who, card=card) for who, card in cards]
    return reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), lines)


@asks("MX-09", prompt=flip_prompt)
def flip(s: Malifaux, event: Event, seat: int, how: str = "") -> Malifaux:
    """Apply a flip for the initiative, or all that are due; a virtual deck's has a note."""
    if isinstance(event, FlippedTogether):
        rest = tuple(step for step in s.agenda if step.name != at(ready_to_flip).name)
        turned = zip(event.seats, event.cards, strict=True)
        return reduce(lambda now, one: turn_up(now, *one), turned, replace(s, agenda=rest))
    s = apply_flip(s, event, seat)
    if not s.has_virtual_decks:
        return s
    return note(s, "MX-09", Text("{who} flips {card}", who=s.seats[seat], card=flip_name(s, seat)))


# --- ties and soulstones -----------------------------------------------------------------------------------------


def flip_value(s: Malifaux, seat: int) -> int:
    """Return the value of a player's flip."""
    return s.card_value(s.players[seat].flip or "0")


def seats_with_highest_flip(s: Malifaux) -> tuple[int, ...]:
    """Return the seats with the highest flip."""
    top = max(flip_value(s, seat) for seat in range(len(s.seats)))
    return tuple(seat for seat in range(len(s.seats)) if flip_value(s, seat) == top)


def seats_by_flip(s: Malifaux) -> list[int]:
    """Return all seats by their flip, the lowest first; level ones in the order of the turn."""
    return sorted(s.order, key=lambda seat: flip_value(s, seat))


@auto("MX-09", "MX-10")
def compare(s: Malifaux, after: int = 0) -> Malifaux:
    """Compare the flips; a tie is flipped again before soulstones, and also ``after`` them."""
    tied = seats_with_highest_flip(s)
    if len(tied) == 1:
        return then(s, choose) if after else then(s, at(stones_to_reflip), at(compare, 1))
    text = Text("A tie at {n}: flip again", n=flip_value(s, tied[0]))
    s = note(s, "MX-10" if after else "MX-09", text)
    if after:
        s = RULEBOOK.note_ruling(s, "MX-A5", "MX-10")
    again = after if s.ruling("MX-A5") == "no" else 0
    how = () if may_break_tie(s, tied) else (LEVEL,)
    return then(s, *_flips(tied, *how), at(compare, again))


def may_break_tie(s: Malifaux, tied: Sequence[int]) -> bool:
    """Return whether the cards of the tied players can differ.

    They cannot where virtual decks hold one value only, or nothing: then the seed's new flips (L52) would be level for
    ever, and the table is asked how it decides.
    """
    if not s.has_virtual_decks:
        return True
    piles = ((*s.players[seat].undrawn_cards, *s.players[seat].discard) for seat in tied)
    return len({value for pile in piles for value in {s.card_value(card) for card in pile} or {0}}) > 1


@auto("MX-10")
def stones_to_reflip(s: Malifaux) -> Malifaux:
    """Ask for soulstones, the lowest card first; nobody spends two in a phase."""
    seats = tuple(seat for seat in seats_by_flip(s) if s.players[seat].stones and seat not in s.spent)
    return then(replace(s, waits=seats), reflip) if seats else s


def reflip_prompt(s: Malifaux) -> Prompt:
    """Ask who spends a soulstone to flip again."""
    cards = flips_line(s, seats_by_flip(s))
    return stones_prompt(s, "MX-10", Text("A soulstone to flip again?"), cards, INITIATIVE_PHASE, Text("a new card"))


@asks("MX-10", prompt=reflip_prompt)
def reflip(s: Malifaux, event: Event) -> Malifaux:
    """Flip again for the soulstone, then ask the seat with the next higher card."""
    match event:
        case Kept():
            s = mark_declined(s, event)
            return then(s, reflip) if s.waits else s
        case Spent(seat):
            s = spend_soulstone(s, "MX-10", seat)
            return then(s, at(ready_to_flip, seat, AGAIN), *((at(reflip),) if s.waits else ()))
    raise TypeError(event)


# --- First or Second Player --------------------------------------------------------------------------------------


def choose_prompt(s: Malifaux) -> Prompt:
    """Ask the player with the highest card: First or Second Player."""
    seat = seats_with_highest_flip(s)[0]
    who = s.seats[seat]
    choices = (
        Choice(Text("First Player"), Template(Chose(True)), role="default", seat=seat),
        Choice(Text("Second Player"), Template(Chose(False)), role="default", seat=seat),
    )
    stake = Text("{who} has the initiative with {card}", who=who, card=flip_name(s, seat))
    title = Text("{who}: First or Second Player this turn?", who=who)
    return Prompt((seat,), title, "MX-11", choices, stake, INITIATIVE_PHASE)


@asks("MX-11", prompt=choose_prompt)
def choose(s: Malifaux, event: Chose) -> Malifaux:
    """Set the order of the turn; the others follow in declared order (MX-A8)."""
    seat = seats_with_highest_flip(s)[0]
    first = seat if event.first else (seat - 1) % len(s.seats)
    s = replace(s, order=seats_from(s, first))
    return note(s, "MX-11", Text("{who} is the First Player this turn", who=s.seats[first]))


# --- odds --------------------------------------------------------------------------------------------------------


def flip_odds(s: Malifaux, seat: int, least: int) -> Fraction:
    """Return the probability of a next flip of at least ``least``, by the visible cards."""
    cards = unseen_cards(s, seat)
    return Fraction(sum(s.card_value(card) >= least for card in cards), len(cards))


def unseen_cards(s: Malifaux, seat: int) -> tuple[str, ...]:
    """Return the cards that may be flipped next, all equally likely.

    They are those that nobody has seen on the discard pile: what is in hands is secret, and as likely on top. A deck of
    the table's own that no camera follows counts as full.
    """
    visible_cards = s.players[seat].discard if s.knows_discards else ()
    return tuple(card for card in DECK if card not in visible_cards) or DECK
