"""Board of Retreat to Darkmoor as plain data: locations with their hordes, and the hero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.ui.design.look import current_preferences, scaled_height, translate
from companion.ui.design.sizes import Space
from companion.ui.design.text_fit import has_large_text
from companion.ui.design.theme import seat_initial
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import PictureQuestion, asked_items, spoken_answer
from companion.ui.table.model.sheet import ChoiceSheet, ItemSheet
from companion.ui.widgets.controls import capitalize_first
from rules.darkmoor.model.events import Aimed, Headed, Played
from rules.darkmoor.view import DarkmoorView, MinionLine, PlaceLine
from rules.engine import Choice, Text

PLACE_HEIGHT, LOW_PLACE_HEIGHT, THIN_PLACE_HEIGHT = 96, 68, 52
"""Heights in points at text scale 1 of a location: in full, with little room, with the least."""
MIN_MINION_HEIGHT, MAX_MINION_HEIGHT = 44, 64
"""Heights in points at text scale 1 of a minion."""
HERO_HEIGHT, LOW_HERO_HEIGHT = 60, 48
"""Heights in points at text scale 1 of the hero's plate."""
COLUMN_GAP, ROW_GAP = Space.NEAR, Space.TIGHT
"""Points between two columns, and between two minions of a column."""
TABLET_FACTOR = 1.25
"""How much larger everything is where the room is that of a tablet."""
ENLARGED_COLUMN_WIDTH = 76
"""Width in points at text scale 1 below which a column with enlarged text would be cut."""


# --- what is tapped ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MinionSheet(ItemSheet):
    """A minion of a horde."""


@dataclass(frozen=True, slots=True)
class LocationSheet(ItemSheet):
    """The location with that number."""


@dataclass(frozen=True, slots=True)
class DarkmoorHeroSheet(ItemSheet):
    """The hero."""


@dataclass(frozen=True, slots=True)
class OwnCardsSheet(ItemSheet):
    """The cards that the house has made."""


PICTURE_QUESTIONS = (
    PictureQuestion(Headed, "place", (LocationSheet,)),
    PictureQuestion(Aimed, "minion", (MinionSheet,)),
)
"""Questions that a tap on a location or a minion answers."""


# --- what is shown -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MinionTile:
    """A minion in its owner's color; ``falls``: the hero would defeat it.

    ``is_asked``: a tap on it answers. ``worth`` is its VP.
    """

    id: int
    seat: int
    name: str
    peril: int
    worth: str
    spoken: str
    falls: bool
    is_asked: bool


@dataclass(frozen=True)
class FreeCell:
    """The back of a horde where a minion may be played now."""

    sheet: ChoiceSheet
    spoken: str


@dataclass(frozen=True)
class HavenStrength:
    """What a player's minions in a haven count for its control, and whether that player leads."""

    seat: int
    strength: int
    leads: bool


@dataclass(frozen=True)
class PlaceColumn:
    """A location with its horde, from the location towards the hero.

    ``peril`` is the sum, with the hero's threshold if there is one. ``reached``: he may attack it, ``attacked``: he
    does. ``hidden`` are the owners of the minions for which there is no room.
    """

    number: int
    name: str
    vp: int
    peril: str
    spoken: str
    reached: bool
    attacked: bool
    is_asked: bool
    haven: tuple[HavenStrength, ...]
    hidden: tuple[int, ...]
    minions: tuple[MinionTile, ...]
    free: FreeCell | None = None


@dataclass(frozen=True)
class HeroPlate:
    """The hero, or why there is none; ``threshold`` is empty without one."""

    name: str
    detail: str
    threshold: str
    spoken: str


@dataclass(frozen=True)
class ColumnSizes:
    """Width of a column, and heights of a location and of a minion, in points.

    The heights are those at text scale 1. ``factor`` is how much larger texts are than on a phone.
    """

    width: float
    place: float
    minion: float
    factor: float = 1

    @property
    def has_haven(self) -> bool:
        """Whether a location has room for who is in its haven."""
        return self.place >= PLACE_HEIGHT


@dataclass(frozen=True)
class HordesBoard:
    """What the board shows.

    ``width`` and ``room_width`` (what it has) in points, ``hero_height`` in points at text scale 1, 0 where the hordes
    take all the room; ``final`` is the view of a game that has ended, for its scoring.
    """

    columns: tuple[PlaceColumn, ...]
    sizes: ColumnSizes
    hero: HeroPlate
    width: float
    room_width: float
    hero_height: float
    final: DarkmoorView | None


def board_model(context: TableContext, room: BoardRoom) -> HordesBoard:
    """Return what the board shows in that room.

    Minions for which there is none are marks on their location: those next to it, never the one that falls. One that
    is asked about has a key too.
    """
    view, plays = context.view_as(DarkmoorView), _play_choices(context)
    asked = asked_items(context, PICTURE_QUESTIONS, MinionSheet)
    rows = max((len(place.horde) + (place.number in plays) for place in view.places), default=0)
    heights = _heights(room, rows)
    width = _board_width(room.width, len(view.places))
    count = max(1, len(view.places))
    return HordesBoard(
        tuple(_column(context, place, plays, asked, heights.rows) for place in view.places),
        ColumnSizes((width - (count - 1) * COLUMN_GAP) / count, heights.place, heights.minion, heights.factor),
        _hero_plate(view),
        width,
        room.width,
        heights.hero,
        view if view.is_over else None,
    )


# --- room --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Heights:
    place: float
    minion: float
    hero: float
    rows: int
    factor: float


def _heights(room: BoardRoom, rows: int) -> _Heights:
    """Return how high the parts are, and for how many rows of minions there is room.

    Where the room is thin the hordes come first; the hero, whose threshold stands with each of them, is below them
    where enlarged text makes the board scroll.
    """
    height = room.height / current_preferences().scale
    if room.density == "thin":
        whole = _fitting(height, THIN_PLACE_HEIGHT, LOW_HERO_HEIGHT, rows)
        hordes = _fitting(height, THIN_PLACE_HEIGHT, 0, rows)
        below = replace(hordes, hero=LOW_HERO_HEIGHT) if has_large_text() else hordes
        return whole if whole.rows == rows else below
    for factor in (TABLET_FACTOR, 1) if room.is_tablet else (1,):
        full = _fitting(height, PLACE_HEIGHT, HERO_HEIGHT, rows, factor)
        if room.density == "full" and full.rows == rows:
            return full
    return _fitting(height, LOW_PLACE_HEIGHT, LOW_HERO_HEIGHT, rows)


def _fitting(height: float, place: int, hero: int, rows: int, factor: float = 1) -> _Heights:
    free = height - place * factor - (hero * factor + Space.GAP if hero else 0)
    shown = min(rows, max(1, int(free / (MIN_MINION_HEIGHT * factor + ROW_GAP))))
    each = free / max(1, shown) - ROW_GAP
    minion = min(MAX_MINION_HEIGHT * factor, max(MIN_MINION_HEIGHT * factor, each))
    return _Heights(place * factor, minion, hero * factor, shown, factor)


def _board_width(free: float, count: int) -> float:
    """Return the board's width: that of the page unless enlarged text would be cut."""
    needed = count * scaled_height(ENLARGED_COLUMN_WIDTH) + (count - 1) * COLUMN_GAP
    return max(free, needed) if has_large_text() else free


# --- columns -----------------------------------------------------------------------------------------------------


def _play_choices(context: TableContext) -> dict[int, Choice]:
    """Return the choice that plays a minion, by number of the location."""
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    return {choice.event.place: choice for choice in choices if isinstance(choice.event, Played)}


def is_on_board(context: TableContext, choice: Choice) -> bool:
    """Return whether a choice plays a minion, which is done at the back of a horde."""
    return isinstance(choice.event, Played) and any(
        place.number == choice.event.place for place in context.view_as(DarkmoorView).places
    )


def _column(
    context: TableContext, place: PlaceLine, plays: Mapping[int, Choice], asked: frozenset[int], rows: int
) -> PlaceColumn:
    view, play = context.view_as(DarkmoorView), plays.get(place.number)
    threshold = view.hero.threshold if view.hero else 0
    shown = _shown_minions(place.horde, max(0, rows - (play is not None)), asked)
    free = None
    if play is not None:
        at_the_back = translate(Text("Play at the back of {place}", place=place.name))
        free = FreeCell(ChoiceSheet(play), spoken_answer(play, at_the_back))
    return PlaceColumn(
        place.number,
        translate(place.name),
        place.vp,
        f"{place.peril}/{threshold}" if view.hero else f"{place.peril}",
        translate(place_label(place, threshold)),
        place.is_attackable,
        place.attacked,
        place.number in asked_items(context, PICTURE_QUESTIONS, LocationSheet),
        _haven(place),
        tuple(m.seat for m in place.horde if m not in shown),
        tuple(_minion(m, context.seats[m.seat], m.id in asked) for m in shown),
        free,
    )


def _shown_minions(horde: Sequence[MinionLine], most: int, asked: frozenset[int]) -> list[MinionLine]:
    """Return so many minions: who falls or is asked about, then those nearest to the hero."""
    ranked = sorted(range(len(horde)), key=lambda k: (horde[k].doomed or horde[k].id in asked, k))
    kept = set(ranked[max(0, len(ranked) - most) :])
    return [m for k, m in enumerate(horde) if k in kept]


def _minion(m: MinionLine, owner: str, is_asked: bool) -> MinionTile:
    name = f"{seat_initial(owner, m.seat)} · {translate(m.short)}"
    return MinionTile(m.id, m.seat, name, m.peril, worth_text(m), translate(minion_label(m)), m.doomed, is_asked)


def _haven(place: PlaceLine) -> tuple[HavenStrength, ...]:
    present = sorted({minion.seat for minion in place.haven})
    control = place.control
    return tuple(HavenStrength(seat, control.strength[seat], seat == control.seat) for seat in present)


def place_label(place: PlaceLine, threshold: int) -> Text:
    """Return a location's accessible text; ``threshold`` is the hero's, 0 without one."""
    return Text("{place}: {vp} VP, peril {n} of {most}", place=place.name, vp=place.vp, n=place.peril, most=threshold)


def minion_label(m: MinionLine) -> Text:
    """Return a minion's accessible text, and whether it would be the first to fall."""
    label = Text("{minion}: peril {peril}, {vp} VP", minion=m.name, peril=m.peril, vp=worth_text(m))
    return Text("{minion}, the first to fall", minion=label) if m.doomed else label


def worth_text(m: MinionLine) -> str:
    """Return the VP of a minion's card, "?" if nobody has read them, plus those in tokens."""
    printed = "?" if m.is_vp_unknown else f"{m.vp}"
    return f"{printed}+{m.vp_tokens}" if m.vp_tokens else printed


# --- the hero ----------------------------------------------------------------------------------------------------


def no_hero_text(heroes: int) -> Text:
    """Return why there is no hero, by how many are left."""
    return Text("No hero yet") if heroes else Text("No heroes left")


def _hero_plate(view: DarkmoorView) -> HeroPlate:
    hero, left = view.hero, translate(Text("{n} hero left", "{n} heroes left", n=view.heroes))
    if hero is None:
        name = capitalize_first(translate(no_hero_text(view.heroes)))
        return HeroPlate(name, left if view.heroes else "", "", f"{name}, {left}" if view.heroes else name)
    name = capitalize_first(translate(hero.name))
    spoken = translate(Text("{hero} attacks at peril {n} or more", hero=name, n=hero.threshold))
    detail = translate(Text("attacks at peril {n} or more", n=hero.threshold))
    return HeroPlate(name, detail, f"{hero.threshold}", f"{spoken}, {left}")
