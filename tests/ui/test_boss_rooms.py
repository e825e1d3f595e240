"""Monster, trap and advanced rooms told apart on the board, by their model and by what is drawn of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import flet as ft
import pytest

from companion.ui.design.sign_colors import GOLD, ORANGE, VIOLET
from companion.ui.games.boss_monster.board import RoomTile
from companion.ui.games.boss_monster.board_model import RoomModel, dungeon_model, short_name
from rules.boss_monster.model.card_catalogue import RoomCard
from rules.boss_monster.view import view
from tests.support.games.boss_monster import plain, table
from tests.support.ui.headless import Phone

MONSTER, TRAP, ADVANCED = (ft.Icons.PETS, ORANGE), (ft.Icons.WARNING_AMBER, VIOLET), (ft.Icons.WORKSPACE_PREMIUM, GOLD)
KIND_SIGNS = (MONSTER, TRAP, ADVANCED)


@dataclass(frozen=True)
class Tile:
    """What tells a room's kind: accessible name, signs with colors, and frame with width."""

    name: str
    signs: tuple[tuple[ft.IconData, str], ...]
    frame: tuple[float, str]


PLAIN_FRAME, ADVANCED_FRAME = (2, ft.Colors.OUTLINE_VARIANT), (2, GOLD)
TILES: dict[str | RoomCard, Tile] = {
    "golem_factory": Tile("Golem Factory, monster: damage 2", (MONSTER,), PLAIN_FRAME),
    "dark_altar": Tile("Dark Altar, trap: damage 1", (TRAP,), PLAIN_FRAME),
    "ligers_den": Tile("Liger's Den, advanced, monster: damage 2", (MONSTER, ADVANCED), ADVANCED_FRAME),
    "recycling_center": Tile("Recycling Center, advanced, trap: damage 3", (TRAP, ADVANCED), ADVANCED_FRAME),
    RoomCard("", "f", 1, advanced=True): Tile("room of 1 (Fighter), advanced: damage 1", (ADVANCED,), ADVANCED_FRAME),
    plain("f", 2): Tile("room of 2 (Fighter): damage 2", (), PLAIN_FRAME),
}
"""Each kind of room, of the catalogue or without a name."""


def model_of(card: str | RoomCard, *, down: bool = False) -> RoomModel:
    """A room that lies alone in a dungeon, as the board has it."""
    line = view(table().dungeon(0, card).s).players[0]
    shown = replace(line, rooms=(replace(line.rooms[0], down=down),))
    return dungeon_model(shown, ("Ana",)).rooms[0]


def drawn(room: RoomModel) -> Tile:
    """What its tile tells of the kind."""

    @ft.component
    def cell() -> ft.Control:
        return RoomTile(room, 96, 100, lambda: None)

    async def run() -> Tile:
        phone = await Phone().show(cell)
        [name] = phone.names()
        found = list(phone.controls())
        icons = [(one.icon, one.color) for one in found if isinstance(one, ft.Icon)]
        edge = next(one.style.side for one in found if isinstance(one, ft.TextButton))[ft.ControlState.DEFAULT]
        return Tile(name, tuple(sign for sign in icons if sign in KIND_SIGNS), (edge.width, edge.color))

    return asyncio.run(run())


@pytest.mark.parametrize("card", TILES, ids=lambda card: card if isinstance(card, str) else f"damage {card.damage}")
def test_a_room_tells_its_kind_by_name_sign_and_frame(card: str | RoomCard) -> None:
    """Monster and trap rooms have a sign each, advanced ones a sign and a frame besides."""
    assert drawn(model_of(card)) == TILES[card]


def test_no_two_kinds_look_alike() -> None:
    """Without their names the tiles of two kinds differ in signs or frame."""
    faces = [replace(tile, name="") for tile in TILES.values()]
    assert len(set(faces)) == len(TILES)


def test_a_room_that_lies_face_down_tells_no_kind() -> None:
    """Nothing of a face-down room depends on its card but what the table has named it."""
    down = {replace(model_of(card, down=True), name="", spoken="") for card in ("golem_factory", "dark_altar")}
    assert len({replace(one, id=0, damage=0) for one in down}) == 1
    assert drawn(model_of("golem_factory", down=True)).signs == ()


@pytest.mark.parametrize(("name", "short"), [("Golem Factory", "Golem"), ("Transformer", "Transfo."), ("", "")])
def test_a_narrow_room_has_a_short_name(name: str, short: str) -> None:
    """The first word stands there, cut after seven letters where it is longer than eight."""
    assert short_name(name) == short
