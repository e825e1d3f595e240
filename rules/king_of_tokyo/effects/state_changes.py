"""Changes of a monster's resources, each with a note: rule, before, after."""

from __future__ import annotations

from rules.engine import Change, Displayable, Text, carries, note
from rules.engine.changes import note_change, seat_change
from rules.engine.record import update
from rules.engine.text import signed
from rules.king_of_tokyo.model.dice import BERSERK_DIE
from rules.king_of_tokyo.model.state import POINTS_TO_WIN, CoreResource, Held, Tokyo, set_monster
from rules.king_of_tokyo.model.texts import RULEBOOK

from .card_names import effect_name
from .registry import NumberBreakdown, Quantity, TokyoCase, TokyoEffect, effects
from .standing import cultists_to_pay, heart_room

NUMBER_NAMES = {
    "hearts": Text("hearts"),
    "points": Text("points"),
    "energy": Text("energy"),
    "poison": Text("poison tokens"),
    "shrink": Text("shrink tokens"),
    "cultists": Text("cultists"),
    "wickedness": Text("wickedness"),
    "counters": Text("counters"),
}
"""Names of the resources of a monster, by their key."""
COUNTED_NAMES = NUMBER_NAMES | {
    "hearts": Text("heart", "hearts", n=0),
    "points": Text("point", "points", n=0),
    "poison": Text("poison token", "poison tokens", n=0),
    "shrink": Text("shrink token", "shrink tokens", n=0),
    "cultists": Text("cultist", "cultists", n=0),
}
"""The noun for ``n`` of a resource."""

GAIN_QUANTITIES: dict[CoreResource, Quantity] = {
    "hearts": "gain_hearts",
    "points": "gain_points",
    "energy": "gain_energy",
}
"""The quantity that effects change when a resource is gained."""
LOSS_QUANTITIES: dict[CoreResource, Quantity] = {"points": "lose_points", "energy": "lose_energy"}
"""The quantity that effects change when a resource is lost."""


def monster_change(s: Tokyo, seat: int, resource: str, before: int) -> Change:
    """The change of a monster's resource, from ``before`` to what it is now."""
    return seat_change(s, seat, resource, NUMBER_NAMES[resource], before, getattr(s.monsters[seat], resource))


def counters_change(s: Tokyo, seat: int, held: Held, after: int) -> Change:
    """The change of the counters on a card, from what they are to ``after``."""
    return Change(f"held.{held.id}.counters", s.seats[seat], NUMBER_NAMES["counters"], held.counters, after)


def change_number(s: Tokyo, rule: str, seat: int, resource: str, n: int, origin: Displayable | None = None) -> Tokyo:
    """Change a monster's resource by ``n``, never below 0 (KT-A13), and note it."""
    before: int = getattr(s.monsters[seat], resource)
    s = update(s, "monsters", seat, **{resource: max(0, before + n)})
    return note_change(s, rule, monster_change(s, seat, resource, before), COUNTED_NAMES[resource], origin)


def gain(s: Tokyo, rule: str, seat: int, resource: CoreResource, n: int, cause: str, origin: Displayable) -> Tokyo:
    """Give hearts, points or energy to a monster, as far as effects and limits let it.

    ``cause`` is why: dice, enter, card, …; ``origin`` says it to the players.
    """
    if n <= 0 or s.monsters[seat].out:
        return s
    gained = effects.breakdown(s, GAIN_QUANTITIES[resource], TokyoCase(seat, cause=cause, n=n), n)
    if resource == "points" and s.monsters[seat].points + gained.total > POINTS_TO_WIN:
        s = RULEBOOK.note_ruling(s, "KT-A13", rule)
    room = _room(s, seat, resource)
    n = gained.total if room is None else min(gained.total, room)
    healed = change_number(s, rule, seat, resource, n, explain_number(origin, gained))
    return end_berserk(healed, seat, cause) if resource == "hearts" and n else healed


def _room(s: Tokyo, seat: int, resource: CoreResource) -> int | None:
    """How much more of it the monster can have; None: no limit."""
    if resource == "hearts":
        return max(0, heart_room(s, seat))
    if resource == "points" and s.ruling("KT-A13") == "capped":
        return max(0, POINTS_TO_WIN - s.monsters[seat].points)
    return None


def lose(s: Tokyo, rule: str, seat: int, resource: CoreResource, n: int, origin: Displayable) -> Tokyo:
    """Take points or energy from a monster, at most what it has.

    Hearts are lost only through ``city/damage.py``.
    """
    if s.monsters[seat].out:
        return s
    lost = effects.breakdown(s, LOSS_QUANTITIES[resource], TokyoCase(seat, n=n), n)
    return change_number(s, rule, seat, resource, -lost.total, explain_number(origin, lost))


def pay(s: Tokyo, rule: str, seat: int, energy: int, origin: Displayable) -> Tokyo:
    """Spend energy; this is no loss that an effect could change.

    Where it is short, cultists become energy first (KT-41).
    """
    cultists = cultists_to_pay(s, seat, energy)
    s = trade_cultists(s, seat, "energy", cultists) if cultists else s
    return change_number(s, rule, seat, "energy", -energy, origin)


@carries("KT-41")
def trade_cultists(s: Tokyo, seat: int, resource: CoreResource, n: int) -> Tokyo:
    """Discard cultists for a heart or an energy each."""
    s = change_number(s, "KT-41", seat, "cultists", -n)
    for _ in range(n):
        s = gain(s, "KT-41", seat, resource, 1, "cultist", Text("for a cultist"))
    return s


@carries("KT-49")
def end_berserk(s: Tokyo, seat: int, cause: str) -> Tokyo:
    """End the berserk state of a monster that heals.

    Where the table wants it, only healing by dice does so (KT-A12).
    """
    if not s.monsters[seat].berserk:
        return s
    if cause != "dice":
        s, ruling = RULEBOOK.apply_ruling(s, "KT-A12", "KT-49")
        if ruling == "dice":
            return s
    text, task = Text("{who} is no longer berserk", who=s.seats[seat]), Text("put back the berserk die")
    s = set_monster(s, seat, berserk=False)
    return note(s, "KT-49", text, subject=BERSERK_DIE.name, seat=seat, task=task)


# --- explanations ------------------------------------------------------------------------------------------------


def explain_number(first: Displayable, amount: NumberBreakdown) -> Displayable:
    """Explain a number: what it began with, and the difference that each effect made."""
    for source, by in amount.parts:
        first = _with(first, source, by)
    return first


def _with(text: Displayable, source: TokyoEffect, by: int) -> Text:
    return Text("{first}, {by} from {source}", first=text, by=signed(by), source=effect_name(source))
