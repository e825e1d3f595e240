"""What differs between two states: who died, for statistics; where heroes go, for previews."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boss_monster.model.state import TOWN, WOUNDS_TO_LOSE, BossMonster, Scored, hero_name, room_name
from rules.boss_monster.phases.adventure import predict_fate
from rules.engine import Death, Displayable, Text


def deaths(before: BossMonster, after: BossMonster) -> Iterator[Death]:
    """Heroes who became souls between two states, and players whom a fifth wound put out."""
    known = {scored.hero.id for keep in before.keeps for scored in keep.score}
    for seat, keep in enumerate(after.keeps):
        fresh = tuple(scored for scored in keep.score if scored.hero.id not in known)
        for scored in fresh:
            if not scored.wounds:
                place = _room_of(before, scored.hero.id)
                yield Death(hero_name(scored.hero), "BM-32", None, None, seat, place=place)
        if _lost(after, seat) and not _lost(before, seat):
            yield Death(after.seats[seat], "BM-37", seat, _last(fresh), is_player=True)


def _room_of(s: BossMonster, hero: int) -> Displayable | None:
    """The room to which the hero who walks comes before he dies."""
    dies, room = predict_fate(s) if s.walk is not None and s.walk.hero == hero else (False, None)
    return room_name(room) if dies and room is not None else None


def _lost(s: BossMonster, seat: int) -> bool:
    """Whether a seat is out, or had its wounds when the game ended."""
    keep = s.keeps[seat]
    return keep.out or (s.outcome is not None and keep.wounds >= WOUNDS_TO_LOSE and seat not in s.outcome.winners)


def _last(fresh: tuple[Scored, ...]) -> Displayable | None:
    """The hero who dealt the last of the wounds."""
    wounding = [hero_name(scored.hero) for scored in fresh if scored.wounds]
    return wounding[-1] if wounding else None


def moves(before: BossMonster, after: BossMonster) -> Iterator[Text]:
    """Yield the heroes who stand in town or before another dungeon than they did."""
    for where, hero in before.heroes():
        found = after.hero(hero.id)
        if found is None or found[0] == where:
            continue
        if found[0] == TOWN:
            yield Text("{hero} goes back to town", hero=hero_name(hero))
        else:
            yield Text("{hero} goes to the dungeon of {who}", hero=hero_name(hero), who=after.seats[found[0]])
