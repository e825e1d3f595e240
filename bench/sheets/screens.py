"""The screens to photograph: committed matches at each form of prompt, and every page."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import EntryRow, Match
from companion.ui.screens.host.settings import PAGES
from companion.ui.table.model.choice_layout import button_options, layout_choices, sheet_kind
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Choice, Dice, Displayable, Event, Game, Prompt, Text, apply, prompt, prompt_id, start
from tests.support import playthrough

WORDS = translator("es")
"""The longer language, in which the longest prompt of each form is chosen."""
ASKED_CARD = "guppys-paw"
"""Card about which as many questions are known as a page shows."""
AGO = 3600.0
"""Seconds since the listed matches began."""


@dataclass(frozen=True)
class Screen:
    """A screen: its address, and the names to tap there."""

    name: str
    route: str = "/"
    taps: tuple[Displayable, ...] = ()


@dataclass(frozen=True)
class Point:
    """A committed match after ``k`` events, and how much text it shows."""

    path: Path
    k: int
    state: Any
    asked: Prompt | None
    size: int = 0


@dataclass
class Shelf:
    """The matches that are imported into a library, each point once."""

    library: Library
    laid: dict[tuple[Path, int], str] = field(default_factory=dict)

    def table(self, point: Point) -> str:
        """The address of a table of the shelf."""
        at = point.path, point.k
        if at not in self.laid:
            self.laid[at] = self._lay(point)
        return f"/t/{self.laid[at]}"

    def _lay(self, point: Point) -> str:
        game = playthrough.game_of(point.path)
        seats, rulings, events = playthrough.read(game, point.path.read_text("utf-8"))
        begun, id = time.time() - AGO, f"{point.path.stem}-{point.k}"
        over = begun + AGO if point.state.outcome is not None else None
        rows = list(self._rows(game, seats, rulings, events[: point.k], begun))
        match = Match(id, game.key, game.version, seats, rulings, begun, over, len(rows), begun)
        self.library.storage.insert_match(match, rows, ())
        return id

    def _rows(self, game: Game[Any], seats: Any, rulings: Any, events: list[Event], begun: float) -> Iterator[EntryRow]:
        codec, group, state = self.library.storage.codec(game), 0, start(game, seats, rulings)
        for seq, event in enumerate(events, start=1):
            flows = game.auto_answer(state) == event
            group = group if flows and group else seq
            asked = prompt(state)
            answered = f"0.{prompt_id(state)}" if asked and any(one.admits(event) for one in asked.choices) else None
            yield EntryRow(
                seq, begun + 4 * seq, "stops" if flows else seats[0], group, answered, codec.write_event(event)
            )
            state = apply(game, state, event)


def of_game(shelf: Shelf, key: str) -> Iterator[Screen]:
    """The screens of that game, whose tables are put on the shelf."""
    game, points = shelf.library.games[key], list(_points(key))
    yield Screen("new", f"/new/{key}")
    seen = _found(((form, ()) for form in (*forms(point), *heaped(game, point.state))) for point in points)
    for point, found in _by_point(points, seen):
        yield Screen(" ".join(form for form, _ in found), shelf.table(point))
    opened = _found([*sheets(point), *lying(game, point.state)] for point in points)
    for point, found in _by_point(points, opened):
        yield from (Screen(name, shelf.table(point), taps) for name, taps in found)
    full = max(points, key=lambda point: len(repr(game.view(point.state))))
    yield Screen("fullest", shelf.table(full))
    pages = [page for page, *_ in PAGES] + ["settings", "seat", "phones", "dice"]
    pages += [f"card/{ASKED_CARD}"] if game.card_questions(ASKED_CARD) else []
    yield from (Screen(page, f"{shelf.table(full)}/{page}") for page in pages)
    over = next(point for point in reversed(points) if point.state.outcome is not None)
    yield Screen("kept", shelf.table(over))


def _points(key: str) -> Iterator[Point]:
    for path in (one for one in playthrough.committed() if one.stem.startswith(f"{key}-")):
        game = playthrough.game_of(path)
        seats, rulings, events = playthrough.read(game, path.read_text("utf-8"))
        state = start(game, seats, rulings)
        for k in range(len(events) + 1):
            asked = prompt(state)
            if asked is None or game.auto_answer(state) is None:
                yield Point(path, k, state, asked, len(_written(asked)) if asked else 0)
            state = apply(game, state, events[k]) if k < len(events) else state


def _written(asked: Prompt) -> str:
    parts: list[Displayable | None] = [asked.title, asked.stake]
    for choice in asked.choices:
        parts += [choice.label, choice.consequence]
    return " ".join(WORDS(one) for one in parts if one)


Found = tuple[str, tuple[Displayable, ...]]
"""The features of a moment, each with the taps that show it."""


def _found(shown: Iterable[Iterable[Found]]) -> list[list[Found]]:
    return [list(found) for found in shown]


def _by_point(points: list[Point], shown: list[list[Found]]) -> Iterator[tuple[Point, list[Found]]]:
    """Few points that together have every feature: greedily by what is left, then by length."""
    left = dict.fromkeys(name for found in shown for name, _ in found)
    while left:
        at = max(range(len(points)), key=lambda at: (len(left.keys() & dict(shown[at])), points[at].size))
        yield points[at], [one for one in dict(shown[at]).items() if one[0] in left]
        left = {name: None for name in left if name not in dict(shown[at])}


# --- forms of a prompt -------------------------------------------------------------------------------------------


def forms(point: Point) -> Iterator[str]:
    """The forms of a prompt: its kinds of holes, the places of its choices, its dice."""
    if point.asked is None:
        return
    found = layout_choices(point.asked, shows_passes=False)
    if found.dice is not None:
        dice = found.dice.template.required_hole(Dice)
        yield f"dice-{dice.kind.key if dice.kind else 'pips'}-{min(dice.count, 3)}"
    yield from {f"usual-{sheet_kind(one)}" for one in found.primary if not button_options(one)}
    yield f"usual-x{min(sum(len(button_options(one)) or 1 for one in found.primary), 5)}"
    yield f"quiet-x{min(len(found.secondary), 4)}"
    yield from (
        ["leave"] * bool(found.leave)
        + ["responds"] * bool(found.responses_by_seat)
        + ["triggers"] * bool(found.triggers)
    )
    if any(choice.die for choice in found.secondary):
        yield "lying"


def sheets(point: Point) -> Iterator[Found]:
    """The sheets that fill the prompt's choices, and the taps to each."""
    if point.asked is None:
        return
    found, seats = layout_choices(point.asked, shows_passes=False), point.state.seats
    for choice in (*found.primary, *found.secondary):
        if sheet_kind(choice) and not button_options(choice):
            yield _sheet(choice), (choice.label,)
    if found.dice is not None and not found.primary:
        yield "sheet-dice", (Text("Camera, or roll for me"),)
    for seat, choice in ((seat, one) for seat, choices in found.responses_by_seat.items() for one in choices):
        if sheet_kind(choice):
            fold = Text("More") if found.leave else Text("Somebody responds")
            yield _sheet(choice), (fold, Text("{who} responds", who=seats[seat]), choice.label)


def _sheet(choice: Choice) -> str:
    holes = "-".join(type(hole).__name__.lower() for hole in choice.template.holes)
    return f"sheet-{sheet_kind(choice)}-{holes}"


# --- sheets of the table -----------------------------------------------------------------------------------------


def heaped(game: Game[Any], state: Any) -> Iterator[str]:
    """How many of each kind are on the table: up to two, four or six, or more."""
    view = game.view(state)
    for name in (one.name for one in fields(view)):
        held = getattr(view, name)
        if isinstance(held, tuple) and held:
            yield f"{name}-x{min((len(held) + 1) // 2 * 2, 6)}"


def lying(game: Game[Any], state: Any) -> Iterator[Found]:
    """The sheets of what is on the table, and the taps to each."""
    view = game.view(state)
    yield "sheet-player", (f"{state.seats[0]}, ",)
    yield "sheet-table", (Text("The table"),)
    yield from LYING.get(game.key, lambda view: ())(view)


def _four_souls(view: Any) -> Iterator[Found]:
    if view.monsters:
        yield "sheet-monster", (view.monsters[0].name,)
    if len(view.stack) > 1:
        yield "sheet-stack", (Text("The whole stack. Under it: {names}", names=""),)
    for owner in [line for line in view.players if line.items][:1]:
        yield "sheet-item", (f"{owner.name}, ", owner.items[0].name)


def _king_of_tokyo(view: Any) -> Iterator[Found]:
    yield "sheet-tokyo", (f"{view.players[0].name}: ",)
    if view.shop:
        yield "sheet-offer", (view.shop[0].name,)
    if view.curse:
        yield "sheet-curse", (Text("Curse: {name}", name=view.curse.name),)
    for owner in [line for line in view.players if line.cards][:1]:
        yield "sheet-card", (f"{owner.name}, ", owner.cards[0].name)


def _malifaux(view: Any) -> Iterator[Found]:
    for owner in [line for line in view.players if line.crew][:1]:
        yield "sheet-model", (owner.crew[0].name,)
        if view.has_virtual_decks:
            yield "sheet-hand", (Text("{who}'s fate deck", who=owner.name),)


def _boss_monster(view: Any) -> Iterator[Found]:
    for dungeon in [one for one in view.players if one.rooms][:1]:
        yield "sheet-room", (dungeon.rooms[0].name,)
    if view.baits:
        yield "sheet-hero", (view.baits[0].heroes[0].name,)


def _darkmoor(view: Any) -> Iterator[Found]:
    if view.turn:
        yield "sheet-cards", (Text("The cards of this table"),)
    for place in [one for one in view.places if one.horde][:1]:
        yield "sheet-location", (place.name,)
        yield "sheet-minion", (place.horde[0].name,)


LYING = {
    "four_souls": _four_souls,
    "king_of_tokyo": _king_of_tokyo,
    "malifaux": _malifaux,
    "darkmoor": _darkmoor,
    "boss_monster": _boss_monster,
}


def common(shelf: Shelf) -> Iterator[Screen]:
    """Screens of no particular game: the home page with running and finished matches."""
    for key in ("darkmoor", "malifaux", "boss_monster"):
        points = list(_points(key))
        for point in (points[len(points) // 2], points[-1]):
            shelf.table(point)
    yield Screen("home")
    yield Screen("home tidying", taps=(Text("Export or delete games"),))
    yield Screen("statistics", "/statistics")


def called(tap: Displayable, words: Any) -> str:
    """The accessible name of a control with those words."""
    return capitalize_first(words(tap)).strip()
