"""State changes that apply by themselves after every event and step."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Outcome, Step, Text, at, carries, note
from rules.engine.numbers_only import keep_question
from rules.engine.record import replace
from rules.king_of_tokyo.cards.mimic import copy, has_copy_options
from rules.king_of_tokyo.cards.trading import swap
from rules.king_of_tokyo.city.cards_in_play import owner_of
from rules.king_of_tokyo.city.damage import brace, fall, gone, last_breath, spare, strike
from rules.king_of_tokyo.city.yielding import yield_tokyo
from rules.king_of_tokyo.effects.standing import has_no_hearts, is_in_game
from rules.king_of_tokyo.effects.triggers import update_points_reached
from rules.king_of_tokyo.model.state import Tokyo, set_monster
from rules.king_of_tokyo.model.texts import RULEBOOK
from rules.king_of_tokyo.rolling.roll import throw_berserk
from rules.king_of_tokyo.variants.costumes import dress
from rules.king_of_tokyo.variants.curse_demands import DEMANDS, ask
from rules.king_of_tokyo.variants.tiles import copy_card, has_fluxling_options
from rules.king_of_tokyo.variants.tower import ask_claim
from rules.king_of_tokyo.variants.wickedness import available_tiles, choose_tile

from .overrides import confirm_out, numbers_only
from .turn import note_points_ruling, winners_by_points


def settle(s: Tokyo) -> Tokyo:
    """Apply what holds at all times, and end the game where the points win at once.

    During set-up and with numbers only the game does not end here.
    """
    s = keep_question(_clear_corrected_zeros(s), at(numbers_only), _note_zeros)
    s = update_points_reached(_withdraw_stale_questions(s))
    while s.agenda and _is_moot(s, s.agenda[0]):
        s = replace(s, agenda=s.agenda[1:])
    if s.outcome is not None or s.depth == "numbers" or s.phase == "setup":
        return s
    return _end_at_once(s)


def _clear_corrected_zeros(s: Tokyo) -> Tokyo:
    for seat, monster in enumerate(s.monsters):
        if monster.noted and not has_no_hearts(s, seat):
            s = set_monster(s, seat, noted=False)
    return s


def _withdraw_stale_questions(s: Tokyo) -> Tokyo:
    asked = [step for step in s.agenda if step.name == at(confirm_out).name]
    stale = [step for step in asked if not has_no_hearts(s, int(step.args[0]))]
    return replace(s, agenda=tuple(step for step in s.agenda if step not in stale)) if stale else s


def _is_moot(s: Tokyo, step: Step) -> bool:
    """Whether a fact set by hand has answered the question, or left it without an answer."""
    still_asked = STILL_ASKED.get(step.name)
    return still_asked is not None and not still_asked(s, *step.args)


STILL_ASKED: dict[str, Callable[..., bool]] = {
    at(step).name: still_asked
    for step, still_asked in (
        (yield_tokyo, lambda s, seat: seat in s.seats_in_tokyo),
        (throw_berserk, lambda s: s.monsters[s.active].berserk),
        (ask_claim, lambda s, seat, level: s.tower[level] != seat),
        (choose_tile, lambda s, seat, level: bool(available_tiles(s, level))),
        (dress, lambda s: not all(s.monsters[seat].cards for seat in s.seats_in_game)),
        (ask, lambda s, word, seat, times: bool(DEMANDS[word].choices(s, seat))),
        (copy, has_copy_options),
        (copy_card, has_fluxling_options),
        (swap, lambda s, seat, item, other: owner_of(s, item) == seat),
    )
}
"""Questions about facts, each with whether it still has to be asked."""


def _note_zeros(s: Tokyo) -> Tokyo:
    """Mark 0 hearts while only numbers were followed as not reached in play."""
    for seat in s.seats_in_game:
        s = set_monster(s, seat, noted=has_no_hearts(s, seat))
    return s


@carries("KT-01", "KT-28")
def _end_at_once(s: Tokyo) -> Tokyo:
    """End the game at once where the points win without the end of the turn (KT-A4)."""
    winners = winners_by_points(s) if s.ruling("KT-A4") == "instant" else ()
    if not winners or any(_may_fall(s, seat) for seat in winners):
        return s
    names = ", ".join(s.seats[seat] for seat in winners)
    s = RULEBOOK.note_ruling(note_points_ruling(s), "KT-A4", "KT-01")
    s = note(s, "KT-01", Text("{who} has the points to win", who=names), kind="win")
    return replace(s, outcome=Outcome(winners, "KT-01"))


@carries("KT-28")
def _may_fall(s: Tokyo, seat: int) -> bool:
    pending = tuple(step for step in s.agenda if step.name in LOSS_STEPS)
    is_aimed_at = any(step.args and step.args[0] == seat for step in pending)
    return is_aimed_at or (bool(pending) and not is_in_game(s, seat))


LOSS_STEPS = tuple(at(step).name for step in (strike, brace, spare, fall, last_breath, gone))
"""Steps of a loss of hearts that has begun."""
