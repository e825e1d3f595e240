"""Access to one owner's tables on a public server, from any network."""

from __future__ import annotations

from contextlib import suppress

from companion.base.errors import StorageError
from companion.storage.owners import OwnerDirectory

from .device_access import INVITATION_PARAM, DeviceAccess
from .guests import DeviceRegistry
from .invitations import hash_key
from .rate_limit import AttemptLimiter

COOKIE = "sobremesa"
HOUSE_COOKIE_SUFFIX = "-house"
"""Added to the name of the cookie that says which of several owners' tables the home page shows."""


def cookie_name(url: str) -> str:
    """Return the name of the cookie of a public server at that address."""
    # with the prefix, only a secure page of this host can set it
    return f"__Host-{COOKIE}" if url.startswith("https:") else COOKIE


class PublicAccess(DeviceAccess):
    """The way to one owner's tables at the public address ``url``, without a slash at its end."""

    has_own_computer = False

    def __init__(self, guests: DeviceRegistry, attempts: AttemptLimiter, owners: OwnerDirectory, url: str) -> None:
        super().__init__(guests, attempts)
        self._owners, self._url = owners, url

    @property
    def is_encrypted(self) -> bool:
        """Whether the proxy speaks https to devices."""
        return self._url.startswith("https:")

    @property
    def cookie(self) -> str:
        """Name of the cookie that holds the device's key, the same for all owners."""
        return cookie_name(self._url)

    def knows_key(self, key: str) -> bool:
        """Return whether any owner on this server gave the device this key, which it keeps."""
        return bool(self._owners.owners_of_key(hash_key(key)))

    def replace_key(self, key: str, new_key: str) -> None:
        """Give the device its new key for whatever the old one opens with other owners."""
        self._owners.replace_key(hash_key(key), hash_key(new_key))

    def record_use(self, match_id: str) -> None:
        """Record that a device has opened a page; what nobody opens is erased one day."""
        with suppress(StorageError):  # a later page will do
            self._owners.note_use(self.guests.owner)
            if match_id:
                self._owners.note_use(self.guests.owner, match_id)

    def invitation_urls(self, word: str = "") -> tuple[str, ...]:
        """Return the public address with an invitation: ``word``, or else the host's."""
        return (f"{self._url}/?{INVITATION_PARAM}={word or self.guests.host_invitation()}",)
