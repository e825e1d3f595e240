"""The second engine: the server's app and the page without a server in Firefox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.ui import browser as driving
from tests.support.ui.device_check import BY_ITSELF, has_result, run_check, try_row
from tests.support.ui.die_photo import FACE, PHOTO
from tests.support.ui.four_souls_setup import laid, sit_down
from tests.support.ui.published_page import PATIENCE, PublishedPage, wait_until_kept


@pytest.fixture
def phone(firefox: Any, server: driving.Server) -> Iterator[driving.Phone]:
    """A Spanish phone with a Firefox, at a table in Ana's action phase."""
    with driving.phone(firefox, server, laid(server)) as one:
        yield one


@pytest.mark.landing
def test_a_photo_is_the_roll_and_a_reload_comes_back_to_it(phone: driving.Phone) -> None:
    """An attack, a live camera, a photographed die, a reload: the same question as in Chromium, in our own font."""
    phone.sees("¿Qué haces?").tap("Atacar Anillo de moscas").sees("Tira un dado contra Anillo de moscas")
    phone.tap(re.compile("^Cámara")).sees("Falta 1 dado").upload(PHOTO, "Una imagen de un archivo")
    phone.sees(f"Tirada de {FACE}: ¿alguien responde?", "Acierta: 1 de daño a Anillo de moscas")
    phone.shot("firefox-roll")
    phone.reload().sees(f"Tirada de {FACE}: ¿alguien responde?")
    assert not spare_fonts(phone)


def test_after_the_first_visit_it_needs_no_network(
    page: PublishedPage, firefox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page without a server, its host gone: a new game, a photo is the roll, the shortcut comes back to it."""
    monkeypatch.setattr(driving, "PATIENCE", PATIENCE)
    context = firefox.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    context.add_init_script(driving.HINTS_SEEN)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    tab = context.new_page()
    page.open(tab).sees("La mesa aún está vacía")
    assert wait_until_kept(tab) > 40
    page.stop()
    try:
        phone = page.open(tab).sees("La mesa aún está vacía")
        sit_down(phone)
        phone.tap("Atacar Anillo de moscas").tap(re.compile("^Cámara")).sees("Falta 1 dado")
        phone.upload(PHOTO, "Una imagen de un archivo").sees(f"Tirada de {FACE}: ¿alguien responde?")
        tab.wait_for_timeout(1500)  # the app writes to the browser's storage every half a second
        again = page.open(tab, "#/resume").sees(f"Tirada de {FACE}: ¿alguien responde?")
        assert not spare_fonts(again)
        again.tap("Deshacer").sees("Tira un dado contra Anillo de moscas").shot("firefox-alone")
        again.tap("Menú").sees("Sobremesa ocupa")
        assert [url for url in asked if "onnxruntime" in url], "the nets run as fast as in Chromium"
        page.open(tab, "#/check")
        assert run_check(tab)["offline"].startswith("✓ Sin red: ")
    finally:
        page.start()
        context.close()


def test_firefox_has_no_vibration_and_says_so(phone: driving.Phone) -> None:
    """The check finds camera, font and the screen's lock, but no vibration; the settings say what Firefox lacks."""
    phone.open(f"{phone.at_table()}/settings").sees("Firefox no vibra ni ofrece instalar la app")
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.open("/check")
    said = run_check(phone.page)
    assert {row for row in BY_ITSELF if said[row][0] == "✓"} >= {"device", "font", "camera", "awake"}, said
    try_row(phone.page, "buzz")
    has_result(phone.page, "buzz", "–")
    phone.shot("device-check-firefox")


def spare_fonts(phone: driving.Phone) -> list[str]:
    """The fallback fonts that were fetched: none for Spanish words and icons."""
    files = phone.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    return [name for name in files if driving.FONTS in name and "/noto" in name]
