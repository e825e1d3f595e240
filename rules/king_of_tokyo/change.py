"""Numbers that move by themselves, each with its line of the ribbon: rule, before, after."""

from __future__ import annotations

from rules.engine import Change, Shown, Text, carries, note

from .catalogue import BOOK
from .effects import Amount, Case, Quantity, Source, amount, total
from .name import source_name
from .state import HEARTS, POINTS_TO_WIN, Counted, Held, Tokyo, set_monster

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
"""Every number of a monster, and what it is called."""

GAINS: dict[Counted, Quantity] = {"hearts": "gain_hearts", "points": "gain_points", "energy": "gain_energy"}
LOSSES: dict[Counted, Quantity] = {"points": "lose_points", "energy": "lose_energy"}


def counted(what: str, n: int) -> Text:
    """What a number counts, for so many of them."""
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
    """A monster's number, from what it was to what it is."""
    return Change(f"seat.{seat}.{what}", s.seats[seat], WHAT[what], before, getattr(s.monsters[seat], what))


def of_held(s: Tokyo, seat: int, held: Held, after: int) -> Change:
    """The counters on a card, from what they were to what they are."""
    return Change(f"held.{held.id}.counters", s.seats[seat], WHAT["counters"], held.counters, after)


def ruled(s: Tokyo, id: str, rule: str) -> tuple[Tokyo, str]:
    """How the table plays an open point (KT-A…) that decides now, and the line of the ribbon that says so."""
    return BOOK.ruled(s, id, rule), s.ruling(id)


def moved(s: Tokyo, rule: str, seat: int, what: str, before: int, how: Shown | None = None) -> Tokyo:
    """The line of the ribbon for a number of a monster that has moved; ``how`` says where it comes from."""
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
    """A number of a monster moves by so much as it is, never below 0 (KT-A13)."""
    before: int = getattr(s.monsters[seat], what)
    return moved(set_monster(s, seat, **{what: max(0, before + n)}), rule, seat, what, before, how)


def gain(s: Tokyo, rule: str, seat: int, what: Counted, n: int, why: str = "", how: Shown | None = None) -> Tokyo:
    """A monster gains hearts, points or energy, as far as effects and limits let it; ``why``: dice, enter, card, …"""
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
    """How much of it there is still room for; None: any number."""
    monster = s.monsters[seat]
    if what == "hearts":
        return max(0, most_hearts(s, seat) - monster.hearts)
    if what == "points" and s.ruling("KT-A13") == "capped":
        return max(0, POINTS_TO_WIN - monster.points)
    return None


@carries("KT-09", "KT-30")
def most_hearts(s: Tokyo, seat: int) -> int:
    """Ten, unless an effect says otherwise."""
    return total(s, "most_hearts", Case(seat), HEARTS)


def lose(s: Tokyo, rule: str, seat: int, what: Counted, n: int, how: Shown | None = None) -> Tokyo:
    """A monster loses points or energy, as many as it has at most. Hearts are lost in ``harm.py`` alone."""
    if s.monsters[seat].out:
        return s
    lost = total(s, LOSSES[what], Case(seat, n=n), n)
    return add(s, rule, seat, what, -lost, how)


def pay(s: Tokyo, rule: str, seat: int, energy: int, how: Shown | None = None) -> Tokyo:
    """Energy is spent: no loss that an effect could change."""
    return add(s, rule, seat, "energy", -energy, how)


@carries("KT-49")
def calm(s: Tokyo, seat: int, why: str) -> Tokyo:
    """Whoever heals is no longer berserk; where the table wants it, only by the dice (KT-A12)."""
    if not s.monsters[seat].berserk:
        return s
    if why != "dice":
        s, how = ruled(s, "KT-A12", "KT-49")
        if how == "dice":
            return s
    return note(set_monster(s, seat, berserk=False), "KT-49", Text("{who} is no longer berserk", who=s.seats[seat]))


# --- arithmetic --------------------------------------------------------------------------------------------------


def reckoned(first: Shown | None, amount: Amount) -> Shown | None:
    """Where a number comes from: what it began with, and what each effect made of it."""
    text = first
    for source, by in amount.parts:
        text = _with(text, source, by)
    return text


def _with(text: Shown | None, source: Source, by: int) -> Text:
    sign = f"{'+' if by > 0 else '−'}{abs(by)}"
    if text is None:
        return Text("{by} {source}", by=sign, source=source_name(source))
    return Text("{first}, {by} {source}", first=text, by=sign, source=source_name(source))
