"""Exact odds of the current throw: faces, eliminations, and the points that win (KT-03)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import get_args

from rules.engine import Probability, Text, at
from rules.king_of_tokyo.city.damage import SMASH_CAUSE as BY_SMASH
from rules.king_of_tokyo.city.places import free_tokyo_place, is_duel
from rules.king_of_tokyo.city.yielding import would_enter
from rules.king_of_tokyo.effects.registry import Quantity, Stage, TokyoCase, Trigger, active_effects, effects
from rules.king_of_tokyo.effects.standing import falls_by, is_in_game
from rules.king_of_tokyo.effects.triggers import points_to_win, trigger_moment
from rules.king_of_tokyo.model.card_abilities import ActionKind
from rules.king_of_tokyo.model.card_catalogue import PrintedPowerCard, printed_power_cards
from rules.king_of_tokyo.model.dice import NUMBER_FACES, SMASH
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, set_monster, set_turn_state

from . import probability
from .resolve import claw_count, counting_faces, smash_targets
from .roll import dice_to_throw, throw, throws_in_turn

THROW_STEP = at(throw).name
"""Name of the step that asks for a throw of the six dice."""


OTHER_MOMENTS: tuple[Trigger, ...] = ("turn_starts", "taken", "turned_up", "bought", "cursed")
"""Moments before a throw, and those of cards as they come."""
LATER_MOMENTS: tuple[Trigger, ...] = tuple(moment for moment in get_args(Trigger) if moment not in OTHER_MOMENTS)
"""Moments between a throw and the end of the turn, at which cards may give points or take hearts."""
LATER_STAGES: tuple[Stage, ...] = ("roll", "faces", "heal", "loss", "end")
"""Prompts in that time at which cards may be used."""
UNCOUNTED_QUANTITIES: tuple[Quantity, ...] = ("may_reroll", "lose_points")
"""Quantities that the odds leave out."""
DECISIVE_ACTIONS: tuple[ActionKind, ...] = ("points", "steal_points", "heal", "damage", "take_tokyo", "again")
"""Actions of card clauses that may decide on a win or an elimination."""


@dataclass(frozen=True, slots=True)
class EliminationOdds:
    """The odds of eliminating a monster that the throw would hit.

    ``claws`` is the least number of claws that does it.
    """

    seat: int
    claws: int
    odds: Fraction
    ignores_cards: bool = False
    """Whether cards may change it that the odds leave out."""


@dataclass(frozen=True, slots=True)
class ThrowOdds:
    """The odds of a throw with ``throws_left`` throws to come.

    ``faces``: for each face in turn the odds of at least 1, 2 … of it, as many as there are dice; ``eliminations``: for
    those that can be hit; ``points_needed``: the points still missing to win (0: none), and ``win_odds`` the odds of
    throwing them.
    """

    throws_left: int
    faces: tuple[tuple[Fraction, ...], ...]
    eliminations: tuple[EliminationOdds, ...]
    points_needed: int
    win_odds: Fraction
    ignores_cards: bool = False
    """Whether cards may change the odds of winning that these leave out."""


def is_throw_asked(s: Tokyo) -> bool:
    """Whether a throw of the six dice is asked for, so that there are odds."""
    return s.outcome is None and s.agenda[0].name == THROW_STEP and s.now.thrown < throws_in_turn(s)


def throw_odds(s: Tokyo) -> ThrowOdds | None:
    """The odds of the throws that the active monster still has.

    None while no throw of the six dice is to come.
    """
    if not is_throw_asked(s):
        return None
    throws_left = throws_in_turn(s) - s.now.thrown
    faces_shown = s.now.aside if s.is_partly_told else s.now.faces if s.now.thrown else ()
    die_count = dice_to_throw(s) if s.is_partly_told else len(faces_shown) or dice_to_throw(s)
    faces = tuple(
        tuple(
            probability.odds_of_face(n, die_count, throws_left, faces_shown.count(face))
            for n in range(1, die_count + 1)
        )
        for face in range(1, probability.FACES_PER_DIE + 1)
    )
    kills = tuple(
        kill for seat in smash_targets(s) if (kill := _elimination_odds(s, seat, die_count, throws_left, faces_shown))
    )
    return ThrowOdds(
        throws_left,
        faces,
        kills,
        *_win_odds(s, die_count, throws_left, faces_shown),
        ignores_cards=_ignores_cards(s, s.active),
    )


# --- what the odds leave out -------------------------------------------------------------------------------------


def _ignores_cards(s: Tokyo, *seats: int) -> bool:
    """Whether an effect may act later in the turn that the odds leave out.

    One of the curse, or of one of those seats; one that anybody may use on the dice of the active monster.
    """
    case = TokyoCase(s.active)
    if effects.offered(s, "roll", case):
        return True
    acting = (source for source in active_effects(s, _later_keys()) if source.kind != "variant")
    on_dice = effects.offer["faces"].keys()
    return any(
        source.seat in (NOBODY, *seats) or (source.key in on_dice and effects.offer.is_about("faces", source, case))
        for source in acting
    )


@cache
def _later_keys() -> frozenset[str]:
    """Keys of the effects that may act from a throw to the end of the turn, uncounted."""
    tables = (
        *(effects.handler[moment] for moment in LATER_MOMENTS),
        *(effects.offer[stage] for stage in LATER_STAGES),
        *(effects.modifier[quantity] for quantity in UNCOUNTED_QUANTITIES),
    )
    harmless = {f"card.{id}" for id, card in printed_power_cards().items() if _has_harmless_clauses(card)}
    return frozenset(key for table in tables for key in table) - harmless


def _has_harmless_clauses(card: PrintedPowerCard) -> bool:
    triggers = card.abilities.triggers
    later = (action for trigger in triggers if trigger.moment in LATER_MOMENTS for action in trigger.actions)
    return bool(triggers) and not any(action.kind in DECISIVE_ACTIONS for action in later)


def table_odds(s: Tokyo) -> tuple[Probability, ...]:
    """The same odds as a list for the screen: each elimination, and the points that win."""
    found = throw_odds(s)
    if found is None:
        return ()
    kills = (_elimination_probability(s, kill) for kill in found.eliminations)
    need = Text("To win: {n} point", "To win: {n} points", n=found.points_needed)
    wins = (
        (Probability(need, found.win_odds, "KT-01", s.active, found.ignores_cards),)
        if found.points_needed and found.win_odds
        else ()
    )
    return (*kills, *wins)


def _elimination_probability(s: Tokyo, elimination: EliminationOdds) -> Probability:
    says = Text(
        "{who} is out with {n} claw", "{who} is out with {n} claws", who=s.seats[elimination.seat], n=elimination.claws
    )
    return Probability(says, elimination.odds, "KT-12", elimination.seat, elimination.ignores_cards)


# --- eliminations ------------------------------------------------------------------------------------------------


def _elimination_odds(
    s: Tokyo, seat: int, die_count: int, throws_left: int, faces_shown: tuple[int, ...]
) -> EliminationOdds | None:
    """The odds of the fewest claws that take the last heart; None if no number of claws does."""
    needs = next((n for n in range(1, die_count + 1) if _is_eliminated_by(s, seat, _hearts_lost(s, seat, n))), None)
    if needs is None:
        return None
    odds = probability.odds_of_face(needs, die_count, throws_left, faces_shown.count(SMASH))
    return EliminationOdds(seat, needs, odds, _ignores_cards(s, s.active, seat))


def _is_eliminated_by(s: Tokyo, seat: int, n: int) -> bool:
    if not falls_by(s, seat, n):
        return False
    s = set_monster(s, seat, hearts=0, noted=False)
    return not is_in_game(trigger_moment(s, "zero", TokyoCase(seat, by=s.active)), seat)


def _hearts_lost(s: Tokyo, seat: int, n: int) -> int:
    s = set_turn_state(s, faces=(SMASH,) * n)
    blow = effects.number(s, "smashes", TokyoCase(s.active, faces=counting_faces(s)), claw_count(s).total)
    dealt = effects.number(s, "harm", TokyoCase(s.active, by=seat, cause=BY_SMASH, n=blow), blow)
    return effects.number(s, "lose_hearts", TokyoCase(seat, by=s.active, cause=BY_SMASH, n=dealt), dealt)


# --- the points that win -----------------------------------------------------------------------------------------


def _win_odds(s: Tokyo, die_count: int, throws_left: int, faces_shown: tuple[int, ...]) -> tuple[int, Fraction]:
    """The points that are missing to win, and the odds of throwing them.

    The points for entering a Tokyo that must be entered are left out.
    """
    need = points_to_win(s, s.active) - s.monsters[s.active].points - _entering_points(s)
    if need <= 0:
        return 0, Fraction(1)
    worth = {(face, n): _points_for(s, face, n) for face in NUMBER_FACES for n in range(die_count + 1)}
    score = lambda lot: sum(worth[face, n] for face, n in zip(NUMBER_FACES, lot, strict=True))  # noqa: E731
    one, two, three = (faces_shown.count(face) for face in NUMBER_FACES)
    return need, probability.odds_of_points(
        need, die_count, throws_left, score, (one, two, three) if faces_shown else None
    )


def _points_for(s: Tokyo, face: int, n: int) -> int:
    if n < 3:
        return 0
    points = effects.number(s, "score", TokyoCase(s.active, face=face, n=n, cause="dice"), face + n - 3)
    return effects.number(s, "gain_points", TokyoCase(s.active, cause="dice", n=points), points)


def _entering_points(s: Tokyo) -> int:
    """The points for entering Tokyo, where the active monster must (KT-18)."""
    if not free_tokyo_place(s) or not would_enter(s) or is_duel(s):
        return 0
    return effects.number(s, "enter_points", TokyoCase(s.active, cause="enter"), 1)
