"""Choice of the input method for a roll on a device, and the sentence that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from companion.access.addresses import is_loopback
from rules.engine import CameraHole, Text

from .roll import is_camera_readable

InputKind = Literal["live", "watched", "photo", "typed"]
"""The live camera in the page; the host's camera; a photo or file through the picker; typing."""
CAMERA_ERRORS = {
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
REASON_TEXTS = {
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
    "watched": Text("The host's camera watches the dice: roll them under it."),
    "native": Text("The live camera works in the browser: here, choose a picture."),
}
"""Explanations of the input method, one sentence each."""
LASTING_ERRORS = frozenset({"refused", "none", "plain"})
"""Errors after which a camera is not asked for again by itself."""
RETRYABLE_REASONS = frozenset({"refused", "taken", "silent"})
"""Reasons that a person can remove, so that trying the live camera again makes sense."""


@dataclass(frozen=True, slots=True)
class InputMethod:
    """How a roll is entered on this device.

    ``reason`` is a key of REASON_TEXTS, empty where no explanation is needed.
    """

    kind: InputKind
    reason: str = ""

    @property
    def reason_text(self) -> Text | None:
        """The sentence that explains the input method, if there is one."""
        return REASON_TEXTS[self.reason] if self.reason else None

    @property
    def can_retry(self) -> bool:
        """Whether it makes sense to try the live camera again."""
        return self.reason in RETRYABLE_REASONS


def choose_input_method(
    url: str | None, web: bool, dice: CameraHole, camera_error: str = "", host_camera: bool = False
) -> InputMethod:
    """Choose the input method that works for those dice on a page with that address.

    ``camera_error`` is what went wrong with its live camera, a value of CAMERA_ERRORS or "silent"; ``host_camera`` says
    whether the host's camera watches the dice.
    """
    if not is_camera_readable(dice):
        return InputMethod("typed", "unread")
    if host_camera:
        return InputMethod("watched", "watched")
    return choose_camera(url, web, camera_error)


def choose_camera(url: str | None, web: bool, camera_error: str = "") -> InputMethod:
    """Return whether a page with that address has a live camera, or why not; as above."""
    if camera_error:
        return InputMethod("photo", camera_error)
    if not web:
        return InputMethod("photo", "native")
    return InputMethod("live") if is_secure_context(url) else InputMethod("photo", "plain")


def is_secure_context(url: str | None) -> bool:
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
    return is_loopback(host)


def classify_camera_error(error: BaseException) -> str:
    """Classify an error of the live camera.

    The result is a value of CAMERA_ERRORS, or "silent" for an unknown error.
    """
    message = str(error)
    return next((means for part, means in CAMERA_ERRORS.items() if part in message), "silent")
