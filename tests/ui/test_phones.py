"""Several phones at one table: which device a prompt calls, and what each may answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.access.visitor import Visitor
from companion.base.actors import STOPS_ACTOR
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui import hooks
from companion.ui.design.preferences import Preferences
from companion.ui.table import intents
from companion.ui.table.intents import Destination, Page
from companion.ui.table.model import outcome
from companion.ui.table.model.answers import SideAction, SideModel
from companion.ui.table.model.outcome import NoticeModel
from companion.ui.table.model.seat_prompt import SeatPrompt
from rules.engine import Event, Rolled
from rules.four_souls.model.events import Attacked, Chose, Passed, Played
from tests.support.games.four_souls_stacks import action, stacked
from tests.support.ui.feedback import Felt
from tests.support.ui.four_phones import ANA, ATTACK, BETO, CIRA, sit, taken
from tests.support.ui.headless import Phone, at_table, say
from tests.support.ui.table_context import asked, said, shown, table_context
from tests.toy.counting import GAME as COUNTING

pytestmark = pytest.mark.usefixtures("quick")

WATCHES = DeviceRole(is_spectator=True)


def last(table: Table) -> Any:
    """The actor of the last entry."""
    return [line.entry for line in table.log() if line.entry.actor != STOPS_ACTOR][-1]


# --- prompts by device -------------------------------------------------------------------------------------------


def test_its_own_prompt_is_loud_and_that_of_others_is_quiet(library: Library) -> None:
    """A seat's own prompt has its answers; other phones show who decides."""
    table = taken(action(library), library, 0, 1, 2, 3)
    question, other = asked(table, ANA), asked(table, BETO)
    assert (question.title, question.decides) == ("What do you do?", "It is up to you!")
    assert (question.is_asked, question.is_own_call) == (True, True)
    assert ATTACK in said(shown(table, ANA), "board")
    assert (other.title, other.decides) == ("What do you do?", "Ana decides")
    assert (other.is_asked, other.is_own_call) == (False, False)
    assert {one.place for one in shown(table, BETO).answers}.isdisjoint({"primary", "secondary", "leave"})
    assert shown(table, BETO).side == SideModel("Ana decides, on their phone")


async def test_a_phone_calls_only_its_own_people(library: Library) -> None:
    """A roll calls Ana's phone only; a priority window calls all who may answer it.

    It never calls the player who opened the window.
    """
    table = taken(action(library), library, 0, 1, 2)
    round_ = await sit(table, library, ANA, BETO, WATCHES, HOST_ROLE)
    phones = round_.phones
    assert [phone.page.title.partition(" · ")[0] for phone in phones[:2]] == ["It is up to you!", "Ana decides"]
    ana, beto, watcher, middle = hands = [Felt(phone) for phone in phones]
    await phones[0].tap(ATTACK)
    await round_.settle()
    felt = [await hand.done(phone) for hand, phone in zip(hands, phones, strict=True)]
    assert felt == [["light_impact"], [], [], []]
    say(round_.table, Rolled((4,)))
    await round_.settle()
    assert await ana.done(phones[0]) == await beto.done(phones[1]) == await middle.done(phones[3])
    assert await watcher.done(phones[2]) == []


async def test_a_phone_says_when_priority_comes_to_it(library: Library) -> None:
    """A player who waits to answer is called again once all before them have passed."""
    table = taken(stacked(library, 1), library, 0, 1, 2, 3)
    round_ = await sit(table, library, BETO, CIRA)
    beto, cira = round_.phones
    one, other = Felt(beto), Felt(cira)
    table.answer(table.prompt_id, Passed((0,), table.state.stack.top.id), ANA)
    await round_.settle()
    assert await one.done(beto) == ["medium_impact"]
    assert await other.done(cira) == []


def test_anyone_answers_for_an_empty_seat(library: Library) -> None:
    """A prompt of a seat without a phone can be answered on every phone, and calls the middle."""
    table, roles = taken(action(library), library, 1), (BETO, DeviceRole())
    assert all(ATTACK in said(shown(table, role), "board") for role in roles)
    assert asked(table, BETO).decides == "Ana decides"
    assert [prompt_of(table, role).is_called for role in roles] == [False, True]
    table.answer(table.prompt_id, Attacked(table.state.slots[0].id), DeviceRole())
    table.answer(table.prompt_id, Rolled((4,)), BETO)
    assert last(table).actor == "Beto"


def prompt_of(table: Table, role: DeviceRole) -> SeatPrompt:
    """The part of the question that a device in that role may answer."""
    found = table_context(table, role).seat_prompt
    assert found is not None
    return found


def test_one_phone_alone_is_asked_everything(library: Library) -> None:
    """With a single phone there is no list of who is deciding, and no automatic answer."""
    table = stacked(library, 1)
    assert said(shown(table)) == ["No responses, Big Spider loses 1 life"]
    question = asked(table)
    assert (question.thinking, question.passed, question.is_asked) == ("", "", True)
    assert not prompt_of(table, HOST_ROLE).can_answer_for_others


# --- priority windows --------------------------------------------------------------------------------------------


def test_each_passes_on_their_own_phone_in_any_order(library: Library) -> None:
    """In a window each passes on their own phone, in any order, and the last pass closes it.

    Every phone shows who has not passed yet.
    """
    table = taken(stacked(library, 1), library, 0, 1, 2)
    roll, roles = table.state.stack.top.id, (ANA, BETO, CIRA, HOST_ROLE, WATCHES)

    def passes(role: DeviceRole, *seats: int) -> None:
        (choice,) = table_context(table, role).layout.primary
        assert choice.event == Passed(seats, roll)
        table.answer(table.prompt_id, choice.event, role)

    def pending() -> set[tuple[str, str]]:
        return {(question.thinking, question.passed) for question in (asked(table, role) for role in roles)}

    assert pending() == {("Ana, Beto, Cira, Dani are thinking", "")}
    passes(CIRA, 2, 3)
    assert pending() == {("Ana, Beto are thinking", "Cira, Dani have passed")}
    assert shown(table, CIRA).side.hint == "You have passed. Ana, Beto are still thinking"
    assert [said(shown(table, role)) for role in (CIRA, HOST_ROLE, WATCHES)] == [[], [], []]
    passes(BETO, 1)
    assert said(shown(table, ANA)) == ["Pass, Big Spider loses 1 life"]
    passes(ANA, 0)
    assert not any(item.id == roll for item in table.state.stack.items)


def test_a_response_is_offered_on_its_players_phone(library: Library) -> None:
    """The phone shows that player's own cards and items, nobody else's; the log names that player."""
    table = taken(stacked(library, 1), library, 0, 1, 2, 3)
    table.set_ruling("FS-A17", "free")  # in turn 1 the character of Beto lies sideways
    ana, beto = shown(table, ANA), shown(table, BETO)
    assert [model.layout.has_single_responder for model in (ana, beto)] == [True, True]
    die = "The D6: rerolls the roll of 4"
    assert [any(one.label == die for one in model.answers) for model in (ana, beto)] == [True, False]
    play = next(one.choice for one in beto.answers if one.label == "Play loot")
    table.answer(table.prompt_id, replace(play.event, name="A Penny!"), BETO)
    assert (type(last(table).event), last(table).event.seat, last(table).actor) == (Played, 1, "Beto")
    assert set(asked(table, ANA).thinking.removesuffix(" are thinking").split(", ")) == set(table.match.seats)


@pytest.mark.parametrize("role", [BETO, DeviceRole()], ids=["seat", "middle"])
def test_who_has_passed_still_passes_for_an_empty_seat(library: Library, role: DeviceRole) -> None:
    """Who has passed can still pass for a seat without a phone.

    The button names that seat, on the phone in the middle too.
    """
    table = taken(stacked(library, 1), library, 0, 1, 2)
    table.answer(table.prompt_id, Passed((1,), table.state.stack.top.id), BETO)
    assert said(shown(table, role)) == ["Pass for Dani, If nobody responds: Big Spider loses 1 life"]
    question = asked(table, role)
    assert question.decides == "The whole table"
    assert (question.thinking, question.passed) == ("Ana, Cira, Dani are thinking", "Beto has passed")


async def test_ones_stops_are_one_tap_away(library: Library) -> None:
    """In a window a player's own phone opens that player's stops with one tap."""
    opened: list[Destination] = []
    beto = await at_table(taken(stacked(library, 1), library, 0, 1), library, BETO, ways=opened.append)
    await beto.tap("My stops")
    assert opened == [Page.SETTINGS]


async def test_a_late_pass_changes_nothing_and_says_so(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A late pass is refused with a sentence: the table has moved on.

    Late is a second pass of one player, or a pass in a closed window.
    """
    table = taken(stacked(library, 1), library, 0, 1)
    round_ = await sit(table, library, ANA, BETO)
    ana, beto = round_.phones
    with monkeypatch.context() as sleeping:
        sleeping.setattr(hooks, "is_connected", lambda page: False)
        table.answer(table.prompt_id, Passed((1,), table.state.stack.top.id), BETO)
    seq = table.table_state.seq
    await beto.tap("We pass")
    assert table.table_state.seq == seq
    assert "The table has moved on: look again." in beto.texts()
    table.answer(table.prompt_id, Passed((2, 3), table.state.stack.top.id), HOST_ROLE)
    await round_.settle()
    assert "The table has moved on: look again." in beto.texts()  # still shown while others play on
    with monkeypatch.context() as sleeping:
        sleeping.setattr(hooks, "is_connected", lambda page: False)
        table.answer(table.prompt_id, Passed((0,), table.state.stack.top.id), HOST_ROLE)
    seq = table.table_state.seq
    await ana.tap("Pass")
    assert table.table_state.seq == seq
    assert "The table has moved on: look again." in ana.texts()


async def test_a_pass_of_another_phone_swallows_no_tap(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another player's pass does not start the tap guard, so the first tap counts."""
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60)
    table = taken(stacked(library, 1), library, 0, 1, 2, 3)
    round_ = await sit(table, library, ANA, BETO)
    ana, beto = round_.phones
    await ana.tap("Pass")
    await round_.settle()
    await beto.tap("Pass")
    assert last(table).actor == "Beto"


async def test_a_second_tap_does_not_pass_the_next_window(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two taps on the pass that closes a window do not pass in the next window."""
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60)
    table = taken(stacked(library, 4), library, 0, 1, 2, 3)
    table.answer(table.prompt_id, Passed((3, 0, 1), table.state.stack.top.id), HOST_ROLE)
    round_ = await sit(table, library, CIRA)
    (cira,) = round_.phones
    for _ in range(2):
        await cira.session.dispatch_event(cira.find("Pass")._i, "click", None)
    await round_.settle()
    assert len(table.state.stack.items) < 4
    assert table.state.stack.passed == frozenset()
    assert any(name.startswith("Pass, ") for name in cira.names("usual"))


async def test_who_is_asked_together_answers_on_their_own_phone_in_any_order(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players asked together answer on their own phones, in any order.

    Another's answer does not start the tap guard, and no phone shows another's secret.
    """
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60)
    library = Library(Storage(tmp_path), {COUNTING.key: COUNTING})
    table = taken(library.matches.create(COUNTING.key, ("Ana", "Bea"), (("secrets", "on"),)), library, 0, 1)
    round_ = await sit(table, library, DeviceRole(0), DeviceRole(1))
    ana, bea = round_.phones
    assert (ana.names("usual"), bea.names("usual")) == (["Ana"], ["Bea"])
    question = table.prompt_id
    await bea.tap("Bea")
    for _ in range(6):
        await bea.tap("More: Bea")
    await bea.fire([button for name, button in bea.buttons() if name == "Bea"][-1])
    await round_.settle()
    assert (last(table).actor, table.prompt_id) == ("Bea", question)
    assert bea.names("usual") == []
    assert "Ana decides, on their phone" in bea.texts()
    for phone in (ana, bea):
        await phone.tap("Details")
    assert {"6", "Bea named 6"} <= set(bea.texts())
    assert not {"6", "Bea named 6"} & set(ana.texts())
    assert "Bea has named a number" in ana.texts()
    await ana.tap("Close")
    await ana.tap("Ana")
    await ana.fire([button for name, button in ana.buttons() if name == "Ana"][-1])
    assert last(table).actor == "Ana"
    assert table.prompt_id != question
    library.storage.close()


# --- host, spectators and cameras --------------------------------------------------------------------------------


def test_the_host_may_answer_for_anyone(library: Library) -> None:
    """The host can answer for a player who has a phone; a guest in the middle cannot."""
    table = taken(action(library), library, 0)
    assert [shown(table, role).side.actions for role in (HOST_ROLE, DeviceRole())] == [
        (SideAction("answer_for_others", "Answer for Ana", is_wide=True),),
        (),
    ]
    assert said(shown(table)) == []
    assert ATTACK in said(shown(table, acting_as_host=True), "board")


async def test_the_host_passes_for_one_whose_phone_is_away(library: Library) -> None:
    """In a window the host can pass for one player who has a phone, or for everybody; one tap unfolds that."""
    table = taken(stacked(library, 1), library, 0, 1)
    host = await at_table(table, library, HOST_ROLE)
    assert host.names("usual") == ["We pass: Cira, Dani, If nobody responds: Big Spider loses 1 life"]
    await host.tap("Answer for Ana, Beto")
    assert host.names("usual") == ["No responses, Big Spider loses 1 life"]
    assert {"Pass for Ana", "Pass for Beto"} <= set(host.names())
    await host.tap("Pass for Beto")
    assert (last(table).event, last(table).actor) == (Passed((1,), table.state.stack.top.id), "host")
    table.answer(table.prompt_id, Passed((0, 2, 3), table.state.stack.top.id))
    await host.settle()
    assert any(name.startswith("Answer for ") for name in host.names()), "the unfolded answers were for one question"


async def test_who_looks_on_sees_everything_and_touches_nothing(library: Library) -> None:
    """A spectator sees history, rules, numbers and dice camera, and has nothing else to tap.

    This holds at every prompt.
    """
    table = taken(action(library), library, 0, 1)
    looks = ("Back", "Menu", "Undo", "Details", "From the", "1 more result", "1 thing to do")
    things = ("The table", *(f"{name}," for name in table.match.seats), "Close", "Big", "Ring")
    watcher = await at_table(table, library, WATCHES)

    def all_but(*more: str) -> list[str]:
        return [name for name in watcher.names() if not name.startswith((*looks, *things, *more))]

    assert all_but() == []
    await watcher.tap("Ana, ")
    assert all_but("The D6: ") == []
    assert not any(name.startswith(("More: ", "Less: ")) for name in watcher.names())
    await watcher.tap("Close")
    await watcher.tap("The table")
    assert all_but() == []
    await watcher.tap("Close")
    assert watcher.find("Undo").on_click is None
    for event, more in ((Attacked(table.state.slots[0].id), "This phone reads the dice"), (Rolled((4,)), "Ana, ")):
        say(table, event)
        await watcher.settle()
        assert all_but(more) == []
    assert "Ana, Beto, Cira, Dani are thinking" in watcher.texts()


async def test_any_phone_reads_the_dice(library: Library) -> None:
    """Any phone can open the dice sheet of Ana's roll, and its faces are the answer."""
    table = taken(action(library), library, 0, 1)
    say(table, Attacked(table.state.slots[0].id))
    for role in (BETO, WATCHES, DeviceRole(), HOST_ROLE):
        assert "read_dice" in [action.kind for action in shown(table, role).side.actions]
    phone = await at_table(table, library, WATCHES)
    assert not any(name.startswith("Die: ") for name in phone.names())
    await phone.tap("This phone reads the dice")
    assert "Photo of the dice" in phone.names()
    await phone.tap("4")
    assert [line.entry.event for line in table.log() if isinstance(line.entry.event, Rolled)] == [Rolled((4,))]
    assert "Close" not in phone.names()


async def test_the_camera_of_a_throw_that_others_typed_is_put_away(library: Library) -> None:
    """A dice camera open on another phone is closed when the roll is typed elsewhere.

    It does not open again at the next question.
    """
    table = taken(action(library), library, 0)
    say(table, Attacked(table.state.slots[0].id))
    round_ = await sit(table, library, ANA, WATCHES)
    ana, watcher = round_.phones
    await watcher.tap("This phone reads the dice")
    await ana.tap("Die: 1")
    await round_.settle()
    assert "Close" not in watcher.names()
    for _ in range(2):
        say(table, Passed(table.prompt.window, table.state.stack.top.id if table.state.stack.top else 0))
        if table.prompt.dice:
            break
    await round_.settle()
    assert table.prompt.dice
    assert "Close" not in watcher.names()
    assert "This phone reads the dice" in watcher.names()


# --- undo --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "offer", "later"),
    [(ANA, True, True), (BETO, True, False), (HOST_ROLE, True, True), (WATCHES, False, False)],
    ids=["self", "other", "host", "watches"],
)
def test_all_see_who_took_what_back_and_may_put_it_back_for_a_moment(
    library: Library, monkeypatch: pytest.MonkeyPatch, role: DeviceRole, offer: bool, later: bool
) -> None:
    """After an undo all phones show who undid, and offer the redo for five seconds.

    On the phone that undid, and on the host's, the offer stays.
    """
    table = taken(action(library), library, 0, 1)
    table.answer(table.prompt_id, Attacked(table.state.slots[0].id), ANA)
    table.undo(ANA)
    context = table_context(table, role)

    def noticed() -> NoticeModel:
        remote = outcome.recent_remote_undo(context, role == ANA)
        return outcome.notice_model(context, None, remote)

    said = "Undone" if role == ANA else "Ana undid: Ana attacks Big Spider, and 2 more"
    assert noticed().lines[0] == said
    assert noticed().can_redo == offer
    monkeypatch.setattr(outcome, "OFFER_SECONDS", -1)
    assert noticed().can_redo == later
    assert (noticed().lines != ()) == later


async def test_the_offer_to_put_back_goes_by_itself(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notice on another phone is gone once its time is over, although nobody taps."""
    monkeypatch.setattr(outcome, "OFFER_SECONDS", 0.3)
    table = taken(action(library), library, 0, 1)
    round_ = await sit(table, library, ANA, BETO)
    ana, beto = round_.phones
    await ana.tap(ATTACK)
    await ana.tap("Undo")
    assert "Undone: Ana attacks Big Spider, and 2 more" in ana.texts()
    await round_.settle()
    for _ in range(100):  # the time of the offer, and that of the redraw after it
        if not any(text.startswith("Ana undid") for text in beto.texts()):
            break
        await asyncio.sleep(0.05)
        await round_.settle()
    assert not any(text.startswith("Ana undid") for text in beto.texts())
    assert ("Redo" in ana.names(), "Redo" in beto.names()) == (True, False)


async def test_what_was_taken_back_is_put_back_by_another_phone(library: Library) -> None:
    """Another phone can redo with one tap, and all phones name who did it."""
    table = taken(action(library), library, 0, 1)
    round_ = await sit(table, library, ANA, BETO)
    ana, beto = round_.phones
    await ana.tap(ATTACK)
    after = table.state
    await ana.tap("Undo")
    await round_.settle()
    await beto.tap("Redo")
    await round_.settle()
    assert table.state == after
    assert last(table).actor == "Beto"
    assert "Beto redid it" in ana.texts()


# --- visible numbers and players ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "own"), [(HOST_ROLE, None), (CIRA, 2), (WATCHES, None)], ids=["host", "seat", "watches"]
)
def test_everybodys_numbers_are_in_sight_round_the_table(library: Library, role: DeviceRole, own: int | None) -> None:
    """On every phone the seats stand in the order round the table; on a seat's own it is called "you"."""
    seats = shown(taken(action(library), library, 2), role).seats
    assert [player.seat for player in seats] == [0, 1, 2, 3]
    assert [player.seat for player in seats if player.label == "You"] == ([] if own is None else [own])


async def test_everybody_sees_whose_phone_is_awake(library: Library) -> None:
    """Every phone shows which players' phones are online, and follows each change at once."""
    table = taken(action(library), library, 1)
    beto = Visitor(library.guests.device_seats(table.match.id)[0].device_id)
    round_ = await sit(table, library, HOST_ROLE)
    (middle,) = round_.phones
    assert _spoken(middle, "Beto").endswith(", has a phone that is disconnected")
    sleep = library.guests.register_connection(beto, lambda: None)
    await round_.settle()
    assert _spoken(middle, "Beto").endswith(", has a phone")
    assert not any("phone" in _spoken(middle, who) for who in ("Ana", "Cira", "Dani"))
    sleep()
    await round_.settle()
    assert _spoken(middle, "Beto").endswith(", has a phone that is disconnected")


def _spoken(phone: Phone, who: str) -> str:
    return next(name for name in phone.names() if name.startswith(f"{who}, "))


@pytest.mark.parametrize(("names", "turns"), [(("Ana", "Beto"), [0, 2]), (("Ana", "Beto", "Cira"), [0, 1, 2])])
async def test_the_middle_turns_towards_whoever_decides(
    library: Library, names: tuple[str, ...], turns: list[int]
) -> None:
    """If wished, the phone in the middle turns towards the deciding player.

    By half a turn between two players, by quarters between more; never towards a player with a phone.
    """
    table = library.matches.create("four_souls", names)
    round_ = await sit(table, library, HOST_ROLE, DeviceRole(0), worn=Preferences(turn=True))
    middle, seated = round_.phones
    seen = []
    for character in ("isaac", "maggy", "judas")[: len(names)]:
        seen.append(_turned(middle))
        assert _turned(seated) == 0
        say(table, Chose(len(seen) - 1, character))
        await round_.settle()
    assert seen == turns


def _turned(phone: Phone) -> int:
    return next((c.quarter_turns for c in phone.controls() if isinstance(c, ft.RotatedBox)), 0)


# --- taps of a turn ----------------------------------------------------------------------------------------------


def test_a_turn_on_four_phones_costs_one_pass_a_window(library: Library, say: Callable[[str], None]) -> None:
    """In a turn on four phones Ana taps once beside dice and passes, the others once a window.

    The turn has three hits and a miss.
    """
    table = taken(action(library), library, 0, 1, 2, 3)
    faces, spent = [4, 1, 5, 6], {name: {"passes": 0, "dice": 0, "besides": 0} for name in table.match.seats}
    windows: set[str] = set()

    def tap(seat: int, kind: str, what: str = "", event: Event | None = None) -> None:
        role = DeviceRole(seat)
        if event is None:
            usual = [one for one in shown(table, role).answers if one.place in ("primary", "board")]
            (event,) = [one.event or one.choice.event for one in usual if one.label.startswith(what)]
        table.answer(table.prompt_id, event, role)
        spent[table.match.seats[seat]][kind] += 1

    tap(0, "besides", "Attack Big Spider")
    while table.prompt and (table.prompt.window or table.prompt.dice):
        if table.prompt.dice:
            tap(0, "dice", event=Rolled((faces.pop(0),)))
            continue
        windows.add(table.prompt_id)
        for seat in table.prompt.window:
            tap(seat, "passes", "Pass")
    say(f"taps of a fight with four attack rolls on four phones, {len(windows)} windows: {spent}")
    assert faces == []
    assert spent["Ana"] == {"passes": len(windows), "dice": 4, "besides": 1}
    assert all(spent[who] == {"passes": len(windows), "dice": 0, "besides": 0} for who in ("Beto", "Cira", "Dani"))
