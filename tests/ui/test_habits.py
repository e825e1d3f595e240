"""A phone's preferences and habits: hold for ten, tap guard, rule sheets, feedback, storage."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import flet as ft
import pytest

from companion import VERSION
from companion.i18n import translator
from companion.library.library import Library
from companion.match import table as tables
from companion.match.log import merge_adjustments
from companion.match.table import ADJUSTMENT_SECONDS, Table
from companion.server.app import ASSETS
from companion.ui.design.feedback import ACCEPTED_NOTES, CALL_NOTES, render_wav
from companion.ui.design.page_look import look_of
from companion.ui.design.preferences import LETTERS_KEY, PREFERENCES_KEY, TEXT_SCALES, Preferences, parse_preferences
from companion.ui.design.sizes import (
    LANDSCAPE_HEIGHT,
    MIN_TAP_SIZE,
    TABLET_SCALE,
    TWO_COLUMN_WIDTH,
    AnimationTime,
    is_tablet,
)
from companion.ui.screens.host.phone_settings import CHECK_KEY, FIREFOX_TEXT
from companion.ui.table import intents
from companion.ui.table.intents import Explanation
from companion.ui.table.model.outcome import recent_lines
from companion.ui.table.sheets.why import rule_sheet
from companion.ui.table.zones.answers import zone
from companion.ui.widgets import counter
from rules.engine import Rolled
from rules.four_souls.model.events import Attacked
from rules.king_of_tokyo.model.events import Began
from rules.registry import GAMES
from tests.support.device_seats import ANA
from tests.support.paths import ROOT
from tests.support.ui.app import App, app_at, features
from tests.support.ui.feedback import Felt
from tests.support.ui.headless import Phone, at_table, say
from tests.toy.counting import Stayed

ES, EN = translator("es"), translator("en")
OF_ONE_LINE = re.compile(r"Details$|\d+ things? to do at the table|\d+ more results?|(Ana|Beto|Cira), life")
"""Names of what holds a single line, or a sign: a seat as a line, the question's keys, the banner's key."""


# --- correcting numbers ------------------------------------------------------------------------------------------


async def hold(phone: Phone, name: str, counted: Callable[[], bool]) -> None:
    """Hold a key until it has counted that far, or stops counting."""
    key = phone.finger(name)
    at = {"l": {"x": 0, "y": 0}, "g": {"x": 0, "y": 0}}
    down = asyncio.create_task(phone.session.dispatch_event(key._i, "long_press_start", at))
    while not (down.done() or counted()):
        await asyncio.sleep(0.001)
    await phone.fire(key, "long_press_end", {**at, "v": {"x": 0, "y": 0}})
    await down
    await phone.settle()


async def test_a_tap_is_one_a_hold_is_ten_and_the_series_is_one_undo(table, library, monkeypatch) -> None:
    """A tap counts one, a hold counts ten, and the series is undone as one.

    Three taps and a hold of twice ten are +23, shown with the resulting number.
    """
    monkeypatch.setattr(counter, "HOLD_REPEAT_SECONDS", 0.3)
    phone = await at_table(table, library)
    await phone.tap("Beto, ")
    for _ in range(3):
        await phone.tap("More: ¢")
    await hold(phone, "More: ¢", lambda: table.state.players[1].cents >= 26)
    assert table.state.players[1].cents == 26
    assert "+23, now 26" in [one.label for one in phone.controls() if isinstance(one, ft.Semantics)]
    table.undo()
    assert table.state.players[1].cents == 3


async def test_a_hold_ends_at_the_rules_bounds(table, library, monkeypatch) -> None:
    """A held key stops at the tracker's bounds and says why."""
    monkeypatch.setattr(counter, "HOLD_REPEAT_SECONDS", 0.02)
    phone = await at_table(table, library)
    await phone.tap("Beto, ")
    seq = table.table_state.seq
    await hold(phone, "Less: ¢", lambda: False)
    assert table.table_state.seq == seq
    assert any("999" in text for text in phone.texts())


def test_the_running_change_stays_as_long_as_the_series(table, monkeypatch) -> None:
    """The running change is shown for as long as the series can be undone as one.

    Both end five seconds after the last tap, or with an undo.
    """
    clock = [1000.0]
    monkeypatch.setattr(table, "_clock", lambda: clock[0])
    table.adjust("seat.1.cents", 1)
    clock[0] += ADJUSTMENT_SECONDS
    table.adjust("seat.1.cents", 10)
    running = table.open_adjustment
    assert (running.value_before, running.value_after, running.seconds_left) == (3, 14, ADJUSTMENT_SECONDS)
    clock[0] += ADJUSTMENT_SECONDS + 0.1
    assert table.open_adjustment is None
    table.adjust("seat.1.cents", 1)
    assert (table.open_adjustment.value_before, table.open_adjustment.value_after) == (14, 15)
    assert len({line.entry.group for line in table.log()[-3:]}) == 2
    table.undo()
    assert table.open_adjustment is None
    assert ADJUSTMENT_SECONDS == tables.ADJUSTMENT_SECONDS == 5


def test_a_series_reads_as_one_line(table) -> None:
    """A series of corrections is one line in ribbon and history, and reopening undoes all of it."""
    for by in (1, 1, 10):
        table.adjust("seat.1.cents", by)
    told = merge_adjustments(table.log())[-1]
    assert EN(told.text) == "By hand: Beto, ¢ +12"
    assert EN(told.notes[0].text) == "By hand: Beto, ¢ 3 → 15"
    assert (told.notes[0].change.before, told.notes[0].change.after) == (3, 15)
    assert recent_lines(table.log())[0].seq == table.log()[-3].entry.seq
    assert [EN(text) for text in table.view().preview_undo().entries] == ["By hand: Beto, ¢ +12"]


def test_a_recent_line_says_nothing_twice(library: Library) -> None:
    """Where the answer and what it led to are the same sentence, the line has it once."""
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"))
    table.answer(table.prompt_id, Began(1))
    assert "Beto begins" in [EN(note.text) for note in table.log()[-1].notes]
    assert recent_lines(table.log())[0].text.count("Beto begins") == 1


# --- tap guard ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["No responses", "Somebody responds", "An effect triggers"])
async def test_a_tap_meant_for_the_last_question_is_ignored(table, library, name, monkeypatch) -> None:
    """A tap meant for the previous question is ignored and not queued.

    After another phone's action, the thumb's zone here takes no tap until the guard ends.
    """
    for module in (intents, zone):
        monkeypatch.setattr(module, "TAP_GUARD_SECONDS", 60)  # longer than any machine needs
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    say(table, Rolled((4,)))
    for _ in range(4):
        await asyncio.sleep(0.01)
        await phone.settle()
    before, seq = phone.names(), table.table_state.seq
    assert pale(phone)
    await phone.tap(name)
    assert (phone.names(), table.table_state.seq) == (before, seq)
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 0)  # the guard has ended
    await phone.settle()
    assert (phone.names(), table.table_state.seq) == (before, seq)
    await phone.tap(name)
    assert (phone.names(), table.table_state.seq) != (before, seq)


def pale(phone: Phone) -> bool:
    """Whether the thumb's zone is still fading in."""
    return any(isinstance(one, ft.LayoutControl) and one.animate_opacity is not None for one in phone.controls())


# --- rule sheets -------------------------------------------------------------------------------------------------


async def test_every_line_of_the_ribbon_can_be_asked_why(table, library) -> None:
    """A ribbon line's details show the rule and the number before and after, and lead to the sheet of all notes."""
    asked = []
    phone = await at_table(table, library, ways=asked.append)
    await phone.tap("Details")
    await phone.tap("What happened: Ana: +1 loot card (4)")
    assert {"Ana: +1 loot card (4)", "FS-43", "3", "4"} <= set(phone.texts())
    await phone.tap("Why: Ana: +1 loot card (4)")
    assert [note.rule for note in asked[0].notes] == ["FS-43"]
    assert (asked[0].notes[0].change.before, asked[0].notes[0].change.after) == (3, 4)
    assert asked[0].switch == "stop.loot_1"


async def test_the_rule_sheet_names_the_switch_and_leads_to_it(table) -> None:
    """The rule sheet shows the rule, the change, and the deciding switch with its ruling.

    One tap leads to the setting.
    """
    line = next(line for line in table.log() if line.switch == "stop.loot_1")
    ways: list[str] = []
    game = GAMES["four_souls"]
    phone = App()
    asked = Explanation(line.notes[0].rule, line.notes, line.switch)
    phone.language = "es"
    await phone.show(lambda: rule_sheet(game, asked, {}, print, ways.append).content)
    assert game.rulebook["FS-43"]["es"] in phone.text
    assert phone.text.index("\n3") < phone.text.rindex("\n4")
    assert "Lo decidió «" in phone.text
    assert ": no" in phone.text
    await phone.tap("Cambiar")
    assert ways == ["stop.loot_1"]


async def test_the_switch_that_decided_stands_at_the_top_of_the_settings(library, table) -> None:
    """The link to a switch opens the settings with that switch at the top."""
    phone = await app_at(library, f"/t/{table.match.id}/settings/FS-A27")
    title = ES(next(s.title for s in table.game.switches if s.key == "FS-A27"))
    await phone.sees(title)
    assert phone.text.index(title) < phone.text.index("Nivel de ayuda")


# --- vibration and sound -----------------------------------------------------------------------------------------


async def felt(table: Table, library: Library, worn: Preferences) -> tuple[Phone, Felt]:
    """Return a phone with these preferences at a table, and what is felt of it."""
    phone = await at_table(table, library, worn=worn)
    return phone, Felt(phone)


async def test_a_tap_taken_a_call_and_a_refusal_feel_different(table, library, monkeypatch) -> None:
    """A tap taken, a call and a refusal have different vibrations.

    Light for a tap that was taken, medium for a call, longer for a refusal.
    """
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60)  # a busy machine may take longer than the guard for a tap
    phone, hand = await felt(table, library, Preferences())
    await phone.tap("Attack Fly")
    assert await hand.done(phone) == ["light_impact"]
    await phone.tap("Die: 4")
    assert await hand.done(phone) == ["vibrate"]  # within the tap guard
    say(table, Rolled((4,)))
    assert await hand.done(phone) == ["medium_impact"]


async def test_sounds_have_their_own_switch(table, library) -> None:
    """Sound and vibration have separate switches; with both off there is neither."""
    phone, hand = await felt(table, library, Preferences(touch=False, sound=True))
    await phone.tap("Attack Fly")
    assert await hand.done(phone) == ["play"]
    phone, hand = await felt(table, library, Preferences(touch=False))
    await phone.tap("Undo")
    assert await hand.done(phone) == []


def test_the_two_sounds_are_short_and_differ() -> None:
    """The two sounds differ, last under half a second each, and are small."""
    taken, called = render_wav(ACCEPTED_NOTES), render_wav(CALL_NOTES)
    assert taken != called
    assert all(sound[:4] == b"RIFF" and len(sound) < 16_000 for sound in (taken, called))


# --- stored preferences ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kept",
    [
        None,
        "",
        "{",
        "[]",
        '{"text": "huge"}',
        '{"text": 3, "awake": "yes"}',
        '{"theme": "pink"}',
        '{"announce": "shouted", "text": "large"}',
        '{"language": "tlh"}',
        "[" * 100_000,
        '{"a":' * 50_000,
    ],
)
def test_what_was_never_kept_by_us_is_as_usual(kept) -> None:
    """Stored preferences of the wrong shape are replaced by the defaults."""
    assert parse_preferences(kept) == Preferences()


def test_habits_come_back_as_they_were_kept() -> None:
    """Preferences are read back as stored, except the system's own, which are asked for anew."""
    chosen = Preferences(
        "largest", "less", False, False, True, False, language="en", theme="dark", hands=False, announce="long"
    )
    worn = replace(chosen, still=True, letters=1.25)
    assert parse_preferences(worn.to_json()) == chosen


def test_what_the_browser_enlarges_counts_too() -> None:
    """Text scaling of the browser and of the app multiply, to twice the usual size at most.

    Only the app's own value is stored.
    """
    worn = Preferences("largest", letters=1.25)
    assert worn.scale == TEXT_SCALES["largest"] * 1.25
    assert replace(worn, letters=3.0).scale == 2
    assert json.loads(worn.to_json())["scale"] == TEXT_SCALES["largest"]


def test_a_tablet_is_read_from_farther_away() -> None:
    """Letters and boxes are a quarter larger on a tablet, in the page's script as in Python, and never over twice."""
    script = (ASSETS / "lettering.js").read_text("utf-8")
    assert f"TABLET_SCALE = {TABLET_SCALE}, TABLET_WIDTH = {TWO_COLUMN_WIDTH}, " in script
    assert f"TABLET_HEIGHT = {LANDSCAPE_HEIGHT};" in script
    assert Preferences("largest", tablet=True).scale == TEXT_SCALES["largest"] * TABLET_SCALE
    assert Preferences("double", tablet=True).scale == 2
    assert [is_tablet(*size) for size in ((820, 1180), (1180, 820), (390, 844), (844, 390))] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("motion", "still", "swift"),
    [("system", False, AnimationTime.STANDARD_MS), ("system", True, 0), ("less", False, 0), ("full", True, 180)],
)
def test_less_motion_is_none(motion, still, swift) -> None:
    """Animation takes no time where less motion is asked for, and 150 to 250 ms otherwise."""
    assert Preferences(motion=motion, still=still).animation_ms == swift
    assert 150 <= AnimationTime.STANDARD_MS <= 250


async def test_a_phones_habits_are_its_own_and_kept(library, table) -> None:
    """Preferences belong to one phone, are stored in its browser, and apply when it returns."""
    kept: dict[str, str] = {}

    class Still(App):
        def ready(self) -> None:
            still = features("disable_animations", "reduce_motion")
            self.answering.replies["get_accessibility_features"] = lambda body: still

    phone = await app_at(library, f"/t/{table.match.id}/settings", lambda: Still(kept=kept))
    await phone.sees("Tamaño del texto")
    assert look_of(phone.page).preferences.animation_ms == 0
    await phone.tap("Tamaño del texto: Muy grande")
    await phone.tap("Movimiento: Normal")
    assert json.loads(kept[PREFERENCES_KEY])["scale"] == TEXT_SCALES["largest"]
    assert float(phone.find("Tamaño del texto: Grande").height) == 52 * 1.3
    phone = await app_at(library, f"/t/{table.match.id}/settings", lambda: Still(kept=kept))
    await phone.sees("Tamaño del texto")
    worn = look_of(phone.page).preferences
    assert (worn.text, worn.animation_ms) == ("largest", AnimationTime.STANDARD_MS)


def test_the_page_scales_what_python_keeps() -> None:
    """The page's script reads the text size under the storage key that Python writes."""
    script = (ROOT / "companion/server/assets" / "lettering.js").read_text("utf-8")
    assert f"'{PREFERENCES_KEY}'" in script
    assert f"'flutter.{LETTERS_KEY}'" in script
    assert ".scale" in script
    assert "lettering.js" in (ROOT / "companion/server/assets" / "index.html").read_text("utf-8")


async def test_no_height_is_forgotten(table, library) -> None:
    """Every tappable part grows with the text size; only what holds a single line stays as high as a finger."""
    phone, _ = await felt(table, library, Preferences(text="largest"))
    heights = [(name, b.height) for name, b in phone.buttons() if isinstance(b, ft.TextButton) and b.height]
    assert heights
    forgotten = [(name, height) for name, height in heights if round(height / 1.3, 6) != round(height / 1.3)]
    low = {name: round(height, 6) for name, height in forgotten if height < 1.3 * MIN_TAP_SIZE}
    assert set(low.values()) == {MIN_TAP_SIZE}
    assert [name for name in low if not OF_ONE_LINE.match(name)] == []


async def test_jumps_are_confirmed_only_where_that_is_wanted(library) -> None:
    """A history line is undone by a second tap, or by the first if confirmation is off."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    table.answer(table.prompt_id, Stayed())
    table.answer(table.prompt_id, Rolled((3,)), ANA)

    for sure, totals in ((True, (3, 0)), (False, (0, 0))):
        kept = {PREFERENCES_KEY: Preferences(sure=sure).to_json()}
        phone = await app_at(library, f"/t/{table.match.id}/history", lambda kept=kept: App(kept=kept))
        await phone.tap("Ana rolled 3")
        assert table.state.totals == totals


@pytest.mark.parametrize("by", [3, 30])
async def test_a_change_takes_the_place_of_the_numbers_sign(table, library, by) -> None:
    """A difference stands where the sign of its number stood, so that nothing becomes wider."""
    table.adjust("seat.1.cents", by)
    phone = await at_table(table, library)
    rows = [one.controls for one in phone.controls(phone.find("Beto, life")) if isinstance(one, ft.Row)]
    [parts] = [
        row for row in rows if any(getattr(getattr(one, "content", None), "value", "") == f"+{by}" for one in row)
    ]
    assert not any(isinstance(one, ft.Icon) for one in parts)
    assert len(parts) == 2


# --- what a browser gives ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("browser", [ft.WebBrowserName.FIREFOX, ft.WebBrowserName.CHROME])
async def test_the_settings_say_what_the_browser_lacks_and_check_it(
    table: Table, library: Library, monkeypatch: pytest.MonkeyPatch, browser: ft.WebBrowserName
) -> None:
    """In Firefox a sentence says so; a long press on the version writes the key to which the page's script listens."""

    async def info(self: ft.Page) -> SimpleNamespace:
        return SimpleNamespace(languages=["es-ES"], browser_name=browser)

    monkeypatch.setattr(ft.Page, "get_device_info", info)
    phone: App = await app_at(library, f"/t/{table.match.id}/settings")
    await phone.sees(f"Sobremesa {VERSION}")
    assert (ES(FIREFOX_TEXT) in phone.text) == (browser == ft.WebBrowserName.FIREFOX)
    line = phone.one(ft.GestureDetector, lambda one: VERSION in getattr(one.content, "value", ""))
    await phone.fire(line, "long_press", {})
    assert CHECK_KEY in phone.kept
    assert f"'{CHECK_KEY}'" in (ASSETS / "device-check.js").read_text("utf-8")


# --- scrolling ---------------------------------------------------------------------------------------------------


async def test_a_new_question_scrolls_into_sight(
    table: Table, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has scrolled down sees the next question; a number set by hand or a sheet moves nothing."""
    scrolled = list[object]()

    async def scroll_to(self: ft.Column, **to: object) -> None:
        scrolled.append(to.get("offset"))

    monkeypatch.setattr(ft.Column, "scroll_to", scroll_to)
    phone = await at_table(table, library)
    assert scrolled == []
    table.adjust("seat.1.cents", 1)
    await phone.settle()
    assert scrolled == []
    say(table, Attacked(table.state.slots[0].id))
    await phone.settle()
    assert set(scrolled) == {0}
