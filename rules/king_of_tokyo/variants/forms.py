"""KT-50 … KT-52: biped and beast."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Pick, Text, carries, note
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.standing import can_pay
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.model.dice import face_option
from rules.king_of_tokyo.model.events import EffectUse
from rules.king_of_tokyo.model.state import Tokyo, set_monster, set_turn_state
from rules.king_of_tokyo.rolling.roll import reroll_dice

EFFECTS = TokyoEffects()

KEY = "variant.transformation"
"""Effect key of the variant."""
FORM_CHANGE_COST = 1
"""Energy cost of changing the form."""


@EFFECTS.offer("buy", KEY)
@carries("KT-51")
def offer_form_change(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterator[Choice]:
    """Offer a change of form for an energy, once a turn, before buying."""
    if not s.now.formed and can_pay(s, source.seat, FORM_CHANGE_COST):
        is_beast = s.monsters[source.seat].beast
        label = Text("Become a biped (1 energy)") if is_beast else Text("Become a beast (1 energy)")
        yield Choice(label, use_template(source))


@EFFECTS.handler("bought", KEY)
@carries("KT-51")
def lock_form(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Forbid a change of form after a purchase."""
    return set_turn_state(s, formed=True)


@EFFECTS.modifier("may_buy", KEY)
@carries("KT-52")
def forbid_beast_purchases(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Let only bipeds buy power cards."""
    return 0 if s.monsters[case.seat].beast else n


@EFFECTS.offer("roll", KEY)
@carries("KT-52")
def offer_beast_reroll(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterator[Choice]:
    """Offer a beast to throw one of its dice once more."""
    if s.monsters[case.seat].beast and s.now.by_throws and s.now.faces and KEY not in s.now.used:
        dice = tuple(face_option(k, face) for k, face in enumerate(s.now.faces))
        label = Text("A beast rerolls one die")
        yield Choice(label, use_template(source, Pick("die", dice, Text("die"))))


@EFFECTS.use("buy", KEY)
@EFFECTS.use("roll", KEY)
@carries("KT-50", "KT-52")
def use_form(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Change the form, or throw the die of the beast again."""
    who, beast = s.seats[source.seat], s.monsters[source.seat].beast
    if event.die >= 0:
        return reroll_dice(set_turn_state(s, used=s.now.used | {KEY}), source.seat, event.die)
    s = pay(s, "KT-51", source.seat, FORM_CHANGE_COST, Text("for another form"))
    text = Text("{who} is a biped again", who=who) if beast else Text("{who} becomes a beast", who=who)
    s = set_turn_state(set_monster(s, source.seat, beast=not beast), formed=True)
    return note(s, "KT-50", text, seat=source.seat, task=Text("turn your form card over"))
