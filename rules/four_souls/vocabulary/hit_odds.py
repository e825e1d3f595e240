"""Probability that an attack roll hits, given its modifiers and the current evasion (FS-55)."""

from __future__ import annotations

from rules.engine import Text, carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, Monster

from .measures import added_to_first_roll, passive_total
from .monster_triggers import find_trait, is_hit_by


@carries("FS-14", "FS-50")
def added_to_roll(s: FourSouls, seat: int, *, is_attack: bool, is_next: bool = True) -> int:
    """Return what is added to a player's roll, the next one or a later one of the turn.

    By effects of this turn, in an attack by their items too.
    """
    by_items = passive_total(s, seat, "rolls") if is_attack else 0
    first = added_to_first_roll(s, seat, is_attack=is_attack) if is_next else 0
    waiting = sum(boost.by for boost in next_roll_boosts(s, seat, is_attack=is_attack)) if is_next else 0
    return s.players[seat].rolls + by_items + first + waiting


def next_roll_boosts(s: FourSouls, seat: int, *, is_attack: bool) -> tuple[Boost, ...]:
    """Return what waits this turn for a player's next roll, or their next attack roll."""
    kinds = ("next_roll", "next_attack_roll") if is_attack else ("next_roll",)
    return tuple(boost for boost in s.boosts if boost.what in kinds and boost.target == Target("seat", seat))


def upcoming_roll(s: FourSouls, seat: int, *, is_next: bool = True) -> Item:
    """Return a player's next attack roll, or a later one, with what is added to it."""
    added = added_to_roll(s, seat, is_attack=True, is_next=is_next)
    return Item(0, "roll", seat, changes=(added,) if added else ())


@carries("FS-55")
def hitting_faces(s: FourSouls, roll: Item, monster: Monster) -> tuple[int, ...]:
    """Return the faces that hit, given all modifiers of the roll."""
    return tuple(face for face in range(1, 7) if is_hit_by(s, monster, s.roll_result(replace(roll, value=face))))


def hit_odds_text(s: FourSouls, roll: Item, monster: Monster) -> Text:
    """Return a short text of the lowest face that hits and its probability.

    Where the monster's card names the faces, none is given.
    """
    faces = hitting_faces(s, roll, monster)
    if find_trait(monster.card, "hit_by"):
        return Text("only with certain numbers")
    if not faces:
        return Text("no roll hits")
    return Text("{n} or more · {odds} %", n=faces[0], odds=round(100 * len(faces) / 6))


def hit_stake_text(s: FourSouls, roll: Item, monster: Monster) -> Text:
    """Return the text of what hits, as the prompt shows it."""
    if find_trait(monster.card, "hit_by"):
        return Text("hits only with certain numbers, as its card says")
    if not hitting_faces(s, roll, monster):
        return Text("no roll hits")
    return Text("hits with {what}", what=hit_odds_text(s, roll, monster))
