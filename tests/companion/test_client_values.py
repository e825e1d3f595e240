"""What a client may write and send, on a real session."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest

from companion.server.wire import flet_patches
from companion.server.wire.client_values import MAX_TEXT_LENGTH, ClientValueError, NoListenerError, check_event
from companion.server.wire.message_limits import MalformedMessageError
from tests.support.ui.app import App
from tests.support.ui.changing_controls import on_phone

SIDES = {"left": 0, "top": 24.0, "right": 0, "bottom": 0}
MEDIA = {
    "padding": SIDES,
    "view_padding": SIDES,
    "view_insets": SIDES,
    "device_pixel_ratio": 2.5,
    "orientation": "landscape",
    "always_use_24_hour_format": True,
}


@pytest.fixture(autouse=True)
def patched() -> None:
    """Install the changes of Flet as a server does."""
    flet_patches.install_server()


GOOD: list[tuple[type[Any], str, Any, Any]] = [
    (ft.TextField, "value", "Ana ñ", "Ana ñ"),
    (ft.TextField, "value", "x" * (MAX_TEXT_LENGTH + 1), "x" * MAX_TEXT_LENGTH),
    (ft.Switch, "value", True, True),
    (ft.RadioGroup, "value", "a", "a"),
    (ft.ExpansionTile, "expanded", True, True),
    (ft.Page, "route", "/t/1", "/t/1"),
    (ft.Page, "width", 390, 390),
    (ft.Page, "height", 0.5, 0.5),
    (ft.Page, "platform", "ios", ft.PagePlatform.IOS),
    (ft.Page, "platform_brightness", "dark", ft.Brightness.DARK),
    (ft.Page, "web", False, True),
]


@pytest.mark.parametrize(("kind", "name", "sent", "found"), GOOD, ids=lambda one: str(one)[-20:])
def test_what_a_user_changes_is_written(kind: type[Any], name: str, sent: Any, found: Any) -> None:
    """A user's change is written as sent; text beyond the limit is cut off, but not a route."""

    def scene(phone: App) -> None:
        control = phone.page if kind is ft.Page else phone.one(kind)
        phone.session.apply_patch(control._i, {name: sent})
        assert getattr(control, name) == found
        assert flet_patches.refused_count(phone.session) == 0

    on_phone(scene)


BAD: list[tuple[type[Any], str, Any]] = [
    (ft.TextField, "value", 7),
    (ft.TextField, "value", ["a"]),
    (ft.TextField, "label", "owned"),
    (ft.TextField, "border", {"side": {"width": 9}}),
    (ft.TextField, "_i", 1),
    (ft.TextField, "_junk", [{}]),
    (ft.TextField, "on_change", "x"),
    (ft.Switch, "value", 1),
    (ft.Container, "width", 9000),
    (ft.Container, "data", "x"),
    (ft.Page, "route", "/" * 2001),
    (ft.Page, "route", 5),
    (ft.Page, "width", float("inf")),
    (ft.Page, "width", -1),
    (ft.Page, "width", True),
    (ft.Page, "platform", "toaster"),
    (ft.Page, "platform", {}),
    (ft.Page, "media", {**MEDIA, "padding": {}}),
    (ft.Page, "media", {**MEDIA, "more": 1}),
    (ft.Page, "media", {**MEDIA, "device_pixel_ratio": "2"}),
    (ft.Page, "views", []),
    (ft.Page, "title", "owned"),
]


@pytest.mark.parametrize(("kind", "name", "sent"), BAD, ids=lambda one: str(one)[-20:])
def test_what_no_user_changes_is_not_written_and_counted(kind: type[Any], name: str, sent: Any) -> None:
    """Other properties, types and values are not written; each is counted as refused."""

    def scene(phone: App) -> None:
        control = phone.page if kind is ft.Page else phone.one(kind)
        before = getattr(control, name, "nothing")
        phone.session.apply_patch(control._i, {name: sent})
        assert getattr(control, name, "nothing") is before
        assert flet_patches.refused_count(phone.session) == 1

    on_phone(scene)


def test_a_screens_measures_are_made_anew() -> None:
    """Screen measurements are built as new objects that share nothing with the message."""

    def scene(phone: App) -> None:
        old = phone.page.media
        phone.session.apply_patch(1, {"media": MEDIA})
        assert phone.page.media is not old
        assert phone.page.media.padding.top == 24
        assert phone.page.media.orientation is ft.Orientation.LANDSCAPE
        assert phone.page.media.padding is not phone.page.media.view_padding

    on_phone(scene)


def test_a_dialog_is_closed_but_not_opened() -> None:
    """A client may close a dialog, and not open it."""
    for sent, found in ((False, False), (True, "as it was")):
        dialog = ft.AlertDialog(open=True)
        written, refused = flet_patches.filter_patch(dialog, {"open": sent})
        assert written.get("open", "as it was") == found
        assert refused == (sent is True)


# --- events -----------------------------------------------------------------------------------------------------------

LISTENS: dict[str, Any] = {
    "finger": lambda: ft.GestureDetector(on_tap=print, on_long_press_start=print),
    "picker": lambda: ft.FilePicker(on_result=print, on_upload=print),
    "box": lambda: ft.Container(on_size_change=print),
    "field": lambda: ft.TextField(on_change=print),
}
FILE = {"id": 0, "name": "x.jpg", "path": None, "size": 4, "bytes": b"1234"}
SAID: list[tuple[str, str, Any, Any]] = [
    ("finger", "tap", {"k": "touch", "l": {"x": 1, "y": 2.5}, "more": {}}, {"k": "touch", "l": {"x": 1, "y": 2.5}}),
    ("finger", "tap", None, None),
    ("finger", "long_press_start", {"l": {"x": 1, "y": 2, "_values": {}}}, {"l": {"x": 1, "y": 2}}),
    ("picker", "result", {"files": [FILE], "control": 1, "view": {}}, {"files": [FILE]}),
    ("picker", "result", {"files": []}, {"files": []}),
    ("picker", "upload", {"file_name": "x", "progress": 1.0, "error": None}, "the same"),
    ("box", "size_change", {"w": 390.0, "h": 844}, "the same"),
    ("field", "change", "Ana", "Ana"),
    ("field", "change", "x" * (MAX_TEXT_LENGTH + 1), "x" * MAX_TEXT_LENGTH),
]
ODD: list[tuple[str, str, Any]] = [
    ("finger", "tap", {"k": {"a": 1}}),
    ("finger", "tap", {"l": [1, 2]}),
    ("finger", "tap", {"l": {"x": "far", "y": 1}}),
    ("finger", "tap", [[]]),
    ("finger", "__class__", None),
    ("finger", "x" * 65, None),
    ("finger", 7, None),
    ("picker", "result", {"files": [FILE] * 101}),
    ("picker", "result", {"files": [{**FILE, "bytes": [1]}]}),
    ("picker", "result", {"files": {"a": FILE}}),
    ("picker", "upload", {"file_name": "x", "progress": float("nan")}),
    ("box", "size_change", None),
    ("box", "size_change", {"w": 390.0}),
    ("box", "size_change", {"w": None, "h": 844}),
    ("box", "size_change", 390.0),
    ("field", "change", ["a"]),
    ("field", "change", 10**20),
]


@pytest.mark.parametrize(("who", "name", "data", "found"), SAID)
def test_an_event_keeps_what_its_class_declares(who: str, name: str, data: Any, found: Any) -> None:
    """An event keeps only the fields that its class declares."""

    def scene(phone: App) -> None:
        assert check_event(LISTENS[who](), name, data) == (data if found == "the same" else found)

    on_phone(scene)


@pytest.mark.parametrize(("who", "name", "data"), ODD)
def test_an_odd_event_is_refused(who: str, name: str, data: Any) -> None:
    """An event of an unknown kind or with invalid data is refused."""

    def scene(phone: App) -> None:
        with pytest.raises(ClientValueError):
            check_event(LISTENS[who](), name, data)

    on_phone(scene)


@pytest.mark.parametrize("name", ["disconnect", "close", "connect", "login", "logout", "error"])
def test_a_client_does_not_say_what_the_server_says(name: str) -> None:
    """A client cannot send events that only the server raises, such as disconnect or close."""

    def scene(phone: App) -> None:
        phone.page.on_disconnect = phone.page.on_close = print
        with pytest.raises(ClientValueError):
            check_event(phone.page, name, None)
        with pytest.raises(NoListenerError):
            check_event(phone.page, "keyboard_event", {"key": "a"})

    on_phone(scene)


@pytest.mark.parametrize(
    "message",
    [
        *([], {}, 7, [3], [9, {}], [3, []], [6, {"message": "x"}], [3, {"target": 1}]),
        [3, {"target": "1", "name": "x", "data": None}],
        [3, {"target": True, "name": "x", "data": None}],
        [4, {"id": 1, "props": 7}],
        [4, {"id": 1, "props": {}, "more": 1}],
        [5, {"control_id": 1, "call_id": ["x"], "result": None, "error": None}],
        [1, {"session_id": None, "page_name": "", "page": {}}],
    ],
    ids=str,
)
def test_a_message_of_another_shape_ends_its_page(message: Any) -> None:
    """A malformed message ends its page, and so does a second registration."""

    def scene(phone: App) -> None:
        with pytest.raises(MalformedMessageError):
            flet_patches.check_message(phone.session, message)

    on_phone(scene)
