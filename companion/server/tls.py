"""Certificate authority of this installation, and the server certificate that it issues.

The authority stays the same, so that a device has to trust it only once. It can issue certificates only for servers at
IP addresses and at names in the local network, never for a web site, for mail or for code, whoever may get hold of its
key. One that an older version made stays as it is, because devices trust it.
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

from companion.access.lan import lan_addresses
from companion.storage.matches import StorageError
from rules.engine import Text

TLS_FOLDER = "tls"
AUTHORITY_FILE, SERVER_FILE = "authority.pem", "server.pem"
AUTHORITY_LIFETIME, CERTIFICATE_LIFETIME = timedelta(days=3650), timedelta(days=397)
"""Lifetimes of the authority and of a certificate: devices accept little more than a year for the latter."""
RENEW_BEFORE_END = timedelta(days=30)
"""Remaining lifetime at which a certificate is renewed."""
PERMITTED_DOMAINS = ("localhost", "local")
"""DNS domains for which the authority may issue certificates."""
NO_DOMAIN = "invalid"
"""The only domain of mail and other addresses for which it may: none has it (RFC 2606)."""
ADDRESS_CHECK_SECONDS = 10.0
"""Seconds between two checks of this computer's addresses."""
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class CertificateWithKey:
    """A certificate and its private key."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def pem(self) -> bytes:
        """Private key and certificate in PEM format."""
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        key = self.key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
        return key + self.certificate.public_bytes(pem)


def host_names() -> tuple[str, ...]:
    """Return all names and addresses under which this computer can be reached."""
    name = re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().partition(".")[0].lower()).strip("-")
    return (
        "localhost",
        "127.0.0.1",
        *([f"{name}.local"] if name else []),
        *(one.strip("[]") for one in lan_addresses()),
    )


def _now() -> datetime:
    return datetime.now(UTC)


class CertificateAuthority:
    """Authority and server certificate in a folder, created or renewed when necessary.

    Raises ``StorageError`` if the folder cannot be used.
    """

    def __init__(self, folder: Path, list_hosts: Callable[[], Iterable[str]] = host_names, clock: Clock = _now) -> None:
        self._folder = folder / TLS_FOLDER
        self._list_hosts = list_hosts
        self._clock = clock
        try:
            self._authority = self._load(AUTHORITY_FILE, self._is_valid_authority) or self._save(
                AUTHORITY_FILE, _create_authority(clock())
            )
            self._server = self._current_server()
        except OSError as error:
            raise StorageError(Text("The folder {folder} cannot be written.", folder=str(self._folder))) from error

    @property
    def authority_der(self) -> bytes:
        """The authority's certificate in DER format, without its key."""
        return self._authority.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """SHA-256 fingerprint of the authority, for comparison by users."""
        return self._authority.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def tls_context(self) -> ssl.SSLContext:
        """Return the TLS context of a server.

        New connections get a new certificate after the addresses have changed.
        """
        latest, checked_at = self._context(), time.monotonic()

        def renew(sock: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
            nonlocal latest, checked_at
            if time.monotonic() - checked_at > ADDRESS_CHECK_SECONDS:
                checked_at = time.monotonic()
                with suppress(OSError):  # the disk is full: the old one may still be valid
                    if self.renew():
                        latest = self._context()
            sock.context = latest

        server_context = self._context()
        server_context.sni_callback = renew
        return server_context

    def renew(self) -> bool:
        """Renew the server certificate if it is no longer valid; return whether it was renewed."""
        before, self._server = self._server, self._current_server()
        return self._server is not before

    def _context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._folder / SERVER_FILE)
        return context

    def _current_server(self) -> CertificateWithKey:
        known: CertificateWithKey | None = getattr(self, "_server", None)
        if known is not None and self._is_valid_server(known):
            return known
        names = tuple(self._list_hosts())
        return self._load(SERVER_FILE, self._is_valid_server) or self._save(
            SERVER_FILE, _create_server(self._authority, names, self._clock())
        )

    def _is_valid_authority(self, pair: CertificateWithKey) -> bool:
        """Return whether the authority is self-signed and valid long enough."""
        return self._is_current(pair) and pair.certificate.subject == pair.certificate.issuer

    def _is_valid_server(self, pair: CertificateWithKey) -> bool:
        """Return whether devices that trust the authority accept the certificate for every address."""
        names = pair.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        try:
            pair.certificate.verify_directly_issued_by(self._authority.certificate)
        except (InvalidSignature, ValueError, TypeError):
            return False
        return self._is_current(pair) and set(names) == set(_general_names(self._list_hosts()))

    def _is_current(self, pair: CertificateWithKey) -> bool:
        one = pair.certificate
        return one.not_valid_before_utc <= self._clock() <= one.not_valid_after_utc - RENEW_BEFORE_END

    def _load(self, name: str, is_valid: Callable[[CertificateWithKey], bool]) -> CertificateWithKey | None:
        path = self._folder / name
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            pair = _parse_pair(data)
            if not is_valid(pair):
                return None
        except (ValueError, TypeError, x509.ExtensionNotFound):
            return None  # damaged: a new one is created
        path.chmod(0o600)  # the mode may have been lost in a copy
        return pair

    def _save(self, name: str, pair: CertificateWithKey) -> CertificateWithKey:
        """Save a pair atomically, readable by its owner only."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, new = tempfile.mkstemp(dir=self._folder)
        with open(handle, "wb") as file:
            file.write(pair.pem)
        os.replace(new, self._folder / name)
        return pair


def _parse_pair(data: bytes) -> CertificateWithKey:
    key = serialization.load_pem_private_key(data, None)
    certificate = x509.load_pem_x509_certificate(data)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ValueError("the key is another's")
    return CertificateWithKey(key, certificate)


def _create_authority(now: datetime) -> CertificateWithKey:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _common_name(f"Sobremesa ({socket.gethostname()})"[:64])
    public = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    domains = [x509.DNSName(one) for one in PERMITTED_DOMAINS]
    others = [x509.RFC822Name(NO_DOMAIN), x509.UniformResourceIdentifier(NO_DOMAIN)]
    names = x509.NameConstraints([*domains, *others], None)
    builder = (
        _certificate_builder(now, AUTHORITY_LIFETIME, name, name, key)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(names, critical=True)
        .add_extension(public, critical=False)
    )
    return CertificateWithKey(key, builder.sign(key, hashes.SHA256()))


def _create_server(authority: CertificateWithKey, host_list: Iterable[str], now: datetime) -> CertificateWithKey:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = (
        _certificate_builder(now, CERTIFICATE_LIFETIME, _common_name("Sobremesa"), authority.certificate.subject, key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_general_names(host_list)), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(issuer_key, critical=False)
    )
    return CertificateWithKey(key, builder.sign(authority.key, hashes.SHA256()))


def _certificate_builder(
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


def _common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _general_names(host_list: Iterable[str]) -> list[x509.GeneralName]:
    return [_general_name(one) for one in dict.fromkeys(host_list)]


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key_usage(signs: bool) -> x509.KeyUsage:
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
