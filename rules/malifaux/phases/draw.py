"""MX-02 … MX-08: the draw phase.

For the table's own decks the notes say what to do; a virtual deck does it.
"""

from __future__ import annotations

from rules.engine import Cards, Choice, Event, Prompt, Seats, Subject, Template, Text, asks, at, auto, note, then
from rules.engine.record import replace
from rules.malifaux.model.events import Discarded, Drew, Kept, Spent
from rules.malifaux.model.fate_deck import sorted_faces
from rules.malifaux.model.state import RULEBOOK, Malifaux
from rules.malifaux.state_changes import (
    DRAW_PHASE,
    SUBJECT_NAMES,
    TOO_MANY_CARDS,
    discard_cards,
    draw_into_hand,
    drawable_count,
    mark_declined,
    reshuffle,
    shuffle_discards_in,
    spend_soulstone,
    stones_prompt,
)

CARDS_PER_STONE = 2
"""Number of cards drawn for a soulstone."""


@auto("MX-02")
def shuffle_discards(s: Malifaux) -> Malifaux:
    """Shuffle the discard piles back into the fate decks; hands stay aside."""
    s = replace(s, phase="draw", spent=frozenset())
    if s.turn > 1:
        text = Text("Everybody shuffles the discard pile back into the deck; hands stay aside")
        s = note(s, "MX-02", text, task=None if s.has_virtual_decks else text)
    for seat in range(len(s.seats)) if s.knows_discards else ():
        s = reshuffle(s, seat)
    return s


# --- discarding from the hand ------------------------------------------------------------------------------------


@auto("MX-03")
def discard_any(s: Malifaux) -> Malifaux:
    """Ask who discards cards; in the first turn nobody has a hand."""
    if s.turn == 1:
        return s
    if not s.has_virtual_decks:
        text = Text("Everybody may discard any number of cards")
        return note(s, "MX-03", text, task=text)
    return _ask(s, tuple(seat for seat in s.order if s.players[seat].hand), "any")


@auto("MX-07", "MX-08")
def discard_down(s: Malifaux) -> Malifaux:
    """Make everybody discard down to the maximum hand at the end of the phase.

    From turn 2 on a hand may be above it without a soulstone: activations draw cards too.
    """
    if s.has_virtual_decks:
        return _ask(s, seats_above_maximum(s), "down")
    if s.turn > 1:
        return note(s, "MX-07", TOO_MANY_CARDS, task=TOO_MANY_CARDS)
    for seat in (seat for seat in s.order if seat in s.spent):
        n = s.players[seat].size
        text = Text("{who} discards down to {n} cards", who=s.seats[seat], n=n)
        s = note(s, "MX-07", text, seat=seat, task=Text("discard down to {n} cards", n=n))
    return s


def _ask(s: Malifaux, seats: tuple[int, ...], why: str) -> Malifaux:
    return then(replace(s, waits=seats), at(discard, why)) if seats else s


def seats_above_maximum(s: Malifaux) -> tuple[int, ...]:
    """Return the seats whose virtual hand is above its maximum."""
    return tuple(seat for seat in s.order if _too_many(s, seat))


def _too_many(s: Malifaux, seat: int) -> int:
    player = s.players[seat]
    return max(0, len(player.hand) - player.size)


def discard_prompt(s: Malifaux, why: str) -> Prompt:
    """Ask for the discards: any number, or as many as are too many; in any order."""
    decline: tuple[Choice, ...] = ()
    title, rule = Text("Too many cards: discard down to the maximum"), "MX-07"
    if why == "any":
        seats = Seats("seats", s.waits, Text("Keep all"), Text("Keep all"))
        then_ = Text("then all draw up to the maximum hand")
        decline = (Choice(Text("Nobody discards"), Template(Kept(), (seats,)), then_, "default"),)
        title, rule = Text("Does anybody discard cards?"), "MX-03"
    choices = (*decline, *(_discards(s, seat, why) for seat in s.waits))
    about = tuple(Subject(seat, "discard", SUBJECT_NAMES["discard"]) for seat in s.waits) if why == "any" else ()
    return Prompt(s.waits, title, rule, choices, phase=DRAW_PHASE, window=s.waits, about=about)


def _discards(s: Malifaux, seat: int, why: str) -> Choice:
    hand, n = s.players[seat].hand, _too_many(s, seat)
    least, most = (min(1, len(hand)), len(hand)) if why == "any" else (n, n)
    does = Template(Discarded(seat), (Cards("cards", sorted_faces(hand), least, most, "hand"),))
    label = Text("{who} discards", who=s.seats[seat])
    return Choice(label, does, role="option" if why == "any" else "default", seat=seat)


@asks("MX-03", "MX-07", prompt=discard_prompt, simultaneous=True)
def discard(s: Malifaux, event: Event, why: str) -> Malifaux:
    """Discard the chosen cards; nobody leaves the phase above the maximum (MX-08)."""
    match event:
        case Kept():
            s = mark_declined(s, event)
        case Discarded(seat, cards):
            rule = "MX-03" if why == "any" else "MX-07"
            s = mark_declined(discard_cards(s, rule, seat, cards), Kept((seat,)))
    return _ask(s, s.waits if why == "any" else seats_above_maximum(s), why)


# --- drawing up to the maximum hand ------------------------------------------------------------------------------


@auto("MX-04")
def draw_up(s: Malifaux) -> Malifaux:
    """Let everybody draw up to the maximum hand."""
    if s.has_virtual_decks:
        short = ((seat, s.players[seat].size - len(s.players[seat].hand)) for seat in s.order)
        return then(s, *(at(draw, seat, n) for seat, n in short if n > 0))
    sizes = {player.size for player in s.players}
    for seat in range(len(s.seats)):
        text = Text("{who} draws up to {n} cards", who=s.seats[seat], n=s.players[seat].size)
        task = Text("draw up to {n} cards", n=s.players[seat].size)
        s = note(s, "MX-04", text, seat=seat, task=task) if len(sizes) > 1 else s
    text = Text("Everybody draws up to {n} cards", n=min(sizes))
    return s if len(sizes) > 1 else note(s, "MX-04", text, task=text)


@auto("MX-04")
def draw(s: Malifaux, seat: int, n: int, rule: str = "MX-04") -> Malifaux:
    """Draw cards by that rule; too small a deck is reshuffled in between, or not (MX-A10)."""
    player = s.players[seat]
    now = drawable_count(player, n)
    steps = (at(deal, seat, now, rule),) if now else ()
    if now == n or (now == 0 and not player.discard):
        return then(s, *steps)
    s = RULEBOOK.note_ruling(s, "MX-A10", rule)
    more = (at(shuffle_in, seat), at(draw, seat, n - now, rule)) if s.ruling("MX-A10") == "shuffle" else ()
    return then(s, *steps, *more)


@auto("MX-02")
def shuffle_in(s: Malifaux, seat: int) -> Malifaux:
    """Shuffle the discard pile into a deck that ran out."""
    return shuffle_discards_in(s, seat)


def deal_prompt(s: Malifaux, seat: int, n: int, rule: str = "MX-04") -> Prompt:
    """Ask the virtual deck for cards."""
    player = s.players[seat]
    n = drawable_count(player, n)
    drawn = Choice(
        Text("{who} draws {n} card", "{who} draws {n} cards", who=s.seats[seat], n=n),
        Template(Drew(seat), (Cards("cards", sorted_faces(player.undrawn_cards), n, n, "deck"),)),
        role="default",
        seat=seat,
    )
    return Prompt((seat,), Text("{who} draws", who=s.seats[seat]), rule, (drawn,), phase=DRAW_PHASE)


@asks("MX-04", prompt=deal_prompt)
def deal(s: Malifaux, event: Drew, seat: int, n: int, rule: str = "MX-04") -> Malifaux:
    """Add the drawn cards to the hand; those that the deck lacks are drawn after shuffling."""
    short = n - len(event.cards)
    s = draw_into_hand(s, rule, seat, event.cards) if event.cards else s
    return then(s, at(draw, seat, short, rule)) if short else s


# --- two more cards for a soulstone ------------------------------------------------------------------------------


@auto("MX-05", "MX-06")
def stones_for_cards(s: Malifaux) -> Malifaux:
    """Let everybody with a soulstone spend one; last turn's First Player declares first."""
    seats = tuple(seat for seat in s.order if s.players[seat].stones)
    return then(replace(s, waits=seats), more_cards) if seats else s


def more_cards_prompt(s: Malifaux) -> Prompt:
    """Ask who spends a soulstone for more cards."""
    stake = Text("You have drawn up to the maximum; what is too much is discarded afterwards.")
    brings = Text("{n} more card", "{n} more cards", n=CARDS_PER_STONE)
    return stones_prompt(s, "MX-05", Text("A soulstone for two more cards?"), stake, DRAW_PHASE, brings)


@asks("MX-05", "MX-06", prompt=more_cards_prompt)
def more_cards(s: Malifaux, event: Event) -> Malifaux:
    """Draw two cards for each soulstone, then ask the next seat."""
    match event:
        case Kept():
            s = mark_declined(s, event)
            return then(s, more_cards) if s.waits else s
        case Spent(seat):
            s = spend_soulstone(s, "MX-05", seat)
            rest = (at(more_cards),) if s.waits else ()
            if not s.has_virtual_decks:
                text = Text("{who} draws {n} more cards", who=s.seats[seat], n=CARDS_PER_STONE)
                task = Text("draw {n} card", "draw {n} cards", n=CARDS_PER_STONE)
                s = note(s, "MX-05", text, seat=seat, task=task)
                return then(s, *rest)
            return then(s, at(draw, seat, CARDS_PER_STONE, "MX-05"), *rest)
    raise TypeError(event)
