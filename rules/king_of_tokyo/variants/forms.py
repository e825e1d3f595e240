"""KT-50 … KT-52: biped and beast."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Pick, Template, Text, carries, note
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, offers, uses, when
from rules.king_of_tokyo.model.dice import to_pick
from rules.king_of_tokyo.model.events import Use, Used
from rules.king_of_tokyo.model.state import Tokyo, set_monster, set_now
from rules.king_of_tokyo.rolling.roll import again

KEY = "variant.transformation"
"""Effect key of the variant."""
COST = 1
"""Energy cost of changing the form."""


@offers("buy", KEY)
@carries("KT-51")
def may_change_form(s: Tokyo, source: Source, case: Case) -> Iterator[Choice]:
    """Offer a change of form for an energy, once a turn, before buying."""
    monster = s.monsters[source.seat]
    if source.seat == case.seat and not s.now.formed and monster.energy >= COST:
        label = Text("Become a biped (1 energy)") if monster.beast else Text("Become a beast (1 energy)")
        yield Choice(label, Template(Used(source.seat, KEY)))


@when("bought", KEY)
@carries("KT-51")
def too_late(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Forbid a change of form after a purchase."""
    return set_now(s, formed=True)


@alters("may_buy", KEY)
@carries("KT-52")
def beasts_do_not_buy(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Let only bipeds buy power cards."""
    return 0 if source.seat == case.seat and s.monsters[case.seat].beast else n


@offers("roll", KEY)
@carries("KT-52")
def may_throw_one_more(s: Tokyo, source: Source, case: Case) -> Iterator[Choice]:
    """Offer a beast to throw one of its dice once more."""
    beast = source.seat == case.seat and s.monsters[case.seat].beast
    if beast and s.now.by_throws and s.now.faces and KEY not in s.now.used:
        dice = tuple(to_pick(k, face) for k, face in enumerate(s.now.faces))
        label = Text("A beast throws one die once more")
        yield Choice(label, Template(Used(source.seat, KEY), (Pick("die", dice, Text("die")),)))


@uses(KEY)
@carries("KT-50", "KT-52")
def use_form(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Change the form, or throw the die of the beast again."""
    who, beast = s.seats[source.seat], s.monsters[source.seat].beast
    if event.die >= 0:
        return again(set_now(s, used=s.now.used | {KEY}), source.seat, event.die)
    s = pay(s, "KT-51", source.seat, COST)
    text = Text("{who} is a biped again", who=who) if beast else Text("{who} becomes a beast", who=who)
    return set_now(note(set_monster(s, source.seat, beast=not beast), "KT-50", text), formed=True)
