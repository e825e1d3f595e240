"""Prompts about virtual hands.

A prompt must not leak a hand through the choices it offers. So where a hand may hold nothing that fits, its hole may
stay empty: no card is laid, played or found.
"""

from __future__ import annotations

from rules.boss_monster.effects.verbs import Case, total
from rules.boss_monster.model.card_catalogue import CLASSES, called, rooms
from rules.boss_monster.model.decks import (
    CARDS,
    ROOM,
    SPELL,
    away,
    dealt,
    discarded,
    draw,
    drawing,
    faces,
    held,
    into_hand,
    keys,
    kind_of,
    out_of_hand,
    put_away,
    remaining,
)
from rules.boss_monster.model.events import DealtAgain, Discarded, Drew, Lost, Robbed, Salvaged, Skipped
from rules.boss_monster.model.state import BossMonster, order, set_keep
from rules.engine import (
    Cards,
    Choice,
    Event,
    Option,
    Pick,
    Prompt,
    Step,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace

SETUP = Text("Set-up")
ROOMS, SPELLS, BACK, BAD = 5, 2, 2, 4
"""First hand: rooms, spells, cards to discard, and equal rooms that make it a bad one."""


def of_hand(s: BossMonster, seat: int, kind: str, least: int, most: int) -> Cards:
    """Build a hole for cards of a hand, limited to the cards there are."""
    cards = held(s, seat, kind)
    return Cards("cards", faces(cards), min(least, len(cards)), min(most, len(cards)), "hand")


# --- the first hand ------------------------------------------------------------------------------------------------


@auto("BM-06")
def deal_hands(s: BossMonster) -> BossMonster:
    """Deal five rooms and two spells to each player; then all discard two."""
    hands = (step for seat in order(s) for step in _hand(seat))
    return then(replace(s, waits=order(s)), *hands, first_discard)


def _hand(seat: int) -> tuple[Step, ...]:
    return at(draw, seat, ROOM, ROOMS), at(draw, seat, SPELL, SPELLS)


@carries("BM-07")
def bad(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Rooms that make a hand a bad one: four advanced ones, or four with one treasure.

    Empty for any other hand.
    """
    lying = [card for card in cards if kind_of(card) == ROOM and card in rooms()]
    alike = [[card for card in lying if rooms()[card].advanced]]
    alike += [[card for card in lying if klass in rooms()[card].treasure] for klass in CLASSES]
    return next((tuple(some) for some in alike if len(some) >= BAD), ())


def first_discard_prompt(s: BossMonster) -> Prompt:
    """Ask everybody at once for the first discards; a bad hand may be redrawn."""
    choices = (choice for seat in s.waits for choice in _first(s, seat))
    title = Text("Everybody discards two cards, face down")
    stake = Text("Four advanced rooms, or four of one treasure: a new hand")
    return Prompt(s.waits, title, "BM-06", tuple(choices), stake, SETUP, window=s.waits)


def _first(s: BossMonster, seat: int) -> tuple[Choice, ...]:
    who = s.seats[seat]
    two = Template(Discarded(seat), (of_hand(s, seat, "", BACK, BACK),))
    usual = Choice(Text("{who} discards", who=who), two, role="usual", seat=seat)
    if s.keeps[seat].dealt_again and s.ruling("BM-A22") != "again":
        return (usual,)
    those = Template(DealtAgain(seat), (Cards("cards", faces(bad(s.keeps[seat].hand)), 0, ROOMS, "hand"),))
    return usual, Choice(Text("{who} draws a new hand", who=who), those, seat=seat)


@asks("BM-06", "BM-07", prompt=first_discard_prompt, together=True)
def first_discard(s: BossMonster, event: Event) -> BossMonster:
    """Lay the discards face down until all have discarded; redeal a bad hand."""
    match event:
        case DealtAgain(seat, cards) if len(cards) >= BAD:
            text = Text("{who} shuffles the hand back and draws again", who=s.seats[seat])
            s = note(set_keep(s, seat, hand=(), dealt_again=True), "BM-07", text, switch="BM-A22")
            return then(s, *_hand(seat), first_discard)
        case Discarded(seat, cards):
            s = set_keep(out_of_hand(s, seat, keys(cards)), seat, aside=keys(cards))
            s = replace(s, waits=tuple(waits for waits in s.waits if waits != seat))
    return then(s, first_discard) if s.waits else note(all_discarded(s), "BM-06", Text("The hands are ready"))


def all_discarded(s: BossMonster) -> BossMonster:
    """Move the cards that lie aside to the discards."""
    for seat, keep in enumerate(s.keeps):
        s = set_keep(put_away(s, *keep.aside), seat, aside=())
    return replace(s, waits=())


# --- drawing and discarding ----------------------------------------------------------------------------------------


@auto("BM-20")
def draw_a_room(s: BossMonster, seat: int) -> BossMonster:
    """Draw a room at the start of a turn, or a spell where an effect allows it."""
    instead = total(s, "spell_instead", Case(seat), 0)
    return then(s, at(either, seat, "BM-20")) if instead else then(s, at(draw, seat, ROOM, 1))


def either_prompt(s: BossMonster, seat: int, rule: str) -> Prompt:
    """Ask from which deck the card is drawn."""
    labels = {ROOM: Text("A room"), SPELL: Text("A spell")}
    some = tuple(drawing(s, seat, kind, 1, label) for kind, label in labels.items() if remaining(s, kind))
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{who} draws a room or a spell: which?", who=s.seats[seat])
    return Prompt((seat,), title, rule, (*some, none), phase=CARDS)


@asks("BM-20", "BM-61", prompt=either_prompt)
def either(s: BossMonster, event: Event, seat: int, rule: str) -> BossMonster:
    """Put the drawn card into the hand."""
    return dealt(s, event) if isinstance(event, Drew) else s


@auto("BM-65")
def discard(s: BossMonster, seat: int, kind: str, n: int) -> BossMonster:
    """Ask a player to discard, if there is anything to discard."""
    return then(s, at(choose_discard, seat, kind, n)) if held(s, seat, kind) else s


def choose_discard_prompt(s: BossMonster, seat: int, kind: str, n: int) -> Prompt:
    """Ask which cards are discarded."""
    does = Template(Discarded(seat), (of_hand(s, seat, kind, n, n),))
    usual = Choice(Text("{who} discards", who=s.seats[seat]), does, role="usual", seat=seat)
    title = Text("{who} discards a room", "{who} discards {n} rooms", who=s.seats[seat], n=n)
    if kind == SPELL:
        title = Text("{who} discards a spell", "{who} discards {n} spells", who=s.seats[seat], n=n)
    return Prompt((seat,), title, "BM-65", (usual,), phase=CARDS)


@asks("BM-65", prompt=choose_discard_prompt)
def choose_discard(s: BossMonster, event: Discarded, seat: int, kind: str, n: int) -> BossMonster:
    """Discard the chosen cards, face up."""
    return thrown(s, seat, keys(event.cards))


def thrown(s: BossMonster, seat: int, cards: tuple[str, ...]) -> BossMonster:
    """Discard cards of a hand, visible to all."""
    for card in cards:
        s = note(s, "BM-65", Text("{who} discards {card}", who=s.seats[seat], card=called(card)))
    return put_away(out_of_hand(s, seat, cards), *cards)


# --- at random -----------------------------------------------------------------------------------------------------


def lose_prompt(s: BossMonster, seat: int, kind: str) -> Prompt:
    """Prompt by which chance picks a card, in place of the opponent."""
    cards = held(s, seat, kind)
    n = min(1, len(cards))
    does = Template(Lost(seat), (Cards("cards", faces(cards), n, n, "deck"),))
    usual = Choice(Text("At random"), does, role="usual", seat=seat)
    return Prompt((seat,), Text("{who} discards at random", who=s.seats[seat]), "BM-44", (usual,), phase=CARDS)


@asks("BM-44", prompt=lose_prompt)
def lose(s: BossMonster, event: Lost, seat: int, kind: str) -> BossMonster:
    """Discard the card that chance picked."""
    return thrown(s, seat, keys(event.cards))


def rob_prompt(s: BossMonster, seat: int, victim: int) -> Prompt:
    """Ask whether a room or a spell is taken; chance picks the card."""
    labels = {ROOM: Text("A room"), SPELL: Text("A spell")}
    some = tuple(_robs(s, seat, victim, kind, label) for kind, label in labels.items() if held(s, victim, kind))
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{who} takes a card from {victim}, at random", who=s.seats[seat], victim=s.seats[victim])
    return Prompt((seat,), title, "BM-44", some or (none,), phase=CARDS)


def _robs(s: BossMonster, seat: int, victim: int, kind: str, label: Text) -> Choice:
    hole = Cards("cards", faces(held(s, victim, kind)), 1, 1, "deck")
    return Choice(label, Template(Robbed(seat, victim), (hole,)), role="usual", seat=seat)


@asks("BM-44", prompt=rob_prompt)
def rob(s: BossMonster, event: Event, seat: int, victim: int) -> BossMonster:
    """Move the card to the other hand."""
    return robbed(s, event) if isinstance(event, Robbed) else s


def robbed(s: BossMonster, event: Robbed) -> BossMonster:
    """Move cards from one hand to another."""
    cards = keys(event.cards)
    return into_hand(out_of_hand(s, event.victim, cards), event.seat, cards)


def pick_shown_prompt(s: BossMonster, seat: int, victim: int) -> Prompt:
    """Ask for a card of a hand that is shown to everybody."""
    found = tuple(Option(f"{face.value}", face.name) for face in faces(s.keeps[victim].hand))
    options = tuple(Option((option.value,), option.label) for option in found)
    pick = Choice(Text("It is"), Template(Robbed(seat, victim), (Pick("cards", options),)), role="usual", seat=seat)
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{victim} shows the hand: which card does {who} take?", victim=s.seats[victim], who=s.seats[seat])
    return Prompt((seat,), title, "BM-57", (*((pick,) if found else ()), none), phase=CARDS)


@asks("BM-57", prompt=pick_shown_prompt)
def pick_shown(s: BossMonster, event: Event, seat: int, victim: int) -> BossMonster:
    """Move a card of the shown hand to the other hand."""
    return robbed(s, event) if isinstance(event, Robbed) else s


# --- out of the discards -------------------------------------------------------------------------------------------


def fitting(s: BossMonster, what: str) -> tuple[str, ...]:
    """Discards that a card effect means: rooms, spells, monster rooms, or all."""
    if what == "monster":
        return tuple(card for card in discarded(s, ROOM) if rooms()[card].kind == what)
    return discarded(s, what) if what else s.discards


@auto("BM-57")
def salvage(s: BossMonster, seat: int, what: str) -> BossMonster:
    """Take a card from the discards, if a fitting one lies there."""
    return then(s, at(choose_salvage, seat, what)) if fitting(s, what) else s


def choose_salvage_prompt(s: BossMonster, seat: int, what: str) -> Prompt:
    """Ask which discarded card is taken; everybody may look at the discards."""
    options = tuple(Option(card, called(card)) for card in sorted(set(fitting(s, what))))
    pick = Choice(Text("It is"), Template(Salvaged(seat, ""), (Pick("card", options),)), role="usual", seat=seat)
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{who} takes a card of the discards: which?", who=s.seats[seat])
    return Prompt((seat,), title, "BM-57", (*((pick,) if options else ()), none), phase=CARDS)


@asks("BM-57", prompt=choose_salvage_prompt)
def choose_salvage(s: BossMonster, event: Event, seat: int, what: str) -> BossMonster:
    """Put the card into the hand."""
    if not isinstance(event, Salvaged):
        return s
    s = note(s, "BM-57", Text("{who} takes {card}", who=s.seats[seat], card=called(event.card)))
    return into_hand(replace(s, discards=away(s.discards, (event.card,))), seat, (event.card,))
