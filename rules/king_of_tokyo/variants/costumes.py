"""KT-37 … KT-39: costumes, chosen at the start and stolen by claws."""

from __future__ import annotations

from rules.engine import Choice, Event, Option, Pick, Prompt, Template, Text, asks, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import hand_over
from rules.king_of_tokyo.effects.card_names import held_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.effects.standing import can_pay
from rules.king_of_tokyo.effects.state_changes import gain, pay
from rules.king_of_tokyo.effects.triggers import trigger_effect
from rules.king_of_tokyo.model.card_catalogue import PrintedPowerCard, printed_power_cards
from rules.king_of_tokyo.model.events import Declined, Dressed, Used
from rules.king_of_tokyo.model.state import Held, Tokyo, set_monster
from rules.king_of_tokyo.rolling.resolve import claw_count

EFFECTS = TokyoEffects()

KEY, CLAWS_TO_STEAL, PHASE = "variant.costumes", 3, Text("Costumes")
"""Effect key, claws needed to steal a costume, and phase title."""


def costume_cards() -> dict[str, PrintedPowerCard]:
    """The costume cards, by id."""
    return {id: card for id, card in printed_power_cards().items() if card.kind == "costume"}


def dress_prompt(s: Tokyo) -> Prompt:
    """Ask for everybody's costume, in any order."""
    worn = {held.card for monster in s.monsters for held in monster.cards}
    free = tuple(Option(id, card.name) for id, card in costume_cards().items() if id not in worn)
    left = tuple(seat for seat in s.seats_in_game if not s.monsters[seat].cards)
    pick = Pick("costume", free, Text("costume"))
    choices = (
        Choice(Text("{who}", who=s.seats[k]), Template(Dressed(k, ""), (pick,)), role="default", seat=k) for k in left
    )
    return Prompt(left, Text("Which costume does everybody choose?"), "KT-37", tuple(choices), phase=PHASE)


@asks("KT-37", prompt=dress_prompt, simultaneous=True)
def dress(s: Tokyo, event: Dressed) -> Tokyo:
    """Put on the costume; those that nobody chose go into the deck."""
    s = wear(s, event.seat, Held(s.numbered + 1, event.costume, cost=costume_cards()[event.costume].cost))
    if not all(s.monsters[seat].cards for seat in s.seats_in_game):
        return then(s, dress)
    text = Text("The other costumes go into the deck")
    return note(s, "KT-37", text, task=Text("Shuffle the other costumes into the deck"))


@carries("KT-37")
def wear(s: Tokyo, seat: int, costume: Held) -> Tokyo:
    """Put a costume on a monster, which may wear several."""
    s = replace(s, numbered=max(s.numbered, costume.id))
    s = set_monster(s, seat, cards=(*s.monsters[seat].cards, costume))
    name = held_name(costume)
    text, task = (
        Text("{who} wears {costume}", who=s.seats[seat], costume=name),
        Text("put {card} in front of you", card=name),
    )
    s = note(s, "KT-37", text, seat=seat, task=task)
    return trigger_effect(s, "taken", TokyoEffect("card", f"card.{costume.card}", seat, costume.id), TokyoCase(seat))


# --- stealing ----------------------------------------------------------------------------------------------------


@EFFECTS.handler("smashed", KEY)
@carries("KT-38", "KT-39")
def queue_stealing(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Let the active monster steal costumes after three claws or more.

    It takes them from those it hit; their hearts are lost anyway.
    """
    return then(s, stealing) if claw_count(s).total >= CLAWS_TO_STEAL else s


@auto("KT-38")
def stealing(s: Tokyo) -> Tokyo:
    """Ask for a costume as long as there is one that the active monster can pay."""
    return then(s, steal) if _stealable_costumes(s) else s


def _stealable_costumes(s: Tokyo) -> tuple[tuple[int, Held], ...]:
    """The costumes that the active monster can pay, with the seats of their owners.

    Only those of monsters that were hit count.
    """
    hit = (seat for seat in dict.fromkeys(s.now.smashed) if not s.monsters[seat].out and seat != s.active)
    found = ((seat, held) for seat in hit for held in s.monsters[seat].cards if held.card in costume_cards())
    return tuple((seat, held) for seat, held in found if can_pay(s, s.active, _price(held)))


def _price(held: Held) -> int:
    return costume_cards()[held.card].cost


def steal_prompt(s: Tokyo) -> Prompt:
    """Ask which costume is taken."""
    none = Choice(Text("Take no costume"), Template(Declined()), role="default")
    takes = tuple(
        Choice(
            Text("{costume} of {who}", costume=held_name(held), who=s.seats[seat]),
            Template(Used(s.active, KEY, held.id, other=seat)),
            Text("{n} energy for {who}", n=_price(held), who=s.seats[seat]),
        )
        for seat, held in _stealable_costumes(s)
    )
    title = Text("{who} may take costumes", who=s.seats[s.active])
    return Prompt((s.active,), title, "KT-38", (none, *takes), phase=PHASE)


@asks("KT-38", prompt=steal_prompt)
def steal(s: Tokyo, event: Event) -> Tokyo:
    """Pay for a costume and take it, then ask for the next."""
    if not isinstance(event, Used):
        return s
    held = next(held for seat, held in _stealable_costumes(s) if held.id == event.item)
    how = Text("for {costume}", costume=held_name(held))
    s = pay(s, "KT-38", s.active, _price(held), how)
    s = gain(s, "KT-38", event.other, "energy", _price(held), "costume", how)
    return hand_over(then(s, stealing), held.id, s.active)
