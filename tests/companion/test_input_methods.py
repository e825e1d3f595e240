"""The choice of an input method for a roll, with its reason as one sentence."""

import pytest

from companion.dice.input_method import (
    CAMERA_ERRORS,
    REASON_TEXTS,
    RETRYABLE_REASONS,
    choose_input_method,
    classify_camera_error,
    is_secure_context,
)
from companion.dice.roll import is_camera_readable
from companion.i18n import translator
from rules.engine import Dice, DieFace, DieKind, Text

HEARTS = DieKind("hearts", Text("dice of hearts"), tuple(DieFace(Text("heart"), "heart") for _ in range(6)))
SIX, TWENTY, MONSTER = Dice("faces"), Dice("faces", sides=20), Dice("faces", 6, kind=HEARTS)


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("wss://192.168.1.7:8551", True),
        ("https://table.example/", True),
        ("ws://127.0.0.1:8550", True),
        ("ws://localhost:8550", True),
        ("ws://[::1]:8550", True),
        ("ws://192.168.1.7:8550", False),
        ("ws://localhost.example:8550", False),
        ("http://test", False),
        ("ws://[broken", False),
        ("", False),
        (None, False),
    ],
)
def test_browsers_give_a_camera_to_safe_pages_only(url: str | None, safe: bool) -> None:
    """Browsers give a camera to secure contexts only: https and this computer by its own name."""
    assert is_secure_context(url) is safe


def test_the_live_camera_is_first_where_it_works() -> None:
    """In a secure context the live camera comes first, for pips and custom faces."""
    for dice in (SIX, MONSTER):
        found = choose_input_method("wss://10.0.0.2:8551", True, dice)
        assert (found.kind, found.reason_text) == ("live", None)


def test_over_plain_http_the_phone_s_own_camera_is_the_way() -> None:
    """Over plain http a photo by the phone's camera app is used; the sentence says why."""
    found = choose_input_method("ws://192.168.1.7:8550", True, SIX)
    assert (found.kind, found.reason, found.can_retry) == ("photo", "plain", False)


def test_a_host_s_camera_is_the_way_where_there_is_one() -> None:
    """A host's camera comes first wherever there is one, also over http or after a refusal."""
    assert choose_input_method("ws://192.168.1.7:8550", True, SIX, host_camera=True).kind == "watched"
    assert choose_input_method("ws://localhost", True, SIX, "refused", host_camera=True).kind == "watched"


def test_what_no_camera_reads_is_typed() -> None:
    """Dice that no camera reads, such as a twenty-sided die, are typed."""
    assert not is_camera_readable(TWENTY)
    assert choose_input_method("ws://localhost", True, TWENTY, host_camera=True).kind == "typed"


@pytest.mark.parametrize(
    ("error", "means"),
    [
        ("CameraException(CameraAccessDenied, The camera cannot be used)", "refused"),
        ("PlatformException(cameraNotFound, No camera found)", "none"),
        ("CameraException(cameraNotReadable, The camera is not readable)", "taken"),
        ("Null check operator used on a null value", "plain"),
        ("TimeoutError: nothing came", "silent"),
        ("", "silent"),
    ],
)
def test_every_trouble_has_its_sentence_and_its_way_on(error: str, means: str) -> None:
    """Every camera error has its sentence, a photo instead, and a retry where it may help."""
    found = choose_input_method("ws://localhost:8550", True, SIX, classify_camera_error(RuntimeError(error)))
    assert (found.kind, found.reason) == ("photo", means)
    assert found.reason_text is not None
    assert translator("es")(found.reason_text) != translator("en")(found.reason_text)
    assert found.can_retry is (means in ("refused", "taken", "silent"))


def test_no_sentence_lacks_a_trouble_and_no_trouble_a_sentence() -> None:
    """Every camera error has a sentence, and only errors with a sentence can be retried."""
    assert set(CAMERA_ERRORS.values()) | {"silent"} <= set(REASON_TEXTS)
    assert set(REASON_TEXTS) >= RETRYABLE_REASONS
