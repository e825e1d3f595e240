"""KT-33: Mimic, whose token makes it another card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, then
from rules.king_of_tokyo.city.cards_in_play import (
    cut_excess_hearts,
    end_copies,
    is_copyable,
    note_copy,
    owner_of,
    set_held,
    trigger_arrival,
)
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect, held_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.standing import can_pay
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.model.events import Copied, EffectUse
from rules.king_of_tokyo.model.state import Tokyo, find_held

EFFECTS = TokyoEffects()
EFFECTS.increase("copies", 1, "card.mimic")

MOVE_COST = 1
"""Energy cost of moving the token to another card."""


def _copy_options(s: Tokyo, source: TokyoEffect) -> Iterator[Option]:
    """Every keep card in play, but Mimic and the one that it copies already."""
    mine = find_held(s, source.item)
    copied_id = mine.copies if mine else 0
    for seat in s.seats_in_game_from_active:
        for held in s.monsters[seat].cards:
            if is_copyable(held) and held.id != copied_id:
                yield Option(held.id, held_name(held), Text("of {who}", who=s.seats[seat]))


@EFFECTS.handler("taken", "card.mimic")
def queue_mimic_copy(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Ask for a card to copy when Mimic is bought, if there is one."""
    return then(s, at(copy, source.seat, source.item)) if any(_copy_options(s, source)) else s


def has_copy_options(s: Tokyo, seat: int, item: int) -> bool:
    """Whether Mimic still lies in front of that monster, with a card to copy."""
    return owner_of(s, item) == seat and any(_copy_options(s, _mimic(seat, item)))


def copy_prompt(s: Tokyo, seat: int, item: int) -> Prompt:
    """Ask which card Mimic copies."""
    options = tuple(_copy_options(s, _mimic(seat, item)))
    pick = Pick("item", options, Text("Which card"))
    choice = Choice(
        Text("{what}", what=Text("It copies")), Template(Copied(options[0].value), (pick,)), role="default", seat=seat
    )
    return Prompt((seat,), Text("Which card does Mimic copy?"), "KT-33", (choice,), phase=Text("Power cards"))


@asks("KT-33", prompt=copy_prompt)
def copy(s: Tokyo, event: Copied, seat: int, item: int) -> Tokyo:
    """Put the token on the card, which acts as if it had just been bought."""
    return put_token(s, _mimic(seat, item), event.item)


@EFFECTS.handler("eliminated", "card.mimic", "tile.fluxling", whose="any")
def lose_copy_of_eliminated(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take back the token from a card that has gone with its owner."""
    held = find_held(s, source.item)
    is_gone = held is not None and held.copies != 0 and find_held(s, held.copies) is None
    return end_copies(s, held.copies) if held is not None and is_gone else s


@EFFECTS.offer("start", "card.mimic")
def offer_token_move(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to move the token for 1 energy at the start of a turn.

    A token that came back can be placed again in the same way.
    """
    pick = Pick("n", tuple(_copy_options(s, source)), Text("Which card"))
    if can_pay(s, source.seat, MOVE_COST) and pick.options:
        label = Text("{card} copies another card", card=effect_name(source))
        yield Choice(label, use_template(source, pick), Text("{n} energy", n=MOVE_COST))


@EFFECTS.use("start", "card.mimic")
def move_token(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Pay and put the token on that card."""
    return put_token(pay(s, "KT-33", source.seat, MOVE_COST, from_effect(source)), source, event.n)


def put_token(s: Tokyo, source: TokyoEffect, item: int) -> Tokyo:
    """Put the token on a card, which acts for its copy as if just bought."""
    copied = find_held(s, item)
    if copied is None:
        return s
    s = cut_excess_hearts(set_held(s, source.item, copies=item, counters=0), source.seat)
    held = find_held(s, source.item)
    if held is None:
        return s
    s = note_copy(s, "KT-33", source.seat, held, held_name(copied))
    return trigger_arrival(s, source.seat, held, copied.card)


def _mimic(seat: int, item: int) -> TokyoEffect:
    return TokyoEffect("card", "card.mimic", seat, item)
