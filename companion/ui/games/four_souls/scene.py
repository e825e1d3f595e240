"""Scene of Four Souls: board, player rows, sheets and card piles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import flet as ft

from companion.match.latest import latest_changes
from companion.ui.design.look import translate
from companion.ui.games.four_souls.effect_builder.sheet import effects_sheet
from companion.ui.games.four_souls.model import FIRST_TURN, MonsterSheet, OwnedSheet, StackSheet
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import PictureQuestion, asked_items
from companion.ui.table.model.player_row import Belonging, NumberSection, PlayerRowLayout, StatusMark
from companion.ui.table.scene import OnOpenSheet, Scene, Tile, TileSet
from companion.ui.widgets.controls import bind
from rules.engine import Choice, Displayable, Text
from rules.four_souls.model.catalogue import find_character
from rules.four_souls.model.events import Attacked, Chose, Named
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView, StackItemCard

from .belongings import nameless_text, orientation_text, player_area
from .item_naming import item_naming_sheet, unnamed_gains
from .item_refusal import is_usable, why_unusable
from .monsters import monster_cards
from .sheets import item_sheet, monster_sheet, stack_sheet
from .signs import (
    BOOST_SIGN,
    COUNTDOWN_SIGN,
    CURSE_SIGN,
    PRIORITY_SIGN,
    ROOM_SIGN,
    SHIELD_SIGN,
    SHOP_SIGN,
    SIDEWAYS_SIGN,
    SIGNS,
    UPRIGHT_SIGN,
)
from .stack import StackView

DEEP_STACK = 2
"""Items on the stack above which monsters are shown without their effects."""
PICTURE_QUESTIONS = (PictureQuestion(Attacked, "monster", (MonsterSheet,), is_direct=False),)
"""Attacks, which a monster's sheet offers, as a tap is for reading; one that must be made now is made by a tap."""


def build_board(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the stack, if there is one, and the monsters."""
    controls: list[ft.Control] = []
    cards = context.view_as(FourSoulsView).stack if context.winners is None else ()
    if cards:
        open_stack = bind(open_sheet, StackSheet())
        controls.append(StackView(cards, context.seats, open_stack, context.column_widths[0]))
    monsters = context.view_as(FourSoulsView).monsters
    if context.winners is not None:  # the fight is over as well
        monsters = tuple(replace(monster, fighting=False) for monster in monsters)
    if monsters:
        max_items = DEEP_STACK if context.role.seat is None else 0  # a player's own items and passes need room too
        hides_effects = len(cards) > max_items and not context.has_two_columns
        changes, asked = latest_changes(context.log), asked_items(context, PICTURE_QUESTIONS, MonsterSheet)
        controls.append(monster_cards(monsters, changes, open_sheet, hides_effects, asked))
    return controls


def status_marks(context: TableContext, seat: int) -> Iterator[StatusMark]:
    """Yield marks for priority, shield, boosts and curses."""
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    if line.holder:
        yield PRIORITY_SIGN.mark
    if line.shield:
        yield SHIELD_SIGN.icon, SHIELD_SIGN.color, Text("{n} damage is going to be prevented", n=line.shield)
    if line.boosts:
        yield BOOST_SIGN.mark
    if line.curses:
        yield CURSE_SIGN.mark


def belongings(context: TableContext, seat: int) -> Iterator[Belonging]:
    """Yield the player's character and items, upright or turned."""
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    if line.character:
        yield _card(line.character, 0, line.ready)
    for item in line.items:
        yield replace(_card(item.name, item.id, item.ready), is_ready=item.ready and is_usable(context, item))
    if line.nameless:
        yield Belonging(nameless_text(line.nameless), is_ready=False)


def _card(name: Displayable, item: int, is_ready: bool) -> Belonging:
    sign = UPRIGHT_SIGN if is_ready else SIDEWAYS_SIGN
    return Belonging(name, sign.icon, item, orientation_text(is_ready), is_ready)


def takes_responses(context: TableContext) -> bool:
    """Return whether something waits for responses."""
    return context.seat_prompt is not None and bool(context.seat_prompt.prompt.window)


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return the player's character and its item."""
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    return " · ".join(translate(one) for one in (line.character, line.item) if one)


def player_character(context: TableContext, seat: int) -> str:
    """Return the player's character."""
    character = context.lines_as(FourSoulsPlayerLine)[seat].character
    return translate(character) if character else ""


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the player's items, curses and effects until the end of the turn.

    An item that cannot be used now says why.
    """
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    found = ((item.id, why_unusable(context, seat, item)) for item in line.items)
    reasons = {id: refused.reason for id, refused in found if refused is not None}
    return player_area(line, lambda id: open_sheet(OwnedSheet(id)), reasons)


def shows_stake(context: TableContext) -> bool:
    """Return whether the top of the stack already shows the stake."""
    top = next(iter(context.view_as(FourSoulsView).stack), None)
    return top is not None and context.seat_prompt is not None and top.does == context.seat_prompt.prompt.stake


def number_sections(context: TableContext) -> Iterator[NumberSection]:
    """Yield the life of each monster in play; the attacked one is marked."""
    trackers = {tracker.key: tracker for tracker in context.table_state.trackers}
    for monster in context.view_as(FourSoulsView).monsters:
        life = trackers.get(f"monster.{monster.id}.life")
        if life is not None:
            sheet = MonsterSheet(monster.id)
            yield NumberSection(translate(monster.name), (life,), sheet, None, monster.fighting)


def spoken(context: TableContext) -> list[Text]:
    """Return the stack, the top first, and the monster of the fight."""
    view, seats = context.view_as(FourSoulsView), context.seats
    cards = [
        Text("{what}, {whose}", what=_card_text(card), whose=Text("{who}'s", who=seats[card.seat]))
        for card in view.stack
    ]
    stack = [Text("On the stack, {n}: {what}", n=k, what=text) for k, text in enumerate(cards, 1)]
    fights = [
        Text("The fight is with {monster}: life {n} of {most}", monster=one.name, n=one.life, most=one.full)
        for one in view.monsters
        if one.fighting
    ]
    return [*fights, *(stack or [Text("The stack is empty")])]


def _card_text(card: StackItemCard) -> Displayable:
    return Text("{title}: {does}", title=card.title, does=card.does) if card.does else card.title


def timely_remarks(context: TableContext) -> tuple[tuple[Text, Choice], ...]:
    """Return who may say which treasure was gained."""
    return tuple(
        (Text("{who}: which treasure?", who=context.seats[remark.seat or 0]), remark)
        for remark in unnamed_gains(context)
    )


def character_tile(id: str) -> Tile:
    """Return the tile of a character: life, attack and the starting item."""
    card = find_character(id)
    item = item_cards().get(card.item)
    return Tile(card.name, (("life", card.hp), ("attack", card.attack)), item.name if item else "")


def taken_characters(context: TableContext) -> dict[int, str]:
    """Return the ids of the characters that seats have."""
    players = context.state_as(FourSouls).players
    return {seat: player.character for seat, player in enumerate(players) if player.character}


SCENE = Scene(
    build_board=build_board,
    player_row=PlayerRowLayout(
        ("life", "cents", "soul", "loot"),
        status_marks,
        signs=SIGNS,
        belongings=belongings,
        item_sheet=OwnedSheet,
        takes_responses=takes_responses,
        hand_kind="loot",
        hand_brief=Text("Loot"),
    ),
    item_sheets={MonsterSheet: monster_sheet, StackSheet: stack_sheet, OwnedSheet: item_sheet},
    separate_tracker_prefixes=("monster.", "owned."),
    player_subtitle=player_subtitle,
    player_character=player_character,
    build_player_area=build_player_area,
    number_sections=lambda context: tuple(number_sections(context)),
    piles=(
        ("countdown", COUNTDOWN_SIGN.icon, Text("Die of eight")),
        ("rooms", ROOM_SIGN.icon, Text("Rooms")),
        ("shop", SHOP_SIGN.icon, Text("Shop")),
        ("bonus", ft.Icons.AUTO_AWESOME, Text("Bonus souls")),
    ),
    shows_stake=shows_stake,
    spoken=spoken,
    picture_questions=PICTURE_QUESTIONS,
    tiles={Chose: TileSet(character_tile, taken_characters)},
    effects=effects_sheet,
    timely_remarks=timely_remarks,
    remark_sheets={Named: item_naming_sheet},
    first_turn=FIRST_TURN,
)
