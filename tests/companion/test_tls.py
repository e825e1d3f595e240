"""``sobremesa --tls``: the local certificate authority, its certificates, and https access."""

import os
import re
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.access import lan as doors
from companion.access.lan import LanAccess
from companion.cli import invitation
from companion.server import tls
from companion.server.middleware import authorize_requests
from companion.server.reception import HouseholdReception
from companion.server.tls import CertificateAuthority
from companion.storage.matches import StorageError
from tests.support.server.access import (
    GUEST,
    HOME,
    SECRET,
    TestClient,
    flet,
    guests,
    key,
    on_screen,
    reads,
)
from tests.support.ui.app import App

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CALLED = ("localhost", "127.0.0.1", "table.local", "192.0.2.7", "fd00::7")
HOST, PLAIN = "192.0.2.7:8551", "192.0.2.7:8550"


def sealed(folder: Path, called=CALLED, now: datetime = NOW) -> CertificateAuthority:
    return CertificateAuthority(folder, lambda: called, lambda: now)


def certificate(folder: Path, name: str = tls.SERVER_FILE) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "tls" / name).read_bytes())


def greeted(server: ssl.SSLContext, authority: bytes, name: str) -> x509.Certificate:
    """The certificate that a strict client is shown under that name, without a network."""
    client = ssl.create_default_context(cadata=authority)
    client.verify_flags |= ssl.VERIFY_X509_STRICT
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = client.wrap_bio(back, there, server_hostname=name)
    other = server.wrap_bio(there, back, server_side=True)
    for _ in range(4):
        for side in (one, other):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    shown = one.getpeercert(binary_form=True)
    assert shown is not None
    return x509.load_der_x509_certificate(shown)


# --- certificates ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CALLED)
def test_who_trusts_the_authority_trusts_every_address(tmp_path: Path, name: str) -> None:
    """A strict client that trusts only our authority accepts each name of this computer."""
    one = CertificateAuthority(tmp_path, lambda: CALLED)
    greeted(one.tls_context(), one.authority_der, name)


def test_no_other_name_is_vouched_for(tmp_path: Path) -> None:
    """The certificate is refused for another name; the authority cannot sign for web sites."""
    one = CertificateAuthority(tmp_path / "a", lambda: CALLED)
    with pytest.raises(ssl.SSLCertVerificationError):
        greeted(one.tls_context(), one.authority_der, "192.0.2.8")
    stolen = CertificateAuthority(tmp_path / "b", lambda: ("bank.example",))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        greeted(stolen.tls_context(), stolen.authority_der, "bank.example")


@pytest.mark.parametrize(("purpose", "is_allowed"), [("sslserver", True), ("smimesign", False), ("codesign", False)])
def test_the_authority_vouches_for_servers_only(tmp_path: Path, purpose: str, is_allowed: bool) -> None:
    """A certificate for mail or code that somebody signs with the authority's key is refused by OpenSSL."""
    sealed(tmp_path, now=datetime.now(UTC))
    pair = tls._parse_pair((tmp_path / "tls" / tls.AUTHORITY_FILE).read_bytes())
    usages = {"sslserver": "SERVER_AUTH", "smimesign": "EMAIL_PROTECTION", "codesign": "CODE_SIGNING"}
    builder = (
        tls._certificate_builder(
            datetime.now(UTC), timedelta(days=9), tls._common_name("x"), pair.certificate.subject, pair.key
        )
        .add_extension(x509.ExtendedKeyUsage([getattr(ExtendedKeyUsageOID, usages[purpose])]), critical=False)
        .add_extension(tls._key_usage(signs=False), critical=True)
    )
    files = tmp_path / "authority.crt", tmp_path / "leaf.crt"
    for file, one in zip(files, (pair.certificate, builder.sign(pair.key, hashes.SHA256())), strict=True):
        file.write_bytes(one.public_bytes(serialization.Encoding.PEM))
    words = ["openssl", "verify", "-purpose", purpose, "-CAfile", str(files[0]), str(files[1])]
    assert (subprocess.run(words, capture_output=True).returncode == 0) is is_allowed


def test_an_authority_of_an_older_version_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One without the limits to servers, which devices trust already, is kept, and its certificates are accepted."""
    monkeypatch.setattr(tls.x509, "ExtendedKeyUsage", lambda usages: x509.OCSPNoCheck())
    monkeypatch.setattr(tls, "NO_DOMAIN", "local")
    older = CertificateAuthority(tmp_path, lambda: CALLED)
    monkeypatch.undo()
    newer = CertificateAuthority(tmp_path, lambda: (*CALLED, "10.0.0.1"))
    assert newer.authority_der == older.authority_der
    greeted(newer.tls_context(), newer.authority_der, "table.local")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps its users' folders apart in its own way")
def test_the_keys_are_this_users_only(tmp_path: Path) -> None:
    """The key files are readable by this user only, also after their mode was changed."""
    sealed(tmp_path)
    folder = tmp_path / "tls"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [one.stat().st_mode & 0o777 for one in sorted(folder.iterdir())] == [0o600, 0o600]
    (folder / tls.AUTHORITY_FILE).chmod(0o644)
    sealed(tmp_path)
    assert (folder / tls.AUTHORITY_FILE).stat().st_mode & 0o777 == 0o600


def test_the_same_is_kept_after_every_start(tmp_path: Path) -> None:
    """A restart keeps authority and certificate unchanged."""
    first = sealed(tmp_path)
    kept = {one.name: one.read_bytes() for one in (tmp_path / "tls").iterdir()}
    assert sealed(tmp_path, CALLED[::-1]).authority_der == first.authority_der
    assert {one.name: one.read_bytes() for one in (tmp_path / "tls").iterdir()} == kept
    assert set(kept) == {tls.AUTHORITY_FILE, tls.SERVER_FILE}


@pytest.mark.parametrize(
    ("called", "now"),
    [
        ((*CALLED, "10.9.0.1"), NOW),
        (CALLED[:-1], NOW),
        (CALLED, NOW + timedelta(days=370)),
        (CALLED, NOW + tls.CERTIFICATE_LIFETIME),
    ],
    ids=["new address", "lost address", "ends soon", "ended"],
)
def test_a_certificate_that_does_no_more_is_renewed(tmp_path: Path, called, now: datetime) -> None:
    """New addresses or a near expiry renew the certificate under the same authority."""
    before = sealed(tmp_path)
    old = certificate(tmp_path)
    after = sealed(tmp_path, called, now)
    new = certificate(tmp_path)
    assert after.authority_der == before.authority_der
    assert new.serial_number != old.serial_number
    assert new.not_valid_after_utc == now + tls.CERTIFICATE_LIFETIME
    new.verify_directly_issued_by(certificate(tmp_path, tls.AUTHORITY_FILE))
    assert new.not_valid_after_utc - new.not_valid_before_utc < timedelta(days=825)  # iOS accepts no longer validity


def test_an_authority_that_ends_is_replaced(tmp_path: Path) -> None:
    """After its ten years an authority is replaced, and the new one issues a new certificate."""
    before = sealed(tmp_path)
    after = sealed(tmp_path, now=NOW + tls.AUTHORITY_LIFETIME)
    assert after.authority_der != before.authority_der
    certificate(tmp_path).verify_directly_issued_by(certificate(tmp_path, tls.AUTHORITY_FILE))


@pytest.mark.parametrize("name", [tls.AUTHORITY_FILE, tls.SERVER_FILE])
@pytest.mark.parametrize("spoilt", [b"", b"nothing", b"other's"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, name: str, spoilt: bytes) -> None:
    """A damaged or mismatched file is replaced, and the certificate matches its authority."""
    sealed(tmp_path / "other")
    sealed(tmp_path)
    path = tmp_path / "tls" / name
    if spoilt == b"other's":
        key, found, _ = (tmp_path / "other" / "tls" / name).read_bytes().partition(b"-----BEGIN CERT")
        spoilt = key + found + path.read_bytes().partition(found)[2]
    path.write_bytes(spoilt)
    again = sealed(tmp_path)
    again.tls_context()
    certificate(tmp_path).verify_directly_issued_by(certificate(tmp_path, tls.AUTHORITY_FILE))
    assert sealed(tmp_path).authority_der == again.authority_der


def test_a_folder_that_cannot_hold_it_is_a_sentence(tmp_path: Path) -> None:
    """If the certificate cannot be stored, the message names the folder."""
    (tmp_path / "tls").write_text("in the way")
    with pytest.raises(StorageError) as trouble:
        sealed(tmp_path)
    assert dict(trouble.value.reason.args) == {"folder": str(tmp_path / "tls")}


def test_addresses_that_change_meanwhile_are_found(tmp_path: Path, monkeypatch) -> None:
    """A changed address is found while the server runs, at the next check."""
    called = ["192.0.2.7"]
    one = CertificateAuthority(tmp_path, lambda: tuple(called))
    context = one.tls_context()
    first = greeted(context, one.authority_der, "192.0.2.7")
    called[0] = "10.9.0.1"
    assert greeted(context, one.authority_der, "192.0.2.7") == first  # within the check interval
    monkeypatch.setattr(tls, "ADDRESS_CHECK_SECONDS", 0.0)
    assert greeted(context, one.authority_der, "10.9.0.1") != first


def test_this_computer_is_called_by_its_addresses(monkeypatch) -> None:
    """The certificate's names are localhost, the mDNS name and every address."""
    monkeypatch.setattr(tls, "lan_addresses", lambda: ("192.0.2.7", "[fd00::7]"))
    monkeypatch.setattr(tls.socket, "gethostname", lambda: "Ana's PC.lan")
    assert tls.host_names() == ("localhost", "127.0.0.1", "ana-s-pc.local", "192.0.2.7", "fd00::7")
    monkeypatch.setattr(tls.socket, "gethostname", lambda: "")
    assert "local" not in [one.rpartition(".")[2] for one in tls.host_names()]


# --- access ------------------------------------------------------------------------------------------------------


@pytest.fixture
def door(tmp_path: Path) -> LanAccess:
    return LanAccess(guests(tmp_path / "house"), 8551, 8550)


def visitor(door: LanAccess, url: str, peer=GUEST) -> TestClient:
    return TestClient(
        authorize_requests(flet, HouseholdReception(door, authority=b"the authority")), base_url=url, client=peer
    )


def test_the_cookie_is_for_https_only(door: LanAccess) -> None:
    """The cookie is Secure and has the ``__Host-`` prefix."""
    client = visitor(door, f"https://{HOST}")
    said = client.get(f"/?i={SECRET}").headers["set-cookie"]
    kept = re.match(r"__Host-sobremesa-8551=(\w+);", said)
    assert kept is not None
    assert door.guests.visitor_of_key(kept[1]) is not None
    assert {"HttpOnly", "Secure", "SameSite=strict", "Path=/"} <= set(said.split("; "))
    assert client.get("/").text == "table"
    # without tls a phone could not store a secure cookie
    plain = TestClient(
        authorize_requests(flet, HouseholdReception(LanAccess(door.guests, 8550))),
        base_url=f"http://{PLAIN}",
        client=GUEST,
    )
    assert "secure" not in plain.get(f"/?i={SECRET}").headers["set-cookie"].lower()


@pytest.mark.parametrize("path", ["/", "/t/1", "/main.dart.js", "/outage.json", "/upload", "/?i=" + SECRET])
@pytest.mark.parametrize("cookie", ["", "__Host-sobremesa-8551={0}; sobremesa-8550={0}"])
def test_over_plain_http_a_guest_learns_to_trust_only(door: LanAccess, path: str, cookie: str) -> None:
    """Every path over plain http gives a guest the certificate page and no cookie."""
    cookie = cookie.format(key(door))
    client = visitor(door, f"http://{PLAIN}")
    answer = client.get(path, headers={"Cookie": cookie, "Accept-Language": "en"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    assert "Certificate Trust Settings" in answer.text
    assert "CA certificate" in answer.text
    assert f'href="https://{HOST}/"' in answer.text
    assert SECRET not in answer.text
    assert client.put(path, headers={"Cookie": cookie}).status_code == 403
    assert not reads(client, Cookie=cookie)
    assert door.arrival_count == 0


def test_the_page_of_trust_speaks_the_readers_language(door: LanAccess) -> None:
    """The certificate page is in the reader's language and names the phone's settings exactly."""
    said = visitor(door, f"http://{PLAIN}").get("/", headers={"Accept-Language": "es"}).text
    assert "Ajustes de confianza de certificados" in said
    assert "certificado de CA" in said


@pytest.mark.parametrize("host", ["[fd00::7]:8550", "table.local", "[", 'a"><script>:1'])
def test_the_page_of_trust_leads_to_the_name_it_was_found_by(door: LanAccess, host: str) -> None:
    """The certificate page links to the host name it was asked by; an invalid one does no harm."""
    answer = visitor(door, f"http://{PLAIN}").get("/", headers={"Host": host})
    assert answer.status_code == 200
    assert "<script" not in answer.text
    way = re.search(r'href="https://(.*?)/"', answer.text)
    if "<" not in host and host != "[":
        assert way is not None
        assert way[1] == f"{host.removesuffix(':8550')}:8551"


def test_the_authority_comes_without_its_key(door: LanAccess) -> None:
    """The authority's certificate is sent without its key, with its media type, uncached."""
    answer = visitor(door, f"http://{PLAIN}").get("/sobremesa.crt")
    assert answer.content == b"the authority"
    assert answer.headers["content-type"] == "application/x-x509-ca-cert"
    assert answer.headers["cache-control"] == "no-store"


def test_this_computer_is_at_home_in_the_clear(door: LanAccess) -> None:
    """This computer needs neither https nor an invitation; others cannot claim to be it."""
    assert visitor(door, "http://127.0.0.1:8550", HOME).get("/").text == "table"
    assert visitor(door, "https://localhost:8551", HOME).get("/").text == "table"
    assert visitor(door, "http://127.0.0.1:8550").get("/").text != "table"
    assert visitor(door, f"http://{PLAIN}", HOME).get("/").text != "table"


def test_a_plain_double_of_the_page_is_another_page(door: LanAccess) -> None:
    """A request from a plain-http origin is refused, even with the guest's cookie."""
    client = visitor(door, f"https://{HOST}")
    client.get(f"/?i={SECRET}")
    client.base_url = client.base_url.copy_with(scheme="https")
    with client.websocket_connect(f"wss://{HOST}/ws", headers={"Origin": f"https://{HOST}"}) as socket:
        assert socket.receive_text() == "table"
    assert client.get("/", headers={"Origin": f"http://{HOST}"}).status_code == 403


def test_the_terminal_says_what_to_do_first(door: LanAccess, monkeypatch) -> None:
    """The terminal shows the code of the certificate page first, then the https invitation."""
    monkeypatch.setattr(doors, "lan_addresses", lambda: ("192.0.2.7", "[fd00::7]"))
    told = list(invitation.invitation_lines(door, "es", "AB:CD"))
    words = [line for line in told if not {"▀", "▄", "█"} & set(line)]
    assert words[0].startswith("La primera vez, cada teléfono")
    assert words[1:4:2] == ["  http://192.0.2.7:8550/", "  AB:CD"]
    assert words[-1].endswith("«Teléfonos».")
    assert words[-3:-1] == [f"  https://192.0.2.7:8551/?i={SECRET}", f"  https://[fd00::7]:8551/?i={SECRET}"]
    assert "Con http, un teléfono" not in "".join(told)
    assert "8550, 8551" in dict(door.hints()[2].args)["port"]


def test_the_sheet_shows_both_codes(tmp_path: Path, monkeypatch, door: LanAccess) -> None:
    """The sheet shows the invitation's code, and the code of the certificate page after a tap.

    Over plain http it shows what http lacks instead.
    """
    monkeypatch.setattr(doors, "lan_addresses", lambda: ("192.0.2.7",))

    async def scene(phone: App) -> None:
        await phone.sees("https://192.0.2.7:8551", f"/?i={SECRET}", "to trust this table", "http://192.0.2.7:8550")
        await phone.tap("Show the code of http://192.0.2.7:8550/")
        assert "Over plain http" not in phone.text

    async def plain(phone: App) -> None:
        await phone.sees("http://192.0.2.7:8550", "Over plain http", "sobremesa --tls")

    on_screen(tmp_path / "tls", door, scene)
    on_screen(tmp_path / "plain", LanAccess(door.guests, 8550), plain)


# --- real sockets ------------------------------------------------------------------------------------------------
