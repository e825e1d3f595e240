"""Cards that let their owner buy what others may not.

A card when it is turned up, from the top of the deck, from the discards, or from another monster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, auto, then
from rules.king_of_tokyo.city.cards_in_play import card_name, hand_over, owner
from rules.king_of_tokyo.effects.card_names import held_name, source_name
from rules.king_of_tokyo.effects.state_changes import add, pay
from rules.king_of_tokyo.effects.verbs import Case, Source, find, offers, total, uses, when
from rules.king_of_tokyo.model.card_catalogue import PowerCard, printed
from rules.king_of_tokyo.model.events import Bought, DoneBuying, Use
from rules.king_of_tokyo.model.state import Held, Tokyo
from rules.king_of_tokyo.shop.reveal import DISCARDS, TOP, UNKNOWN, edition, face_up, one_card
from rules.king_of_tokyo.shop.shop import BUYING, affords, any_card, cheapest, dearest, may_buy, one_place, purchase

from .dice_changes import using

# --- Opportunist -------------------------------------------------------------------------------------------------


@when("turned_up", "card.opportunist")
def watch(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Queue the question whether to buy what is turned up.

    Only for an owner whose turn it is not; the nearest clockwise from the active monster comes first (KT-31).
    """
    if source.seat == case.seat:
        return s
    return then(s, at(opportunity, source.seat, case.n, case.card))


@auto("KT-31")
def opportunity(s: Tokyo, seat: int, slot: int, card: str) -> Tokyo:
    """Ask the opportunist, if the card is still there and can be paid."""
    gone = s.monsters[seat].out or (slot != UNKNOWN and face_up(s)[slot] != card)
    return s if gone or not _chances(s, seat, slot) else then(s, at(snatch, seat, slot))


def _chances(s: Tokyo, seat: int, slot: int) -> tuple[Choice, ...]:
    if not may_buy(s, seat):
        return ()
    return tuple(any_card(s, seat) if slot == UNKNOWN else one_place(s, seat, slot))


def snatch_prompt(s: Tokyo, seat: int, slot: int) -> Prompt:
    """Ask whether the opportunist buys what was turned up."""
    leave = Choice(Text("Leave it"), Template(DoneBuying()), role="usual", seat=seat)
    title = Text("{who}, opportunist: buy what was turned up?", who=s.seats[seat])
    stake = Text("{n} energy", n=s.monsters[seat].energy)
    return Prompt((seat,), title, "KT-31", (leave, *_chances(s, seat, slot)), stake, BUYING)


@asks("KT-31", prompt=snatch_prompt)
def snatch(s: Tokyo, event: Bought | DoneBuying, seat: int, slot: int) -> Tokyo:
    """Buy the card before anybody else can, or leave it."""
    return purchase(s, event) if isinstance(event, Bought) else s


# --- top of the deck, discards -----------------------------------------------------------------------------------


@offers("buy", "card.made_in_a_lab")
def may_peek(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer the top card of the deck."""
    if source.seat == case.seat and may_buy(s, case.seat) and s.monsters[case.seat].energy >= cheapest(s, case.seat):
        label = Text("{card}: buy the top card of the deck", card=source_name(source))
        yield Choice(label, Template(Bought(case.seat, TOP), (one_card(s, dearest(s, case.seat)),)))


@offers("buy", "card.scavenger")
def may_scavenge(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer the discards."""
    if source.seat != case.seat or not may_buy(s, case.seat):
        return
    found = (PowerCard(id) for id in dict.fromkeys(s.discard) if id)
    options = tuple(Option((card,), card_name(card)) for card in found if affords(s, case.seat, card))
    if options:
        label = Text("{card}: buy a discarded card", card=source_name(source))
        yield Choice(label, Template(Bought(case.seat, DISCARDS), (Pick("cards", options, Text("Which card")),)))


# --- cards of other monsters -------------------------------------------------------------------------------------


def as_record(held: Held) -> PowerCard:
    """The record of a card in front of a monster, as it is bought."""
    return PowerCard(held.card, held.name, held.cost)


def cost_of(s: Tokyo, seat: int, held: Held) -> int:
    """The price that a monster pays for a card of another."""
    known = printed().get(held.card)
    return total(s, "cost", Case(seat, card=held.card), known.cost_in(edition(s)) if known else held.cost)


@offers("buy", "card.parasitic_tentacles")
def may_suck(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer the cards of other monsters."""
    if source.seat != case.seat or not may_buy(s, case.seat):
        return
    options = tuple(_for_sale(s, case.seat))
    if options:
        label = Text("{card}: buy a card of another", card=source_name(source))
        yield Choice(label, Template(using(source), (Pick("n", options, Text("Which card")),)))


def _for_sale(s: Tokyo, seat: int) -> Iterator[Option]:
    for other in s.others(seat):
        for held in s.monsters[other].cards:
            if affords(s, seat, as_record(held)):
                text = Text("{n} energy for {who}", n=cost_of(s, seat, held), who=s.seats[other])
                yield Option(held.id, held_name(held), text)


@uses("card.parasitic_tentacles")
def suck(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Buy the card; its price goes to the monster that had it."""
    held, seller = find(s, event.n), owner(s, event.n)
    if held is None:
        return s
    cost = cost_of(s, source.seat, held)
    s = pay(s, "KT-26", source.seat, cost, Text("for {card}", card=held_name(held)))
    return hand_over(add(s, "KT-26", seller, "energy", cost), held.id, source.seat)
