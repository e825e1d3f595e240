"""Changes of a monster's resources, each with a note: rule, before, after."""

from __future__ import annotations

from rules.engine import Change, Displayable, Text, carries, note
from rules.engine.record import update
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

GAIN_QUANTITIES: dict[CoreResource, Quantity] = {
    "hearts": "gain_hearts",
    "points": "gain_points",
    "energy": "gain_energy",
}
"""The quantity that effects change when a resource is gained."""
LOSS_QUANTITIES: dict[CoreResource, Quantity] = {"points": "lose_points", "energy": "lose_energy"}
"""The quantity that effects change when a resource is lost."""


def counted_name(resource: str, n: int) -> Text:
    """The noun for ``n`` of a resource, in the singular or plural."""
    match resource:
        case "hearts":
            return Text("heart", "hearts", n=n)
        case "points":
            return Text("point", "points", n=n)
        case "poison":
            return Text("poison token", "poison tokens", n=n)
        case "shrink":
            return Text("shrink token", "shrink tokens", n=n)
        case "cultists":
            return Text("cultist", "cultists", n=n)
    return NUMBER_NAMES[resource]


def monster_change(s: Tokyo, seat: int, resource: str, before: int) -> Change:
    """The change of a monster's resource, from ``before`` to what it is now."""
    return Change(
        f"seat.{seat}.{resource}", s.seats[seat], NUMBER_NAMES[resource], before, getattr(s.monsters[seat], resource)
    )


def counters_change(s: Tokyo, seat: int, held: Held, after: int) -> Change:
    """The change of the counters on a card, from what they are to ``after``."""
    return Change(f"held.{held.id}.counters", s.seats[seat], NUMBER_NAMES["counters"], held.counters, after)


def apply_ruling(s: Tokyo, id: str, rule: str) -> tuple[Tokyo, str]:
    """Note how the table plays an open point (KT-A…) that decides now.

    Returns the state with the note, and the choice.
    """
    return RULEBOOK.note_ruling(s, id, rule), s.ruling(id)


def note_number_change(
    s: Tokyo, rule: str, seat: int, resource: str, before: int, origin: Displayable | None = None
) -> Tokyo:
    """Note that a monster's resource has changed; ``origin`` ends the sentence with the reason."""
    after: int = getattr(s.monsters[seat], resource)
    if after == before:
        return s
    who, n = s.seats[seat], abs(after - before)
    by = f"{'+' if after > before else '−'}{n}"
    change = monster_change(s, seat, resource, before)
    if origin is None:
        text = Text("{who}: {by} {what} ({after})", who=who, by=by, what=counted_name(resource, n), after=after)
    else:
        text = Text(
            "{who}: {by} {what} ({after}) {how}",
            who=who,
            by=by,
            what=counted_name(resource, n),
            after=after,
            how=origin,
        )
    return note(s, rule, text, change)


def change_number(s: Tokyo, rule: str, seat: int, resource: str, n: int, origin: Displayable | None = None) -> Tokyo:
    """Change a monster's resource by ``n``, never below 0 (KT-A13), and note it."""
    before: int = getattr(s.monsters[seat], resource)
    s = update(s, "monsters", seat, **{resource: max(0, before + n)})
    return note_number_change(s, rule, seat, resource, before, origin)


def gain(s: Tokyo, rule: str, seat: int, resource: CoreResource, n: int, cause: str, origin: Displayable) -> Tokyo:
    """Give hearts, points or energy to a monster, as far as effects and limits let it.

    ``cause`` is why: dice, enter, card, …; ``origin`` says it to the players.
    """
    if n <= 0 or s.monsters[seat].out:
        return s
    gained = effects.breakdown(s, GAIN_QUANTITIES[resource], TokyoCase(seat, cause=cause, n=n), n)
    if resource == "points" and s.monsters[seat].points + gained.total > POINTS_TO_WIN:
        s, _ = apply_ruling(s, "KT-A13", rule)
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
        s, ruling = apply_ruling(s, "KT-A12", "KT-49")
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
    sign = f"{'+' if by > 0 else '−'}{abs(by)}"
    return Text("{first}, {by} from {source}", first=text, by=sign, source=effect_name(source))
