"""The view of a table for the screen: places, resources, cards and dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine import Displayable, Name, Text
from rules.king_of_tokyo.effects.card_names import curse_name, effect_key_name, tile_name
from rules.king_of_tokyo.effects.standing import max_hearts
from rules.king_of_tokyo.effects.triggers import points_to_win
from rules.king_of_tokyo.model.card_catalogue import PowerCard, printed_power_cards
from rules.king_of_tokyo.model.state import NOBODY, Held, Monster, Tokyo
from rules.king_of_tokyo.model.texts import load_data
from rules.king_of_tokyo.rolling.roll import dice_to_throw, throws_in_turn
from rules.king_of_tokyo.shop.reveal import NO_CARD, cards_face_up, is_shop_followed
from rules.king_of_tokyo.shop.shop import price

from .figures import figure_name


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card or tile: name, effect, counters, and its cost.

    In the shop the cost is what the active monster pays, elsewhere what it cost. ``is_kept`` says of a printed card
    whether it stays in front of its buyer, None of another.
    """

    id: int
    name: Displayable
    effect: Name | None
    counters: int = 0
    cost: int = 0
    is_kept: bool | None = None


@dataclass(frozen=True, slots=True)
class MonsterLine:
    """One monster of the view.

    ``place`` is city, bay, outside or out; ``max_hearts`` the most hearts it can have; ``levels`` those of the tower it
    owns, from 1; ``scarab``: it has the golden scarab; ``figure``: the name of the chosen monster ("": none).
    """

    seat: int
    name: str
    place: str
    active: bool
    hearts: int
    max_hearts: int
    points: int
    energy: int
    cards: tuple[CardLine, ...] = ()
    tiles: tuple[CardLine, ...] = ()
    poison: int = 0
    shrink: int = 0
    cultists: int = 0
    wickedness: int = 0
    levels: tuple[int, ...] = ()
    berserk: bool = False
    beast: bool = False
    scarab: bool = False
    figure: Displayable = ""

    @property
    def dead(self) -> bool:
        """Whether the monster is eliminated."""
        return self.place == "out"


@dataclass(frozen=True, slots=True)
class CurseLine:
    """The current curse: its permanent effect and those of the die of fate."""

    name: Name
    always: Name
    ankh: Name
    snake: Name


@dataclass(frozen=True, slots=True)
class ThrowLine:
    """The dice of the current throw.

    ``kept`` are the indexes of those put aside, ``left`` the throws still to come (0: the dice count), ``count`` how
    many dice are thrown.
    """

    faces: tuple[int, ...]
    kept: frozenset[int]
    left: int
    count: int


@dataclass(frozen=True, slots=True)
class TokyoView:
    """The view of the whole table.

    ``bay_open``: there is a second place in Tokyo; ``goal``: the points that win; ``tower``: the seats that own its
    levels (−1: nobody), empty where it is not played; ``has_wickedness``: the track is played.
    """

    turn: int
    phase: str
    active: int
    city: int
    bay: int
    bay_open: bool
    players: tuple[MonsterLine, ...]
    throw: ThrowLine
    goal: int
    curse: CurseLine | None = None
    tower: tuple[int, ...] = ()
    has_wickedness: bool = False
    shop: tuple[CardLine, ...] = ()


def view(s: Tokyo) -> TokyoView:
    """Build the view of a state. Raises ``ValueError`` if a place has a seat that is not here."""
    monsters = tuple(_monster(s, seat, monster) for seat, monster in enumerate(s.monsters))
    tower = s.tower if s.has_variant("tower") else ()
    goal = points_to_win(s, s.active)
    shop = tuple(_for_sale(s, id) for id in cards_face_up(s)) if is_shop_followed(s) else ()
    if not {s.city, s.bay, s.scarab, *s.tower} <= {NOBODY, *range(len(s.seats))}:
        raise ValueError("somebody stands there who does not sit here")  # only an imported file can hold that
    places = (s.turn, s.phase, s.active, s.city, s.bay, s.is_bay_open)
    return TokyoView(*places, monsters, _throw(s), goal, _curse(s), tower, s.has_variant("wickedness"), shop)


def _throw(s: Tokyo) -> ThrowLine:
    left = throws_in_turn(s) - s.now.thrown if s.phase == "roll" else 0
    if s.is_partly_told:
        return ThrowLine(s.now.aside, frozenset(range(len(s.now.aside))), max(0, left), dice_to_throw(s))
    return ThrowLine(s.now.faces, s.now.kept, max(0, left), dice_to_throw(s))


def _curse(s: Tokyo) -> CurseLine | None:
    if not s.curse:
        return None
    says = load_data("curses")[s.curse]
    return CurseLine(curse_name(s.curse), *(Name(**says[part]) for part in ("always", "ankh", "snake")))


def place_of(s: Tokyo, seat: int) -> str:
    """Where a monster stands: city, bay, outside; or out of the game."""
    if s.monsters[seat].out:
        return "out"
    return "city" if s.city == seat else "bay" if s.bay == seat else "outside"


def _monster(s: Tokyo, seat: int, m: Monster) -> MonsterLine:
    return MonsterLine(
        seat,
        s.seats[seat],
        place_of(s, seat),
        seat == s.active,
        m.hearts,
        max_hearts(s, seat),
        m.points,
        m.energy,
        tuple(map(_card, m.cards)),
        tuple(map(_tile, m.tiles)),
        m.poison,
        m.shrink,
        m.cultists,
        m.wickedness,
        tuple(k + 1 for k, owner in enumerate(s.tower) if owner == seat),
        m.berserk,
        m.beast,
        s.scarab == seat,
        figure_name(m.figure),
    )


def _for_sale(s: Tokyo, id: str) -> CardLine:
    if id == NO_CARD:
        return CardLine(0, Text("no card"), None, 0, 0)
    line = _card(Held(0, id))
    return replace(line, cost=price(s, s.active, PowerCard(id))) if id else line


def _card(held: Held) -> CardLine:
    card = printed_power_cards().get(held.card)
    name: Displayable = held.name or effect_key_name(f"card.{held.card}")
    is_kept = card.is_permanent if card else None
    return CardLine(held.id, name, card.effect if card else None, held.counters, held.cost, is_kept)


def _tile(held: Held) -> CardLine:
    return CardLine(held.id, tile_name(held.card), Name(**load_data("tiles")[held.card]["effect"]), held.counters)
