"""Probability that an attack roll hits, given its modifiers and the current evasion (FS-55)."""

from __future__ import annotations

from rules.engine import Text, carries
from rules.engine.record import replace
from rules.four_souls.model.item_catalogue import passive_sum
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster


@carries("FS-14", "FS-50")
def added_to_roll(s: FourSouls, seat: int, *, is_attack: bool) -> int:
    """Return what is added to a player's next roll.

    By effects of this turn, in an attack by their items too.
    """
    player = s.players[seat]
    by_items = sum(passive_sum(item, "rolls") for item in player.items) if is_attack else 0
    return player.rolls + by_items


def upcoming_roll(s: FourSouls, seat: int) -> Item:
    """Return a player's next attack roll before the throw, with what is added to it."""
    added = added_to_roll(s, seat, is_attack=True)
    return Item(0, "roll", seat, changes=(added,) if added else ())


@carries("FS-55")
def hitting_faces(s: FourSouls, roll: Item, monster: Monster) -> tuple[int, ...]:
    """Return the faces that hit, given all modifiers of the roll."""
    evasion = s.evasion_of(monster)
    return tuple(face for face in range(1, 7) if s.roll_result(replace(roll, value=face)) >= evasion)


def hit_odds_text(s: FourSouls, roll: Item, monster: Monster) -> Text:
    """Return a short text of the lowest face that hits and its probability."""
    faces = hitting_faces(s, roll, monster)
    if not faces:
        return Text("no roll hits")
    return Text("{n} or more · {odds} %", n=faces[0], odds=round(100 * len(faces) / 6))


def hit_stake_text(s: FourSouls, roll: Item, monster: Monster) -> Text:
    """Return the text of what hits, as the prompt shows it."""
    if not hitting_faces(s, roll, monster):
        return Text("no roll hits")
    return Text("hits with {what}", what=hit_odds_text(s, roll, monster))
