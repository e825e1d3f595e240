"""A note names the switch that decided it, wherever tables differ."""

import ast

from rules.engine import Name, Rolled
from rules.four_souls.game import GAME
from rules.four_souls.model.catalogue import RULEBOOK
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.paths import TESTS

FOLDERS = (TESTS / "rules" / "four_souls", TESTS / "rules" / "audit" / "four_souls")


def test_every_open_point_is_a_switch_with_the_rulebooks_sentences() -> None:
    """Each open point is a switch: default first, one distinct text per choice and language."""
    switches = {switch.key: switch for switch in GAME.switches}
    for id in RULEBOOK.open_points:
        keys = [key for key, _ in switches[id].choices]
        assert keys[0] == RULEBOOK.default_choice(id)
        assert set(keys) == set(GAME.rulebook[id]["choices"])
        said = [text for _, text in switches[id].choices if isinstance(text, Name)]
        assert len({text.es for text in said}) == len({text.en for text in said}) == len(keys) > 1


def test_the_switches_stand_in_order() -> None:
    """Switches are ordered: modes, followed numbers, then open points by number."""
    keys = [switch.key for switch in GAME.switches if switch.group == "rules"]
    points = [key for key in keys if key.startswith("FS-A")]
    assert keys[-len(points) :] == points == sorted(points, key=lambda id: int(id[4:]))
    followed = [key for key in keys if key.startswith("follow.")]
    assert keys[-len(points) - len(followed) : -len(points)] == followed


def test_every_choice_of_every_open_point_is_played_in_a_test() -> None:
    """Every choice of every open point occurs as a constant in a test of Four Souls."""
    said = {
        node.value
        for path in (path for folder in FOLDERS for path in folder.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    missing = {id: [how for how in (id, *RULEBOOK.readings(id)) if how not in said] for id in RULEBOOK.open_points}
    assert {id: gaps for id, gaps in missing.items() if gaps} == {}


def test_every_named_switch_is_one_of_the_game() -> None:
    """Every switch that a note or an automatic pass names is a switch of the game."""
    keys = {switch.key for switch in GAME.switches}
    assert {"follow.shop", "bonus_souls", *RULEBOOK.open_points} <= keys
    for key in ("stop.roll", "stop.roll@1"):
        t = table(**{key: "off"}).attacks("fly").do_alone(Rolled((6,)))
        flowed = GAME.auto_answer(t.s)
        assert flowed is not None
        assert GAME.auto_answer_switch(t.s, flowed) == key
        assert key in keys


def test_the_shop_names_its_switch() -> None:
    """The note on the shop names the switch ``follow.shop``."""
    assert FourSoulsTable("Ana", "Beto", "Cira").decided == {"follow.shop"}


def test_the_bonus_souls_name_their_switch() -> None:
    """The note on the bonus souls names the switch ``bonus_souls``."""
    assert "bonus_souls" in FourSoulsTable("Ana", "Beto", bonus_souls="on").decided
