"""Dice kinds: pips, or ordinary dice that stand for a game's own faces."""

import pytest

import vision
from companion.access.permissions import Access
from companion.dice.kinds import map_pips_to_face, pip_mapping, reader_spec
from companion.dice.readers import build_reader
from companion.storage.matches import Storage
from rules.engine import DieFace, DieKind, Text
from tests.support.paths import FIXTURES

SIGNS = ("1", "2", "3", "heart", "energy", "smash")
TOKYO = DieKind("tokyo", Text("Monster dice"), tuple(DieFace(Text(sign), sign) for sign in SIGNS))
SCENE = FIXTURES / "scenes"


def picture():
    return vision.decode(next(iter(sorted(SCENE.glob("*.jpg")))).read_bytes())


def test_without_a_kind_dice_are_pips(storage) -> None:
    """A roll without custom faces is read as pips."""
    assert build_reader(reader_spec(None, storage))(picture()) == vision.read(picture())


def test_an_ordinary_die_stands_for_a_face(storage) -> None:
    """Each ordinary die keeps its position and doubt, and shows the face its pips stand for."""
    before, pips = build_reader(reader_spec(TOKYO, storage))(picture()), vision.read(picture())
    assert before == pips, "as numbered until the table says otherwise"
    assert pips.dice
    shown = pips.dice[0].value
    other = shown % 6 + 1
    map_pips_to_face(TOKYO, shown, other, Access(storage, True))
    swapped = {shown: other, other: shown}
    after = build_reader(reader_spec(TOKYO, storage))(picture())
    assert [die.value for die in after.dice] == [swapped.get(die.value, die.value) for die in pips.dice]
    assert [(die.box, die.doubt) for die in after.dice] == [(die.box, die.doubt) for die in pips.dice]


def test_every_face_can_still_be_thrown_and_it_is_kept(tmp_path) -> None:
    """However the assignment is changed, it stays a bijection of six faces, and is stored."""
    storage = Storage(tmp_path)
    for pips, face in ((4, 1), (1, 6), (6, 2), (2, 2)):
        map_pips_to_face(TOKYO, pips, face, Access(storage, True))
        assert pip_mapping(TOKYO, storage)[pips - 1] == face
        assert sorted(pip_mapping(TOKYO, storage)) == [1, 2, 3, 4, 5, 6]
    kept = pip_mapping(TOKYO, storage)
    storage.close()
    again = Storage(tmp_path)
    assert pip_mapping(TOKYO, again) == kept
    again.close()


@pytest.mark.parametrize("damage", ["", "[", "[1,2]", '["x",2,3,4,5,6]', "[1,2,3,4,5,7]", "[true,2,3,4,5,6]"])
def test_a_damaged_setting_is_as_numbered(storage, damage) -> None:
    """A damaged setting falls back to the default assignment."""
    storage.settings.save("dice.tokyo", damage)
    assert pip_mapping(TOKYO, storage) == (1, 2, 3, 4, 5, 6)
