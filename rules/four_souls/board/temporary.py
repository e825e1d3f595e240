"""Temporary changes of numbers until the end of the turn (FS-50)."""

from __future__ import annotations

from typing import Any

from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.engine.text import signed
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.effect import Target
from rules.four_souls.model.state import Boost, FourSouls, set_monster, set_player
from rules.four_souls.vocabulary.card_names import target_name
from rules.four_souls.vocabulary.replacements import lasting_text
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES, gain, note_evasion, note_number_change


def apply_boost(s: FourSouls, rule: str, target: Target, what: str, by: int) -> FourSouls:
    """Change a number of a player or monster until the end of the turn, never below 0.

    That of whichever monster is attacked changes with the continuous effects.
    """
    if target.kind == "attacked":
        text = Text("The attacked monster: {by} {number}", by=signed(by), number=NUMBER_NAMES[what])
        return note(replace(s, boosts=(*s.boosts, Boost(target, what, by))), rule, text)
    after, done = _change_number(s, rule, target, what, by)
    if not done:
        return after
    after = replace(after, boosts=(*s.boosts, Boost(target, what, done)))
    return note_evasion(after, rule, s, target.id) if what == "evasion" else after


@carries("FS-50")
def add_lasting(
    s: FourSouls, rule: str, target: Target, what: str, by: int, card: str = "", seat: int = -1
) -> FourSouls:
    """Add an effect of a card until the turn ends that changes no number now.

    It changes what happens to the target.
    """
    boost = Boost(target, what, by, card, seat)
    s = replace(s, boosts=(*s.boosts, boost))
    who = s.seats[seat] if target == Target() else target_name(s, target)
    return note(s, rule, Text("{who}: {what}", who=who, what=lasting_text(boost)))


@carries("FS-77")
def force_attack(s: FourSouls, target: Target) -> FourSouls:
    """Add a forced attack, on that target if it is one."""
    s = replace(s, forced=s.forced + 1)
    return s if target == Target() else replace(s, boosts=(*s.boosts, Boost(target, "forced", 1)))


@carries("FS-77")
def spend_forced_attack(s: FourSouls, target: Target) -> FourSouls:
    """Remove a forced attack, one that names the target if there is one."""
    named = next((boost for boost in s.boosts if boost == Boost(target, "forced", 1)), None)
    boosts = list(s.boosts)
    if named:
        boosts.remove(named)
    return replace(s, forced=s.forced - 1, boosts=tuple(boosts))


def clear_forced(s: FourSouls) -> FourSouls:
    """Remove all forced attacks."""
    if not s.forced and not s.forced_on:
        return s
    return replace(s, forced=0, boosts=tuple(boost for boost in s.boosts if boost.what != "forced"))


@carries("FS-50")
def end_boosts(s: FourSouls) -> FourSouls:
    """Undo all temporary changes, the latest first.

    What a player owes waits for the end of that player's turn; counters on monsters, what a room adds to them and what
    was read from cards stay.
    """
    lying = {monster.id for monster in s.all_monsters}
    owed = tuple(boost for boost in s.boosts if _is_kept(boost, lying))
    s = replace(s, boosts=tuple(boost for boost in s.boosts if boost not in owed))
    for k, boost in reversed(tuple(enumerate(s.boosts))):
        before, rest = s, replace(s, boosts=s.boosts[:k])
        s, _ = _change_number(rest, "FS-50", boost.target, boost.what, -boost.by, wears_off=True)
        s = note_evasion(s, "FS-50", before, boost.target.id) if boost.what == "evasion" else s
    return replace(s, boosts=owed) if owed else s


def _is_kept(boost: Boost, lying: set[int]) -> bool:
    """Return whether a change outlasts the turn; ``lying`` are the ids of the monsters in play."""
    is_counter = boost.what == "outlived" and boost.target.id in lying
    return boost.what in ("owe_item", "read") or boost.target.kind == "monsters" or is_counter


def _change_number(
    s: FourSouls, rule: str, target: Target, what: str, by: int, *, wears_off: bool = False
) -> tuple[FourSouls, int]:
    """Change a number; return the state and by how much the number could change."""
    if what == "health":
        return change_full_life(s, rule, target.id, by, wears_off=wears_off)
    monsters = (monster for monster in (*s.all_monsters, *s.beside) if monster.id == target.id)
    body = s.players[target.id] if target.kind == "seat" else next(monsters, None)
    if body is None or not hasattr(body, what):
        return s, 0
    before: int = getattr(body, what)
    after = max(0, before + by)
    numbers: dict[str, Any] = {what: after}
    changed = (set_player if target.kind == "seat" else set_monster)(s, target.id, **numbers)
    if what == "evasion":  # noted once its limits are known
        return changed, after - before
    return note_number_change(changed, rule, target, what, before, after), after - before


def change_full_life(s: FourSouls, rule: str, seat: int, by: int, *, wears_off: bool) -> tuple[FourSouls, int]:
    """Change full life, and life with it (FS-A31); an effect that wears off only caps life."""
    player = s.players[seat]
    done = max(1, player.full + by) - player.full
    s = set_player(s, seat, full=player.full + done)
    if not player.life:
        return s, done
    if done > 0:
        return gain(s, rule, seat, "life", done), done
    capped = min(0, player.full + done - player.life)
    with_it = min(done, capped)
    if with_it == capped or wears_off:
        return gain(s, rule, seat, "life", capped), done
    s, how = RULEBOOK.apply_ruling(s, "FS-A31", rule)
    return gain(s, rule, seat, "life", capped if how == "capped" else with_it), done
