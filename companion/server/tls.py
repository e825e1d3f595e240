"""Certificate authority of this installation, and the server certificate that it issues.

The authority stays the same, so that a device has to trust it only once. It can issue certificates only for IP
addresses and for names in the local network, never for a web site, whoever may get hold of its key.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import ssl
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.access.lan import addresses
from companion.storage.matches import StorageTrouble
from rules.engine import Text

FOLDER = "tls"
AUTHORITY, SERVER = "authority.pem", "server.pem"
DECADE, YEAR = timedelta(days=3650), timedelta(days=397)
"""Lifetimes of the authority and of a certificate: devices accept little more than a year for the latter."""
EARLY = timedelta(days=30)
"""Remaining lifetime at which a certificate is renewed."""
LOCAL = ("localhost", "local")
"""DNS domains for which the authority may issue certificates."""
LOOK = 10.0
"""Seconds between two checks of this computer's addresses."""
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Pair:
    """A certificate and its private key."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def pem(self) -> bytes:
        """Private key and certificate in PEM format."""
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        key = self.key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
        return key + self.certificate.public_bytes(pem)


def hosts() -> tuple[str, ...]:
    """Return all names and addresses under which this computer can be reached."""
    name = re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().partition(".")[0].lower()).strip("-")
    return ("localhost", "127.0.0.1", *([f"{name}.local"] if name else []), *(one.strip("[]") for one in addresses()))


def _now() -> datetime:
    return datetime.now(UTC)


class Seal:
    """Authority and server certificate in a folder, created or renewed when necessary.

    Raises ``StorageError`` if the folder cannot be used.
    """

    def __init__(self, folder: Path, called: Callable[[], Iterable[str]] = hosts, now: Clock = _now) -> None:
        self._folder = folder / FOLDER
        self._called = called
        self._now = now
        try:
            self._authority = self._kept(AUTHORITY, self._holds) or self._made(AUTHORITY, _authority(now()))
            self._server = self._renewed()
        except OSError as error:
            raise StorageTrouble(Text("The folder {folder} cannot be written.", folder=str(self._folder))) from error

    @property
    def authority(self) -> bytes:
        """The authority's certificate in DER format, without its key."""
        return self._authority.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """SHA-256 fingerprint of the authority, for comparison by users."""
        return self._authority.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def context(self) -> ssl.SSLContext:
        """Return the TLS context of a server.

        New connections get a new certificate after the addresses have changed.
        """
        latest, looked = self._context(), time.monotonic()

        def renew(sock: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
            nonlocal latest, looked
            if time.monotonic() - looked > LOOK:
                looked = time.monotonic()
                with suppress(OSError):  # the disk is full: the old one may still be valid
                    if self.renew():
                        latest = self._context()
            sock.context = latest

        door = self._context()
        door.sni_callback = renew
        return door

    def renew(self) -> bool:
        """Renew the server certificate if it is no longer valid; return whether it was renewed."""
        before, self._server = self._server, self._renewed()
        return self._server is not before

    def _context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._folder / SERVER)
        return context

    def _renewed(self) -> Pair:
        known = getattr(self, "_server", None)
        if known is not None and self._serves(known):
            return known  # type: ignore[no-any-return]
        names = tuple(self._called())
        return self._kept(SERVER, self._serves) or self._made(SERVER, _server(self._authority, names, self._now()))

    def _holds(self, pair: Pair) -> bool:
        """Return whether the authority is self-signed and valid long enough."""
        return self._lasts(pair) and pair.certificate.subject == pair.certificate.issuer

    def _serves(self, pair: Pair) -> bool:
        """Return whether devices that trust the authority accept the certificate for every address."""
        told = pair.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        try:
            pair.certificate.verify_directly_issued_by(self._authority.certificate)
        except (InvalidSignature, ValueError, TypeError):
            return False
        return self._lasts(pair) and set(told) == set(_names(self._called()))

    def _lasts(self, pair: Pair) -> bool:
        one = pair.certificate
        return one.not_valid_before_utc <= self._now() <= one.not_valid_after_utc - EARLY

    def _kept(self, name: str, does: Callable[[Pair], bool]) -> Pair | None:
        """Load a pair if it is intact and ``is_valid`` accepts it."""
        path = self._folder / name
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            pair = _read(data)
            if not does(pair):
                return None
        except (ValueError, TypeError, x509.ExtensionNotFound):
            return None  # damaged: a new one is created
        path.chmod(0o600)  # the mode may have been lost in a copy
        return pair

    def _made(self, name: str, pair: Pair) -> Pair:
        """Save a pair atomically, readable by its owner only."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, new = tempfile.mkstemp(dir=self._folder)
        with open(handle, "wb") as file:
            file.write(pair.pem)
        os.replace(new, self._folder / name)
        return pair


def _read(data: bytes) -> Pair:
    key = serialization.load_pem_private_key(data, None)
    certificate = x509.load_pem_x509_certificate(data)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ValueError("the key is another's")
    return Pair(key, certificate)


def _authority(now: datetime) -> Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named(f"Sobremesa ({socket.gethostname()})"[:64])
    public = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    names = x509.NameConstraints([x509.DNSName(one) for one in LOCAL], None)
    builder = (
        _dated(now, DECADE, name, name, key)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(names, critical=True)
        .add_extension(public, critical=False)
    )
    return Pair(key, builder.sign(key, hashes.SHA256()))


def _server(authority: Pair, called: Iterable[str], now: datetime) -> Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    above = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = (
        _dated(now, YEAR, _named("Sobremesa"), authority.certificate.subject, key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_names(called)), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(above, critical=False)
    )
    return Pair(key, builder.sign(authority.key, hashes.SHA256()))


def _dated(
    now: datetime, lasts: timedelta, subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a device's clock may be slow
        .not_valid_after(now + lasts)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _names(called: Iterable[str]) -> list[x509.GeneralName]:
    return [_name(one) for one in dict.fromkeys(called)]


def _name(called: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(called))
    except ValueError:
        return x509.DNSName(called)


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
