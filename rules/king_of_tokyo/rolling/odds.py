"""Exact odds of the current throw: faces, eliminations, and the points that win (KT-03)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.engine import Odd, Text, at
from rules.king_of_tokyo.city.damage import SMASH as BY_SMASH
from rules.king_of_tokyo.city.places import free_place, is_duel
from rules.king_of_tokyo.city.yielding import enters
from rules.king_of_tokyo.effects.triggers import to_win
from rules.king_of_tokyo.effects.verbs import Case, Moment, acting, total
from rules.king_of_tokyo.model.dice import NUMBERS, SMASH
from rules.king_of_tokyo.model.state import Tokyo, set_now

from . import probability
from .resolve import claws, shown, targets
from .roll import dice, throw, throws

THROW = at(throw).name
"""Name of the step that asks for a throw of the six dice."""


MOMENTS: tuple[Moment, ...] = ("rolled", "resolving", "scored", "resolved")
"""Moments at which cards act on the faces of the dice."""


@dataclass(frozen=True, slots=True)
class Kill:
    """The odds of eliminating a monster that the throw would hit.

    ``claws`` is the least number of claws that does it.
    """

    seat: int
    claws: int
    odds: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a throw with ``throws_left`` throws to come.

    ``faces``: for each face in turn the odds of at least 1, 2 … of it, as many as there are dice; ``eliminations``: for
    those that can be hit; ``points_needed``: the points still missing to win (0: none), and ``win_odds`` the odds of
    throwing them.
    """

    left: int
    faces: tuple[tuple[Fraction, ...], ...]
    kills: tuple[Kill, ...]
    points: int
    winning: Fraction
    besides: bool = False
    """Whether the active monster has cards that act on the dice; the odds leave their actions out."""


def awaited(s: Tokyo) -> bool:
    """Whether a throw of the six dice is asked for, so that there are odds."""
    return s.outcome is None and s.agenda[0].name == THROW and s.now.thrown < throws(s)


def odds(s: Tokyo) -> Odds | None:
    """The odds of the throws that the active monster still has.

    None while no throw of the six dice is to come.
    """
    if not awaited(s):
        return None
    left = throws(s) - s.now.thrown
    lie = s.now.faces if s.now.thrown else ()
    every = len(lie) or dice(s)
    faces = tuple(
        tuple(probability.at_least(n, every, left, lie.count(face)) for n in range(1, every + 1))
        for face in range(1, probability.SIDES + 1)
    )
    kills = tuple(kill for seat in targets(s) if (kill := _kill(s, seat, every, left, lie)))
    return Odds(left, faces, kills, *_winning(s, every, left, lie), besides=_besides(s))


def _besides(s: Tokyo) -> bool:
    return any(source.seat == s.active for moment in MOMENTS for source, _ in acting(s, moment))


def likely(s: Tokyo) -> tuple[Odd, ...]:
    """The same odds as a list for the screen: each elimination, and the points that win."""
    found = odds(s)
    if found is None:
        return ()
    kills = (_killing(s, kill, found.besides) for kill in found.kills)
    need = Text("To win: {n} point", "To win: {n} points", n=found.points)
    wins = (Odd(need, found.winning, "KT-01", s.active, found.besides),) if found.points else ()
    return (*kills, *wins)


def _killing(s: Tokyo, kill: Kill, besides: bool) -> Odd:
    says = Text("{who} is out with {n} claw", "{who} is out with {n} claws", who=s.seats[kill.seat], n=kill.claws)
    return Odd(says, kill.odds, "KT-12", kill.seat, besides)


# --- eliminations ------------------------------------------------------------------------------------------------


def _kill(s: Tokyo, seat: int, every: int, left: int, lie: tuple[int, ...]) -> Kill | None:
    """The odds of the fewest claws that take the last heart; None if no number of claws does."""
    hearts = s.monsters[seat].hearts
    needs = next((n for n in range(1, every + 1) if _lost(s, seat, n) >= hearts), None)
    return Kill(seat, needs, probability.at_least(needs, every, left, lie.count(SMASH))) if needs else None


def _lost(s: Tokyo, seat: int, n: int) -> int:
    """The hearts that ``n`` claws cost a monster, after the effects that act by themselves."""
    s = set_now(s, faces=(SMASH,) * n)
    blow = total(s, "smashes", Case(s.active, faces=shown(s)), claws(s).total)
    dealt = total(s, "harm", Case(s.active, by=seat, why=BY_SMASH, n=blow), blow)
    return total(s, "lose_hearts", Case(seat, by=s.active, why=BY_SMASH, n=dealt), dealt)


# --- the points that win -----------------------------------------------------------------------------------------


def _winning(s: Tokyo, every: int, left: int, lie: tuple[int, ...]) -> tuple[int, Fraction]:
    """The points that are missing to win, and the odds of throwing them.

    The points for entering a Tokyo that must be entered are left out.
    """
    need = to_win(s, s.active) - s.monsters[s.active].points - _entering(s)
    if need <= 0:
        return 0, Fraction(1)
    worth = {(face, n): _scores(s, face, n) for face in NUMBERS for n in range(every + 1)}
    score = lambda lot: sum(worth[face, n] for face, n in zip(NUMBERS, lot, strict=True))  # noqa: E731
    one, two, three = (lie.count(face) for face in NUMBERS)
    return need, probability.scoring(need, every, left, score, (one, two, three) if lie else None)


def _scores(s: Tokyo, face: int, n: int) -> int:
    """The points for ``n`` dice with that number."""
    if n < 3:
        return 0
    points = total(s, "score", Case(s.active, face=face, n=n, why="dice"), face + n - 3)
    return total(s, "gain_points", Case(s.active, why="dice", n=points), points)


def _entering(s: Tokyo) -> int:
    """The points for entering Tokyo, where the active monster must (KT-18)."""
    if not free_place(s) or not enters(s) or is_duel(s):
        return 0
    return total(s, "enter_points", Case(s.active, why="enter"), 1)
