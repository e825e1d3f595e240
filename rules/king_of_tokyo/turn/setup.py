"""KT-55 and the other steps before the first turn."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import (
    Choice,
    Dice,
    Prompt,
    Refused,
    Rolled,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    join_names,
    note,
    then,
)
from rules.engine.record import replace
from rules.king_of_tokyo.model.dice import DICE_PER_THROW, SMASH, TOKYO_DIE, count_faces
from rules.king_of_tokyo.model.events import Began, CountedSmashes, MonstersWanted
from rules.king_of_tokyo.model.state import BASE_HEARTS, NOBODY, Monster, Tokyo
from rules.king_of_tokyo.shop.reveal import open_shop
from rules.king_of_tokyo.variants.switches import setup_steps

from .figures import choose_figures
from .turn import TURN_STEPS

SETUP_PHASE = Text("Set-up")
"""Phase title of the set-up prompts."""


@carries("KT-55")
def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Tokyo:
    """Create the state for two to six monsters. Raises ``Refused`` for any other number."""
    if not 2 <= len(seats) <= 6:
        raise Refused("KT-55", Text("Two to six monsters can play."))
    start = Tokyo(seats=seats, monsters=(Monster(),) * len(seats), rulings=rulings)
    return then(start, monsters_ready, who_begins)


@auto("KT-16")
def monsters_ready(s: Tokyo) -> Tokyo:
    """Note that all begin outside Tokyo, with their hearts and nothing else (KT-A1)."""
    return note(s, "KT-16", Text("Everybody outside Tokyo: {n} hearts, no points, no energy", n=BASE_HEARTS))


def begins_prompt(s: Tokyo) -> Prompt:
    """Ask who begins, or whether dice decide."""
    seat_choices = tuple(
        Choice(Text("{who}", who=s.seats[k]), Template(Began(k)), role="default", seat=k) for k in s.seats_in_game
    )
    dice = Choice(Text("Roll for it: most smashes"), Template(Began(NOBODY)))
    is_open = not any(monster.figure for monster in s.monsters)
    figures = (Choice(Text("Choose monsters first"), Template(MonstersWanted())),) if is_open else ()
    return Prompt(s.every_seat, Text("Who begins?"), "KT-16", (*seat_choices, dice, *figures), phase=SETUP_PHASE)


@asks("KT-16", prompt=begins_prompt)
def who_begins(s: Tokyo, event: Began | MonstersWanted) -> Tokyo:
    """Start with that player, let all throw (KT-A2), or let all choose a monster before."""
    if isinstance(event, MonstersWanted):
        return then(s, choose_figures, who_begins)
    if event.seat == NOBODY:
        return then(s, at(throw_for_start, _written(s.seats_in_game), ""))
    return begin(s, event.seat)


def start_prompt(s: Tokyo, seats: str, thrown: str) -> Prompt:
    """Ask for the smashes of the next of those seats, by number or by the dice."""
    seat = _numbers(seats)[len(_numbers(thrown))]
    numbers = tuple(
        Choice(Text("{n} smash", "{n} smashes", n=n), Template(CountedSmashes(n)), role="default")
        for n in range(DICE_PER_THROW + 1)
    )
    shown = Choice(Text("The dice show"), Template(Rolled(()), (Dice("faces", DICE_PER_THROW, 6, TOKYO_DIE),)))
    title = Text("{who} rolls: most smashes begin", who=s.seats[seat])
    return Prompt((seat,), title, "KT-16", (*numbers, shown), phase=SETUP_PHASE)


@asks("KT-16", prompt=start_prompt)
def throw_for_start(s: Tokyo, event: Rolled | CountedSmashes, seats: str, thrown: str) -> Tokyo:
    """Record one throw for the start after the other; those tied throw again.

    ``seats`` throw, ``thrown`` are their smashes so far; both are numbers separated by spaces.
    """
    count = event.count if isinstance(event, CountedSmashes) else count_faces(event.faces)[SMASH]
    throwing, smashes = _numbers(seats), (*_numbers(thrown), count)
    if len(smashes) < len(throwing):
        return then(s, at(throw_for_start, seats, _written(smashes)))
    best = tuple(seat for seat, n in zip(throwing, smashes, strict=True) if n == max(smashes))
    if len(best) == 1:
        return begin(s, best[0])
    text = Text("A tie at {n}: {who} roll again", n=max(smashes), who=join_names([s.seats[seat] for seat in best]))
    return then(note(s, "KT-16", text), at(throw_for_start, _written(best), ""))


def thrower(s: Tokyo) -> int:
    """The seat whose throw for the start is asked for."""
    seats, thrown = s.agenda[0].args
    return _numbers(str(seats))[len(_numbers(str(thrown)))]


def _numbers(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


def _written(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


@carries("KT-16", "KT-48")
def begin(s: Tokyo, seat: int) -> Tokyo:
    """Give the first turn to a monster and queue the set-up of the variants that are played."""
    s = note(replace(s, active=seat, first=seat), "KT-16", Text("{who} begins", who=s.seats[seat]))
    return then(s, *setup_steps(s), open_shop, *TURN_STEPS)
