"""Which way of finding out a throw works where: decided without a screen, said in one sentence, never a dead end."""

import pytest

from companion.dice.input_method import AGAIN, SAYS, TROUBLES, secure, trouble, way
from companion.dice.roll import readable
from companion.i18n import translator
from rules.engine import Dice, DieKind, Side, Text

HEARTS = DieKind("hearts", Text("dice of hearts"), tuple(Side(Text("heart"), "heart") for _ in range(6)))
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
    """https and this very computer are safe; a name that only looks like it is not."""
    assert secure(url) is safe


def test_the_live_camera_is_first_where_it_works() -> None:
    """On a safe page the live camera starts, without a word; for symbols as for pips."""
    for dice in (SIX, MONSTER):
        found = way("wss://10.0.0.2:8551", True, dice)
        assert (found.kind, found.says) == ("live", None)


def test_over_plain_http_the_phone_s_own_camera_is_the_way() -> None:
    """The picker opens the phone's camera; the sentence says why, and what would bring the live one."""
    found = way("ws://192.168.1.7:8550", True, SIX)
    assert (found.kind, found.why, found.again) == ("photo", "plain", False)


def test_a_host_s_camera_is_the_way_where_there_is_one() -> None:
    """Hands-free before all else, also on plain http and after a refusal."""
    assert way("ws://192.168.1.7:8550", True, SIX, watched=True).kind == "watched"
    assert way("ws://localhost", True, SIX, "refused", watched=True).kind == "watched"


def test_what_no_camera_reads_is_typed() -> None:
    """A die of twenty faces is typed, whatever cameras there are."""
    assert not readable(TWENTY)
    assert way("ws://localhost", True, TWENTY, watched=True).kind == "typed"


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
    """Refused, absent, taken, silent: a sentence in both languages, a photo instead, another try where it may help."""
    found = way("ws://localhost:8550", True, SIX, trouble(RuntimeError(error)))
    assert (found.kind, found.why) == ("photo", means)
    assert found.says is not None
    assert translator("es")(found.says) != translator("en")(found.says)
    assert found.again is (means in ("refused", "taken", "silent"))


def test_no_sentence_lacks_a_trouble_and_no_trouble_a_sentence() -> None:
    """All that an error can mean can be said, and only what is said can be tried again."""
    assert set(TROUBLES.values()) | {"silent"} <= set(SAYS)
    assert set(SAYS) >= AGAIN
