"""Effects of bosses as they level up."""

from __future__ import annotations

from rules.boss_monster.effects.choices import Aim, aims, choosing, fetch, search
from rules.boss_monster.effects.verbs import Case, Source, told, when
from rules.boss_monster.model.dungeon import destroy
from rules.boss_monster.model.state import BossMonster, order
from rules.boss_monster.phases.build import one_more
from rules.boss_monster.phases.scoring import die
from rules.engine import Text, at, note, then

from .targets import in_town, own


@when("level_up", "cleopatra", "king_croak")
def fetches(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Fetch an advanced room from the deck, which is shuffled; it may be built at once."""
    s, kind = told(s, source, case), {"cleopatra": "trap"}.get(source.key, "monster")
    if s.virtual:
        return then(s, at(search, source.seat, kind))
    return then(note(s, "BM-50", Text("Shuffle the deck that was searched")), at(one_more, source.seat, kind))


@when("level_up", "seducia")
def seduces(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Fetch a hero of the town or of a deck to the entrance."""
    return then(s, at(fetch, source.seat))


@when("level_up", "gorgona")
def petrifies(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Kill a hero in town, who counts for the boss's player."""
    return choosing(s, "gorgona", source.seat)


@when("level_up", "robobo")
def crushes(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Make each opponent destroy a room."""
    for seat in reversed([seat for seat in order(s) if seat != source.seat]):
        s = choosing(s, "robobo", seat)
    return s


when("level_up", "draculord", "xyzax", "cerebellus")(told)
aims.update(
    gorgona=Aim(in_town, lambda s, seat, id: die(s, id, seat, "BM-66"), must=True),
    robobo=Aim(own, lambda s, seat, id: destroy(s, id), must=True),
)
