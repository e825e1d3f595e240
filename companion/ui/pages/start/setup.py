"""Match setup: number of players, names and switches; one tap repeats the last setup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.base.actors import HOST, PHONE, STOPS
from companion.base.display_names import LONGEST, clean
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import badge, icon_press
from companion.ui.widgets.switches import HOUSE, TITLES, switches_of
from companion.ui.widgets.text_field import Field
from rules.engine import Game, Refused, Text

LATER = "stops"
"""Prefix of switch groups that can wait until the match runs."""
OTHERS = (HOST, PHONE, STOPS)
"""Other names that act in a log; no player may have one of them."""
FIRST = ("mode",)
"""Switch groups that come first because they cannot wait."""
FIXED = 4
"""Largest number of player counts whose buttons have a fixed width."""
Step = Callable[["Plan"], "Plan"]
Change = Callable[[Step], None]


@dataclass(frozen=True)
class Plan:
    """Players and rulings of a match to be started.

    ``names`` may hold more than ``count``: names of players from the last match.
    """

    count: int
    names: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...] = ()

    def named(self, seat: int, name: str) -> Plan:
        """Return the plan with that seat's player renamed."""
        names = [*self.names, *[""] * (seat + 1 - len(self.names))]
        names[seat] = clean(name)
        return replace(self, names=tuple(names))

    def ruled(self, switch: str, choice: str) -> Plan:
        """Return the plan with that switch set."""
        return replace(self, rulings=(*(pair for pair in self.rulings if pair[0] != switch), (switch, choice)))

    def seats(self, unnamed: Callable[[int], str]) -> tuple[str, ...]:
        """Return a unique name for each seat; a seat without a name gets its player number."""
        seats: list[str] = []
        for seat in range(self.count):
            given = clean(self.names[seat]) if seat < len(self.names) else ""
            seats.append(_fresh(given or unnamed(seat + 1), (*OTHERS, *seats)))
        return tuple(seats)


def _fresh(name: str, taken: Sequence[str]) -> str:
    numbers = (f"{name} {n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(other for other in numbers if other not in taken)


def last_time(phone: Phone, game: Game[Any]) -> Plan:
    """Return the plan of this table's last match, whatever game it was."""
    names = tuple(map(clean, phone.recall("names")))
    counts = [int(word) for word in phone.recall(f"players.{game.key}") if word.isdecimal()]
    usual = counts[0] if counts else len(names)
    known = {switch.key: dict(switch.choices) for switch in game.switches}
    pairs = (word.partition("=") for word in phone.recall(f"rulings.{game.key}") if "=" in word)
    today = game.aliases.rulings((key, choice) for key, _, choice in pairs)
    rulings = tuple((key, choice) for key, choice in today if choice in known.get(key, {}))
    return Plan(usual if usual in game.players else game.players[0], names, rulings)


@ft.component
def SetupPage(phone: Phone, game_key: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page on which a match is set up."""
    words, game = phone.words, phone.library.games[game_key]
    # typing and taps are faster than redrawing, so the ref holds the latest plan
    latest: Any = ft.use_ref(lambda: last_time(phone, game))
    _, draw = ft.use_state(0)
    plan: Plan = latest.current
    trouble, set_trouble = ft.use_state(page_frame.NOTHING)

    def change(step: Step) -> None:
        latest.current = step(latest.current)
        draw(lambda times: times + 1)

    def begin() -> None:
        try:
            match = sit_down(phone, game, latest.current)
        except (Refused, StorageTrouble) as error:
            set_trouble(error.reason)
        else:
            phone.go(f"/table/{match}")

    body = [
        page_frame.heading(words(Text("How many play?"))),
        _counts(phone, game, plan, change),
        page_frame.heading(words(Text("Who plays?"))),
        *(_name(phone, plan, seat, change) for seat in range(plan.count)),
        page_frame.heading(words(Text("How do you play? All of it can change during the game."))),
        *_options(phone, game, plan, change),
    ]
    told: list[ft.Control] = [page_frame.warning(words(trouble))] if trouble else []
    start = page_frame.main_button(words(Text("Start")), begin, ft.Icons.PLAY_ARROW)
    rules = icon_press(ft.Icons.MENU_BOOK, words(Text("Rules")), lambda: phone.go(f"/new/{game_key}/rules"), Type.BIG)
    head = page_frame.head(words(game.title), words(Text("Back")), lambda: phone.go("/"), rules)
    return page_frame.page(f"/new/{game_key}", head, [*told, *body], ft.Row([start]))


def sit_down(phone: Phone, game: Game[Any], plan: Plan) -> str:
    """Start the match, and save the plan for the next time; return the match's id."""
    seats = plan.seats(lambda n: phone.words(Text("Player {n}", n=n)))
    table = phone.library.new(game.key, seats, plan.rulings)
    with suppress(StorageTrouble):  # the match has started; saving the plan is optional
        phone.remember("names", plan.names)
        phone.remember(f"players.{game.key}", (str(plan.count),))
        phone.remember(f"rulings.{game.key}", tuple(f"{key}={choice}" for key, choice in plan.rulings))
    return table.match.id


def _counts(phone: Phone, game: Game[Any], plan: Plan, change: Change) -> ft.Control:
    """Build a button per player count; many of them share the width."""
    many = len(game.players) > FIXED
    return ft.Row(
        [_count(phone, n, plan, change, many) for n in game.players], spacing=Space.NEAR if many else Space.GAP
    )


def _count(phone: Phone, n: int, plan: Plan, change: Change, shares: bool) -> ft.Control:
    chosen = n == plan.count
    label = ft.Text(
        str(n),
        size=Type.TITLE,
        weight=ft.FontWeight.W_700,
        semantics_label=phone.words(Text("{n} player", "{n} players", n=n)),
    )
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Round.TILE),
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        color=ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE,
        elevation={ft.ControlState.DEFAULT: 0},
        shadow_color=ft.Colors.TRANSPARENT,
        padding=0,
    )
    button = ft.Button(label, on_click=lambda event: change(lambda now: replace(now, count=n)), style=style, height=56)
    return ft.Container(button, expand=True) if shares else ft.Container(button, width=72)


def _name(phone: Phone, plan: Plan, seat: int, change: Change) -> ft.Control:
    label = phone.words(Text("Player {n}", n=seat + 1))
    given = plan.names[seat] if seat < len(plan.names) else ""
    field = Field(
        label,
        given,
        lambda text: change(lambda now: now.named(seat, text)),
        max_length=LONGEST,
        counter=ft.Container(),
        border=ft.OutlineInputBorder(side=ft.BorderSide(1, ft.Colors.OUTLINE), border_radius=Round.TILE),
        capitalization=ft.TextCapitalization.WORDS,
    )
    return ft.Row(
        [
            ft.Container(badge(seat, given or str(seat + 1), 40), margin=ft.Margin.only(top=Space.GAP)),
            ft.Container(field, expand=True),
        ],
        spacing=Space.EDGE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _options(phone: Phone, game: Game[Any], plan: Plan, change: Change) -> list[ft.Control]:
    """Build the switches, folded by group, so that the usual game needs no tap."""
    rulings, waits = dict(plan.rulings), [s for s in game.switches if not s.group.startswith(LATER)]
    groups = sorted(dict.fromkeys(switch.group for switch in waits), key=lambda group: group not in FIRST)
    return [
        switches_of(
            phone.words,
            *TITLES.get(group, HOUSE),
            [switch for switch in waits if switch.group == group],
            rulings,
            lambda switch, choice: change(lambda now: now.ruled(switch, choice)),
        )
        for group in groups
    ]
