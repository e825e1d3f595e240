"""Question for the effects of a card, asked once its die is known or when it resolves."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks
from rules.engine.record import replace
from rules.four_souls.model.catalogue import monster_effects
from rules.four_souls.model.events import Told
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import called
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.effect_memory import by_die
from rules.four_souls.vocabulary.effect_templates import effects_hole
from rules.four_souls.vocabulary.state_changes import numbered


def tell_prompt(s: FourSouls, seat: int, name: str, die: int) -> Prompt:
    """Ask for the card's effects.

    No tracked effect is the usual answer, unless the card's data has effects for the number.
    """
    title = Text("What does {what} do with a {n}?", what=called(name) or Text("the card"), n=die)
    plain = Text("What does {what} do?", what=called(name) or Text("the card"))
    pad = effects_hole(s)
    does = by_die(s, seat, name, die, pad)
    usual = (Choice(effects_text(s, way), Template(Told(way)), role="usual", seat=seat) for way in does)
    choices = (
        *usual,
        Choice(Text("Say what it does"), Template(Told(()), (pad,)), role="quiet", seat=seat),
        Choice(Text("Nothing we track"), Template(Told(())), role="quiet" if does else "usual", seat=seat),
    )
    effect = monster_effects().get(name)
    stake = Text("{effect}", effect=effect) if effect else None
    return Prompt((seat,), title if die else plain, "FS-59", choices, stake, Text("Effect"))


@asks("FS-59", prompt=tell_prompt)
def tell(s: FourSouls, event: Told, seat: int, name: str, die: int) -> FourSouls:
    """Put the stated effects on the stack."""
    s, id = numbered(s)
    item = Item(id, "effect", seat, name, effects=event.effects, value=die)
    return replace(s, stack=stack.put(s.stack, item, s.active))
