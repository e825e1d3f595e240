"""KT-22 … KT-26: buying power cards for energy.

The table follows the shop card by card, or does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Event, Number, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import card_name, take_card
from rules.king_of_tokyo.effects.registry import TokyoCase, effects, use_effect
from rules.king_of_tokyo.effects.standing import can_pay, payable_energy
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.card_catalogue import PowerCard, copies_in_deck, printed_power_cards
from rules.king_of_tokyo.model.events import Bought, DoneBuying, Swept, Used
from rules.king_of_tokyo.model.state import Tokyo

from . import reveal
from .reveal import (
    COST_BOUND,
    NO_CARD,
    SHOP_SLOTS,
    card_hole,
    cards_face_up,
    edition,
    is_shop_followed,
    note_new_cards,
    shop_with,
    turn_up,
)

SWEEP_COST = 2
"""Energy cost of sweeping the shop."""
SHOP_PHASE = Text("Power cards")
"""Phase title of the prompts about buying."""


# --- costs -------------------------------------------------------------------------------------------------------


def printed_cost(s: Tokyo, card: PowerCard) -> int:
    """The cost printed on a card, in the table's edition."""
    printed_card = printed_power_cards().get(card.id)
    return printed_card.cost_in(edition(s)) if printed_card else card.cost


def price(s: Tokyo, seat: int, card: PowerCard) -> int:
    """The energy that a card costs a monster, after effects."""
    return effects.number(s, "cost", TokyoCase(seat, card=card.id), printed_cost(s, card))


def can_buy(s: Tokyo, seat: int, card: str = "") -> bool:
    """Whether effects, and the card itself, let that monster buy it."""
    printed_card = printed_power_cards().get(card)
    return effects.allows(s, "may_buy", TokyoCase(seat, card=card)) and not (
        printed_card and printed_card.is_outside_tokyo_only and seat in s.seats_in_tokyo
    )


def can_afford(s: Tokyo, seat: int, card: PowerCard) -> bool:
    """Whether a monster may buy that card and can pay it."""
    return can_buy(s, seat, card.id) and can_pay(s, seat, price(s, seat, card))


def highest_affordable_cost(s: Tokyo, seat: int) -> int:
    """The highest printed cost that a monster can pay."""
    return payable_energy(s, seat) + COST_BOUND - effects.number(s, "cost", TokyoCase(seat), COST_BOUND)


def lowest_price(s: Tokyo, seat: int) -> int:
    """The lowest price of any card of the deck for a monster."""
    return min(price(s, seat, PowerCard(id)) for id in copies_in_deck(edition(s), s.has_variant("costumes")))


# --- the buying step ---------------------------------------------------------------------------------------------


AFTER_PURCHASE = "again"
"""How ``buy_cards`` comes back after a purchase, so that what that leads to is part of buying."""


@auto("KT-22")
def buy_cards(s: Tokyo, how: str = "") -> Tokyo:
    """Ask the active monster what it buys, if there is anything it can buy."""
    s = replace(s, phase="buy")
    return then(s, buy) if len(_choices(s)) > 1 else s


def _choices(s: Tokyo) -> tuple[Choice, ...]:
    seat = s.active
    done = Choice(Text("End the turn"), Template(DoneBuying()), role="default")
    buys = tuple(purchase_choices(s, seat)) if can_buy(s, seat) else ()
    return (done, *buys, *_sweep(s), *effects.offered(s, "buy", TokyoCase(seat)))


def purchase_choices(s: Tokyo, seat: int) -> Iterator[Choice]:
    """Choices for the cards in the shop that a monster can pay.

    Each card by name, one without a name, or any card at all.
    """
    if not is_shop_followed(s):
        yield from any_card_choices(s, seat)
        return
    for slot in range(SHOP_SLOTS):
        yield from slot_choices(s, seat, slot)


def slot_choices(s: Tokyo, seat: int, slot: int) -> Iterator[Choice]:
    """The choice of buying the card in a slot of the shop.

    A card without a name is named when it is bought.
    """
    card = PowerCard(cards_face_up(s)[slot])
    if card.id == NO_CARD:
        return
    if not card.id and can_pay(s, seat, lowest_price(s, seat)):
        label = Text("Buy card {n}, without a name so far", n=slot + 1)
        yield Choice(label, Template(Bought(seat, slot), (card_hole(s, highest_affordable_cost(s, seat)),)), seat=seat)
    elif card.id and can_afford(s, seat, card):
        n = price(s, seat, card)
        left = payable_energy(s, seat) - n
        costs = Text("{cost} energy; {n} left", "{cost} energy; {n} left", cost=n, n=left)
        yield Choice(Text("Buy {card}", card=card_name(card)), Template(Bought(seat, slot)), costs, seat=seat)


def any_card_choices(s: Tokyo, seat: int) -> Iterator[Choice]:
    """Choices of a shop that is not followed: a card by its name, or only its price."""
    energy = payable_energy(s, seat)
    if not can_pay(s, seat, lowest_price(s, seat)):
        return
    yield Choice(
        Text("Buy a card"), Template(Bought(seat), (card_hole(s, highest_affordable_cost(s, seat)),)), seat=seat
    )
    cost = Number("cost", 0, energy, min(3, energy), Text("cost"))
    yield Choice(Text("Pay without saying which"), Template(Bought(seat), (cost,)), seat=seat)


@carries("KT-24")
def _sweep(s: Tokyo) -> tuple[Choice, ...]:
    """The choice of sweeping, which is no purchase: whoever may not buy may still sweep."""
    is_bare = is_shop_followed(s) and set(cards_face_up(s)) == {NO_CARD}
    if is_bare or not can_pay(s, s.active, SWEEP_COST):
        return ()
    return (Choice(Text("Sweep the shop"), Template(Swept()), Text("{n} energy", n=SWEEP_COST)),)


def buy_prompt(s: Tokyo) -> Prompt:
    """Ask what the active monster buys."""
    stake = Text("{n} energy", n=s.monsters[s.active].energy)
    title = Text("Does {who} buy a card?", who=s.seats[s.active])
    return Prompt((s.active,), title, "KT-22", _choices(s), stake, SHOP_PHASE)


@asks("KT-22", "KT-25", prompt=buy_prompt)
def buy(s: Tokyo, event: Event) -> Tokyo:
    """Buy a card, sweep the shop or use an effect, then ask again while energy lasts."""
    match event:
        case Bought():
            return purchase(then(s, at(buy_cards, AFTER_PURCHASE)), event)
        case Swept():
            return sweep(then(s, at(buy_cards, AFTER_PURCHASE)))
        case Used():
            return use_effect(then(s, at(buy_cards, AFTER_PURCHASE)), "buy", event)
    return s


@carries("KT-24")
def sweep(s: Tokyo) -> Tokyo:
    """Discard the cards of the shop for two energy and turn up new ones."""
    s = pay(s, "KT-24", s.active, SWEEP_COST, Text("for sweeping the shop"))
    text, task = Text("{who} sweeps the shop", who=s.seats[s.active]), Text("discard the cards of the shop")
    s = note(s, "KT-24", text, kind="restated", seat=s.active, task=task)
    away = tuple(id for id in cards_face_up(s) if id not in ("", NO_CARD)) if is_shop_followed(s) else ()
    s = note_new_cards(replace(s, discard=(*s.discard, *away), shop=()), SHOP_SLOTS, s.active)
    return turn_up(s, *range(SHOP_SLOTS))


# --- the purchase ------------------------------------------------------------------------------------------------


@carries("KT-22", "KT-26")
def purchase(s: Tokyo, event: Bought) -> Tokyo:
    """Pay for a card, run its effects, and replace it in the shop at once."""
    card = bought_card(s, event)
    cost = event.cost if card is None else price(s, event.seat, card)
    name = Text("a card") if card is None else card_name(card)
    if not can_pay(s, event.seat, cost) or not can_buy(s, event.seat, card.id if card else ""):
        return note(s, "KT-22", Text("{card} cannot be bought now: it costs {n} energy", card=name, n=cost))
    s = pay(_remove_bought_card(s, event, card), "KT-22", event.seat, cost, Text("for {card}", card=name))
    s = trigger_moment(s, "bought", TokyoCase(event.seat, card=card.id if card else ""))
    if card is not None:
        s = take_card(s, event.seat, card, printed_cost(s, card))
    else:
        text = Text("{who} buys {card}", who=s.seats[event.seat], card=name)
        s = note(s, "KT-26", text, kind="bought", seat=event.seat, task=Text("take the card"))
    is_from_shop = event.place not in (reveal.FROM_DECK_TOP, reveal.FROM_DISCARDS)
    return note_new_cards(s, 1, event.seat) if is_from_shop else s


def bought_card(s: Tokyo, event: Bought) -> PowerCard | None:
    """The card that is bought; None if only its price was entered."""
    if event.cards:
        return event.cards[0]
    return PowerCard(cards_face_up(s)[event.place]) if event.place >= 0 else None


@carries("KT-23")
def _remove_bought_card(s: Tokyo, event: Bought, card: PowerCard | None) -> Tokyo:
    """Remove the card from its place; one in the shop is replaced at once."""
    match event.place:
        case reveal.FROM_DECK_TOP:
            return s
        case reveal.FROM_DISCARDS:
            at = s.discard.index(card.id) if card else 0
            return replace(s, discard=s.discard[:at] + s.discard[at + 1 :])
        case reveal.FROM_UNFOLLOWED_SHOP:
            return turn_up(s)
    return turn_up(replace(s, shop=shop_with(s, event.place)), event.place)
