"""“Do not ask about this again”: by player, until the match ends, in the log like any other setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.actors import STOPS_ACTOR
from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import Storage
from rules.engine import Refused, Rolled, Ruled
from rules.engine.switch import silence_switch, silences
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Bought, Passed, Played
from rules.registry import GAMES
from tests.support.moments import gain_souls
from tests.support.ui.headless import action_phase, say

ANA, BETO, CIRA = range(3)
NICKEL = "loot.A Nickel!"
EN = translator("en")


@pytest.fixture
def table(storage: Storage) -> Table:
    """Ana of three is in her action phase."""
    return action_phase(Library(storage, GAMES))


def play(table: Table, card: str = "A Nickel!") -> None:
    """Ana plays a loot card which gives her a ¢, by its name."""
    assert table.prompt is not None
    plays = (choice.event for choice in table.prompt.choices if isinstance(choice.event, Played))
    how = next(event.how for event in plays if (event.seat, event.kind) == (ANA, "loot"))
    say(table, Played(ANA, "loot", card, (Effect("cents", Target("seat", ANA), 1),), how))


def asked(table: Table) -> tuple[int, ...]:
    """The seats whose answer is waited for."""
    assert table.prompt is not None
    return table.prompt.awaited_seats


def pass_all(table: Table) -> None:
    assert table.state.stack.top is not None
    say(table, Passed(asked(table), table.state.stack.top.id))


# --- whom it is for, and how long --------------------------------------------------------------------------------


def test_only_that_player_is_not_asked_about_that_card_again(table: Table) -> None:
    """FS-32: Beto lets a Nickel pass from now on; Ana and Cira are asked, and Beto about another card."""
    play(table)
    assert asked(table) == (ANA, BETO, CIRA)
    table.silence(NICKEL, (BETO,))
    assert asked(table) == (ANA, CIRA)
    pass_all(table)
    play(table)
    assert asked(table) == (ANA, CIRA)
    table.undo()
    play(table, "A Dime!")
    assert asked(table) == (ANA, BETO, CIRA)


def test_everybody_at_one_phone_is_not_asked_and_the_history_says_so(table: Table) -> None:
    """With the whole table silent the card resolves by itself, and one undo brings the question back."""
    play(table)
    before, cents = table.state, table.state.players[ANA].cents
    table.silence(NICKEL, (ANA, BETO, CIRA))
    assert table.state.stack.items == ()
    assert table.state.players[ANA].cents == cents + 1
    line = table.log()[-1]
    assert (line.entry.actor, line.switch) == (STOPS_ACTOR, silence_switch(NICKEL, ANA))
    assert EN(line.text) == "No responses to A Nickel! (not asked)"
    said = [EN(one.text) for one in table.log() if isinstance(one.entry.event, Ruled)]
    assert said[-1] == "Cira is not asked about A Nickel! any more"
    table.undo()
    assert table.state == before


def test_it_outlives_the_app_and_ends_with_the_match(table: Table, storage: Storage, tmp_path: Path) -> None:
    """It is in the log, so another process finds it; a rematch asks again."""
    play(table)
    table.silence(NICKEL, (BETO,))
    again = Library(Storage(tmp_path), GAMES).matches.open(table.match.id)
    assert silences(again.state.rulings) == ((NICKEL, BETO),)
    assert asked(again) == (ANA, CIRA)
    pass_all(table)
    gain_souls(table, 4)
    assert silences(Library(storage, GAMES).matches.rematch(table.match.id).state.rulings) == ()


def test_revoked_it_is_asked_again(table: Table) -> None:
    """Ending the silence leaves nothing of it in the settings, and the next such card asks."""
    play(table)
    settings = table.state.rulings
    table.silence(NICKEL, (BETO,))
    pass_all(table)
    table.set_ruling(silence_switch(NICKEL, BETO), "on")
    assert table.state.rulings == settings
    assert EN(table.log()[-1].text) == "Beto is asked about A Nickel! again"
    play(table)
    assert asked(table) == (ANA, BETO, CIRA)


# --- who may say it ----------------------------------------------------------------------------------------------


def test_nobody_says_it_for_a_seat_with_a_phone_of_its_own(table: Table) -> None:
    """Cira's phone silences Cira alone, one that looks on nobody; what is not asked cannot be silenced."""
    table._load_claimed_seats = lambda: frozenset({BETO, CIRA})
    play(table)
    for role, seats in ((DeviceRole(CIRA), (BETO,)), (DeviceRole(is_spectator=True), (ANA,))):
        with pytest.raises(Refused):
            table.silence(NICKEL, seats, role)
    for wrong, seats in (("loot.A Penny!", (ANA,)), (NICKEL, ()), (NICKEL, (7,))):
        with pytest.raises(StaleAnswerError):
            table.silence(wrong, seats, HOST_ROLE)
    table.silence(NICKEL, (CIRA,), DeviceRole(CIRA))
    assert asked(table) == (ANA, BETO)
    with pytest.raises(Refused):
        table.set_ruling(silence_switch(NICKEL, CIRA), "on", DeviceRole(BETO))
    table.set_ruling(silence_switch(NICKEL, CIRA), "on", DeviceRole(CIRA))
    assert silences(table.state.rulings) == ()


@pytest.mark.parametrize("switch", ["stop.about.nonsense@0", "stop.about.purchase@9", "stop.about.@0", "stop.about.x"])
def test_a_forged_silence_is_refused(table: Table, switch: str) -> None:
    """There is no such setting: of no such kind, or of nobody who sits there."""
    with pytest.raises(Refused):
        table.set_ruling(switch, "off")


def test_what_must_be_decided_cannot_be_silenced(table: Table) -> None:
    """A purchase can be let pass; what to do in one's turn cannot."""
    assert table.prompt is not None
    assert table.prompt.about == ()
    table.adjust("seat.0.cents", 10)
    say(table, Bought("shop"))
    assert [(one.seat, one.key) for one in table.prompt.about] == [(k, "purchase") for k in (ANA, BETO, CIRA)]


# --- a death asks all the same -----------------------------------------------------------------------------------


def test_a_death_asks_all_the_same(table: Table) -> None:
    """FS-71, FS-82: all are silent about attack rolls, but Ana is asked where a miss would kill her."""
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((6,)))
    table.silence("roll.attack", (ANA, BETO, CIRA))
    assert (table.state.slots[1].life, table.state.stack.items) == (2, ())
    table.adjust("seat.0.life", 1 - table.state.players[ANA].life)
    say(table, Rolled((1,)))
    assert asked(table) == (ANA,)
