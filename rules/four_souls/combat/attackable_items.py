"""Items that can be attacked, and what becomes of one without life (FS-14, FS-67)."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Template, Text, asks, carries
from rules.engine.record import replace
from rules.four_souls.board.item_loss import destroy
from rules.four_souls.model.catalogue import MonsterCard
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Aimed
from rules.four_souls.model.item_catalogue import bodies_of_item
from rules.four_souls.model.state import FourSouls, Monster
from rules.four_souls.vocabulary.card_names import owned_name

STAYS = Target()
"""Target that says that the item stays in play."""


@carries("FS-14", "FS-67")
def update_attackable_items(s: FourSouls) -> FourSouls:
    """Bring the items that can be attacked up to those in play."""
    bodies = {item.id: body for player in s.players for item in player.items for body in bodies_of_item(item)}
    if not bodies and not s.beside:
        return s
    kept = {monster.id: monster for monster in s.beside if bodies.get(monster.id) == monster.card}
    beside = tuple(kept.get(id) or _fighter(id, body) for id, body in bodies.items())
    return replace(s, beside=beside) if beside != s.beside else s


def _fighter(id: int, body: MonsterCard) -> Monster:
    return Monster(id, body, body.hp, body.evasion, body.attack)


def defeated_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask what becomes of an item that has no life left: its card says so."""
    found = s.find_owned_item(id)
    seat, name = (found[0], owned_name(found[1])) if found else (s.active, Text("an item"))
    choices = (
        Choice(Text("It stays"), Template(Aimed(STAYS)), Text("It heals as the turn ends"), "default", seat),
        Choice(Text("It is destroyed"), Template(Aimed(Target("owned", id))), role="option", seat=seat),
    )
    title = Text("{item} has no life left: what becomes of it, as its card says?", item=name)
    return Prompt((seat,), title, "FS-92", choices, phase=Text("Effect"))


@asks("FS-92", prompt=defeated_prompt)
def decide_defeated(s: FourSouls, event: Aimed, id: int) -> FourSouls:
    """Leave the item or destroy it."""
    return s if event.target == STAYS else destroy(s, event.target)
