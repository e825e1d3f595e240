"""A real browser shows why the server slowed or ended its page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server

CAUGHT = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) { window.caught = this; return send.call(this, data); };
}"""


def catches(phone: Phone) -> Phone:
    """Keep the page's WebSocket, once it has sent something."""
    phone.page.evaluate(CAUGHT)
    return phone.tap("Four Souls").sees("Jugador 1")


def says(phone: Phone, sentence: str, where: str) -> None:
    """Wait for that sentence over the page."""
    phone.until("what => document.querySelector(what)?.textContent.length > 0", where)
    assert sentence in phone.page.evaluate("what => document.querySelector(what).textContent", where)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ("new Uint8Array([7, 7])", "La mesa no ha entendido lo que ha enviado este teléfono."),
        ("new Uint8Array(2000000)", "Este teléfono ha enviado más de 1 MB de una vez"),
    ],
    ids=["malformed", "too large"],
)
def test_a_page_that_was_ended_says_why_and_goes_on_at_a_touch(
    chromium: Any, server: Server, sent: str, sentence: str
) -> None:
    """An ended page shows its reason until it is touched, and then opens again."""
    with driving.phone(chromium, server) as phone:
        catches(phone).page.evaluate(f"() => caught.send({sent})")
        says(phone, sentence, "#outage p")
        phone.page.click("#outage")
        phone.page.wait_for_load_state()
        phone.wake().sees("Jugador 1")


def test_a_page_that_is_slowed_says_so_and_goes_on(chromium: Any, server: Server) -> None:
    """A slowed page shows the server's text frame for a while, hidden from Flet's client."""
    with driving.phone(chromium, server) as phone:
        catches(phone).page.evaluate("() => caught.dispatchEvent(new MessageEvent('message', { data: 'slowed' }))")
        says(phone, "lo que toques se hará un poco más tarde", "#notice")
        phone.tap("Atrás").sees("Four Souls", "Malifaux")
