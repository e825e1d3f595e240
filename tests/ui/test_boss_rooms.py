"""Monster, trap and advanced rooms told apart on the tiles of a dungeon, without a browser."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import flet as ft
import pytest

from companion.ui.design.sign_colors import GOLD, ORANGE, VIOLET
from companion.ui.games.boss_monster.dungeons import RoomCell
from rules.boss_monster.model.card_catalogue import RoomCard
from rules.boss_monster.view import RoomLine, view
from tests.support.games.boss_monster import plain, table
from tests.support.ui.headless import Phone

MONSTER, TRAP, ADVANCED = (ft.Icons.PETS, ORANGE), (ft.Icons.WARNING_AMBER, VIOLET), (ft.Icons.WORKSPACE_PREMIUM, GOLD)
KIND_SIGNS, KIND_WORDS = (MONSTER, TRAP, ADVANCED), ("monster", "trap", "advanced")


@dataclass(frozen=True)
class Tile:
    """What tells a room's kind: accessible name, signs with colors, words, and frame with width."""

    name: str
    signs: tuple[tuple[ft.IconData, str], ...]
    words: tuple[str, ...]
    frame: tuple[float, str]


PLAIN_FRAME, ADVANCED_FRAME = (1, ft.Colors.OUTLINE_VARIANT), (2, GOLD)
TILES: dict[str | RoomCard, Tile] = {
    "golem_factory": Tile("Golem Factory, monster: damage 2", (MONSTER,), ("monster",), PLAIN_FRAME),
    "dark_altar": Tile("Dark Altar, trap: damage 1", (TRAP,), ("trap",), PLAIN_FRAME),
    "ligers_den": Tile("Liger's Den, advanced, monster: damage 2", (MONSTER, ADVANCED), ("monster",), ADVANCED_FRAME),
    "recycling_center": Tile("Recycling Center, advanced, trap: damage 3", (TRAP, ADVANCED), ("trap",), ADVANCED_FRAME),
    RoomCard("", "f", 1, advanced=True): Tile(
        "room of 1 (Fighter), advanced: damage 1", (ADVANCED,), ("advanced",), ADVANCED_FRAME
    ),
    plain("f", 2): Tile("room of 2 (Fighter): damage 2", (), (), PLAIN_FRAME),
}
"""Each kind of room, of the catalogue or without a name."""


def line_of(card: str | RoomCard) -> RoomLine:
    """A room that lies alone in a dungeon, as the screen gets it."""
    return view(table().dungeon(0, card).s).players[0].rooms[0]


def shown(line: RoomLine) -> Tile:
    """What its tile tells of the kind."""

    @ft.component
    def cell() -> ft.Control:
        return RoomCell(line, False, lambda sheet: None, 120)

    async def run() -> Tile:
        phone = await Phone().show(cell)
        [name] = phone.names()
        drawn = list(phone.controls())
        icons = [(one.icon, one.color) for one in drawn if isinstance(one, ft.Icon)]
        texts = [one.value for one in drawn if isinstance(one, ft.Text)]
        edge = next(one.style.side for one in drawn if isinstance(one, ft.TextButton))[ft.ControlState.DEFAULT]
        signs, words = (sign for sign in icons if sign in KIND_SIGNS), (word for word in texts if word in KIND_WORDS)
        return Tile(name, tuple(signs), tuple(words), (edge.width, edge.color))

    return asyncio.run(run())


@pytest.mark.parametrize("card", TILES, ids=lambda card: card if isinstance(card, str) else f"damage {card.damage}")
def test_a_room_tells_its_kind_by_name_sign_word_and_frame(card: str | RoomCard) -> None:
    """Monster and trap rooms have a sign and a word each, advanced ones a sign and a frame besides."""
    assert shown(line_of(card)) == TILES[card]


def test_no_two_kinds_look_alike() -> None:
    """Without their names the tiles of two kinds differ in signs, words or frame."""
    faces = [replace(tile, name="") for tile in map(shown, map(line_of, TILES))]
    assert len(set(faces)) == len(TILES)


def test_a_room_that_lies_face_down_tells_no_kind() -> None:
    """Nothing of a face-down room's tile depends on its card."""
    down = {replace(shown(replace(line_of(card), down=True)), name="") for card in ("golem_factory", "dark_altar")}
    assert down == {Tile("", (), (), PLAIN_FRAME)}
