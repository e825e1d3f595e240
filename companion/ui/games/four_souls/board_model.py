"""The board of Four Souls as data: stack, monsters and shop, as there is room for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.match.latest import VERDICTS, Tone, latest_changes
from companion.ui.design.look import sentence, translate
from companion.ui.table.model.picture_answers import PictureQuestion, asked_items, direct_answer, spoken_answer
from companion.ui.table.model.seats import doomed_seats
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import Displayable, Text
from rules.four_souls.model.events import Attacked, Bought
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.view import ActiveMonster, AttackRoll, FourSoulsView, StackItemCard
from rules.four_souls.vocabulary.shop import DECK, price_of

from .board_layout import BoardLayout, lay_out

if TYPE_CHECKING:
    from companion.ui.table.model.board_room import BoardRoom
    from companion.ui.table.model.context import TableContext

_NEUTRAL: Tone = "neutral"
DECK_NUMBER = -1
"""Number of a deck among the monsters or the treasures of the board."""


@dataclass(frozen=True, slots=True)
class MonsterSheet(ItemSheet):
    """A monster in play, with the attack on it."""


@dataclass(frozen=True, slots=True)
class MonsterTextSheet(ItemSheet):
    """A monster in play, only to be read: where a tap on it attacks, a long press opens it."""


@dataclass(frozen=True, slots=True)
class StackSheet(ItemSheet):
    """The whole stack."""


@dataclass(frozen=True, slots=True)
class TreasureSheet(ItemSheet):
    """A treasure that can be bought, by its place."""


def treasure_number(place: str) -> int:
    """Return the number of a place of the shop: its slot, 0 if not followed, −1 for the deck."""
    return DECK_NUMBER if place == DECK else int(place) if place.isdigit() else 0


def _is_active(context: TableContext, monster: int) -> bool:
    return any(one.id == monster for one in context.view_as(FourSoulsView).monsters)


PICTURE_QUESTIONS = (
    PictureQuestion(Attacked, "monster", (MonsterSheet,), takes_options=True, replaces_key=_is_active),
    PictureQuestion(
        Bought,
        "place",
        (TreasureSheet,),
        takes_options=True,
        number=treasure_number,
        replaces_key=lambda context, place: True,
    ),
)
"""Attacks, which a tap on a monster or on the monster deck makes, and purchases, which one on a treasure makes."""


@dataclass(frozen=True)
class TopCard:
    """The top card of the stack: whose, its word, and what follows if nobody responds.

    ``brief_who`` says less of whose it is; ``face`` is that of a roll, else 0; ``is_deadly``: a player dies by it.
    """

    key: str
    seat: int
    who: str
    brief_who: str
    word: str
    tone: Tone
    consequence: str
    is_deadly: bool
    face: int
    spoken: str


@dataclass(frozen=True)
class StackPart:
    """The stack: its top card, the cards below that show an edge, and how many more there are.

    An edge is a seat with a title.
    """

    top: TopCard
    edges: tuple[tuple[int, str], ...]
    more: int
    spoken_under: str
    seats: tuple[str, ...]


@dataclass(frozen=True)
class OrderCard:
    """One of the things whose order is asked: whose, what it is, and what it does."""

    seat: int
    title: str
    does: str
    spoken: str


@dataclass(frozen=True)
class DeckTile:
    """The monster deck where it must be attacked: how often, and whether a tap does so."""

    name: str
    word: str
    note: str
    is_asked: bool
    spoken: str


@dataclass(frozen=True)
class MonsterTile:
    """A monster: name, numbers, reward and text; ``change`` is the latest of its life.

    A tap on one that ``is_asked`` about attacks it.
    """

    id: int
    name: str
    life: int
    full: int
    change: int
    evasion: int
    attack: int
    reward: str
    text: str
    is_asked: bool
    is_fought: bool
    spoken: str


@dataclass(frozen=True)
class TreasureTile:
    """A treasure to buy: its place, name and price, and what is missing of the price."""

    number: int
    name: str
    price: str
    missing: str
    is_asked: bool
    spoken: str


@dataclass(frozen=True)
class FourSoulsBoard:
    """What the board shows; ``layout`` says how large.

    The captions are empty where there is no room for them.
    """

    ordered: tuple[OrderCard, ...]
    stack: StackPart | None
    deck: DeckTile | None
    monsters: tuple[MonsterTile, ...]
    treasures: tuple[TreasureTile, ...]
    monsters_caption: str
    shop_caption: str
    layout: BoardLayout


def board_model(context: TableContext, room: BoardRoom) -> FourSoulsBoard:
    """Return what the board shows in that room.

    Once the game is over there is no stack, no fight and no shop. With too little room there is only a shop that sells
    now, then only the monsters that the question is about, then the stack alone.
    """
    view = context.view_as(FourSoulsView)
    cards, waiting = (view.stack, view.waiting) if context.winners is None else ((), ())
    monsters = tuple(_monster_tiles(context))
    treasures = tuple(_treasure_tiles(context)) if context.winners is None and not cards else ()
    deck = _deck_tile(context) if context.winners is None and not cards else None
    stack = len(cards) or int(deck is not None)
    layout = lay_out(room, stack, monsters, len(treasures), len(waiting))
    if not (layout.fits or any(one.is_asked for one in treasures)):
        treasures, layout = (), lay_out(room, stack, monsters, 0, len(waiting))
    for fewer in (_concerned(monsters, cards), ()):
        if not layout.fits and (fewer or cards):
            monsters, layout = fewer, lay_out(room, stack, fewer, len(treasures), len(waiting))
    return FourSoulsBoard(
        tuple(_order_card(context, card) for card in waiting),
        _stack_part(context, cards, layout.edges) if cards else None,
        deck,
        monsters,
        treasures,
        _monsters_caption(context, monsters) if layout.has_captions else "",
        _shop_caption(treasures) if layout.has_captions else "",
        layout,
    )


# --- the stack ----------------------------------------------------------------------------------------------------


def _stack_part(context: TableContext, cards: tuple[StackItemCard, ...], edges: int) -> StackPart:
    top, *under = cards
    shown = tuple((card.seat, sentence(card.title)) for card in under[:edges])
    names = ", ".join(translate(card.title) for card in under)
    spoken = translate(Text("The whole stack. Under it: {names}", names=names)) if under else ""
    return StackPart(_top_card(context, top, len(cards)), shown, len(under) - len(shown), spoken, context.seats)


def _top_card(context: TableContext, card: StackItemCard, count: int) -> TopCard:
    dying, seats, item = doomed_seats(context), context.seats, context.state_as(FourSouls).stack.top
    who, word, tone = translate(whose(card, seats)), sentence(card.title), _NEUTRAL
    brief_who, does, told = who, [sentence(card.does)] if card.does else [], frozenset[int]()
    if (roll := card.attack) is not None:
        who = translate(Text("{who} attacks {monster}, {n}+", who=seats[card.seat], monster=roll.monster, n=roll.needs))
        brief_who = translate(Text("{monster}, {n}+", monster=roll.monster, n=roll.needs))
        word, tone = sentence(VERDICTS["hit" if roll.hits else "miss"]), "good" if roll.hits else "bad"
        if roll.harm:
            does = [translate(_harm_text(roll, seats[card.seat], dies=card.seat in dying))]
            told = frozenset() if roll.hits else frozenset((card.seat,))
    elif item is not None and item.kind == "player_death":
        told = frozenset((item.seat,))
    deaths = [translate(Text("{who} dies", who=seats[seat])) for seat in sorted(dying - told)]
    consequence = " · ".join([*does, *deaths])
    spoken = [translate(Text("Stack · {n}", n=count)), spoken_card(card, seats)]
    spoken += [translate(Text("{who} dies", who=seats[seat])) for seat in sorted(dying)]
    key = f"{card.id}.{card.face}.{word}"
    return TopCard(key, card.seat, who, brief_who, word, tone, consequence, bool(dying), card.face, "\n".join(spoken))


def _order_card(context: TableContext, card: StackItemCard) -> OrderCard:
    does = sentence(card.does) if card.does else ""
    return OrderCard(card.seat, sentence(card.title), does, spoken_card(card, context.seats))


def _harm_text(roll: AttackRoll, who: str, *, dies: bool) -> Text:
    hurt: Displayable = roll.monster if roll.hits else who
    harm = roll.harm or 0
    if harm >= roll.life if roll.hits else dies:
        return Text("{who} takes {n} and dies", who=hurt, n=harm)
    return Text("{who} takes {n}", who=hurt, n=harm)


def whose(card: StackItemCard, seats: tuple[str, ...]) -> Text:
    """Return whose card it is."""
    return Text("{who}'s", who=seats[card.seat])


def spoken_card(card: StackItemCard, seats: tuple[str, ...]) -> str:
    """Return the accessible sentence of a card of the stack: title, effect, and whose it is."""
    does = [sentence(card.does)] if card.does else []
    return "\n".join([sentence(card.title), *does, translate(whose(card, seats))])


# --- monsters -----------------------------------------------------------------------------------------------------


def _concerned(monsters: tuple[MonsterTile, ...], cards: tuple[StackItemCard, ...]) -> tuple[MonsterTile, ...]:
    """Return those that are fought, may be attacked, or are named on the top card of the stack."""
    words = [translate(text) for card in cards[:1] for text in (card.title, card.does) if text is not None]
    return tuple(one for one in monsters if one.is_asked or one.is_fought or any(one.name in said for said in words))


def _monster_tiles(context: TableContext) -> Iterator[MonsterTile]:
    changes, asked = latest_changes(context.log), asked_items(context, PICTURE_QUESTIONS, MonsterSheet)
    for monster in context.view_as(FourSoulsView).monsters:
        answer = direct_answer(context, PICTURE_QUESTIONS, MonsterSheet(monster.id))
        spoken = translate(_spoken_monster(monster))
        yield MonsterTile(
            monster.id,
            translate(monster.name),
            monster.life,
            monster.full,
            changes.get(f"monster.{monster.id}.life", 0),
            monster.evasion,
            monster.attack,
            translate(monster.reward),
            "" if monster.effect is None else translate(monster.effect),
            monster.id in asked,
            monster.fighting and context.winners is None,
            spoken_answer(answer, spoken),
        )


def _spoken_monster(monster: ActiveMonster) -> Text:
    return Text(
        "{monster}: life {life} of {full}, evasion {evasion}, attack {attack}",
        monster=monster.name,
        life=monster.life,
        full=monster.full,
        evasion=monster.evasion,
        attack=monster.attack,
    )


def _monsters_caption(context: TableContext, monsters: tuple[MonsterTile, ...]) -> str:
    state = context.state_as(FourSouls)
    if any(monster.is_asked for monster in monsters):
        return translate(Text("Monsters · touch the one that you attack"))
    if context.winners is None and state.phase == "action" and not (state.combat or state.attacks or state.stack.items):
        return translate(Text("Monsters · no attack is left this turn"))
    return translate(Text("Monsters"))


def _deck_tile(context: TableContext) -> DeckTile | None:
    """Return the monster deck where an attack on it is forced."""
    prompt = context.table_state.prompt
    forced = [choice for choice in (prompt.choices if prompt else ()) if choice.event == Attacked(DECK_NUMBER)]
    if not forced or forced[0].role != "default":
        return None
    answer = direct_answer(context, PICTURE_QUESTIONS, MonsterSheet(DECK_NUMBER))
    count = max(1, context.state_as(FourSouls).forced)
    name, word = translate(Text("Monster deck")), translate(Text("{n} attack", "{n} attacks", n=count))
    note = translate(Text("must be made this turn"))
    return DeckTile(name, word, note, answer is not None, f"{name}: {word}, {note}")


# --- the shop -----------------------------------------------------------------------------------------------------


def _treasure_tiles(context: TableContext) -> Iterator[TreasureTile]:
    """Yield what the question offers for sale to whoever has the turn, on whatever device."""
    prompt, state = context.table_state.prompt, context.state_as(FourSouls)
    for choice in prompt.choices if prompt else ():
        if not isinstance(choice.event, Bought):
            continue
        place = choice.event.place
        number, price = treasure_number(place), price_of(state, state.active, place)
        answer = direct_answer(context, PICTURE_QUESTIONS, TreasureSheet(number))
        short = 0 if state.can_afford(state.active, price) else price - state.players[state.active].cents
        name, cents = translate(treasure_name(context, number)), translate(Text("{n}¢", n=price))
        missing = translate(Text("{n}¢ short", "{n}¢ short", n=short)) if short else ""
        spoken = ". ".join(filter(None, [f"{name}: {cents}", missing]))
        yield TreasureTile(number, name, cents, missing, answer is not None, spoken_answer(answer, spoken))


def treasure_name(context: TableContext, number: int) -> Displayable:
    """Return the name of what is bought at that place, or where it comes from."""
    shop = context.view_as(FourSoulsView).shop
    if number == DECK_NUMBER:
        return Text("From the deck")
    return shop[number] if number < len(shop) else Text("From the shop")


def _shop_caption(treasures: tuple[TreasureTile, ...]) -> str:
    if any(treasure.is_asked for treasure in treasures):
        return translate(Text("Shop · touch what you buy"))
    return translate(Text("Shop"))
