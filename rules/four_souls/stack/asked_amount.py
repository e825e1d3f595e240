"""Amounts that a player says as an effect happens (FS-26, FS-34)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, then
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect
from rules.four_souls.model.events import Told
from rules.four_souls.model.item_effects import ASKED_COUNTS
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import HAND_LIMIT, FourSouls
from rules.four_souls.triggers.card_question import RESOLVE_TOP
from rules.four_souls.vocabulary.card_names import display_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.state_changes import allocate_id


def is_asked(effect: Effect) -> bool:
    """Return whether somebody says the amount of the effect."""
    return effect.count in ASKED_COUNTS


def ask_amount(s: FourSouls, item: Item, rest: tuple[Effect, ...]) -> FourSouls:
    """Ask for the amount in the rest of an item's effects, then apply them."""
    s, id = allocate_id(s)
    s = replace(s, stack=stack.push(s.stack, replace(item, id=id, kind="effect", effects=rest, why=""), s.active))
    return then(s, at(choose_amount, id), RESOLVE_TOP)


def _limit(s: FourSouls, item: Item) -> int:
    """Return the highest amount: what can be given up, who may take part, or ten."""
    asked = tuple(effect for effect in item.effects if is_asked(effect))
    if any(effect.count == "takers" for effect in asked):
        return len(s.seats) - 1
    lost = next((effect for effect in asked if effect.amount < 0), None)
    if lost is None or not s.is_counted(lost.kind):
        return HAND_LIMIT
    player = s.players[lost.target.id if lost.target.kind == "seat" else item.seat]
    return player.cents if lost.kind == "cents" else player.loot


def _with_amount(effects: tuple[Effect, ...], n: int) -> tuple[Effect, ...]:
    return tuple(replace(e, amount=e.amount * n, count="") if is_asked(e) else e for e in effects)


def amount_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask how much it is. Raises ``LookupError`` if the effect is not on the stack."""
    item = s.find_stack_item(id)
    if item is None:
        raise LookupError(id)
    some = ((n, _with_amount(item.effects, n)) for n in range(1, _limit(s, item) + 1))
    choices = (
        Choice(
            effects_text(s, effects), Template(Told(effects)), role="default", seat=item.seat, brief=Text("{n}", n=n)
        )
        for n, effects in some
    )
    none = Choice(Text("None of them"), Template(Told(())), role="option", seat=item.seat)
    name, is_bid = display_name(item.name) or Text("the card"), any(e.count == "bid" for e in item.effects)
    title = Text("{item}: how much is paid?", item=name) if is_bid else Text("{item}: how many?", item=name)
    return Prompt((item.seat,), title, "FS-34", (*choices, none), known_card_text(item.name), Text("Effect"))


@asks("FS-26", "FS-34", prompt=amount_prompt)
def choose_amount(s: FourSouls, event: Told, id: int) -> FourSouls:
    """Set the amount that was said; the effects happen next."""
    item = s.find_stack_item(id)
    return replace(s, stack=stack.replace_item(s.stack, replace(item, effects=event.effects))) if item else s
