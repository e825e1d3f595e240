"""The hordes: their peril, the hero's first target, and minions that join, leave and escape."""

from __future__ import annotations

from rules.darkmoor.abilities.source import lasting_amount
from rules.engine import Change, Displayable, Text, carries, note
from rules.engine.record import replace

from .cards import card_name
from .state import (
    BOUNTY,
    NOBODY,
    NUMBER_NAMES,
    Darkmoor,
    Fallen,
    Minion,
    minion_name,
    minion_subject,
    place_name,
    player_change,
    set_minion,
    set_place,
    set_player,
)

TOKEN_FIELDS = {
    "vp": (
        "vp_tokens",
        Text("{card}: a token of 1 VP on {minion}", "{card}: {n} VP in tokens on {minion}", n=0, card="", minion=""),
        Text("{card} gets a token of 1 VP", "{card} gets {n} VP in tokens", n=0, card=""),
    ),
    "peril": (
        "peril_tokens",
        Text("{card}: {n} peril token on {minion}", "{card}: {n} peril tokens on {minion}", n=0, card="", minion=""),
        Text("{card} gets {n} peril token", "{card} gets {n} peril tokens", n=0, card=""),
    ),
}
"""Of each kind of tokens on a minion: the field, and how it is told that a card puts them there, or on itself."""


# --- peril -------------------------------------------------------------------------------------------------------


def minion_peril(s: Darkmoor, minion: Minion) -> int:
    """Return what a minion adds to the peril: its card, its tokens (RD-A1), lasting effects."""
    return _peril_without_tokens(s, minion) + (minion.peril_tokens if s.ruling("RD-A1") == "count" else 0)


def _peril_without_tokens(s: Darkmoor, minion: Minion) -> int:
    return minion.card.peril + lasting_amount(s, minion.id, "peril")


@carries("RD-18")
def horde_peril(s: Darkmoor, place: int) -> int:
    """Return the peril of a location's horde."""
    return sum(minion_peril(s, minion) for minion in s.places[place].horde)


def attackable_hordes(s: Darkmoor) -> tuple[int, ...]:
    """Return the hordes that the hero would attack: their peril is the threshold or more."""
    if s.hero is None:
        return ()
    hordes = (k for k, place in enumerate(s.places) if place.horde)
    return tuple(k for k in hordes if horde_peril(s, k) >= s.hero.threshold)


def is_decided_by_tokens(s: Darkmoor) -> bool:
    """Return whether the attack depends on whether tokens count as peril (RD-A1)."""
    if s.hero is None:
        return False
    least = s.hero.threshold
    bare = [sum(_peril_without_tokens(s, minion) for minion in place.horde) for place in s.places]
    tokens = [sum(minion.peril_tokens for minion in place.horde) for place in s.places]
    return any(n < least <= n + more for n, more in zip(bare, tokens, strict=True))


def first_target(s: Darkmoor, place: int) -> int:
    """Return the hero's first target in a horde: the first valid minion from its back; 0: none."""
    horde = s.places[place].horde
    valid = [minion for minion in horde if not lasting_amount(s, minion.id, "spared")]
    if not valid and s.ruling("RD-A3") == "back":
        valid = list(horde)
    return valid[-1].id if valid else 0


@carries("RD-20")
def is_strike_pending(s: Darkmoor, place: int) -> bool:
    """Return whether the present hero may yet strike in that horde: not any more once he has."""
    if s.hero is None:
        return False
    return s.attacked == NOBODY or (s.attacked == place and not s.struck)


def is_doomed(s: Darkmoor, place: int) -> bool:
    """Return whether the first target of a horde falls now: it is attacked or may be."""
    return is_strike_pending(s, place) and (s.attacked == place or place in attackable_hordes(s))


# --- joining and leaving a horde ---------------------------------------------------------------------------------


def add_to_horde(s: Darkmoor, minion: Minion, place: int, row: int = -1) -> Darkmoor:
    """Put a minion in that row of a horde, 0 nearest to the location; −1: behind the last."""
    horde = s.places[place].horde
    at = len(horde) if row < 0 else min(row, len(horde))
    return set_place(s, place, horde=(*horde[:at], minion, *horde[at:]))


@carries("RD-17")
def remove_from_horde(s: Darkmoor, id: int) -> Darkmoor:
    """Remove a minion from its horde; those behind it close up, which is no movement."""
    spot = s.position_of(id)
    if spot is None:
        return s
    place, row = spot
    horde = s.places[place].horde
    s = set_place(s, place, horde=tuple(m for m in horde if m.id != id))
    behind = len(horde) - row - 1
    if not behind:
        return s
    name = place_name(s, place)
    text = Text(
        "{n} minion closes up to {place}: that is no movement",
        "{n} minions close up to {place}: that is no movement",
        n=behind,
        place=name,
    )
    subject = Text("{name}", name=name, place=place)
    return note(s, "RD-17", text, subject=subject, seat=s.active, task=Text("close the gap at {place}", place=name))


def gain_tokens(s: Darkmoor, rule: str, seat: int, n: int, card: Displayable = "") -> Darkmoor:
    """Give a player VP in tokens; ``card`` is the name of the card that does."""
    before = s.players[seat].tokens
    after = before + n
    s = set_player(s, seat, tokens=after)
    text = Text("{who}: +{n} VP in tokens ({after})", who=s.seats[seat], n=n, after=after)
    if card:
        text = Text("{card}: {who} takes {n} VP in tokens ({after})", card=card, who=s.seats[seat], n=n, after=after)
    return note(s, rule, text, player_change(s, seat, "tokens", before)) if n else s


def add_tokens(s: Darkmoor, id: int, what: str, n: int, card: Displayable, itself: bool) -> Darkmoor:
    """Put tokens on a minion by the ability of a ``card``, perhaps of the minion ``itself``.

    VP tokens for one that has left its horde go to its owner at once.
    """
    minion = s.find_minion(id)
    if minion is None:
        return s
    if s.position_of(id) is None:
        return gain_tokens(s, "RD-15", minion.seat, n, card) if what == "vp" else s
    field, on_another, on_itself = TOKEN_FIELDS[what]
    name, before = minion_name(s, minion), getattr(minion, field)
    s = set_minion(s, id, **{field: before + n})
    change = Change(f"minion.{id}.{field}", name, NUMBER_NAMES[field], before, before + n)
    said = (on_itself if itself else on_another).with_args(card=card, minion=name, n=n)
    return note(s, "RD-15", said, change if n else None, subject=minion_subject(s, minion))


def _card_name(minion: Minion) -> Displayable:
    return card_name(minion.card.name) or Text("the minion")


@carries("RD-22", "RD-23")
def defeat_minion(s: Darkmoor, id: int, rule: str, paid: bool, switch: str = "", card: Displayable = "") -> Darkmoor:
    """Defeat a minion and discard its tokens.

    ``paid``: the active player gets 2 VP for an opponent's minion (RD-20). ``switch`` is the open point that decided
    whether it is paid, ``card`` the name of the card whose ability defeats it. During an attack the minion stays among
    the fallen until the attack ends, and then goes on its owner's discard.
    """
    minion, spot = s.find_minion(id), s.position_of(id)
    if minion is None or spot is None:
        return s
    open_point = switch if minion.seat != s.active else ""
    name, subject = minion_name(s, minion), minion_subject(s, minion)
    text = Text("{card}: {minion} is defeated", card=card, minion=name)
    text = text if card else Text("{minion} is defeated", minion=name)
    task = Text("discard {card}", card=_card_name(minion))
    s = note(s, rule, text, switch=open_point, kind="kill", subject=subject, seat=minion.seat, task=task)
    s = _note_lost_tokens(s, minion, "RD-23", *TOKEN_FIELDS)
    without_tokens = replace(minion, vp_tokens=0, peril_tokens=0)
    s = replace(remove_from_horde(s, id), fallen=(*s.fallen, Fallen(without_tokens, *spot)))
    if paid and minion.seat != s.active:
        s = gain_tokens(s, "RD-20", s.active, BOUNTY)
    return s if s.attacked != NOBODY else discard_fallen(s)


def _note_lost_tokens(s: Darkmoor, minion: Minion, rule: str, *kinds: str) -> Darkmoor:
    for what in kinds:
        field = TOKEN_FIELDS[what][0]
        n = getattr(minion, field)
        text = Text("Its token of 1 VP is lost", "Its {n} VP in tokens are lost", n=n)
        if what == "peril":
            text = Text("Its peril token is lost", "Its {n} peril tokens are lost", n=n)
        change = Change(f"minion.{minion.id}.{field}", minion_name(s, minion), NUMBER_NAMES[field], n, 0)
        s = note(s, rule, text, change, seat=minion.seat) if n else s
    return s


def discard_fallen(s: Darkmoor) -> Darkmoor:
    """Put the fallen minions on their owners' discards."""
    for fallen in s.fallen:
        seat = fallen.minion.seat
        s = set_player(s, seat, discard=(*s.players[seat].discard, fallen.minion.card))
    return replace(s, fallen=())


@carries("RD-24", "RD-25")
def escape_to_haven(s: Darkmoor, minion: Minion, place: int, collects: bool = True) -> Darkmoor:
    """Move a minion to a haven. Its owner collects its VP tokens; peril tokens are discarded.

    The VP tokens are discarded too if ``collects`` is false.
    """
    s = replace(s, places=tuple(replace(p, horde=tuple(m for m in p.horde if m.id != minion.id)) for p in s.places))
    without_tokens = replace(minion, vp_tokens=0, peril_tokens=0)
    s = set_place(s, place, haven=(*s.places[place].haven, without_tokens))
    text = Text("{minion} escapes to {place}", minion=minion_name(s, minion), place=place_name(s, place))
    task = Text("move {card} to the haven of {place}", card=_card_name(minion), place=place_name(s, place))
    s = note(s, "RD-24", text, kind="escape", subject=minion_subject(s, minion), seat=minion.seat, task=task)
    s = _note_lost_tokens(s, minion, "RD-25", *(("peril",) if collects else TOKEN_FIELDS))
    return gain_tokens(s, "RD-25", minion.seat, minion.vp_tokens) if collects else s
