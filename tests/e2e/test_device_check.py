"""What a device gives the app: the page over the app looks by itself, asks for the rest, and makes a text to send."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.support.paths import ROOT
from tests.support.ui import browser as driving
from tests.support.ui.device_check import BY_HAND, BY_ITSELF, has_result, read_check, run_check, try_row
from tests.support.ui.fake_camera import FIVE, film, film_flags
from tests.support.ui.four_souls_setup import laid

SMALL = {"width": 390, "height": 664}
SHOWN = """shown => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: shown ? 'visible' : 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Script after which the page shows, or is hidden."""


@pytest.fixture(scope="module")
def filmed(installed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Chromium whose camera shows a die."""
    reel = tmp_path_factory.mktemp("camera") / "film.mjpeg"
    film(reel, FIVE.still(30, (0,)))
    with sync_playwright() as playwright, driving.chromium(playwright, driving.ONCE, *film_flags(reel)) as browser:
        yield browser


def test_it_looks_and_asks_and_makes_one_text(filmed: Any, server: driving.Server) -> None:
    """In Chromium, from a long press on the version in a table's settings, to the end: everything has its answer."""
    route = laid(server)
    with driving.phone(filmed, server, f"{route}/settings", viewport=SMALL, permissions=["camera"]) as phone:
        tab = phone.page
        version = tab.locator("flt-semantics", has_text="Sobremesa 1.0.0").last
        version.scroll_into_view_if_needed()
        tab.wait_for_timeout(driving.HUMAN)
        version.click(delay=1000)
        said = run_check(tab)
        assert said["head"] == "Sobremesa, app de su servidor"
        assert {row for row in BY_ITSELF if said[row][0] == "✓"} >= {"device", "engine", "font", "camera"}, list(
            said.values()
        )
        assert "imágenes/s" in said["camera"]
        assert {said[row][0] for row in BY_HAND} == {"?"}
        phone.shot("device-check-1")
        do_by_hand(tab)
        said = read_check(tab)
        assert [said[row][0] for row in BY_HAND] == ["✓", "✗", "✓", "✓", "✓"], said
        tab.locator("#check-report").scroll_into_view_if_needed()
        phone.shot("device-check-2")
        text = tab.locator("#check-report").input_value()
        assert not [word for word in ("Ana", "Beto", "127.0.0.1", str(server.port), route) if word in text]
        for name in ("Copiar el texto", "Copiado", "Cerrar"):
            tab.locator("#check").get_by_role("button", name=name).click()
        phone.sees("Este teléfono")


def do_by_hand(tab: Any) -> None:
    """What a person does: feels the phone vibrate, hears nothing, turns it, goes back, leaves and comes again."""
    page = tab.locator("#check")
    for row, answer in (("buzz", "Sí"), ("sound", "No")):
        try_row(tab, row)
        page.get_by_role("button", name=answer, exact=True).click()
    try_row(tab, "turned")
    for size in ({"width": 664, "height": 390}, SMALL):
        tab.wait_for_timeout(driving.HUMAN)
        tab.set_viewport_size(size)
    has_result(tab, "turned", "✓")
    try_row(tab, "back")
    tab.evaluate("history.back()")
    has_result(tab, "back", "✓")
    try_row(tab, "away")
    for is_shown in (False, True):
        tab.wait_for_timeout(driving.HUMAN)
        tab.evaluate(SHOWN, is_shown)
    has_result(tab, "away", "✓")


def test_a_second_check_finds_what_the_first_one_kept(filmed: Any, server: driving.Server) -> None:
    """By its address, with no camera allowed: that is said, and what was written is found after a reload."""
    with driving.phone(filmed, server, "/check", viewport=SMALL) as phone:
        said = run_check(phone.page)
        assert said["camera"].startswith("✗ Cámara: el navegador no lo permite")
        assert said["keeps"].startswith("?")
        phone.reload()
        assert run_check(phone.page)["keeps"] == "✓ Lo guardado sigue: guarda desde hace 0 min"


def test_english_has_words_of_its_own(filmed: Any, server: driving.Server) -> None:
    """Every row, question and button is said in English too."""
    with driving.phone(filmed, server, "/check", viewport=SMALL) as phone:
        spanish = words(phone.page)
        phone.open("/check?lang=en")
        english = words(phone.page)
        run_check(phone.page)
        phone.shot("device-check-en")
    assert len(english) == len(spanish)
    assert not set(english) & set(spanish) - {"?"}


def words(tab: Any) -> list[str]:
    """What the page says, without what it found."""
    return [line.strip() for line in tab.locator("#check main").inner_text().splitlines() if line.strip()]


def test_the_page_for_a_person_has_twenty_lines_and_names_what_needs_one(filmed: Any, server: driving.Server) -> None:
    """Each of the numbered lines says what must be seen, and every row that needs a person is named."""
    told = (ROOT / "docs" / "device-check.md").read_text("utf-8")
    lines = re.findall(r"^(\d+)\. (.+(?:\n   .+)*)", told, re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(1, 21))
    assert [number for number, line in lines[:-1] if "**" not in line] == []
    with driving.phone(filmed, server, "/check") as phone:
        names = [phone.page.locator(f"#check-{row} > div").first.inner_text().strip() for row in BY_HAND]
    assert [name for name in names if f"*{name}*" not in told] == []
