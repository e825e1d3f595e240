"""Choice of the input method for a roll on a device, and the sentence that explains it."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from rules.engine import Dice, Text

from .roll import readable

Kind = Literal["live", "watched", "photo", "typed"]
"""The live camera in the page; the host's camera; a photo or file through the picker; typing."""
TROUBLES = {
    "CameraAccessDenied": "refused",
    "permissionDenied": "refused",
    "cameraSecurity": "refused",
    "cameraNotFound": "none",
    "cameraNotSupported": "none",
    "cameraMissingMetadata": "none",
    "cameraNotReadable": "taken",
    "cameraAbort": "taken",
    "Null check operator": "plain",
}
"""Meaning of the errors that flet-camera reports in a browser, by a part of the message."""
SAYS = {
    "refused": Text(
        "The browser does not let this page use the camera. Allow it beside the address and try again, or take a photo."
    ),
    "none": Text("I find no camera here: choose a picture, or type the dice."),
    "taken": Text("Another app has the camera. Close it and try again, or choose a picture."),
    "plain": Text(
        "Over plain http no browser gives a live camera: the button opens your phone's own."
        " With https (sobremesa --tls) I read by myself."
    ),
    "silent": Text("The camera does not answer. Try again, or take a photo."),
    "unread": Text("The camera reads dice with six faces only: say the number."),
    "watched": Text("The host's camera watches the dice: throw them under it."),
    "native": Text("The live camera works in the browser: here, choose a picture."),
}
"""Explanations of the input method, one sentence each."""
AGAIN = frozenset({"refused", "taken", "silent"})
"""Reasons that a person can remove, so that trying the live camera again makes sense."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a roll is entered on this device.

    ``reason`` is a key of REASON_TEXTS, empty where no explanation is needed.
    """

    kind: Kind
    why: str = ""

    @property
    def says(self) -> Text | None:
        """The sentence that explains the input method, if there is one."""
        return SAYS[self.why] if self.why else None

    @property
    def again(self) -> bool:
        """Whether it makes sense to try the live camera again."""
        return self.why in AGAIN


def way(url: str | None, web: bool, dice: Dice, trouble: str = "", watched: bool = False) -> Way:
    """Choose the input method that works for those dice on a page with that address.

    ``camera_error`` is what went wrong with its live camera, a value of CAMERA_ERRORS or "silent"; ``host_camera`` says
    whether the host's camera watches the dice.
    """
    if not readable(dice):
        return Way("typed", "unread")
    if watched:
        return Way("watched", "watched")
    if trouble:
        return Way("photo", trouble)
    if not web:
        return Way("photo", "native")
    return Way("live") if secure(url) else Way("photo", "plain")


def secure(url: str | None) -> bool:
    """Return whether browsers treat that address as a secure context: https or localhost."""
    try:
        split = urlsplit(url or "")
        host = split.hostname or ""
    except ValueError:
        return False
    if split.scheme in ("https", "wss"):
        return True
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def trouble(error: BaseException) -> str:
    """Classify an error of the live camera.

    The result is a value of CAMERA_ERRORS, or "silent" for an unknown error.
    """
    said = str(error)
    return next((means for part, means in TROUBLES.items() if part in said), "silent")
