"""Resolution of items that triggered: as last time, or as the owner states (FS-14, FS-103)."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.events import Told
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.triggers.item_triggers import AUTOMATIC
from rules.four_souls.vocabulary.card_names import display_name, item_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.effect_memory import remember_effects, retarget_effects, trigger_effects
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.target_choice import aimed_ways

from .effect_actions import apply_effects


@carries("FS-103")
def note_condition_failed(s: FourSouls, item: Item) -> FourSouls:
    """Note that the condition does not hold; nothing else happens."""
    return note(s, "FS-103", Text("{item}: its condition does not hold any more", item=item_name(s, item)))


def resolve_item_trigger(s: FourSouls, item: Item) -> FourSouls:
    """Apply an item's automatic effect, or ask its owner for the effects."""
    if item.why == AUTOMATIC:
        return apply_effects(s, item)
    s = replace(s, asking=item if item.ability or item.cause else None)
    return then(s, at(say, item.seat, item.source, item.name, item.roll))


def say_prompt(s: FourSouls, seat: int, source: int, name: str, roll: int) -> Prompt:
    """Ask for the effects of an item that triggered.

    Those of last time or of its data are offered, where the targets are clear.
    """
    effects_hole, found = make_effects_hole(s), s.find_owned_item(source)
    ability, cause = (s.asking.ability, s.asking.cause) if s.asking else (0, None)
    alternatives = trigger_effects(found[1], ability) if found else ()
    aims = tuple(
        way
        for effects in alternatives
        if (aims := retarget_effects(s, seat, source, effects, effects_hole, roll, cause=cause))
        for way in aimed_ways(s, seat, aims)
        if way
    )
    usual = (Choice(effects_text(s, way), Template(Told(way)), role="default", seat=seat) for way in aims)
    other = Choice(Text("Say what it does"), Template(Told(()), (effects_hole,)), role="option", seat=seat)
    nothing = Choice(
        Text("Nothing the app tracks"), Template(Told(())), role="option" if aims else "default", seat=seat
    )
    title = Text("{item} goes off: what does it do?", item=display_name(name) or Text("an item"))
    return Prompt((seat,), title, "FS-14", (*usual, other, nothing), known_card_text(name), Text("Effect"))


@asks("FS-14", prompt=say_prompt)
def say(s: FourSouls, event: Told, seat: int, source: int, name: str, roll: int) -> FourSouls:
    """Apply the effects and store them in the item for the next time."""
    s = replace(s, asking=None)
    if event.effects:
        s = set_owned(s, source, did=remember_effects(s, seat, source, event.effects))
    return apply_effects(s, Item(0, "triggered", seat, name, effects=event.effects, source=source))
