"""Changes of a monster's resources, each with a note: rule, before, after."""

from __future__ import annotations

from rules.engine import Change, Shown, Text, carries, note
from rules.king_of_tokyo.model.state import HEARTS, POINTS_TO_WIN, Counted, Held, Tokyo, set_monster
from rules.king_of_tokyo.model.texts import BOOK

from .card_names import source_name
from .verbs import Amount, Case, Quantity, Source, amount, total

WHAT = {
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

GAINS: dict[Counted, Quantity] = {"hearts": "gain_hearts", "points": "gain_points", "energy": "gain_energy"}
"""The quantity that effects change when a resource is gained."""
LOSSES: dict[Counted, Quantity] = {"points": "lose_points", "energy": "lose_energy"}
"""The quantity that effects change when a resource is lost."""


def counted(what: str, n: int) -> Text:
    """The noun for ``n`` of a resource, in the singular or plural."""
    match what:
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
    return WHAT[what]


def of_monster(s: Tokyo, seat: int, what: str, before: int) -> Change:
    """The change of a monster's resource, from ``before`` to what it is now."""
    return Change(f"seat.{seat}.{what}", s.seats[seat], WHAT[what], before, getattr(s.monsters[seat], what))


def of_held(s: Tokyo, seat: int, held: Held, after: int) -> Change:
    """The change of the counters on a card, from what they are to ``after``."""
    return Change(f"held.{held.id}.counters", s.seats[seat], WHAT["counters"], held.counters, after)


def ruled(s: Tokyo, id: str, rule: str) -> tuple[Tokyo, str]:
    """Note how the table plays an open point (KT-A…) that decides now.

    Returns the state with the note, and the choice.
    """
    return BOOK.ruled(s, id, rule), s.ruling(id)


def moved(s: Tokyo, rule: str, seat: int, what: str, before: int, how: Shown | None = None) -> Tokyo:
    """Note that a monster's resource has changed; ``origin`` says where the change comes from."""
    after: int = getattr(s.monsters[seat], what)
    if after == before:
        return s
    who, n = s.seats[seat], abs(after - before)
    by = f"{'+' if after > before else '−'}{n}"
    change = of_monster(s, seat, what, before)
    if how is None:
        text = Text("{who}: {by} {what} ({after})", who=who, by=by, what=counted(what, n), after=after)
    else:
        text = Text("{who}: {by} {what} ({after}), {how}", who=who, by=by, what=counted(what, n), after=after, how=how)
    return note(s, rule, text, change)


def add(s: Tokyo, rule: str, seat: int, what: str, n: int, how: Shown | None = None) -> Tokyo:
    """Change a monster's resource by ``n``, never below 0 (KT-A13), and note it."""
    before: int = getattr(s.monsters[seat], what)
    return moved(set_monster(s, seat, **{what: max(0, before + n)}), rule, seat, what, before, how)


def gain(s: Tokyo, rule: str, seat: int, what: Counted, n: int, why: str = "", how: Shown | None = None) -> Tokyo:
    """Give hearts, points or energy to a monster, as far as effects and limits let it.

    ``cause`` is why: dice, enter, card, …
    """
    if n <= 0 or s.monsters[seat].out:
        return s
    gained = amount(s, GAINS[what], Case(seat, why=why, n=n), n)
    if what == "points" and s.monsters[seat].points + gained.total > POINTS_TO_WIN:
        s, _ = ruled(s, "KT-A13", rule)
    room = _room(s, seat, what)
    n = gained.total if room is None else min(gained.total, room)
    healed = add(s, rule, seat, what, n, reckoned(how, gained))
    return calm(healed, seat, why) if what == "hearts" and n else healed


def _room(s: Tokyo, seat: int, what: Counted) -> int | None:
    """How much more of it the monster can have; None: no limit."""
    monster = s.monsters[seat]
    if what == "hearts":
        return max(0, most_hearts(s, seat) - monster.hearts)
    if what == "points" and s.ruling("KT-A13") == "capped":
        return max(0, POINTS_TO_WIN - monster.points)
    return None


@carries("KT-09", "KT-30")
def most_hearts(s: Tokyo, seat: int) -> int:
    """The most hearts a monster can have: ten, unless an effect says otherwise."""
    return total(s, "most_hearts", Case(seat), HEARTS)


def lose(s: Tokyo, rule: str, seat: int, what: Counted, n: int, how: Shown | None = None) -> Tokyo:
    """Take points or energy from a monster, at most what it has.

    Hearts are lost only through ``city/damage.py``.
    """
    if s.monsters[seat].out:
        return s
    lost = total(s, LOSSES[what], Case(seat, n=n), n)
    return add(s, rule, seat, what, -lost, how)


def pay(s: Tokyo, rule: str, seat: int, energy: int, how: Shown | None = None) -> Tokyo:
    """Spend energy; this is no loss that an effect could change."""
    return add(s, rule, seat, "energy", -energy, how)


@carries("KT-49")
def calm(s: Tokyo, seat: int, why: str) -> Tokyo:
    """End the berserk state of a monster that heals.

    Where the table wants it, only healing by dice does so (KT-A12).
    """
    if not s.monsters[seat].berserk:
        return s
    if why != "dice":
        s, how = ruled(s, "KT-A12", "KT-49")
        if how == "dice":
            return s
    return note(set_monster(s, seat, berserk=False), "KT-49", Text("{who} is no longer berserk", who=s.seats[seat]))


# --- explanations ------------------------------------------------------------------------------------------------


def reckoned(first: Shown | None, amount: Amount) -> Shown | None:
    """Explain a number: what it began with, and the difference that each effect made."""
    text = first
    for source, by in amount.parts:
        text = _with(text, source, by)
    return text


def _with(text: Shown | None, source: Source, by: int) -> Text:
    sign = f"{'+' if by > 0 else '−'}{abs(by)}"
    if text is None:
        return Text("{by} {source}", by=sign, source=source_name(source))
    return Text("{first}, {by} {source}", first=text, by=sign, source=source_name(source))
