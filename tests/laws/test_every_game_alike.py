"""X-01 … X-09 hold in each game, tested with the same table and screens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.log import merge_adjustments
from companion.match.roles import HOST_ROLE
from companion.match.table import ADJUSTMENT_SECONDS, StaleAnswerError, Table
from companion.match.undo import next_undo
from companion.stats.results import PAUSE_SECONDS
from companion.stats.timing import measure_timing
from companion.storage.matches import MAX_PICTURES, Storage
from companion.storage.records import RollRecord
from companion.ui.design.theme import SEAT_COLORS, seat_initial
from companion.ui.screens.table.arrangement import quarter_turns
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table import intents
from companion.ui.table.model.choice_layout import layout_choices, sheet_kind
from companion.ui.table.sheets.why import COMPANION_RULES
from companion.ui.table.zones.clock import format_duration
from companion.ui.widgets import counter
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Cards, Dice, Game, Seats, prompt
from rules.registry import GAMES
from tests.support.paths import CHECKLIST
from tests.support.random_play import Seeded, usual
from tests.support.stored_matches import assert_same_match, exported_file
from tests.support.table_play import stroll
from tests.support.ui.headless import NOWHERE, Phone, on_phone
from tests.support.walks import random_walks

pytestmark = pytest.mark.landing

PREFIX = {"four_souls": "FS", "king_of_tokyo": "KT", "malifaux": "MX", "darkmoor": "RD", "boss_monster": "BM"}
JPEG = b"\xff\xd8 three dice on felt"
EN = translator("en")
each_game = pytest.mark.parametrize("key", sorted(GAMES))
rule = pytest.mark.rule


def begun(library: Library, key: str, answers: int = 8) -> Table:
    """A table of three after that many usual answers."""
    table = library.matches.create(key, ("Ana", "Beto", "Cira"))
    for k in range(answers):
        answer(table, k)
    return table


def answer(table: Table, seed: int, picture: bytes = b"") -> None:
    table.answer(table.prompt_id, usual(table.state, Seeded(seed)), picture=picture)


async def lay_open(phone: Phone) -> None:
    """Close the sheet that a prompt opens by itself."""
    if "Undo" not in phone.names():
        await phone.tap("Close")


def asked(key: str) -> Iterator[Any]:
    """Yield the prompts of random play."""
    return (found for _, _, after in random_walks(key) if (found := prompt(after)) is not None)


# --- the prompt --------------------------------------------------------------------------------------


@rule("X-01")
@each_game
def test_every_question_says_whose_it_is_where_we_are_and_what_passing_does(key: str) -> None:
    """Each prompt has seats, a phase and a rule; passing in a priority window has a consequence.

    The rule has a sentence in the rulebook.
    """
    for question in asked(key):
        assert question.seats, question
        assert question.phase, question
        assert question.rule in GAMES[key].rulebook or question.rule in COMPANION_RULES, question
        if question.window:
            passes = [c for c in question.choices if c.role in ("default", "exit") and not _tells(c)]
            assert all(choice.consequence for choice in passes), question


def _tells(choice: Any) -> bool:
    """Whether the choice has holes other than seats, so that it is more than a pass."""
    return any(not isinstance(hole, Seats) for hole in choice.template.holes)


@rule("X-02")
@each_game
def test_what_resolves_and_what_leaves_are_never_in_one_place(key: str) -> None:
    """Choices that leave a step are laid out apart from usual choices and dice."""
    for question in asked(key):
        sorted_ = layout_choices(question, shows_passes=True)
        leaves = {choice.label for choice in question.choices if choice.role == "exit"}
        elsewhere = (*sorted_.primary, *sorted_.secondary, *([sorted_.dice] if sorted_.dice else []))
        assert leaves.isdisjoint(choice.label for choice in elsewhere), question
        assert leaves == {choice.label for choice in sorted_.leave}


@rule("X-01")
@each_game
def test_the_screen_has_the_question_the_undo_the_details_and_a_sign_for_each_seat(key: str, library: Library) -> None:
    """The table screen shows who decides, Details, Back, Undo, Menu and History in every game.

    Each seat has its initial beside its color.
    """
    table = begun(library, key)

    async def scene(phone: Phone, table: Table) -> None:
        await lay_open(phone)
        texts, names = phone.texts(), phone.names()
        who = [table.match.seats[seat] for seat in table.prompt.seats]
        assert any(all(name in text for name in who) and "decide" in text for text in texts), texts
        assert {"Back", "Undo", "Menu", "Details"} <= set(names)
        assert {seat_initial(name) for name in table.match.seats} <= set(texts)

    on_phone(table, library, scene)
    assert len(set(SEAT_COLORS)) == len(SEAT_COLORS) >= 6


# --- undo --------------------------------------------------------------------------------------------------


@rule("X-03")
@each_game
def test_undo_says_before_what_it_takes_back_and_brings_back_the_very_state(key: str, library: Library) -> None:
    """Undo announces what it takes back, and restores the exact state with one tap."""
    table = begun(library, key)
    states = [table.state]
    for k in range(3):
        answer(table, k)
        states.append(table.state)

    async def scene(phone: Phone, table: Table) -> None:
        for before in reversed(states[:-1]):
            taken = table.view().preview_undo().entries
            assert next_undo(table.log()).entries == taken
            more = f", and {len(taken) - 1} more" if len(taken) > 1 else ""
            assert f"Undo: {EN(taken[0])}{more}".replace("→", "›") in phone.texts()
            await lay_open(phone)
            await phone.tap("Undo")
            assert table.state == before
        assert any(text.startswith("Undone: ") for text in phone.texts())

    on_phone(table, library, scene)


@rule("X-03")
@each_game
def test_one_jump_goes_back_over_many_and_can_be_put_back(key: str, library: Library) -> None:
    """An undo to any line of the history takes back many groups, and redo restores them.

    The preview lists what would be taken back.
    """
    table = begun(library, key, 3)
    there, first = table.state, len(table.log())
    for k in range(4):
        answer(table, k)
    after, group = table.state, table.log()[first].entry.group
    assert len(table.view().preview_undo(group).entries) >= 4
    table.undo(group=group)
    assert table.state == there
    while table.table_state.can_redo:
        table.redo()
    assert table.state == after


# --- the log -----------------------------------------------------------------------------------------------


@rule("X-04")
@each_game
def test_the_log_keeps_who_when_before_and_after_and_the_picture(key: str, library: Library, tmp_path: Path) -> None:
    """The log keeps actor, time, changes and picture, through undo, redo and a restart.

    Beyond the limit the oldest pictures are deleted.
    """
    table = begun(library, key)
    answer(table, 1, JPEG)
    seq = table.log()[-1].entry.group
    table.undo()
    table.redo()
    library.storage.close()
    again = Library(Storage(tmp_path), GAMES).matches.open(table.match.id)
    assert (again.pictured_entries(), again.picture(seq)) == ({seq}, JPEG)
    for line in again.log():
        assert line.entry.at > 0
        assert line.entry.actor
        assert EN(line.text)
        assert all(change.before != change.after for note in line.notes for change in note.changes)
    storage = again._storage
    for late in range(1000, 1000 + MAX_PICTURES):
        storage.append_entries(again.match, again.game, (), None, None, [RollRecord(late, "looked", JPEG)])
    assert len(again.pictured_entries()) == MAX_PICTURES
    assert seq not in again.pictured_entries()
    storage.close()


@rule("X-05")
@each_game
def test_what_the_rules_did_can_be_asked_about_in_both_languages(key: str) -> None:
    """Each rule cited by a note has a sentence in Spanish and in English."""
    book = GAMES[key].rulebook
    for _, _, after in random_walks(key):
        for note in after.notes:
            entry = book.get(note.rule)
            said_ = (
                [translator(tongue)(COMPANION_RULES[note.rule]) for tongue in ("es", "en")] if entry is None else None
            )
            es, en = said_ or (entry["es"], entry["en"])
            assert es
            assert en
            assert es != en


# --- overrides ---------------------------------------------------------------------------------------------


@rule("X-06")
@each_game
def test_any_number_is_set_by_hand_and_marked(key: str, library: Library) -> None:
    """Each tracker takes an override; the log marks it with X-06, and undo takes it back."""
    table = begun(library, key)
    for tracker in table.table_state.trackers:
        before = table.state
        table.adjust(tracker.key, 1)
        line = table.log()[-1]
        marked = [note for note in line.notes if note.rule == "X-06"]
        assert marked, tracker
        assert EN(marked[0].text).startswith("By hand")
        assert (tracker.key, tracker.value, tracker.value + 1) in [
            (c.key, c.before, c.after) for c in marked[0].changes
        ]
        table.undo()
        assert table.state == before


@rule("X-06", "X-03")
@each_game
def test_a_tap_is_one_a_hold_is_ten_and_the_series_runs_on_the_screen(
    key: str, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tap changes a tracker by 1, a hold by 10, and the series is one log line and one undo.

    The series in progress is shown.
    """
    table = begun(library, key)
    before = table.state
    tracker = next(t for t in table.table_state.trackers if t.seat == 0)
    monkeypatch.setattr(counter, "HOLD_REPEAT_SECONDS", 60.0)

    async def scene(phone: Phone, table: Table) -> None:
        await lay_open(phone)
        await phone.tap("Ana, ")
        more = f"More: {EN(tracker.label)}"
        await phone.tap(more)
        held = phone.finger(more)
        down = asyncio.create_task(phone.session.dispatch_event(held._i, "long_press_start", AT))
        await phone.settle()
        await phone.fire(held, "long_press_end", {**AT, "v": {"x": 0, "y": 0}})
        down.cancel()
        assert table.open_adjustment is not None
        assert table.open_adjustment.value_after - table.open_adjustment.value_before == 11
        assert "+11" in phone.texts()
        assert 0 < table.open_adjustment.seconds_left <= ADJUSTMENT_SECONDS
        assert len(merge_adjustments(table.log()[-2:])) == 1

    on_phone(table, library, scene)
    table.undo()
    assert table.state == before


AT = {"l": {"x": 0, "y": 0}, "g": {"x": 0, "y": 0}}


# --- X-09 --------------------------------------------------------------------------------------------


@rule("X-07")
@each_game
def test_whatever_a_camera_may_read_can_be_typed(key: str) -> None:
    """Each throw can be entered by tapping faces, without a camera."""
    throws = [hole for question in asked(key) for choice in question.choices for hole in choice.template.holes]
    dice = [hole for hole in throws if isinstance(hole, Dice)]
    assert bool(dice) == bool(GAMES[key].dice_kinds), (
        "dice_kinds are the dice that are asked for: () without any, (None,) for pips"
    )
    for hole in dice:
        assert hole.admits((1,) * hole.count)
        assert hole.admits((hole.sides,) * hole.count)
        assert hole.kind is None or len(hole.kind.faces) == hole.sides


@rule("X-08")
@each_game
def test_every_game_is_saved_exported_and_imported_whole(key: str, library: Library, tmp_path: Path) -> None:
    """Each game can be saved and reopened, and exported and imported, with the same table."""
    table = library.matches.create(key, ("Ana", "Beto", "Cira"))
    stroll(table, Random(7), 40)
    again = Library(Storage(tmp_path), GAMES)
    assert again.matches.open(table.match.id).prompt == table.prompt
    other = Library(Storage(tmp_path / "other"), GAMES)
    other.exchange.import_match(exported_file(library, table.match.id))
    assert_same_match(table, other.matches.open(table.match.id))
    for shelf in (again, other):
        shelf.storage.close()


@rule("X-09")
@each_game
def test_every_open_point_of_the_checklist_is_a_switch_or_says_how_it_was_read(key: str) -> None:
    """Each ambiguity (-A id) has title and sentence in both languages.

    Where tables differ it is a switch, and its default is the first choice. Points that were found in play follow those
    of the checklist, and are switches.
    """
    game: Game[Any] = GAMES[key]
    switches = {switch.key: switch for switch in game.switches}
    if CHECKLIST.exists():
        listed = re.findall(rf"^\| ({PREFIX[key]}-A\d+)", CHECKLIST.read_text("utf-8"), re.MULTILINE)
        points = [id for id in game.rulebook if "-A" in id]
        assert sorted(points[: len(listed)]) == sorted(listed)
        assert set(points[len(listed) :]) <= switches.keys()
    for id, entry in game.rulebook.items():
        if "-A" in id:
            assert all(entry[tongue] and entry["title"][tongue] for tongue in ("es", "en"))
            assert ("choices" in entry) == (id in switches), id
            assert "choices" not in entry or switches[id].choices[0][0] == entry["default"]


# --- beyond the X ids --------------------------------------------------------------------------------------------


@each_game
def test_the_phone_turns_to_whoever_decides(key: str) -> None:
    """The screen turns towards each seat that is asked; four seats have one side each."""
    for question in asked(key):
        for seats in range(max(question.seats) + 1, 7):
            assert all(0 <= quarter_turns(seat, seats) < 4 for seat in question.seats)
    assert [quarter_turns(seat, 4) for seat in range(4)] == [0, 1, 2, 3]


@each_game
def test_a_secret_is_asked_behind_pass_the_phone(key: str) -> None:
    """A choice of cards from a hand belongs to a seat, and opens behind the pass-the-phone page."""
    for state, event, _ in random_walks(key):
        question = prompt(state)
        chosen = next((c for c in question.choices if c.admits(event)), None) if question else None
        if chosen is not None and any(isinstance(h, Cards) and h.source == "hand" for h in chosen.template.holes):
            assert chosen.seat is not None, "somebody's own hand"
            assert sheet_kind(chosen) in ("cards", "form"), "the sheet that asks to pass the phone"


@each_game
def test_the_clock_is_off_until_wanted_and_counts_what_was_played(key: str, library: Library) -> None:
    """Timing counts each second of a turn for its seat, and excludes pauses."""
    at = [1_000_000.0]
    table = library.matches.create(key, ("Ana", "Beto", "Cira"))
    table._clock = lambda: at[0]
    for k in range(8):
        at[0] += 10
        answer(table, k)
    at[0] += PAUSE_SECONDS + 60
    idle = measure_timing(table.log(), 3, at[0])
    assert idle.is_paused
    assert idle.question == 0
    turns = [line for line in table.log() if line.turn[0]]
    played = turns[-1].entry.at - turns[0].entry.at if turns else 0.0
    assert sum(idle.seats) == pytest.approx(played)
    just = measure_timing(table.log(), 3, table.log()[-1].entry.at + 5)
    assert not just.is_paused
    assert (just.question, just.turn >= 5) == (5, True)
    assert (format_duration(65), format_duration(3661)) == ("1:05", "1:01:01")


@each_game
def test_a_phone_shows_the_clock_of_its_table(key: str, library: Library) -> None:
    """The clock is hidden until it is switched on, and then shown on each phone of that table."""
    table = begun(library, key, 3)

    async def scene(phone: Phone, table: Table) -> None:
        clock = re.compile(r"\d+:\d\d · \d+:\d\d")
        assert not any(clock.fullmatch(text) for text in phone.texts())
        library.settings.save(f"clock.{table.match.id}", "on")
        table.notify()
        await phone.settle()
        assert any(clock.fullmatch(text) for text in phone.texts())

    on_phone(table, library, scene)


@each_game
def test_a_second_tap_at_once_answers_nothing(key: str, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap within the guard time after a new prompt is ignored."""
    table = begun(library, key)
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60.0)

    async def run() -> None:
        phone = await Phone().show(TableScreen, table, library, HOST_ROLE, NOWHERE)
        answer(table, 3)
        await phone.settle()
        state = table.state
        for name in phone.names("usual")[:3]:
            await phone.tap(name)
            assert table.state == state

    asyncio.run(run())


@each_game
def test_numbers_that_nobody_uses_are_hidden(key: str, library: Library) -> None:
    """Counters at 0 on held or owned cards are not among the trackers of a new match."""
    table = begun(library, key, 0)
    counters = [
        t for t in table.table_state.trackers if t.seat is not None and t.icon == "counter" and t.key.count(".") == 2
    ]
    idle = [t for t in counters if t.value == 0 and t.key.startswith(("held.", "owned."))]
    assert idle == []


@each_game
def test_a_late_answer_changes_nothing_and_a_phone_that_slept_is_where_the_table_is(key: str, library: Library) -> None:
    """An answer to an old prompt is refused; a reconnected phone shows the current prompt."""
    table = begun(library, key)
    old, event = table.prompt_id, usual(table.state, Seeded(5))
    answer(table, 5)
    state = table.state
    with pytest.raises(StaleAnswerError):
        table.answer(old, event)
    assert table.state == state

    async def scene(phone: Phone, table: Table) -> None:
        await phone.session.dispatch_event(phone.page._i, "disconnect", None)
        answer(table, 6)
        await phone.session.dispatch_event(phone.page._i, "connect", None)
        await phone.settle()
        assert capitalize_first(EN(table.prompt.title)) in phone.texts()

    on_phone(table, library, scene)
