"""Question for the effects of a card, asked once its die is known or when it resolves."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Step, Template, Text, asks, then
from rules.engine.record import replace
from rules.four_souls.model.catalogue import monster_effect_texts
from rules.four_souls.model.events import Told
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import display_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.effect_memory import effects_by_die
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.state_changes import allocate_id

RESOLVE_TOP = Step("four_souls.resolve_top")
"""The step that resolves the top of the stack."""


def tell_prompt(s: FourSouls, seat: int, name: str, die: int, slot: int = -1) -> Prompt:
    """Ask for the card's effects.

    No tracked effect is the usual answer, unless the card's data has effects for the number.
    """
    title = Text("What does {what} do with a {n}?", what=display_name(name) or Text("the card"), n=die)
    plain = Text("What does {what} do?", what=display_name(name) or Text("the card"))
    effects_hole, told = make_effects_hole(s), Told(())
    alternatives = effects_by_die(s, seat, name, die, effects_hole)
    usual = (
        Choice(effects_text(s, effects), Template(replace(told, effects=effects)), role="default", seat=seat)
        for effects in alternatives
    )
    choices = (
        *usual,
        Choice(Text("Say what it does"), Template(told, (effects_hole,)), role="option", seat=seat),
        Choice(Text("Nothing the app tracks"), Template(told), role="option" if alternatives else "default", seat=seat),
    )
    effect = monster_effect_texts().get(name)
    stake = Text("{effect}", effect=effect) if effect else None if die else known_card_text(name)
    return Prompt((seat,), title if die else plain, "FS-59", choices, stake, Text("Effect"))


@asks("FS-59", prompt=tell_prompt)
def tell(s: FourSouls, event: Told, seat: int, name: str, die: int, slot: int = -1) -> FourSouls:
    """Put the stated effects of a die on the stack; apply those of a leaving card (FS-A1).

    ``slot`` is the one that is filled after the die.
    """
    s, id = allocate_id(s)
    item = Item(id, "effect", seat, name, effects=event.effects, value=die, slot=slot)
    s = replace(s, stack=stack.push(s.stack, item, s.active))
    return s if die else then(s, RESOLVE_TOP)
