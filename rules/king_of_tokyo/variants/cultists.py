"""KT-40, KT-41: the cultists."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Option, Pick, Template, Text, carries, note
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.standing import CULTIST_KEY, gains_to_survive, max_hearts
from rules.king_of_tokyo.effects.state_changes import change_number, trade_cultists
from rules.king_of_tokyo.model.dice import ENERGY, HEART, count_faces
from rules.king_of_tokyo.model.events import EffectUse, Used, UsedAside
from rules.king_of_tokyo.model.state import Tokyo, set_turn_state

EFFECTS = TokyoEffects()

KEY, EQUAL_FACES_NEEDED = CULTIST_KEY, 4
"""Effect key, and the equal faces that bring a cultist."""
CULTIST_REWARDS = (Option(HEART, Text("1 heart")), Option(ENERGY, Text("1 energy")))
"""What a cultist can be spent on at any moment."""


@EFFECTS.handler("resolved", KEY)
@carries("KT-40")
def gain_cultist(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give the active monster a cultist for four equal faces or more."""
    same = max(count_faces(case.faces).values(), default=0)
    origin = Text("for {n} equal faces", n=same)
    return change_number(s, "KT-40", case.seat, "cultists", 1, origin) if same >= EQUAL_FACES_NEEDED else s


@EFFECTS.offer("any", KEY, whose="any")
def offer_cultist_reward(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterator[Choice]:
    """Offer a heart or an energy for a cultist, at any moment."""
    if s.monsters[source.seat].cultists:
        used = Template(UsedAside(source.seat, KEY), (Pick("face", CULTIST_REWARDS),))
        yield Choice(Text("Spend a cultist"), used, seat=source.seat)


@EFFECTS.offer("loss", KEY)
def offer_cultist_survival(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterator[Choice]:
    """Offer to survive a deadly loss: any moment includes the last one before it."""
    n = gains_to_survive(s, case, "cultist")
    if 0 < n <= s.monsters[source.seat].cultists and case.n < max_hearts(s, source.seat):
        label = Text("A cultist for a heart", "{n} cultists for hearts", n=n)
        yield Choice(label, Template(Used(source.seat, KEY, face=HEART, n=n)))


@EFFECTS.offer("roll", KEY)
def offer_cultist_throw(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterator[Choice]:
    """Offer the active monster one more throw for a cultist."""
    if s.monsters[source.seat].cultists:
        yield Choice(Text("A cultist for one more roll"), use_template(source))


@EFFECTS.use("any", KEY)
@EFFECTS.use("loss", KEY)
@EFFECTS.use("roll", KEY)
@carries("KT-41")
def spend_cultist(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Spend a cultist on a heart, an energy or a throw.

    Several go at once on as many hearts as it takes to survive.
    """
    if event.face:
        return trade_cultists(s, source.seat, "hearts" if event.face == HEART else "energy", max(1, event.n))
    s = change_number(s, "KT-41", source.seat, "cultists", -1)
    s = note(s, "KT-41", Text("{who} has one more roll", who=s.seats[source.seat]))
    return set_turn_state(s, more=s.now.more + 1)
