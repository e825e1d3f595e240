"""Prompts about virtual hands.

A prompt must not leak a hand through the choices it offers. So where a hand may hold nothing that fits, its hole may
stay empty: no card is laid, played or found.
"""

from __future__ import annotations

from rules.boss_monster.effects.registry import DungeonCase, effects
from rules.boss_monster.model.card_catalogue import CLASSES, card_name, room_cards
from rules.boss_monster.model.decks import (
    CARDS_PHASE,
    ROOM,
    SPELL,
    add_drawn_cards,
    add_to_discards,
    add_to_hand,
    card_faces,
    card_keys,
    card_kind,
    count_undrawn,
    discards_of_kind,
    draw,
    draw_choice,
    hand_cards,
    remove_from_hand,
    without_cards,
)
from rules.boss_monster.model.events import DealtAgain, Discarded, Drew, Lost, Robbed, Salvaged, Skipped
from rules.boss_monster.model.state import BossMonster, set_keep, xp_order
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

SETUP_PHASE = Text("Set-up")
DRAW_RULE = "BM-20"
"""Rule of the draw at the start of a turn, which is compulsory."""
FIRST_HAND_ROOMS, FIRST_HAND_SPELLS, FIRST_HAND_DISCARDS, BAD_HAND_SIZE = 5, 2, 2, 4
"""First hand: rooms, spells, cards to discard, and equal rooms that make it a bad one."""


def hand_hole(s: BossMonster, seat: int, kind: str, least: int, most: int) -> Cards:
    """Build a hole for cards of a hand, limited to the cards there are."""
    cards = hand_cards(s, seat, kind)
    return Cards("cards", card_faces(cards), min(least, len(cards)), min(most, len(cards)), "hand")


# --- the first hand ------------------------------------------------------------------------------------------------


@auto("BM-06")
def deal_hands(s: BossMonster) -> BossMonster:
    """Deal five rooms and two spells to each player; then all discard two."""
    hands = (step for seat in xp_order(s) for step in _hand(seat))
    return then(replace(s, waits=xp_order(s)), *hands, first_discard)


def _hand(seat: int) -> tuple[Step, ...]:
    return at(draw, seat, ROOM, FIRST_HAND_ROOMS), at(draw, seat, SPELL, FIRST_HAND_SPELLS)


@carries("BM-07")
def bad_hand_rooms(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Rooms that make a hand a bad one: four advanced ones, or four with one treasure.

    Empty for any other hand.
    """
    lying = [card for card in cards if card_kind(card) == ROOM and card in room_cards()]
    alike = [[card for card in lying if room_cards()[card].advanced]]
    alike += [[card for card in lying if klass in room_cards()[card].treasure] for klass in CLASSES]
    return next((tuple(some) for some in alike if len(some) >= BAD_HAND_SIZE), ())


def first_discard_prompt(s: BossMonster) -> Prompt:
    """Ask everybody at once for the first discards; a bad hand may be redrawn."""
    choices = (choice for seat in s.waits for choice in _first_hand_choices(s, seat))
    title = Text("Everybody discards two cards, face down")
    stake = Text("Four advanced rooms, or four of one treasure: a new hand")
    return Prompt(s.waits, title, "BM-06", tuple(choices), stake, SETUP_PHASE, window=s.waits)


def _first_hand_choices(s: BossMonster, seat: int) -> tuple[Choice, ...]:
    who = s.seats[seat]
    two = Template(Discarded(seat), (hand_hole(s, seat, "", FIRST_HAND_DISCARDS, FIRST_HAND_DISCARDS),))
    usual = Choice(Text("{who} discards", who=who), two, role="default", seat=seat)
    if s.keeps[seat].dealt_again and s.ruling("BM-A22") != "again":
        return (usual,)
    those = Template(
        DealtAgain(seat), (Cards("cards", card_faces(bad_hand_rooms(s.keeps[seat].hand)), 0, FIRST_HAND_ROOMS, "hand"),)
    )
    return usual, Choice(Text("{who} draws a new hand", who=who), those, seat=seat)


@asks("BM-06", "BM-07", prompt=first_discard_prompt, simultaneous=True)
def first_discard(s: BossMonster, event: Event) -> BossMonster:
    """Lay the discards face down until all have discarded; redeal a bad hand."""
    match event:
        case DealtAgain(seat, cards) if len(cards) >= BAD_HAND_SIZE:
            text = Text("{who} shuffles the hand back and draws again", who=s.seats[seat])
            s = note(set_keep(s, seat, hand=(), dealt_again=True), "BM-07", text, switch="BM-A22")
            return then(s, *_hand(seat), first_discard)
        case Discarded(seat, cards):
            s = set_keep(remove_from_hand(s, seat, card_keys(cards)), seat, aside=card_keys(cards))
            s = replace(s, waits=tuple(waits for waits in s.waits if waits != seat))
    return then(s, first_discard) if s.waits else note(discard_aside(s), "BM-06", Text("The hands are ready"))


def discard_aside(s: BossMonster) -> BossMonster:
    """Move the cards that lie aside to the discards."""
    for seat, keep in enumerate(s.keeps):
        s = set_keep(add_to_discards(s, *keep.aside), seat, aside=())
    return replace(s, waits=())


# --- drawing and discarding ----------------------------------------------------------------------------------------


@auto("BM-20")
def draw_a_room(s: BossMonster, seat: int) -> BossMonster:
    """Draw a room at the start of a turn, or a spell where an effect allows it."""
    return then(s, at(either, seat, DRAW_RULE)) if spell_instead_room(s, seat) else then(s, at(draw, seat, ROOM, 1))


def spell_instead_room(s: BossMonster, seat: int) -> str:
    """Key of the card that lets a player draw a spell instead of a room; empty without one."""
    parts = effects.breakdown(s, "spell_instead", DungeonCase(seat), 0).parts
    return parts[0][0].key if parts else ""


def either_prompt(s: BossMonster, seat: int, rule: str) -> Prompt:
    """Ask from which deck the card is drawn; only Machinations lets a player draw none."""
    labels = {ROOM: Text("A room"), SPELL: Text("A spell")}
    some = tuple(draw_choice(s, seat, kind, 1, label) for kind, label in labels.items() if count_undrawn(s, kind))
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{who} draws a room or a spell: which?", who=s.seats[seat])
    declines = () if some and rule == DRAW_RULE else (none,)
    return Prompt((seat,), title, rule, (*some, *declines), phase=CARDS_PHASE)


@asks("BM-20", "BM-61", prompt=either_prompt)
def either(s: BossMonster, event: Event, seat: int, rule: str) -> BossMonster:
    """Put the drawn card into the hand."""
    return add_drawn_cards(s, event) if isinstance(event, Drew) else s


@auto("BM-65")
def discard(s: BossMonster, seat: int, kind: str, n: int) -> BossMonster:
    """Ask a player to discard, if there is anything to discard."""
    return then(s, at(choose_discard, seat, kind, n)) if hand_cards(s, seat, kind) else s


def choose_discard_prompt(s: BossMonster, seat: int, kind: str, n: int) -> Prompt:
    """Ask which cards are discarded."""
    does = Template(Discarded(seat), (hand_hole(s, seat, kind, n, n),))
    usual = Choice(Text("{who} discards", who=s.seats[seat]), does, role="default", seat=seat)
    title = Text("{who} discards a room", "{who} discards {n} rooms", who=s.seats[seat], n=n)
    if kind == SPELL:
        title = Text("{who} discards a spell", "{who} discards {n} spells", who=s.seats[seat], n=n)
    return Prompt((seat,), title, "BM-65", (usual,), phase=CARDS_PHASE)


@asks("BM-65", prompt=choose_discard_prompt)
def choose_discard(s: BossMonster, event: Discarded, seat: int, kind: str, n: int) -> BossMonster:
    """Discard the chosen cards, face up."""
    return discard_from_hand(s, seat, card_keys(event.cards))


def discard_from_hand(s: BossMonster, seat: int, cards: tuple[str, ...]) -> BossMonster:
    """Discard cards of a hand, visible to all."""
    for card in cards:
        s = note(s, "BM-65", Text("{who} discards {card}", who=s.seats[seat], card=card_name(card)))
    return add_to_discards(remove_from_hand(s, seat, cards), *cards)


# --- at random -----------------------------------------------------------------------------------------------------


def lose_prompt(s: BossMonster, seat: int, kind: str) -> Prompt:
    """Prompt by which chance picks a card, in place of the opponent."""
    cards = hand_cards(s, seat, kind)
    n = min(1, len(cards))
    does = Template(Lost(seat), (Cards("cards", card_faces(cards), n, n, "deck"),))
    usual = Choice(Text("At random"), does, role="default", seat=seat)
    return Prompt((seat,), Text("{who} discards at random", who=s.seats[seat]), "BM-44", (usual,), phase=CARDS_PHASE)


@asks("BM-44", prompt=lose_prompt)
def lose(s: BossMonster, event: Lost, seat: int, kind: str) -> BossMonster:
    """Discard the card that chance picked."""
    return discard_from_hand(s, seat, card_keys(event.cards))


def rob_prompt(s: BossMonster, seat: int, victim: int) -> Prompt:
    """Ask whether a room or a spell is taken; chance picks the card."""
    labels = {ROOM: Text("A room"), SPELL: Text("A spell")}
    some = tuple(
        _rob_choice(s, seat, victim, kind, label) for kind, label in labels.items() if hand_cards(s, victim, kind)
    )
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{who} takes a card from {victim}, at random", who=s.seats[seat], victim=s.seats[victim])
    return Prompt((seat,), title, "BM-44", some or (none,), phase=CARDS_PHASE)


def _rob_choice(s: BossMonster, seat: int, victim: int, kind: str, label: Text) -> Choice:
    hole = Cards("cards", card_faces(hand_cards(s, victim, kind)), 1, 1, "deck")
    return Choice(label, Template(Robbed(seat, victim), (hole,)), role="default", seat=seat)


@asks("BM-44", prompt=rob_prompt)
def rob(s: BossMonster, event: Event, seat: int, victim: int) -> BossMonster:
    """Move the card to the other hand."""
    return move_between_hands(s, event) if isinstance(event, Robbed) else s


def move_between_hands(s: BossMonster, event: Robbed) -> BossMonster:
    """Move cards from one hand to another."""
    cards = card_keys(event.cards)
    return add_to_hand(remove_from_hand(s, event.victim, cards), event.seat, cards)


def pick_shown_prompt(s: BossMonster, seat: int, victim: int) -> Prompt:
    """Ask for a card of a hand that is shown to everybody; one must be taken if there is one."""
    found = tuple(Option(f"{face.value}", face.name) for face in card_faces(s.keeps[victim].hand))
    options = tuple(Option((option.value,), option.label) for option in found)
    pick = Choice(
        Text("{what}", what=Text("It is")),
        Template(Robbed(seat, victim), (Pick("cards", options),)),
        role="default",
        seat=seat,
    )
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{victim} shows the hand: which card does {who} take?", victim=s.seats[victim], who=s.seats[seat])
    return Prompt((seat,), title, "BM-57", (pick if found else none,), phase=CARDS_PHASE)


@asks("BM-57", prompt=pick_shown_prompt)
def pick_shown(s: BossMonster, event: Event, seat: int, victim: int) -> BossMonster:
    """Move a card of the shown hand to the other hand."""
    return move_between_hands(s, event) if isinstance(event, Robbed) else s


# --- out of the discards -------------------------------------------------------------------------------------------


def matching_discards(s: BossMonster, what: str) -> tuple[str, ...]:
    """Discards that a card effect means: rooms, spells, monster rooms, or all."""
    if what == "monster":
        return tuple(card for card in discards_of_kind(s, ROOM) if room_cards()[card].kind == what)
    return discards_of_kind(s, what) if what else s.discards


@auto("BM-57")
def salvage(s: BossMonster, seat: int, what: str) -> BossMonster:
    """Take a card from the discards, if a fitting one lies there."""
    return then(s, at(choose_salvage, seat, what)) if matching_discards(s, what) else s


def choose_salvage_prompt(s: BossMonster, seat: int, what: str) -> Prompt:
    """Ask which discarded card is taken, if one lies there; everybody may look at the discards."""
    options = tuple(Option(card, card_name(card)) for card in sorted(set(matching_discards(s, what))))
    pick = Choice(
        Text("{what}", what=Text("It is")),
        Template(Salvaged(seat, ""), (Pick("card", options),)),
        role="default",
        seat=seat,
    )
    none = Choice(Text("No card"), Template(Skipped()), seat=seat)
    title = Text("{who} takes a card of the discards: which?", who=s.seats[seat])
    return Prompt((seat,), title, "BM-57", (pick if options else none,), phase=CARDS_PHASE)


@asks("BM-57", prompt=choose_salvage_prompt)
def choose_salvage(s: BossMonster, event: Event, seat: int, what: str) -> BossMonster:
    """Put the card into the hand."""
    if not isinstance(event, Salvaged):
        return s
    s = note(s, "BM-57", Text("{who} takes {card}", who=s.seats[seat], card=card_name(event.card)))
    return add_to_hand(replace(s, discards=without_cards(s.discards, (event.card,))), seat, (event.card,))
