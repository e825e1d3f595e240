"""What is answered without a question, at tables where people have phones of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.follow_up import FollowUp
from companion.match.roles import HOST_ROLE, DeviceRole, speaks_for_seats
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.table.model.seat_prompt import seat_prompt_of
from rules.automatic import MAX_AUTOMATIC_ANSWERS
from rules.engine import Seats
from rules.malifaux.model.state import DEFAULT_HAND_SIZE
from rules.malifaux.phases.initiative import NO_CARD_DECIDES
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.random_play import usual
from tests.support.table_play import stroll

SLOW = law_settings(8)
NAMES = ("Ana", "Bea", "Čeda")
SECRETS = {"malifaux": "deck", "boss_monster": "cards"}
"""The setting of a game by which the app holds the cards, and phones have secrets."""
STROLLS, STEPS = 25, 3


@contextmanager
def table_with_phones(key: str, chance: Random) -> Iterator[Table]:
    """A new match in which some of the players have phones of their own."""
    seats = len(NAMES) if len(NAMES) in GAMES[key].player_counts else GAMES[key].player_counts[0]
    rulings = ((SECRETS[key], "virtual"),) if key in SECRETS and chance.randint(0, 2) else ()
    claimed = frozenset(seat for seat in range(seats) if chance.randint(0, 1))
    with TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        made = Library(storage, GAMES).matches.create(key, NAMES[:seats], rulings)
        yield Table(GAMES[key], made.match, storage, load_claimed_seats=lambda: claimed)
        storage.close()


def phones(table: Table) -> tuple[DeviceRole, ...]:
    """The host's phone in the middle, and those of the players."""
    return HOST_ROLE, *(DeviceRole(seat) for seat in sorted(table.claimed_seats))


def offered_on(table: Table, role: DeviceRole) -> FollowUp | None:
    """What that phone is offered below its usual answer, by what it may see."""
    seen = table.table_state_for(role)
    if seen.prompt is None:
        return None
    asked = seat_prompt_of(seen.prompt, role, table.claimed_seats, table.match.seats)
    return seen.follow_up(asked.prompt, table.claimed_seats)


def some_silence(table: Table, chance: Random) -> None:
    """Let somebody not be asked again about what is asked now, now and then."""
    asked = table.prompt
    if asked is not None and asked.about and not chance.randint(0, 3):
        about = chance.choice(asked.about)
        table.silence(about.key, (about.seat,))


@pytest.mark.landing
@pytest.mark.parametrize("key", list(GAMES))
@SLOW
@given(seed=st.integers(0, 10_000))
def test_what_a_phone_folds_is_asked_as_it_says_and_passes_for_nobody_else(key: str, seed: int) -> None:
    """The question whose answers stand below the pass comes in truth, by what that phone may see.

    The pass is of those alone for whom the phone speaks: whoever has another phone answers there.
    """
    chance = Random(seed)
    with table_with_phones(key, chance) as table:
        for _ in range(STROLLS):
            some_silence(table, chance)
            stroll(table, chance, STEPS)
            for role in phones(table):
                offered = offered_on(table, role)
                if offered is not None:
                    _holds(table, role, offered)


def _holds(table: Table, role: DeviceRole, offered: FollowUp) -> None:
    asked = table.prompt
    assert asked is not None
    choice = next(choice for choice in asked.choices if choice.admits(offered.answer))
    hole = choice.template.hole(Seats)
    seats = asked.awaited_seats if hole is None else tuple(getattr(offered.answer, hole.name))
    assert speaks_for_seats(role, seats, table.claimed_seats) == seats
    table.answer(table.prompt_id, offered.answer, role)
    comes = table.table_state_for(role).prompt
    assert comes == offered.question
    table.undo()


def test_phones_are_offered_something_in_random_play() -> None:
    """The law above is about something: players' own phones are offered the next answers too."""
    chance, found = Random(3), 0
    while found < 3:
        with table_with_phones("four_souls", chance) as table:
            for _ in range(STROLLS):
                stroll(table, chance, STEPS)
                found += sum(offered_on(table, role) is not None for role in phones(table) if role.seat is not None)


@pytest.mark.landing
@pytest.mark.parametrize("key", list(GAMES))
@SLOW
@given(seed=st.integers(0, 10_000))
def test_automatic_answers_come_to_an_end_by_themselves(key: str, seed: int) -> None:
    """No action of random play is followed by answers up to their bound."""
    chance = Random(seed)
    with table_with_phones(key, chance) as table:
        for _ in range(STROLLS * STEPS):
            before = table.table_state.seq
            some_silence(table, chance)
            stroll(table, chance, 1)
            assert table.table_state.seq - before < MAX_AUTOMATIC_ANSWERS // 4


@pytest.mark.landing
@pytest.mark.rule("MX-09")
@SLOW
@given(sizes=st.lists(st.integers(51, 54), min_size=2, max_size=3))
@example(sizes=[54, 54])
@example(sizes=[54, 54, 54])
def test_flips_of_decks_that_are_nearly_in_hands_come_to_an_end(sizes: list[int]) -> None:
    """Whatever is left to flip, the initiative is decided or somebody is asked."""
    with TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        table = Library(storage, GAMES).matches.create("malifaux", NAMES[: len(sizes)], (("deck", "virtual"),))
        for seat, size in enumerate(sizes):
            table.adjust(f"seat.{seat}.size", size - DEFAULT_HAND_SIZE)
        while not any(player.flip for player in table.state.players) and not is_level(table):
            before = table.table_state.seq
            table.answer(table.prompt_id, usual(table.state))
            assert table.table_state.seq - before < MAX_AUTOMATIC_ANSWERS // 4
        storage.close()


def is_level(table: Table) -> bool:
    """Whether no card that is left breaks a tie."""
    return table.prompt is not None and table.prompt.stake == NO_CARD_DECIDES
