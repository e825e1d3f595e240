"""Temporary changes of numbers until the end of the turn (FS-50)."""

from __future__ import annotations

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.state import Boost, FourSouls, set_monster, set_player
from rules.four_souls.vocabulary.state_changes import change_evasion, gain, note_number_change


def apply_boost(s: FourSouls, rule: str, target: Target, what: str, by: int) -> FourSouls:
    """Change a number of a player or monster until the end of the turn, never below 0."""
    s, done = _change_number(s, rule, target, what, by)
    return replace(s, boosts=(*s.boosts, Boost(target, what, done))) if done else s  # type: ignore[arg-type]


@carries("FS-50")
def end_boosts(s: FourSouls) -> FourSouls:
    """Undo all temporary changes, the latest first."""
    for boost in reversed(s.boosts):
        s, _ = _change_number(s, "FS-50", boost.target, boost.what, -boost.by)
    return replace(s, boosts=())


def _change_number(s: FourSouls, rule: str, target: Target, what: str, by: int) -> tuple[FourSouls, int]:
    """Change a number; return the state and by how much the number could change."""
    if what == "health":
        return _change_full_life(s, rule, target.id, by)
    if what == "evasion" and target.kind == "monster":
        return change_evasion(s, rule, target.id, by), by
    monsters = (monster for monster in s.all_monsters if monster.id == target.id)
    body = s.players[target.id] if target.kind == "seat" else next(monsters, None)
    if body is None or not hasattr(body, what):
        return s, 0
    before: int = getattr(body, what)
    after = max(0, before + by)
    put = set_player if target.kind == "seat" else set_monster
    return note_number_change(put(s, target.id, **{what: after}), rule, target, what, before, after), after - before


def _change_full_life(s: FourSouls, rule: str, seat: int, by: int) -> tuple[FourSouls, int]:
    """Change full life and life with it; if full life shrinks, it caps life."""
    player = s.players[seat]
    full = max(1, player.full + by)
    s = set_player(s, seat, full=full)
    change = by if by > 0 else min(0, full - player.life)
    return (gain(s, rule, seat, "life", change) if player.life else s), full - player.full
