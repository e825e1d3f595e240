"""KT-23: turning up cards for the shop, and the switches of the shop.

Where the shop is followed, the table names each card, or goes on without its name.
"""

from __future__ import annotations

from rules.engine import (
    Choice,
    Number,
    Option,
    Pick,
    Prompt,
    Records,
    Switch,
    Template,
    Text,
    TextLine,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import card_name
from rules.king_of_tokyo.effects.registry import TokyoCase
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.card_catalogue import (
    EDITIONS,
    PowerCard,
    catalogue_key,
    copies_in_deck,
    printed_power_cards,
    record_of,
)
from rules.king_of_tokyo.model.events import TurnedUp
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.model.texts import RULEBOOK

SHOP_SLOTS = 3
"""Number of cards that lie face up."""
FROM_UNFOLLOWED_SHOP, FROM_DECK_TOP, FROM_DISCARDS = -1, -2, -3
"""Other places a card is bought from.

A shop that is not followed, the top of the deck, the discards.
"""
NO_CARD = "-"
"""Stands in a slot of the shop in which no card lies, as the deck is used up (KT-A14)."""
EDITION_NAMES = {"base": Text("King of Tokyo"), "dark": Text("Dark Edition"), "origins": Text("Origins")}
"""Names of the editions."""
SHOP_SWITCHES = (
    Switch(
        "follow.shop",
        Text("The shop's three cards"),
        (("off", Text("named only when bought")), ("on", Text("followed"))),
        "follow",
    ),
    Switch("edition", Text("Whose power cards"), tuple((key, EDITION_NAMES[key]) for key in EDITIONS), "mode"),
)
"""Switches of the shop: whether it is followed, and the edition."""
COST_BOUND = 12
"""Upper bound of the cost of a card."""
KEEP_OPTIONS = (Option(True, Text("it is kept")), Option(False, Text("it is discarded")))
"""Options for whether a card that was typed is kept or discarded."""


def card_hole(s: Tokyo, most: int = COST_BOUND) -> Records:
    """The hole for one power card with a printed cost of at most ``most``.

    The card is looked up by name or price, or typed.
    """
    cost = Number("cost", 0, max(0, min(most, COST_BOUND)), max(0, min(most, 4)), Text("cost"))
    printed = Template(
        PowerCard(), (TextLine("id"), TextLine("name"), cost, Pick("keep", KEEP_OPTIONS, Text("What is printed on it")))
    )
    catalogue = catalogue_key(edition(s), s.has_variant("costumes"))
    return Records("cards", (printed,), most=1, least=1, catalogue=catalogue, left_out=_worn_costumes(s))


@carries("KT-37")
def _worn_costumes(s: Tokyo) -> tuple[PowerCard, ...]:
    """The records of the costumes that are worn: only the others are in the deck."""
    cards = (printed_power_cards().get(held.card) for monster in s.monsters for held in monster.cards)
    return tuple(record_of(card, edition(s)) for card in cards if card is not None and card.kind == "costume")


def edition(s: Tokyo) -> str:
    """The edition whose power cards the table plays with."""
    return s.ruling("edition", EDITIONS[0])


def is_shop_followed(s: Tokyo) -> bool:
    """Whether the table enters which cards lie in the shop."""
    return s.ruling("follow.shop", "off") == "on"


def cards_face_up(s: Tokyo) -> tuple[str, ...]:
    """The ids of the cards in the shop, slot by slot.

    Empty for a card without a name, ``NO_CARD`` where none lies.
    """
    return (*s.shop, *("",) * SHOP_SLOTS)[:SHOP_SLOTS]


def shop_with(s: Tokyo, slot: int, id: str = "") -> tuple[str, ...]:
    """The shop with that card in a slot, or with a card without a name."""
    lying = cards_face_up(s)
    return (*lying[:slot], id, *lying[slot + 1 :])


@auto("KT-22")
def open_shop(s: Tokyo) -> Tokyo:
    """Turn up the first three cards; where the shop is followed, they are named."""
    if not is_shop_followed(s):
        return s
    return turn_up(note_new_cards(s, SHOP_SLOTS, s.active), *range(SHOP_SLOTS))


@carries("KT-23")
def turn_up(s: Tokyo, *slots: int) -> Tokyo:
    """Turn up cards for those slots of the shop; effects see them."""
    if not is_shop_followed(s):
        return trigger_moment(s, "turned_up", TokyoCase(s.active, n=FROM_UNFOLLOWED_SHOP))
    return then(s, at(deal, *slots))


def note_new_cards(s: Tokyo, n: int, seat: int) -> Tokyo:
    """Note how many cards that player turns up, unless the deck has none any more."""
    if is_deck_used_up(s) and s.ruling("KT-A14") == "over":
        return s
    text = Text("{n} new card in the shop", "{n} new cards in the shop", n=n)
    task = Text("turn up {n} new card", "turn up {n} new cards", n=n)
    return note(s, "KT-23", text, kind="restated", seat=seat, task=task)


@auto("KT-23")
def deal(s: Tokyo, *slots: int) -> Tokyo:
    """Turn up cards from the deck.

    Once the deck is empty, the discards become the new one, or no card comes any more (KT-A14).
    """
    if not is_deck_used_up(s):
        return then(s, at(name_card, *slots))
    s, ruling = RULEBOOK.apply_ruling(s, "KT-A14", "KT-23")
    if ruling == "reshuffle":
        text = Text("The discards become the new deck")
        s = note(s, "KT-23", text, seat=_naming_seat(s), task=Text("shuffle the discards into a new deck"))
        return then(replace(s, discard=()), at(name_card, *slots))
    for slot in slots:
        s = replace(s, shop=shop_with(s, slot, NO_CARD))
    return s


def is_deck_used_up(s: Tokyo) -> bool:
    """Whether every card of the deck is known to lie elsewhere, some of them on the discards."""
    shown = sum(id not in ("", NO_CARD) for id in s.shop)
    outside_deck = len(s.discard) + shown + sum(len(monster.cards) for monster in s.monsters)
    whole_deck = sum(copies_in_deck(edition(s), s.has_variant("costumes")).values())
    return is_shop_followed(s) and bool(s.discard) and outside_deck >= whole_deck


def naming_prompt(s: Tokyo, slot: int, *rest: int) -> Prompt:
    """Ask which card was turned up."""
    named = Choice(Text("Say which card it is"), Template(TurnedUp(slot), (card_hole(s),)), role="default")
    on = Choice(Text("Go on without names") if rest else Text("Go on without its name"), Template(TurnedUp(slot)))
    title = Text("A card is turned up: which one?", "{n} cards are turned up: which is the first?", n=1 + len(rest))
    return Prompt((_naming_seat(s),), title, "KT-23", (named, on), phase=Text("Power cards"))


def _naming_seat(s: Tokyo) -> int:
    """The active monster, or the next one if it has just been eliminated."""
    return next(iter(s.seats_in_game_from_active), s.active)


@asks("KT-23", prompt=naming_prompt)
def name_card(s: Tokyo, event: TurnedUp, slot: int, *rest: int) -> Tokyo:
    """Put the named card into that slot.

    An answer without a name skips the names of the cards turned up with it too.
    """
    card = event.cards[0] if event.cards else PowerCard()
    s = replace(s, shop=shop_with(s, slot, card.id))
    if card.id:
        s = note(s, "KT-23", Text("{card} lies in the shop", card=card_name(card)))
    s = then(s, at(deal, *rest)) if rest and event.cards else s
    return trigger_moment(s, "turned_up", TokyoCase(s.active, card=card.id, n=slot))
