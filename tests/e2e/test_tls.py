"""A phone joins over https in a real browser: it trusts the certificate, scans, and plays."""

import base64
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from playwright.sync_api import sync_playwright

from tests.support.server.network_guest import ADDRESS, Guest
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server

pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")
SECURE = """async () => [window.isSecureContext, !!navigator.mediaDevices?.getUserMedia, !!navigator.clipboard,
    'wakeLock' in navigator, document.cookie, location.href]"""


@pytest.fixture
def options() -> tuple[str, ...]:
    return ("--tls",)


def trusted(data: Path) -> str:
    """Hash of the server's key for Chromium, which takes no authority on its command line."""
    kept = x509.load_pem_x509_certificate((data / "tls" / "server.pem").read_bytes())
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    key = kept.public_key().public_bytes(serialization.Encoding.DER, form)
    digest = hashes.Hash(hashes.SHA256())
    digest.update(key)
    return base64.b64encode(digest.finalize()).decode()


def test_a_phone_comes_in_over_https(installed: None, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page with the certificate is plain http; the table is https and wss, a secure context."""
    guest = Guest(server)
    said: list[str] = []
    one_key = f"--ignore-certificate-errors-spki-list={trusted(server.data)}"
    monkeypatch.setattr(driving, "ARGS", [*driving.ARGS, driving.ONCE, one_key])
    with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
        page = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES").new_page()
        page.goto(f"http://{ADDRESS}:{server.port}/")
        assert page.get_by_text("Ajustes de confianza de certificados").is_visible()
        if driving.LOOKED_AT:
            page.screenshot(path=shots("trust-es"), full_page=True)
        with page.expect_download() as download:
            page.get_by_role("link", name="Descargar el certificado").click()
        assert download.value.suggested_filename == "sobremesa.crt"
        clean, guest.url = guest.url, guest.url + guest.invitation
        with driving.phone(chromium, guest, bypass_csp=False) as phone:
            guest.url = clean
            phone.page.on("console", lambda one: said.append(one.text))
            sits(phone, clean)
            with driving.phone(chromium, server) as host:
                shown(host, phone)
    assert [one for one in said if "Content Security" in one or "Mixed Content" in one] == []


def sits(phone: Phone, url: str) -> None:
    """The guest's page is secure, with strict cookies, and starts a match after a reload."""
    assert phone.page.evaluate(SECURE) == [True, True, True, True, "", url]
    kept = {one["name"]: one for one in phone.page.context.cookies()}
    found = {name: one for name, one in kept.items() if name.startswith("__Host-sobremesa-")}
    known, key = sorted(found, key=len, reverse=True)
    assert known == f"{key}-known"
    assert found[known]["value"] == "1", "what links of other sites bring along says nothing of the key"
    assert all(one["secure"] and one["httpOnly"] for one in found.values())
    assert (found[key]["sameSite"], found[known]["sameSite"]) == ("Strict", "Lax")
    phone.reload().tap("Four Souls").type("Jugador 1", "Ana").type("Jugador 2", "Beto").tap("Empezar")
    phone.sees("¿quién eres?")


def shown(host: Phone, phone: Phone) -> None:
    """The host's computer uses plain http, sees the guest's actions, and shows both codes."""
    host.tap("Invitar").sees("Ha llegado un teléfono", f"Copiar http://{ADDRESS}", f"Copiar https://{ADDRESS}")
    host.shot("invite-tls-es")
    host.tap("Cerrar").tap("Ana · Beto").sees("¿quién eres?")
    phone.tap("Ana").tap("Isaac").sees("Isaac: Ana")
    host.sees("Isaac: Ana")
    phone.shot("table-tls-es")


def shots(name: str) -> Any:
    driving.SHOTS.mkdir(parents=True, exist_ok=True)
    return driving.SHOTS / f"{name}.png"
