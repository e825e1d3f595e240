"""Preferences and habits that need a real browser: a held key and larger text."""

from collections.abc import Callable

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.browser import READ, Phone, Server
from tests.support.ui.headless import action_phase
from tests.support.ui.layout import chosen_among


def test_a_held_key_and_larger_letters(server: Server, phones: Callable[..., Phone]) -> None:
    """A tap counts one, a hold counts ten repeatedly, each with a vibration; text size is kept.

    A larger text size applies at once, and the accessibility tree says which one is chosen.
    """
    storage = Storage(server.data)
    match = action_phase(Library(storage, GAMES)).match.id
    storage.close()
    phone = phones()
    phone.page.add_init_script(
        "window.felt = []; navigator.vibrate = (long) => { window.felt.push(long); return true }"
    )
    phone.open(f"/t/{match}").tap("Beto, ").sees("Más: ¢")
    hold(phone, "Más: ¢")
    phone.until(
        f"() => {{ const shown = /\\+(\\d+), ahora/.exec(({READ})());"
        " return shown && Number(shown[1]) === 1 + 10 * (window.felt.length - 1) }"
    )
    phone.tap("Cerrar").tap("Deshacer").sees("Beto, vida 2, ¢ 3,")
    phone.open(f"/t/{match}/settings").sees("Tamaño del texto")
    assert chosen_among(phone.page, "Tamaño del texto") == ["Tamaño del texto: Normal"]
    phone.tap("Tamaño del texto: Muy grande")
    phone.page.wait_for_function("document.documentElement.style.fontSize === '130%'")
    phone.until(
        "() => [...document.querySelectorAll('[aria-current=true]')].some((one) => /Muy grande/.test(one.textContent))"
    )
    assert chosen_among(phone.page, "Tamaño del texto") == ["Tamaño del texto: Muy grande"]
    phone.reload()
    assert phone.page.evaluate("document.documentElement.style.fontSize") == "130%"


def hold(phone: Phone, name: str) -> None:
    """One tap, then a long press, until the tap and two steps of ten have vibrated."""
    box = phone.box(name)
    mouse = phone.page.mouse
    mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.wait_for_timeout(400)
    mouse.down()
    phone.page.wait_for_function("window.felt.length >= 3")
    mouse.up()
