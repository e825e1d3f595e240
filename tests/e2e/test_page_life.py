"""A page in a browser that hides it, turns it, or goes back: what it took is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.ui import browser as driving

LOCKS = """(() => {
  window.locks = { asked: 0, held: new Set(), refuses: false };
  navigator.wakeLock.request = async () => {
    if (locks.refuses) throw new DOMException('low battery', 'NotAllowedError');
    locks.asked += 1;
    const sentinel = new EventTarget();
    sentinel.release = async () => { locks.held.delete(sentinel); sentinel.dispatchEvent(new Event('release')); };
    locks.held.add(sentinel);
    return sentinel;
  };
})()"""
"""Script with which a browser counts the locks of its screen."""
SHOW = """(state) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
  if (state === 'hidden') for (const one of [...locks.held]) one.release(); // as every browser does
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Script that hides or shows the page as a look at another app does."""
SOUND = """() => { window.sound = new AudioContext(); return sound.suspend(); }"""


@pytest.fixture
def table(chromium: Any, server: driving.Server) -> Iterator[driving.Phone]:
    """A phone at a table of King of Tokyo whose first roll is asked for."""
    with driving.phone(chromium, server, "/new/king_of_tokyo", (LOCKS,)) as one:
        one.tap("Empezar").tap("Jugador 1").sees("Tira Jugador 1")
        yield one


def held(phone: driving.Phone) -> int:
    return int(phone.page.evaluate("locks.held.size"))


def test_the_screen_stays_on_after_a_look_at_another_app(table: driving.Phone) -> None:
    """The browser drops the lock of a hidden page; shown again, the page has one again, as often as it is hidden."""
    table.until("() => locks.held.size === 1")
    for _ in range(2):
        table.page.evaluate(SHOW, "hidden")
        assert held(table) == 0
        table.page.evaluate(SHOW, "visible")
        table.until("() => locks.held.size === 1")


def test_a_lock_that_is_refused_is_said(table: driving.Phone) -> None:
    """Where the browser will not keep the screen on any more, a sentence says it."""
    table.until("() => locks.held.size === 1")
    table.page.evaluate(SHOW, "hidden")
    table.page.evaluate("locks.refuses = true")
    table.page.evaluate(SHOW, "visible")
    table.until("() => document.getElementById('notice')?.textContent.includes('se apague')")


def test_who_left_the_table_holds_no_lock(table: driving.Phone) -> None:
    """A page that shows no table lets the screen go dark, also after it was hidden."""
    table.until("() => locks.held.size === 1")
    table.tap("Atrás").sees("King of Tokyo").until("() => locks.held.size === 0")
    table.page.evaluate(SHOW, "hidden")
    table.page.evaluate(SHOW, "visible")
    table.page.wait_for_timeout(500)
    assert held(table) == 0


def test_sound_goes_on_when_the_page_shows_again(table: driving.Phone) -> None:
    """A sound that the browser has halted is asked to go on."""
    table.page.evaluate(SOUND)
    assert table.page.evaluate("sound.state") == "suspended"
    table.page.evaluate("() => { sound.resume = async () => { sound.asked = true; }; }")
    table.page.evaluate(SHOW, "hidden")
    assert not table.page.evaluate("sound.asked")
    table.page.evaluate(SHOW, "visible")
    assert table.page.evaluate("sound.asked")


def test_turned_and_hidden_it_keeps_typed_dice(table: driving.Phone) -> None:
    """Dice that were typed are there after the phone was turned, and after it was hidden."""
    table.tap("Dado: 3").tap("Dado: 3")
    table.sees("Quitar el dado: 3")
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.sees("Quitar el dado: 3", "Faltan 4 dados por tocar")
    table.page.evaluate(SHOW, "hidden")
    table.page.evaluate(SHOW, "visible")
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.sees("Quitar el dado: 3", "Faltan 4 dados por tocar")


def test_back_closes_the_sheet_then_leaves_the_table(table: driving.Phone) -> None:
    """Back closes what was opened last; the next one leads away."""
    route = table.at_table()
    table.tap("Jugador 2, ").sees("Cerrar")
    table.page.go_back()
    table.sees_no("Cerrar")
    assert table.path == route
    table.sees("Tira Jugador 1")
    table.page.go_back()
    table.until("() => !location.pathname.startsWith('/t/')")


def test_back_closes_a_dialog_and_keeps_the_names(chromium: Any, server: driving.Server) -> None:
    """In the set-up Back closes the choice of a look; after a second one, the names are still there."""
    with driving.phone(chromium, server) as phone:
        phone.tap("King of Tokyo").sees("¿Quién juega?")
        phone.type("Jugador 1", "Zoe").tap("Color y signo: Zoe").sees("Hecho")
        phone.page.go_back()
        phone.sees_no("Hecho").sees("¿Quién juega?")
        assert phone.path == "/new/king_of_tokyo"
        phone.page.go_back()
        phone.sees_no("¿Quién juega?")
        phone.tap("King of Tokyo").sees("Zoe")


def test_a_page_that_is_left_and_navigated_back_to_keeps_what_was_typed(table: driving.Phone) -> None:
    """Another page in the same tab, and back: the table is there with the dice."""
    table.tap("Dado: 3").tap("Dado: 3").sees("Faltan 4 dados por tocar")
    table.page.goto("about:blank")
    table.page.go_back()
    table.wake().sees("Faltan 4 dados por tocar")


SOON = 10_000
"""Milliseconds until a start screen goes: half of what it stays where the app says nothing."""


@pytest.mark.parametrize(("locale", "says"), [("es-ES", "Poniendo la mesa…"), ("en-GB", "Setting the table…")])
def test_a_page_that_opens_says_so_in_its_language(
    chromium: Any, server: driving.Server, locale: str, says: str
) -> None:
    """Flet's English word is covered until the first page is drawn, also where the same page is loaded again."""
    context = chromium.new_context(locale=locale, bypass_csp=True)
    try:
        page = context.new_page()
        page.goto(server.url, wait_until="commit")
        page.wait_for_selector("#opening p", state="attached")
        phone = driving.Phone(page, server)
        phone.until("says => document.querySelector('#opening p').textContent === says", says)
        page.wait_for_selector("flt-semantics-placeholder", state="attached")
        page.wait_for_selector("#opening", state="detached")
        phone.wake()
        assert "Working" not in phone.text
        page.reload(wait_until="commit")
        page.wait_for_selector("#opening p", state="attached")
        page.wait_for_selector("#opening", state="detached", timeout=SOON)
    finally:
        context.close()


def test_the_browsers_bars_wear_the_theme_of_the_app(table: driving.Phone) -> None:
    """The theme that is chosen in the app colors the browser's bars, whatever the system's is, and the next start."""
    first = "document.querySelector('meta[name=theme-color]').content"
    table.page.emulate_media(color_scheme="dark")
    table.until(f"() => {first} === '#1a1512'")
    table.tap("Menú").tap("Claro").until(f"() => {first} === '#fbf5ed'")
    table.page.reload(wait_until="commit")
    table.page.wait_for_selector("#opening p", state="attached")
    assert table.page.evaluate(first) == "#fbf5ed"
    assert table.page.evaluate("getComputedStyle(document.getElementById('opening')).backgroundColor") == (
        "rgb(251, 245, 237)"
    )


def test_a_shortcut_of_the_installed_app_leads_to_the_game(table: driving.Phone) -> None:
    """The address that the manifest names leads to the game that was played last."""
    table.open("/#/resume").sees("Tira Jugador 1")
    assert table.path == "/resume"
