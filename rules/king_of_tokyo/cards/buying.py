"""Cards that let their owner buy what others may not.

A card when it is turned up, from the top of the deck, from the discards, or from another monster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Option, Pick, Prompt, Subject, Template, Text, asks, at, auto, then
from rules.king_of_tokyo.city.cards_in_play import card_name, hand_over, owner_of
from rules.king_of_tokyo.effects.card_names import effect_key_name, effect_name, held_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, effects, use_template
from rules.king_of_tokyo.effects.standing import can_pay
from rules.king_of_tokyo.effects.state_changes import change_number, pay
from rules.king_of_tokyo.model.card_catalogue import PowerCard, printed_power_cards
from rules.king_of_tokyo.model.events import Bought, DoneBuying, EffectUse
from rules.king_of_tokyo.model.state import Held, Tokyo, find_held
from rules.king_of_tokyo.shop.reveal import (
    FROM_DECK_TOP,
    FROM_DISCARDS,
    FROM_UNFOLLOWED_SHOP,
    card_hole,
    cards_face_up,
    edition,
    is_deck_used_up,
)
from rules.king_of_tokyo.shop.shop import (
    SHOP_PHASE,
    any_card_choices,
    can_afford,
    can_buy,
    highest_affordable_cost,
    lowest_price,
    purchase,
    slot_choices,
)

# --- Opportunist -------------------------------------------------------------------------------------------------


EFFECTS = TokyoEffects()


OPPORTUNIST = "card.opportunist"
"""The key of the card whose owner may buy what is turned up."""


@EFFECTS.handler("turned_up", OPPORTUNIST, whose="others")
def queue_opportunity(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Queue the question whether to buy what is turned up.

    Only for an owner whose turn it is not; the nearest clockwise from the active monster comes first (KT-31).
    """
    return then(s, at(opportunity, source.seat, case.n, case.card))


@auto("KT-31")
def opportunity(s: Tokyo, seat: int, slot: int, card: str) -> Tokyo:
    """Ask the opportunist, if the card is still there and can be paid."""
    is_unavailable = s.monsters[seat].out or (slot != FROM_UNFOLLOWED_SHOP and cards_face_up(s)[slot] != card)
    return s if is_unavailable or not _opportunity_choices(s, seat, slot) else then(s, at(snatch, seat, slot))


def _opportunity_choices(s: Tokyo, seat: int, slot: int) -> tuple[Choice, ...]:
    if not can_buy(s, seat):
        return ()
    return tuple(any_card_choices(s, seat) if slot == FROM_UNFOLLOWED_SHOP else slot_choices(s, seat, slot))


def snatch_prompt(s: Tokyo, seat: int, slot: int) -> Prompt:
    """Ask whether the opportunist buys what was turned up."""
    leave = Choice(Text("Leave it"), Template(DoneBuying()), None, "default", seat, kind="decline")
    title = Text("{who}, opportunist: buy what was turned up?", who=s.seats[seat])
    stake = Text("{n} energy", n=s.monsters[seat].energy)
    choices = (leave, *_opportunity_choices(s, seat, slot))
    about = Subject(seat, OPPORTUNIST, effect_key_name(OPPORTUNIST))
    return Prompt((seat,), title, "KT-31", choices, stake, SHOP_PHASE, about=(about,))


@asks("KT-31", prompt=snatch_prompt)
def snatch(s: Tokyo, event: Bought | DoneBuying, seat: int, slot: int) -> Tokyo:
    """Buy the card before anybody else can, or leave it."""
    return purchase(s, event) if isinstance(event, Bought) else s


# --- top of the deck, discards -----------------------------------------------------------------------------------


@EFFECTS.offer("buy", "card.made_in_a_lab")
def offer_top_card(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer the top card of the deck."""
    if (
        can_buy(s, case.seat)
        and not (is_deck_used_up(s) and s.ruling("KT-A14") == "over")
        and can_pay(s, case.seat, lowest_price(s, case.seat))
    ):
        label = Text("{card}: buy the top card of the deck", card=effect_name(source))
        yield Choice(
            label, Template(Bought(case.seat, FROM_DECK_TOP), (card_hole(s, highest_affordable_cost(s, case.seat)),))
        )


@EFFECTS.offer("buy", "card.scavenger")
def offer_discards(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer the discards."""
    if not can_buy(s, case.seat):
        return
    found = (PowerCard(id) for id in dict.fromkeys(s.discard) if id)
    options = tuple(Option((card,), card_name(card)) for card in found if can_afford(s, case.seat, card))
    if options:
        label = Text("{card}: buy a discarded card", card=effect_name(source))
        yield Choice(label, Template(Bought(case.seat, FROM_DISCARDS), (Pick("cards", options, Text("Which card")),)))


# --- cards of other monsters -------------------------------------------------------------------------------------


def to_power_card(held: Held) -> PowerCard:
    """The record of a card in front of a monster, as it is bought."""
    return PowerCard(held.card, held.name, held.cost)


def resale_price(s: Tokyo, seat: int, held: Held) -> int:
    """The price that a monster pays for a card of another."""
    printed_card = printed_power_cards().get(held.card)
    return effects.number(
        s, "cost", TokyoCase(seat, card=held.card), printed_card.cost_in(edition(s)) if printed_card else held.cost
    )


@EFFECTS.offer("buy", "card.parasitic_tentacles")
def offer_cards_of_opponents(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer the cards of other monsters."""
    if not can_buy(s, case.seat):
        return
    options = tuple(_for_sale(s, case.seat))
    if options:
        label = Text("{card}: buy a card of another", card=effect_name(source))
        yield Choice(label, use_template(source, Pick("n", options, Text("Which card"))))


def _for_sale(s: Tokyo, seat: int) -> Iterator[Option]:
    for other in s.opponents_of(seat):
        for held in s.monsters[other].cards:
            if can_afford(s, seat, to_power_card(held)):
                text = Text("{n} energy for {who}", n=resale_price(s, seat, held), who=s.seats[other])
                yield Option(held.id, held_name(held), text)


@EFFECTS.use("buy", "card.parasitic_tentacles")
def buy_from_opponent(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Buy the card; its price goes to the monster that had it."""
    held, seller = find_held(s, event.n), owner_of(s, event.n)
    if held is None:
        return s
    cost = resale_price(s, source.seat, held)
    origin = Text("for {card} ({source})", card=held_name(held), source=effect_name(source))
    s = pay(s, "KT-26", source.seat, cost, origin)
    return hand_over(change_number(s, "KT-26", seller, "energy", cost, origin), held.id, source.seat)
