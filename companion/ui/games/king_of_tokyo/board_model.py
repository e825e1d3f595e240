"""Board of King of Tokyo as plain data: places, dice, the curse, and the cards for sale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.ui.design.look import current_preferences, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, Space
from companion.ui.design.text_fit import has_large_text
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.sheet import ChoiceSheet
from rules.engine import Choice, Displayable, Number, Records, Text
from rules.king_of_tokyo.model.card_catalogue import catalogues
from rules.king_of_tokyo.model.events import Bought
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from rules.king_of_tokyo.turn.view import CardLine, CurseLine, MonsterLine, TokyoView

NO_SEAT = -1
PLACE_NAMES = {
    "city": Text("Tokyo City"),
    "bay": Text("Tokyo Bay"),
    "outside": Text("outside Tokyo"),
    "out": Text("out"),
}
"""Names of the places where a monster can be."""
LINE_HEIGHT, OUTSIDE_HEIGHT, SHORT_CARD_HEIGHT = 60, 48, 64
"""Heights in points at text scale 1: Tokyo as a line, the row of monsters outside, a card while nobody buys."""
MIN_PLACE_HEIGHT, HIGH_PLACE_HEIGHT, MAX_PLACE_HEIGHT = 74, 122, 208
"""Heights in points at text scale 1 of a place: the least, from which the name stands below its circle, the most."""
MIN_CARD_HEIGHT, MAX_CARD_HEIGHT, PRICES_HEIGHT = 116, 264, 92
"""Heights in points at text scale 1 of a card that can be bought, and of the prices with their caption."""
TABLET_PLACE_HEIGHT = 400
"""Most height in points at text scale 1 of a place where the room is that of a tablet."""
DIE_SIZE, SMALL_DIE_SIZE, DIE_GAP = 52, 40, Space.NEAR
"""Points of a die on the board, of one where there is little room, and between two."""


@dataclass(frozen=True)
class MonsterBadge:
    """A monster as the board shows it; ``place`` is city, bay, outside or out.

    ``decides``: the question is for this one.
    """

    seat: int
    name: str
    place: str
    decides: bool


@dataclass(frozen=True)
class City:
    """Tokyo: monsters, seats in City and Bay, and the tower's owners.

    ``bay`` is None where it is not in play. ``place_height`` is that of a place in points at text scale 1, 0 where
    Tokyo is one line, which is ``line_height`` points high. ``spoken`` says who stands where.
    """

    monsters: tuple[MonsterBadge, ...]
    city: int
    bay: int | None
    tower: tuple[int, ...]
    place_height: float
    line_height: float
    spoken: str

    @property
    def outside(self) -> tuple[MonsterBadge, ...]:
        """The monsters outside Tokyo that are still in the game."""
        return tuple(monster for monster in self.monsters if monster.place == "outside")

    def monster(self, seat: int) -> MonsterBadge:
        """Return the monster of that seat."""
        return next(monster for monster in self.monsters if monster.seat == seat)


@dataclass(frozen=True)
class ThrownDice:
    """Dice on the table: faces, sorted, and places that are still empty; ``size`` in points."""

    faces: tuple[int, ...]
    empty: int
    size: float


@dataclass(frozen=True)
class ShopCard:
    """A card face up; ``missing`` is the energy that the active monster has not got for it.

    ``sheet`` is the purchase, None where this device cannot buy it now, and ``purchase`` its name.
    """

    slot: int
    card: CardLine
    spoken: str
    missing: int = 0
    sheet: ChoiceSheet | None = None
    purchase: str = ""


@dataclass(frozen=True)
class Shop:
    """The cards face up; ``card_height`` in points at text scale 1.

    ``is_open``: they are drawn with their effect and their purchase.
    """

    cards: tuple[ShopCard, ...]
    card_height: float
    is_open: bool


@dataclass(frozen=True)
class Price:
    """A price that can be paid, and the sheet with the cards of that price."""

    energy: int
    sheet: ChoiceSheet


@dataclass(frozen=True)
class TokyoBoard:
    """What the board shows; ``shop_first``: what is bought stands above Tokyo."""

    city: City
    width: float
    dice: ThrownDice | None = None
    curse: CurseLine | None = None
    shop: Shop | None = None
    prices: tuple[Price, ...] = ()
    shop_first: bool = False


def board_model(context: TableContext, room: BoardRoom) -> TokyoBoard:
    """Return what the board shows in that room.

    While cards are bought, the cards or their prices come first, and Tokyo is one line but on a tablet; otherwise Tokyo
    has what the dice and the cards leave, which are left out where there is none for them.
    """
    view, height = context.view_as(TokyoView), room.height / current_preferences().scale
    prices, is_thin = () if view.shop else tuple(_prices(context)), room.density == "thin"
    free = height - (MIN_TAP_SIZE + Space.GAP if view.curse else 0)
    if _is_shop_open(context):
        line = 0 if is_thin else LINE_HEIGHT + Space.GAP
        card_height = min(MAX_CARD_HEIGHT, max(MIN_CARD_HEIGHT, free - line))
        city = _city(context, room, _place_height(room, free - card_height - Space.GAP) if room.is_tablet else 0)
        shop = _shop(context, card_height, is_open=True)
        return TokyoBoard(city, room.width, None, view.curse, shop, (), is_thin)
    if prices:
        city = _city(context, room, _place_height(room, free - PRICES_HEIGHT) if room.is_tablet else 0)
        return TokyoBoard(city, room.width, None, view.curse, None, prices, is_thin)
    dice = _dice(context, room)
    if dice is not None:
        free -= dice.size / current_preferences().scale + Space.GAP
    card_height = MAX_CARD_HEIGHT if room.is_tablet else SHORT_CARD_HEIGHT
    below = card_height + Space.GAP if view.shop else 0
    has_cards = bool(view.shop) and (free >= LINE_HEIGHT + below or has_large_text())
    city = _city(context, room, _place_height(room, free - (below if has_cards else 0)))
    cards = _shop(context, card_height, is_open=room.is_tablet) if has_cards else None
    return TokyoBoard(city, room.width, dice, view.curse, cards)


def _place_height(room: BoardRoom, free: float) -> float:
    """Return the height of a place where Tokyo and who is outside have ``free`` points.

    Both at text scale 1; 0 where there is no room.
    """
    most = TABLET_PLACE_HEIGHT if room.is_tablet else MAX_PLACE_HEIGHT
    place = free - OUTSIDE_HEIGHT - Space.GAP
    return 0 if place < MIN_PLACE_HEIGHT else min(most, place)


# --- Tokyo -------------------------------------------------------------------------------------------------------


def _city(context: TableContext, room: BoardRoom, place_height: float) -> City:
    view, asked = context.view_as(TokyoView), context.asked_seats
    deciding = asked if len(asked) == 1 else (view.active,)
    monsters = tuple(MonsterBadge(line.seat, line.name, line.place, line.seat in deciding) for line in view.players)
    bay = view.bay if view.bay_open or view.bay != NO_SEAT else None
    line_height = max(MIN_TAP_SIZE, min(LINE_HEIGHT, room.height))
    return City(monsters, view.city, bay, view.tower, place_height, line_height, _places_text(view))


def _places_text(view: TokyoView) -> str:
    names = {line.seat: line.name for line in view.players}
    places: list[tuple[Displayable, Displayable]] = [(line.name, PLACE_NAMES[line.place]) for line in view.players]
    owned = [(Text("Tower, level {n}", n=k), names[seat]) for k, seat in enumerate(view.tower, 1) if seat >= 0]
    return ". ".join(f"{translate(who)}: {translate(what)}" for who, what in (*places, *owned))


# --- dice --------------------------------------------------------------------------------------------------------


def _dice(context: TableContext, room: BoardRoom) -> ThrownDice | None:
    """Return the dice as rolled; None without any, and while the answers have them."""
    throw = context.view_as(TokyoView).throw
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    if not throw.faces or any(choice.die for choice in choices):
        return None
    empty = max(0, throw.count - len(throw.faces)) if throw.left else 0
    count = len(throw.faces) + empty
    most = SMALL_DIE_SIZE if room.density == "thin" else DIE_SIZE
    return ThrownDice(tuple(sorted(throw.faces)), empty, min(most, (room.width + DIE_GAP) / count - DIE_GAP))


# --- the shop ----------------------------------------------------------------------------------------------------


def buy_choices(context: TableContext, slot: int) -> list[Choice]:
    """Return the purchases of the card in that place of the shop that this device may make now."""
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    return [choice for choice in choices if isinstance(choice.event, Bought) and choice.event.place == slot]


def is_on_board(context: TableContext, choice: Choice) -> bool:
    """Return whether a choice is the purchase of a card face up, which is bought on the board."""
    return isinstance(choice.event, Bought) and choice.event.place in range(len(context.view_as(TokyoView).shop))


def _is_shop_open(context: TableContext) -> bool:
    view = context.view_as(TokyoView)
    offered = any(buy_choices(context, slot) for slot in range(len(view.shop)))
    return bool(view.shop) and (view.phase == "buy" or offered)


def _shop(context: TableContext, card_height: float, *, is_open: bool) -> Shop:
    view = context.view_as(TokyoView)
    energy = context.lines_as(MonsterLine)[view.active].energy
    return Shop(tuple(_card(context, k, card, energy) for k, card in enumerate(view.shop)), card_height, is_open)


def _card(context: TableContext, slot: int, card: CardLine, energy: int) -> ShopCard:
    said = Text("{card}: {n} energy", card=card.name, n=card.cost) if card.effect else card.name
    purchase = next(iter(buy_choices(context, slot)), None)
    if purchase is None:
        return ShopCard(slot, card, translate(said), max(0, card.cost - energy))
    return ShopCard(slot, card, translate(said), 0, ChoiceSheet(purchase), translate(purchase.label))


def _prices(context: TableContext) -> Iterator[Price]:
    """Yield the prices that can be paid in a shop that is not followed."""
    choice = next((one for one in buy_choices(context, FROM_UNFOLLOWED_SHOP) if one.template.hole(Records)), None)
    if choice is not None:
        hole = choice.template.required_hole(Records)
        most = next(field.high for field in hole.templates[0].holes if isinstance(field, Number))
        for n in card_prices(hole.catalogue, most):
            yield Price(n, ChoiceSheet(choice, number=str(n)))


@cache
def card_prices(catalogue: str, most: int) -> tuple[int, ...]:
    """Return the prices of the cards of that deck, of at most that much energy."""
    return tuple(sorted({n for card in catalogues()[catalogue] for _, n in card.numbers if n <= most}))
