"""What Four Souls adds to the models of the table: marks, belongings, words, sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.match.latest import latest_notes
from companion.ui.design.look import translate
from companion.ui.games.four_souls.board_model import PICTURE_QUESTIONS, MonsterSheet, board_model
from companion.ui.games.four_souls.signs import (
    BONUS_SIGN,
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
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import (
    DICE_TEXT,
    UNDO_TEXT,
    USUAL_TEXT,
    Belonging,
    GameModel,
    Hint,
    NumberSection,
    PlayerRowLayout,
    StatusMark,
    Tile,
    TileSet,
)
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import Choice, Displayable, Refused, Rolled, Text
from rules.four_souls.model.catalogue import find_character
from rules.four_souls.model.events import Attacked, Began, Chose, Named, Passed, Played
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.refusals import refusal_for
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView, OwnedItemLine, StackItemCard


@dataclass(frozen=True, slots=True)
class OwnedSheet(ItemSheet):
    """An item in front of a player."""


FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("usual", USUAL_TEXT, (Attacked,)),
    Hint(
        "respond",
        Text("Somebody wants to respond? The button above the answer lists what each player can do."),
        (Passed,),
    ),
    Hint("dice", DICE_TEXT, (Rolled,)),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""


def nameless_text(count: int) -> Text:
    """Return how many items have no name."""
    return Text("{n} item without a name", "{n} items without a name", n=count)


def orientation_text(is_ready: bool) -> Text:
    """Return how a card lies."""
    return Text("upright") if is_ready else Text("sideways")


def unnamed_gains(context: TableContext) -> tuple[Choice, ...]:
    """Return the namings of the treasures that the last answer brought, one a player.

    A trinket that stays in play, or an item that changes hands, has its name already.
    """
    gains, players = Counter[str](), context.state_as(FourSouls).players
    for note in latest_notes(context.log):
        gains.update({change.key: change.after - change.before for change in note.changes})
    return tuple(
        remark
        for remark in context.remarks
        if isinstance(remark.event, Named)
        and remark.event == Named(remark.event.seat)
        and remark.template.holes
        and gains[f"seat.{remark.event.seat}.treasures"] > 0
        and players[remark.event.seat].fresh
    )


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


def is_usable(context: TableContext, item: OwnedItemLine) -> bool:
    """Return whether the present question offers a use of the item, on whatever device.

    True for a passive one.
    """
    prompt = context.table_state.prompt
    if not item.activated and item.cost < 0:
        return True
    return prompt is not None and any(item_id_of(choice) == item.id for choice in prompt.choices)


def why_unusable(context: TableContext, seat: int, item: OwnedItemLine) -> Refused | None:
    """Return the rule that forbids a use of the item now.

    None where it can be used, or nothing forbids it.
    """
    if is_usable(context, item):
        return None
    activated, paid = Played(seat, "activated", item=item.id), Played(seat, "paid", item=item.id, cost=item.cost)
    return refusal_for(context.state_as(FourSouls), activated if item.activated else paid)


MODEL = GameModel(
    board=board_model,
    player_row=PlayerRowLayout(
        ("life", "soul", "cents", "loot"),
        status_marks,
        signs=SIGNS,
        belongings=belongings,
        item_sheet=OwnedSheet,
        takes_responses=takes_responses,
        hand_kind="loot",
        hand_brief=Text("Loot"),
    ),
    separate_tracker_prefixes=("monster.", "owned."),
    player_subtitle=player_subtitle,
    player_character=player_character,
    number_sections=lambda context: tuple(number_sections(context)),
    piles=(
        ("countdown", COUNTDOWN_SIGN.icon, Text("Die of eight")),
        ("rooms", ROOM_SIGN.icon, Text("Rooms")),
        ("shop", SHOP_SIGN.icon, Text("Shop")),
        ("bonus", BONUS_SIGN.icon, Text("Bonus souls")),
    ),
    shows_stake=shows_stake,
    spoken=spoken,
    picture_questions=PICTURE_QUESTIONS,
    tiles={Chose: TileSet(character_tile, taken_characters)},
    timely_remarks=timely_remarks,
    first_turn=FIRST_TURN,
)
