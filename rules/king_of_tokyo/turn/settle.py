"""State changes that apply by themselves after every event and step."""

from __future__ import annotations

from rules.engine import Outcome, Text, at, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.state_changes import apply_ruling
from rules.king_of_tokyo.effects.triggers import update_points_reached
from rules.king_of_tokyo.model.state import Tokyo, set_monster

from .overrides import confirm_out, numbers_only
from .turn import note_points_ruling, winners_by_points


def settle(s: Tokyo) -> Tokyo:
    """Apply what holds at all times, and end the game where the points win at once.

    During set-up and with numbers only the game does not end here.
    """
    s = update_points_reached(_withdraw_stale_questions(_apply_depth(_clear_corrected_zeros(s))))
    if s.outcome is not None or s.depth == "numbers" or s.phase == "setup":
        return s
    return _end_at_once(s)


def _clear_corrected_zeros(s: Tokyo) -> Tokyo:
    """Forget a 0 set by hand that has been corrected meanwhile."""
    for seat, monster in enumerate(s.monsters):
        if monster.noted and monster.hearts:
            s = set_monster(s, seat, noted=False)
    return s


def _withdraw_stale_questions(s: Tokyo) -> Tokyo:
    """Remove questions about a 0 set by hand that are answered by now."""
    stale = [step for step in s.agenda if step.name == at(confirm_out).name and s.monsters[int(step.args[0])].hearts]
    return replace(s, agenda=tuple(step for step in s.agenda if step not in stale)) if stale else s


def _apply_depth(s: Tokyo) -> Tokyo:
    """Keep the question of numbers only on top of the agenda while that is played.

    The rest of the agenda waits beneath it.
    """
    free = at(numbers_only)
    inside = any(step.name == free.name for step in s.agenda)
    if s.depth == "numbers" and not inside and s.outcome is None:
        return then(s, free)
    if s.depth != "numbers" and inside:
        s = replace(s, agenda=tuple(step for step in s.agenda if step.name != free.name))
        for seat in s.seats_in_game:
            s = set_monster(s, seat, noted=s.monsters[seat].hearts == 0)
    return s


@carries("KT-01", "KT-28")
def _end_at_once(s: Tokyo) -> Tokyo:
    """End the game at once where the points win without the end of the turn (KT-A4)."""
    winners = winners_by_points(s) if s.ruling("KT-A4") == "instant" else ()
    if not winners:
        return s
    names = ", ".join(s.seats[seat] for seat in winners)
    s = apply_ruling(note_points_ruling(s), "KT-A4", "KT-01")[0]
    s = note(s, "KT-01", Text("{who} has the points to win", who=names))
    return replace(s, outcome=Outcome(winners, "KT-01"))
