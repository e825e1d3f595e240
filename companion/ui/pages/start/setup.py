"""Match setup: number of players, names and switches; one tap repeats the last setup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import flet as ft

from companion.base.actors import HOST_ACTOR, PHONE_ACTOR, STOPS_ACTOR
from companion.base.display_names import MAX_NAME_LENGTH, clean_name
from companion.base.seat_look import SeatLook, looks_of_names
from companion.library.seat_looks import remember_look, remembered_looks
from companion.storage.matches import StorageError
from companion.ui.design.seat_looks import show_looks
from companion.ui.design.theme import FontSize, Radius, Space
from companion.ui.session.phone import Phone
from companion.ui.state import Ref, use_optional
from companion.ui.table.sheets.look import LOOK_TITLE, OnLook, look_picker
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Action, bind, icon_button, pressable, seat_badge
from companion.ui.widgets.switches import GROUP_TITLES, HOUSE_RULES, switch_section
from companion.ui.widgets.text_field import TextInput, give_focus
from rules.engine import Game, Refused, State, Text

DEFERRED_GROUP_PREFIX = "stops"
"""Prefix of switch groups that can wait until the match runs."""
RESERVED_NAMES = (HOST_ACTOR, PHONE_ACTOR, STOPS_ACTOR)
"""Other names that act in a log; no player may have one of them."""
LEADING_GROUPS = ("mode",)
"""Switch groups that come first because they cannot wait."""
MAX_FIXED_WIDTH_BUTTONS = 4
"""Largest number of player counts whose buttons have a fixed width."""
PlanStep = Callable[["MatchPlan"], "MatchPlan"]
OnPlanChange = Callable[[PlanStep], None]


@dataclass(frozen=True)
class MatchPlan:
    """Players and rulings of a match to be started.

    ``names`` may hold more than ``count``: names of players from the last match.
    """

    count: int
    names: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...] = ()

    def with_name(self, seat: int, name: str) -> MatchPlan:
        """Return the plan with that seat's player renamed."""
        names = [*self.names, *[""] * (seat + 1 - len(self.names))]
        names[seat] = clean_name(name)
        return replace(self, names=tuple(names))

    def with_ruling(self, switch: str, choice: str) -> MatchPlan:
        """Return the plan with that switch set."""
        return replace(self, rulings=(*(pair for pair in self.rulings if pair[0] != switch), (switch, choice)))

    def seat_names(self, unnamed: Callable[[int], str]) -> tuple[str, ...]:
        """Return a unique name for each seat; a seat without a name gets its player number."""
        seats: list[str] = []
        for seat in range(self.count):
            given = clean_name(self.names[seat]) if seat < len(self.names) else ""
            seats.append(_unique_name(given or unnamed(seat + 1), (*RESERVED_NAMES, *seats)))
        return tuple(seats)


def _unique_name(name: str, taken: Sequence[str]) -> str:
    numbers = (f"{name} {n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(other for other in numbers if other not in taken)


def last_plan(phone: Phone, game: Game[State]) -> MatchPlan:
    """Return the plan of this table's last match, whatever game it was."""
    names = tuple(map(clean_name, phone.load_list("names")))
    counts = [int(word) for word in phone.load_list(f"players.{game.key}") if word.isdecimal()]
    count = counts[0] if counts else len(names)
    known = {switch.key: dict(switch.choices) for switch in game.switches}
    pairs = (word.partition("=") for word in phone.load_list(f"rulings.{game.key}") if "=" in word)
    current = game.aliases.rulings((key, choice) for key, _, choice in pairs)
    rulings = tuple((key, choice) for key, choice in current if choice in known.get(key, {}))
    return MatchPlan(count if count in game.player_counts else game.player_counts[0], names, rulings)


@ft.component
def SetupPage(phone: Phone, game_key: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page on which a match is set up."""
    translate, game = phone.translate, phone.library.games[game_key]
    # typing and taps are faster than redrawing, so the ref holds the latest plan
    latest: Ref[MatchPlan] = ft.use_memo(lambda: Ref(last_plan(phone, game)), [])
    _, redraw = ft.use_state(0)
    plan = latest.current
    fields: dict[int, ft.TextField] = ft.use_memo(dict, [])
    problem, set_problem = use_optional(Text)
    names = _seat_names(phone, plan)
    looks = looks_of_names(names, remembered_looks(phone.library))
    show_looks(looks)
    choose_look_of = use_look_choice(phone, names, looks)

    def change(step: PlanStep) -> None:
        latest.current = step(latest.current)
        redraw(lambda times: times + 1)

    def start() -> None:
        try:
            match = start_match(phone, game, latest.current)
        except (Refused, StorageError) as error:
            set_problem(error.reason)
        else:
            phone.go(f"/table/{match}")

    body = [
        page_frame.section_heading(translate(Text("How many players?"))),
        _count_buttons(phone, game, plan, change),
        page_frame.section_heading(translate(Text("Who's playing?"))),
        *(_name_field(phone, plan, seat, change, fields, choose_look_of) for seat in range(plan.count)),
        page_frame.section_heading(translate(Text("How do you play? All of it can change during the game."))),
        *_options(phone, game, plan, change),
    ]
    error_notice: list[ft.Control] = [page_frame.warning(translate(problem))] if problem else []
    start_button = page_frame.main_button(translate(Text("Start")), start, ft.Icons.PLAY_ARROW)
    rules = icon_button(
        ft.Icons.MENU_BOOK, translate(Text("Rules")), lambda: phone.go(f"/new/{game_key}/rules"), FontSize.NUMBER
    )
    head = page_frame.page_header(translate, game.title, lambda: phone.go("/"), rules)
    return page_frame.page_view(f"/new/{game_key}", head, [*error_notice, *body], ft.Row([start_button]))


def start_match(phone: Phone, game: Game[State], plan: MatchPlan) -> str:
    """Start the match, and save the plan for the next time; return the match's id."""
    seats = _seat_names(phone, plan)
    table = phone.library.new_match(game.key, seats, plan.rulings)
    with suppress(StorageError):  # the match has started; saving the plan is optional
        phone.save_list("names", plan.names)
        phone.save_list(f"players.{game.key}", (str(plan.count),))
        phone.save_list(f"rulings.{game.key}", tuple(f"{key}={choice}" for key, choice in plan.rulings))
    return table.match.id


def _seat_names(phone: Phone, plan: MatchPlan) -> tuple[str, ...]:
    return plan.seat_names(lambda n: phone.translate(Text("Player {n}", n=n)))


def use_look_choice(phone: Phone, names: Sequence[str], looks: Sequence[SeatLook]) -> Callable[[int], None]:
    """Return a function that opens the choice of color and sign for the player of a seat."""
    seat, set_seat = ft.use_state(-1)
    _, redraw = ft.use_state(0)

    def choose(look: SeatLook) -> None:
        with suppress(StorageError):
            remember_look(phone.library, names[seat], look)
        redraw(lambda times: times + 1)

    is_open = 0 <= seat < len(looks)
    ft.use_dialog(_look_dialog(phone, names[seat], looks[seat], choose, lambda: set_seat(-1)) if is_open else None)
    return set_seat


def _look_dialog(phone: Phone, name: str, look: SeatLook, choose: OnLook, close: Action) -> ft.BottomSheet:
    title = ft.Text(f"{phone.translate(LOOK_TITLE)} · {name}", size=FontSize.HEADING, weight=ft.FontWeight.W_600)
    done = ft.Row([page_frame.main_button(phone.translate(Text("Done")), close)])
    picker = look_picker(phone.translate, name, look, choose, {})
    column = ft.Column([title, picker, done], tight=True, spacing=Space.EDGE)
    pad = ft.Padding.only(left=Space.AIR, right=Space.AIR, top=Space.GAP, bottom=Space.PAGE)
    return ft.BottomSheet(
        ft.Container(column, padding=pad, width=page_frame.page_width()),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: close(),
    )


def _count_buttons(phone: Phone, game: Game[State], plan: MatchPlan, change: OnPlanChange) -> ft.Control:
    """Build a button per player count; many of them share the width."""
    shares_width = len(game.player_counts) > MAX_FIXED_WIDTH_BUTTONS
    return ft.Row(
        [_count_button(phone, n, plan, change, shares_width) for n in game.player_counts],
        spacing=Space.NEAR if shares_width else Space.GAP,
    )


def _count_button(phone: Phone, n: int, plan: MatchPlan, change: OnPlanChange, shares_width: bool) -> ft.Control:
    chosen = n == plan.count
    label = ft.Text(
        str(n),
        size=FontSize.TITLE,
        weight=ft.FontWeight.W_700,
        semantics_label=phone.translate(Text("{n} player", "{n} players", n=n)),
    )
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Radius.TILE),
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        color=ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE,
        elevation={ft.ControlState.DEFAULT: 0},
        shadow_color=ft.Colors.TRANSPARENT,
        padding=0,
    )
    button = ft.Button(label, on_click=lambda event: change(lambda now: replace(now, count=n)), style=style, height=56)
    spoken = ft.MergeSemantics(ft.Semantics(content=button, selected=chosen))
    return ft.Container(spoken, expand=True) if shares_width else ft.Container(spoken, width=72)


def _name_field(
    phone: Phone,
    plan: MatchPlan,
    seat: int,
    change: OnPlanChange,
    fields: dict[int, ft.TextField],
    choose_look_of: Callable[[int], None],
) -> ft.Control:
    """Build the field of a player's name; Enter goes on to the next of the ``fields``.

    A tap on the badge before a name chooses color and sign.
    """

    async def go_on() -> None:
        if seat + 1 < plan.count:
            await give_focus(fields[seat + 1])

    label = phone.translate(Text("Player {n}", n=seat + 1))
    given = plan.names[seat] if seat < len(plan.names) else ""
    field = TextInput(
        label,
        given,
        lambda text: change(lambda now: now.with_name(seat, text)),
        go_on,
        lambda made: fields.__setitem__(seat, made),
        max_length=MAX_NAME_LENGTH,
        counter=ft.Container(),
        border=ft.OutlineInputBorder(side=ft.BorderSide(1, ft.Colors.OUTLINE), border_radius=Radius.TILE),
        capitalization=ft.TextCapitalization.WORDS,
    )
    badge = seat_badge(seat, given or str(seat + 1), 40)
    if given:
        spoken = f"{phone.translate(LOOK_TITLE)}: {given}"
        badge = pressable(badge, spoken, bind(choose_look_of, seat), pad=0, width=44, height=44, grows=False)
    return ft.Row(
        [
            ft.Container(badge, margin=ft.Margin.only(top=Space.GAP)),
            ft.Container(field, expand=True),
        ],
        spacing=Space.EDGE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _options(phone: Phone, game: Game[State], plan: MatchPlan, change: OnPlanChange) -> list[ft.Control]:
    """Build the switches, folded by group, so that the usual game needs no tap."""
    rulings, switches = dict(plan.rulings), [s for s in game.switches if not s.group.startswith(DEFERRED_GROUP_PREFIX)]
    groups = sorted(dict.fromkeys(switch.group for switch in switches), key=lambda group: group not in LEADING_GROUPS)
    return [
        switch_section(
            phone.translate,
            *GROUP_TITLES.get(group, HOUSE_RULES),
            [switch for switch in switches if switch.group == group],
            rulings,
            lambda switch, choice: change(lambda now: now.with_ruling(switch, choice)),
        )
        for group in groups
    ]
