"""Exact odds of the current throw: faces, eliminations, and the points that win (KT-03)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.engine import Probability, Text, at
from rules.king_of_tokyo.city.damage import SMASH_CAUSE as BY_SMASH
from rules.king_of_tokyo.city.places import free_tokyo_place, is_duel
from rules.king_of_tokyo.city.yielding import would_enter
from rules.king_of_tokyo.effects.registry import Moment, Stage, TokyoCase, active_effects, effects
from rules.king_of_tokyo.effects.triggers import points_to_win
from rules.king_of_tokyo.model.dice import NUMBER_FACES, SMASH
from rules.king_of_tokyo.model.state import Tokyo, set_turn_state

from . import probability
from .resolve import claw_count, counting_faces, smash_targets
from .roll import dice_to_throw, throw, throws_in_turn

THROW_STEP = at(throw).name
"""Name of the step that asks for a throw of the six dice."""


DICE_MOMENTS: tuple[Moment, ...] = ("rolled", "resolving", "scored", "resolved")
"""Moments at which cards act on the faces of the dice."""
DICE_STAGES: tuple[Stage, ...] = ("roll", "faces")
"""Prompts at which cards may be used to throw again or to change dice."""


@dataclass(frozen=True, slots=True)
class EliminationOdds:
    """The odds of eliminating a monster that the throw would hit.

    ``claws`` is the least number of claws that does it.
    """

    seat: int
    claws: int
    odds: Fraction


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
    has_card_effects: bool = False
    """Whether the active monster has cards that act on the dice; the odds leave their actions out."""


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
        has_card_effects=_has_card_effects(s),
    )


def _has_card_effects(s: Tokyo) -> bool:
    """Whether the active monster has what acts on the dice, or may be used to change them or to throw again."""
    acting = [source for moment in DICE_MOMENTS for source, _ in effects.acting(s, moment, TokyoCase(s.active))]
    usable = active_effects(s, {key for stage in DICE_STAGES for key in effects.offer[stage]})
    return any(source.seat == s.active for source in (*acting, *usable))


def table_odds(s: Tokyo) -> tuple[Probability, ...]:
    """The same odds as a list for the screen: each elimination, and the points that win."""
    found = throw_odds(s)
    if found is None:
        return ()
    kills = (_elimination_probability(s, kill, found.has_card_effects) for kill in found.eliminations)
    need = Text("To win: {n} point", "To win: {n} points", n=found.points_needed)
    wins = (
        (Probability(need, found.win_odds, "KT-01", s.active, found.has_card_effects),) if found.points_needed else ()
    )
    return (*kills, *wins)


def _elimination_probability(s: Tokyo, elimination: EliminationOdds, has_card_effects: bool) -> Probability:
    says = Text(
        "{who} is out with {n} claw", "{who} is out with {n} claws", who=s.seats[elimination.seat], n=elimination.claws
    )
    return Probability(says, elimination.odds, "KT-12", elimination.seat, has_card_effects)


# --- eliminations ------------------------------------------------------------------------------------------------


def _elimination_odds(
    s: Tokyo, seat: int, die_count: int, throws_left: int, faces_shown: tuple[int, ...]
) -> EliminationOdds | None:
    """The odds of the fewest claws that take the last heart; None if no number of claws does."""
    hearts = s.monsters[seat].hearts
    needs = next((n for n in range(1, die_count + 1) if _hearts_lost(s, seat, n) >= hearts), None)
    return (
        EliminationOdds(seat, needs, probability.odds_of_face(needs, die_count, throws_left, faces_shown.count(SMASH)))
        if needs
        else None
    )


def _hearts_lost(s: Tokyo, seat: int, n: int) -> int:
    """The hearts that ``n`` claws cost a monster, after the effects that act by themselves."""
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
    """The points for ``n`` dice with that number."""
    if n < 3:
        return 0
    points = effects.number(s, "score", TokyoCase(s.active, face=face, n=n, cause="dice"), face + n - 3)
    return effects.number(s, "gain_points", TokyoCase(s.active, cause="dice", n=points), points)


def _entering_points(s: Tokyo) -> int:
    """The points for entering Tokyo, where the active monster must (KT-18)."""
    if not free_tokyo_place(s) or not would_enter(s) or is_duel(s):
        return 0
    return effects.number(s, "enter_points", TokyoCase(s.active, cause="enter"), 1)
