"""Which heroes died in which dungeon, and who lost: for whoever looks back at a game."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Death, Shown

from .state import WOUNDS, BossMonster, Scored, hero_name


def deaths(before: BossMonster, after: BossMonster) -> Iterator[Death]:
    """The heroes who became souls between two states, and the players whom their fifth wound put out."""
    known = {scored.hero.id for keep in before.keeps for scored in keep.score}
    for seat, keep in enumerate(after.keeps):
        fresh = tuple(scored for scored in keep.score if scored.hero.id not in known)
        for scored in fresh:
            if not scored.wounds:
                yield Death(hero_name(scored.hero), "BM-32", None, None, seat)
        if _lost(after, seat) and not _lost(before, seat):
            yield Death(after.seats[seat], "BM-37", seat, _last(fresh), player=True)


def _lost(s: BossMonster, seat: int) -> bool:
    """Out, or among those who had their wounds when the game ended."""
    keep = s.keeps[seat]
    return keep.out or (s.outcome is not None and keep.wounds >= WOUNDS and seat not in s.outcome.winners)


def _last(fresh: tuple[Scored, ...]) -> Shown | None:
    """The hero who dealt the last of the wounds."""
    wounding = [hero_name(scored.hero) for scored in fresh if scored.wounds]
    return wounding[-1] if wounding else None
