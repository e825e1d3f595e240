"""What King of Tokyo adds to the models of the table: places, tokens, words, sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.match.log import counted_text
from companion.ui.design.look import translate
from companion.ui.games.king_of_tokyo.board_model import PLACE_NAMES, board_model, is_on_board
from companion.ui.games.king_of_tokyo.signs import (
    BAY_SIGN,
    BEAST_SIGN,
    BERSERK_SIGN,
    CARD_SIGN,
    CITY_SIGN,
    CULTIST_SIGN,
    POISON_SIGN,
    SCARAB_SIGN,
    SHRINK_SIGN,
    SIGNS,
    TOWER_SIGN,
)
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import (
    DICE_TEXT,
    UNDO_TEXT,
    Belonging,
    GameModel,
    Hint,
    PlayerRowLayout,
    StatusMark,
    Tile,
    TileSet,
)
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.sheet import ItemSheet
from companion.ui.table.model.spoken import join_with_commas
from rules.engine import Displayable, Rolled, Text
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.model.events import Began, Chose, Copied, Kept, Swapped, Yielded
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.turn.figures import figure_name
from rules.king_of_tokyo.turn.view import CardLine, MonsterLine, TokyoView


@dataclass(frozen=True, slots=True)
class TokyoSheet(ItemSheet):
    """Everybody's place."""


@dataclass(frozen=True, slots=True)
class CardSheet(ItemSheet):
    """A card in front of a monster."""


@dataclass(frozen=True, slots=True)
class OfferSheet(ItemSheet):
    """The card in that place of the shop."""


@dataclass(frozen=True, slots=True)
class CurseSheet(ItemSheet):
    """The curse that is in force."""


FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("dice", DICE_TEXT, (Rolled,)),
    Hint("kept", Text("Tap the dice that you keep; the others are rolled again."), (Kept,)),
    Hint("yield", Text("Whoever was hit in Tokyo decides alone: stay or yield."), (Yielded,)),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""


def spoken(context: TableContext) -> tuple[Text, ...]:
    """Return what each monster has in front of it, then the curse and the cards for sale."""
    return tuple(_sentences(context))


def _sentences(context: TableContext) -> Iterator[Text]:
    view = context.view_as(TokyoView)
    for line in context.lines_as(MonsterLine).values():
        if held := list(_held(view, line)):
            yield Text("{who}: {what}", who=line.name, what=join_with_commas(held))
    if view.curse is not None:
        yield Text("Curse: {name}", name=view.curse.name)
    if offers := [Text("{card}: {n} energy", card=card.name, n=card.cost) for card in view.shop if card.effect]:
        yield Text("{item}: {what}", item=Text("Shop"), what=join_with_commas(offers))


def _held(view: TokyoView, line: MonsterLine) -> Iterator[Displayable]:
    if view.has_wickedness and line.wickedness:
        yield counted_text(NUMBER_NAMES["wickedness"], line.wickedness, "")
    yield from (text for _, text in monster_states(line))
    yield from map(_card, (*line.cards, *line.tiles))


def _card(card: CardLine) -> Displayable:
    if not card.counters:
        return card.name
    return Text("{item}: {what}", item=card.name, what=Text("{n} counter", "{n} counters", n=card.counters))


TOWER_LEVEL_NAMES = (Text("bottom level of the tower"), Text("second level of the tower"), Text("top of the tower"))


def monster_states(line: MonsterLine) -> Iterator[tuple[str, Text]]:
    """Yield a monster's tokens and forms, each with its kind and its words."""
    if line.poison:
        yield "poison", Text("{n} poison token", "{n} poison tokens", n=line.poison)
    if line.shrink:
        yield "shrink", Text("{n} shrink token", "{n} shrink tokens", n=line.shrink)
    if line.berserk:
        yield "berserk", Text("Berserk")
    if line.beast:
        yield "beast", Text("beast")
    if line.scarab:
        yield "scarab", Text("golden scarab")
    if line.cultists:
        yield "cultist", Text("{n} cultist", "{n} cultists", n=line.cultists)
    for level in line.levels:
        yield "tower", TOWER_LEVEL_NAMES[level - 1]


PLACE_SIGNS = {"city": CITY_SIGN, "bay": BAY_SIGN}
"""Sign of each place in Tokyo."""


STATE_SIGNS = {
    "poison": POISON_SIGN,
    "shrink": SHRINK_SIGN,
    "berserk": BERSERK_SIGN,
    "beast": BEAST_SIGN,
    "scarab": SCARAB_SIGN,
    "cultist": CULTIST_SIGN,
    "tower": TOWER_SIGN,
}
"""Sign of each kind of token or form."""


def status_marks(context: TableContext, seat: int) -> Iterator[StatusMark]:
    """Yield a monster's place and its other states, as icons."""
    line = context.lines_as(MonsterLine)[seat]
    if line.place in PLACE_SIGNS:
        yield PLACE_SIGNS[line.place].mark
    for sign, text in ((STATE_SIGNS[state], text) for state, text in monster_states(line)):
        yield sign.icon, sign.color, text


def belongings(context: TableContext, seat: int) -> Iterator[Belonging]:
    """Yield which monster it is, if it was chosen, and its cards and tiles."""
    line = context.lines_as(MonsterLine)[seat]
    if line.figure:
        yield Belonging(line.figure)
    for card in (*line.cards, *line.tiles):
        yield Belonging(card.name, CARD_SIGN.icon, card.id)


def takes_responses(context: TableContext) -> bool:
    """Return whether a game is on: the cards that change others' dice respond to every roll."""
    return context.winners is None


PICTURE_QUESTIONS = (
    PictureQuestion(Copied, "item", (CardSheet,), label=Text("Copy this card")),
    PictureQuestion(Swapped, "item", (CardSheet,), label=Text("Swap for this card")),
)
"""Questions about a card in front of a monster, which a tap on it answers."""


def player_character(context: TableContext, seat: int) -> str:
    """Return the monster that the player has chosen."""
    return translate(context.lines_as(MonsterLine)[seat].figure)


def figure_tile(key: str) -> Tile:
    """Return the tile of a monster: its name."""
    return Tile(figure_name(key))


def taken_figures(context: TableContext) -> dict[int, str]:
    """Return the monsters that seats have."""
    return {seat: m.figure for seat, m in enumerate(context.state_as(Tokyo).monsters) if m.figure}


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return which monster it is, and where it stands."""
    place = translate(PLACE_NAMES[context.lines_as(MonsterLine)[seat].place])
    return " · ".join(filter(None, (player_character(context, seat), place)))


MODEL = GameModel(
    board=board_model,
    is_on_board=is_on_board,
    player_row=PlayerRowLayout(
        ("heart", "points", "energy"),
        status_marks,
        signs=SIGNS,
        belongings=belongings,
        item_sheet=CardSheet,
        takes_responses=takes_responses,
    ),
    separate_tracker_prefixes=("held.",),
    picture_questions=PICTURE_QUESTIONS,
    player_subtitle=player_subtitle,
    player_character=player_character,
    tiles={Chose: TileSet(figure_tile, taken_figures)},
    spoken_place=lambda context, seat: PLACE_NAMES[context.lines_as(MonsterLine)[seat].place],
    spoken=spoken,
    first_turn=FIRST_TURN,
)
