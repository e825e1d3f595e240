"""Metamorph, Unstable DNA, Freeze Time and Hibernation.

Metamorph sells cards as the turn ends, Unstable DNA is swapped, Freeze Time gives an extra turn; Hibernation lasts
until its owner ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, carries, then
from rules.king_of_tokyo.city.cards_in_play import discard_card, hand_over, is_used_this_turn, mark_used
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect, held_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.state_changes import change_number
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.dice import NUMBER_FACES, SMASH, count_faces
from rules.king_of_tokyo.model.events import DoneBuying, EffectUse, Swapped
from rules.king_of_tokyo.model.state import Held, Tokyo, add_extra_turn, find_held, set_turn_state

# --- Metamorph ---------------------------------------------------------------------------------------------------


EFFECTS = TokyoEffects()
EFFECTS.forbid("may_enter", "card.hibernation")
EFFECTS.forbid("may_buy", "card.hibernation")


@EFFECTS.offer("end", "card.metamorph")
def offer_refund(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to discard any of the owner's keep cards for its price."""
    mine = filter(_is_keep_card, s.monsters[source.seat].cards)
    refunds = tuple(Option(held.id, held_name(held), Text("+{n} energy", n=held.cost)) for held in mine)
    if refunds:
        label = Text("{card}: discard a card for its price", card=effect_name(source))
        yield Choice(label, use_template(source, Pick("n", refunds, Text("Which card"))))


def _is_keep_card(held: Held) -> bool:
    printed_card = printed_power_cards().get(held.card)
    return printed_card is None or printed_card.kind == "keep"


@EFFECTS.use("end", "card.metamorph")
@carries("KT-35")
def refund_card(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Discard the card and return its full printed price, whatever was paid."""
    held = find_held(s, event.n)
    if held is None:
        return s
    return change_number(discard_card(s, held.id), "KT-35", source.seat, "energy", held.cost, from_effect(source))


# --- Unstable DNA ------------------------------------------------------------------------------------------------


@EFFECTS.handler("yielded", "card.unstable_dna")
def queue_swap(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Ask a monster that has yielded whether it swaps the card for one of the attacker."""
    if case.by < 0 or not any(_swaps(s, case.by)):
        return s
    return then(s, at(swap, source.seat, source.item, case.by))


def _swaps(s: Tokyo, seat: int) -> Iterator[Option]:
    return (Option(held.id, held_name(held)) for held in s.monsters[seat].cards if _is_keep_card(held))


def swap_prompt(s: Tokyo, seat: int, item: int, other: int) -> Prompt:
    """Ask whether the cards are swapped."""
    pick = Pick("item", tuple(_swaps(s, other)), Text("Which card"))
    title = Text("{who}: swap Unstable DNA for a card of {other}?", who=s.seats[seat], other=s.seats[other])
    keep = Choice(Text("Keep it"), Template(DoneBuying()), role="default", seat=seat)
    take = Choice(Text("Swap"), Template(Swapped(0), (pick,)), seat=seat)
    choices = (keep, take) if pick.options else (keep,)
    return Prompt((seat,), title, "KT-26", choices, phase=Text("Power cards"))


@asks("KT-26", prompt=swap_prompt)
def swap(s: Tokyo, event: Swapped | DoneBuying, seat: int, item: int, other: int) -> Tokyo:
    """Exchange the two cards."""
    if isinstance(event, DoneBuying):
        return s
    return hand_over(hand_over(s, item, other), event.item, seat)


# --- Freeze Time -------------------------------------------------------------------------------------------------


@EFFECTS.offer("end", "card.freeze_time")
def offer_extra_turn(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer another turn with one die less, after 1-1-1."""
    if count_faces(s.now.faces)[1] >= 3 and not is_used_this_turn(s, source):
        label = Text("{card}: another turn, with one die less", card=effect_name(source))
        yield Choice(label, use_template(source))


@EFFECTS.use("end", "card.freeze_time")
def grant_extra_turn(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Add the extra turn."""
    return add_extra_turn(mark_used(s, source), s.now.dice - 1)


# --- Hibernation -------------------------------------------------------------------------------------------------


@EFFECTS.handler("rolled", "card.hibernation")
def void_dice_during_hibernation(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Let only hearts and energy count during hibernation."""
    return set_turn_state(s, void=s.now.void | {*NUMBER_FACES, SMASH})


@EFFECTS.offer("start", "card.hibernation")
def offer_waking(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to end the hibernation at the start of a turn."""
    yield Choice(Text("{card}: wake up", card=effect_name(source)), use_template(source))


@EFFECTS.use("start", "card.hibernation")
def end_hibernation(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Discard the card."""
    return discard_card(s, source.item)
