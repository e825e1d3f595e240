"""KT-40, KT-41: the cultists."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Option, Pick, Template, Text, carries, note
from rules.king_of_tokyo.effects.state_changes import add, gain
from rules.king_of_tokyo.effects.verbs import Case, Source, offers, uses, when
from rules.king_of_tokyo.model.dice import ENERGY, HEART, counts
from rules.king_of_tokyo.model.events import Use, Used, UsedAside
from rules.king_of_tokyo.model.state import Tokyo, set_now

KEY, ENOUGH = "variant.cultists", 4
"""Effect key, and the equal faces that bring a cultist."""
GIVES = (Option(HEART, Text("1 heart")), Option(ENERGY, Text("1 energy")))
"""What a cultist can be spent on at any moment."""


@when("resolved", KEY)
@carries("KT-40")
def cultist_comes(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give the active monster a cultist for four equal faces or more."""
    same = max(counts(case.faces).values(), default=0)
    return add(s, "KT-40", case.seat, "cultists", 1) if source.seat == case.seat and same >= ENOUGH else s


@offers("any", KEY)
def for_a_number(s: Tokyo, source: Source, case: Case) -> Iterator[Choice]:
    """Offer a heart or an energy for a cultist, at any moment."""
    if s.monsters[source.seat].cultists:
        used = Template(UsedAside(source.seat, KEY), (Pick("face", GIVES),))
        yield Choice(Text("{who}: a cultist", who=s.seats[source.seat]), used, seat=source.seat)


@offers("roll", KEY)
def for_a_throw(s: Tokyo, source: Source, case: Case) -> Iterator[Choice]:
    """Offer the active monster one more throw for a cultist."""
    if source.seat == case.seat and s.monsters[source.seat].cultists:
        yield Choice(Text("A cultist for one more throw"), Template(Used(source.seat, KEY)))


@uses(KEY)
@carries("KT-41")
def cultist_goes(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Spend the cultist on a heart, an energy or a throw."""
    s = add(s, "KT-41", source.seat, "cultists", -1)
    match event.face:
        case 0:
            s = note(s, "KT-41", Text("{who} has one more throw", who=s.seats[source.seat]))
            return set_now(s, more=s.now.more + 1)
        case face:
            return gain(s, "KT-41", source.seat, "hearts" if face == HEART else "energy", 1, "cultist")
