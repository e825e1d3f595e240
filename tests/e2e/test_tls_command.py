"""``sobremesa --tls`` as a process of its own."""

from __future__ import annotations

import ssl
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from companion.access.lan import lan_addresses
from companion.server import tls
from tests.support.server.access import (
    ended,
    lines,
    networked,
)
from tests.support.server.command_line import start
from tests.support.server.processes import free_port


@networked
def test_a_phone_that_trusts_us_comes_in_over_https(tmp_path: Path) -> None:
    """A phone joins over TLS: certificate over http, then page and WebSocket, also after a kill."""
    port = free_port()
    host = lan_addresses()[0]
    command = ("--tls", "--port", str(port), "--no-browser", "--data", str(tmp_path))
    process = start(*command)
    try:
        told = lines(process, f"https://{host}:{port + 1}/?i=")
        invited = told.split()[-1]
        authority = httpx.get(f"http://{host}:{port}/sobremesa.crt", timeout=20).content
        fingerprint = x509.load_der_x509_certificate(authority).fingerprint(tls.hashes.SHA256()).hex(":").upper()
        assert fingerprint in told
        trusting = ssl.create_default_context(cadata=authority)
        with httpx.Client(verify=trusting, timeout=20) as phone:
            assert phone.get(f"https://{host}:{port + 1}/").status_code == 403
            cookie = {"Cookie": phone.get(invited).headers["set-cookie"].split(";")[0]}
            assert cookie["Cookie"].startswith(f"__Host-sobremesa-{port + 1}=")
            assert "flet" in phone.get(f"https://{host}:{port + 1}/").text
            assert phone.get(f"https://127.0.0.1:{port + 1}/").status_code == 200
        with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
            httpx.get(f"https://{host}:{port + 1}/", timeout=20)
        assert "flet" in httpx.get(f"http://127.0.0.1:{port}/", timeout=20).text
        page = {"origin": f"https://{host}:{port + 1}"}
        url = f"wss://{host}:{port + 1}/ws"
        with pytest.raises(InvalidStatus, match="403"), connect(url, ssl=trusting, **page):
            pass
        process.kill()
        process.wait()
        process = start(*command)
        lines(process, invited)
        with connect(url, ssl=trusting, additional_headers=cookie, **page) as socket:
            socket.ping().wait(10)
    finally:
        ended(process)
