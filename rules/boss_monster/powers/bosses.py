"""Effects of bosses as they level up."""

from __future__ import annotations

from functools import partial

from rules.boss_monster.effects.choices import ask_target, fetch, note_shuffled, push_choice, search
from rules.boss_monster.effects.registry import DungeonCase, DungeonEffect, DungeonEffects, Power, announce_effect
from rules.boss_monster.model.dungeon import destroy_room
from rules.boss_monster.model.state import BossMonster, xp_order
from rules.boss_monster.phases.build import one_more
from rules.boss_monster.phases.scoring import kill_hero
from rules.engine import Text, at, then

from .targets import own_rooms, town_heroes

EFFECTS = DungeonEffects()


def fetch_room(s: BossMonster, source: DungeonEffect, case: DungeonCase, kind: str) -> BossMonster:
    """Fetch an advanced room of that kind from the deck; it may be built at once."""
    s = announce_effect(s, source, case)
    if s.has_virtual_cards:
        return then(s, at(search, source.seat, kind))
    return then(note_shuffled(s, source.seat), at(one_more, source.seat, kind))


@EFFECTS.handler("level_up", "seducia")
def fetch_hero(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Fetch a hero of the town or of a deck to the entrance."""
    return then(s, at(fetch, source.seat))


@EFFECTS.handler("level_up", "robobo")
def destroy_opponent_rooms(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Make each opponent destroy a room."""
    for seat in reversed([seat for seat in xp_order(s) if seat != source.seat]):
        s = push_choice(s, source.key, seat)
    return s


EFFECTS.handler("level_up", "cleopatra")(partial(fetch_room, kind="trap"))
EFFECTS.handler("level_up", "king_croak")(partial(fetch_room, kind="monster"))
EFFECTS.handler("level_up", "gorgona")(ask_target)
EFFECTS.powers(
    "chosen",
    gorgona=Power(lambda s, d: kill_hero(s, d.target, d.seat, "BM-66"), town_heroes, question=Text("which hero dies?")),
    robobo=Power(
        lambda s, d: destroy_room(s, d.target), own_rooms, question=Text("which of your rooms do you destroy?")
    ),
)
