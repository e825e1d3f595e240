"""Which way of finding out a throw works where, and the sentence that says so: decided here, shown in the views."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from rules.engine import Dice, Text

from .dice import readable

Kind = Literal["live", "watched", "photo", "typed"]
"""The live camera in the page; the host's camera; the phone's own camera or a file, through the picker; thumbs."""
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
"""What flet-camera says in a browser, by a part of it, and what that means."""
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
"""Why it is this way, in one sentence."""
AGAIN = frozenset({"refused", "taken", "silent"})
"""Troubles that a person can end: the live camera is then worth another try."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a throw is found out on this phone. ``why`` is a key of SAYS, empty where nothing needs to be said."""

    kind: Kind
    why: str = ""

    @property
    def says(self) -> Text | None:
        """The sentence."""
        return SAYS[self.why] if self.why else None

    @property
    def again(self) -> bool:
        """Whether the live camera is worth another try."""
        return self.why in AGAIN


def way(url: str | None, web: bool, dice: Dice, trouble: str = "", watched: bool = False) -> Way:
    """The way that works for a page of that address, for those dice.

    ``trouble`` is what went wrong with its live camera, a value of TROUBLES or "silent"; ``watched``: the host has one.
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
    """Whether browsers give a page of that address what they keep for safe ones: https, or this very computer."""
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
    """What an error of the live camera means: a value of TROUBLES, or "silent" for any that it does not tell."""
    said = str(error)
    return next((means for part, means in TROUBLES.items() if part in said), "silent")
