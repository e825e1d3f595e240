"""What a phone shows whose page was slowed or ended for what it sent, in a real browser."""

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
    """Keep the page's own socket, once it has sent something."""
    phone.page.evaluate(CAUGHT)
    return phone.tap("Four Souls").sees("Persona 1")


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
    """The sentence stays until somebody touches it; then the page opens again."""
    with driving.phone(chromium, server) as phone:
        catches(phone).page.evaluate(f"() => caught.send({sent})")
        says(phone, sentence, "#outage p")
        phone.page.click("#outage")
        phone.page.wait_for_load_state()
        phone.wake().sees("Persona 1")


def test_a_page_that_is_slowed_says_so_and_goes_on(chromium: Any, server: Server) -> None:
    """The server's text frame is shown over the page for a while, and Flet's page does not hear of it."""
    with driving.phone(chromium, server) as phone:
        catches(phone).page.evaluate("() => caught.dispatchEvent(new MessageEvent('message', { data: 'slowed' }))")
        says(phone, "lo que toques se hará un poco más tarde", "#notice")
        phone.tap("Atrás").sees("Four Souls", "Malifaux")
