"""Match setup: number of players, people and switches; one tap repeats the last setup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.base.seat_look import looks_of_names
from companion.library.known_names import default_seat_name, known_names
from companion.library.seat_looks import remembered_looks
from companion.storage.matches import StorageError
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.page_look import show_looks
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import title_text
from companion.ui.page_life import use_draft, use_forgetting
from companion.ui.screens.start.look_choice import use_look_choice
from companion.ui.screens.start.people import NameChips, PeopleActions, seat_rows
from companion.ui.screens.start.plan import (
    FORGOTTEN_SETTING,
    MatchPlan,
    OnPlanChange,
    PlanStep,
    forget_name,
    last_plan,
    start_match,
)
from companion.ui.session.phone import Phone
from companion.ui.state import Ref, use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import icon_button
from companion.ui.widgets.switches import GROUP_TITLES, HOUSE_RULES, changed_summary, switch_section
from rules.engine import Game, Refused, State, Text

DEFERRED_GROUP_PREFIX = "stops"
"""Prefix of switch groups that can wait until the match runs."""
LEADING_GROUPS = ("mode",)
"""Switch groups that come first because they cannot wait."""
MAX_FIXED_WIDTH_BUTTONS = 4
"""Largest number of player counts whose buttons have a fixed width."""


@dataclass(frozen=True)
class SetupActions:
    """What the taps and the typing of the set-up do."""

    phone: Phone
    game: Game[State]
    plan: Ref[MatchPlan]
    """The latest plan: typing and taps are faster than redrawing."""
    offered: Ref[tuple[str, ...]]
    """Names of former matches that are offered."""
    redraw: Callable[[], None]
    rewrite: Callable[[], None]
    """Shows names in the fields that nobody typed."""
    show_error: Callable[[Text], None]
    forget_draft: Callable[[], None]
    """Forgets the plan once it was carried out."""

    def change(self, step: PlanStep) -> None:
        """Take a step of the plan."""
        self.plan.current = step(self.plan.current)
        self.redraw()

    def reseat(self, step: PlanStep) -> None:
        """Take a step that changes who sits where."""
        self.change(step)
        self.rewrite()

    def forget(self, name: str) -> None:
        """Offer that name no more."""
        try:
            forget_name(self.phone, name)
        except (Refused, StorageError) as error:
            self.show_error(error.reason)
        else:
            self.offered.current = tuple(one for one in self.offered.current if one != name)
            self.redraw()

    def start(self) -> None:
        """Start the match and go to its table."""
        try:
            match = start_match(self.phone, self.game, self.plan.current)
        except (Refused, StorageError) as error:
            self.show_error(error.reason)
        else:
            self.forget_draft()
            self.phone.go(f"/t/{match}")

    def of_people(self, choose_look_of: Callable[[int], None]) -> PeopleActions:
        """Return what the taps on the players do."""
        fewest, most = self.game.player_counts[0], self.game.player_counts[-1]
        return PeopleActions(
            lambda seat, text: self.change(lambda now: now.with_name(seat, text)),
            lambda name: self.reseat(lambda now: now.with_person(name, most)),
            lambda seat: self.reseat(lambda now: now.without_person(seat, fewest)),
            lambda seat: self.reseat(lambda now: now.with_seat_first(seat)),
            self.forget,
            choose_look_of,
        )


@ft.component
def SetupPage(phone: Phone, game_key: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page on which a match is set up."""
    game = phone.library.games[game_key]
    draft = ("set-up", game_key)
    latest = use_draft(draft, lambda: last_plan(phone, game))
    offered: Ref[tuple[str, ...]] = ft.use_memo(lambda: Ref(_offered_names(phone)), [])
    fields: dict[int, ft.TextField] = ft.use_memo(dict, [])
    _, count_draws = ft.use_state(0)
    version, set_version = ft.use_state(0)
    problem, set_problem = use_optional(Text)
    setup = SetupActions(
        phone,
        game,
        latest,
        offered,
        redraw=lambda: count_draws(lambda times: times + 1),
        rewrite=lambda: set_version(lambda number: number + 1),
        show_error=set_problem,
        forget_draft=use_forgetting(draft),
    )
    plan = latest.current
    names = plan.seat_names(lambda n: translate(default_seat_name(n)))
    looks = looks_of_names(names, remembered_looks(phone.library.settings))
    show_looks(looks)
    actions = setup.of_people(use_look_choice(phone, names, looks))
    body = [
        *([page_frame.warning(translate(problem))] if problem else []),
        page_frame.section_heading(translate(Text("How many players?"))),
        _count_buttons(phone, game, plan, setup.change),
        page_frame.section_heading(translate(Text("Who's playing?"))),
        *seat_rows(plan.seated, version, actions, fields),
        *([NameChips(offered.current, plan.seated, actions)] if offered.current else []),
        ft.Container(height=Space.TIGHT),
        *_options(phone, game, plan, setup.change),
    ]
    start_button = page_frame.main_button(translate(Text("Start")), setup.start, ft.Icons.PLAY_ARROW)
    rules = icon_button(
        ft.Icons.MENU_BOOK, translate(Text("Rules")), lambda: phone.go(f"/new/{game_key}/rules"), FontSize.NUMBER
    )
    head = page_frame.page_header(game.title, lambda: phone.go("/"), rules)
    return page_frame.page_view(f"/new/{game_key}", head, body, row_of([start_button]))


def _count_buttons(phone: Phone, game: Game[State], plan: MatchPlan, change: OnPlanChange) -> ft.Control:
    shares_width = len(game.player_counts) > MAX_FIXED_WIDTH_BUTTONS
    return row_of(
        [_count_button(phone, n, plan, change, shares_width) for n in game.player_counts],
        Space.NEAR if shares_width else Space.GAP,
    )


def _count_button(phone: Phone, n: int, plan: MatchPlan, change: OnPlanChange, shares_width: bool) -> ft.Control:
    chosen = n == plan.count
    label = title_text(str(n), 700, semantics_label=translate(Text("{n} player", "{n} players", n=n)))
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


def _offered_names(phone: Phone) -> tuple[str, ...]:
    return known_names(phone.library.matches.all(), phone.load_list(FORGOTTEN_SETTING))


def _options(phone: Phone, game: Game[State], plan: MatchPlan, change: OnPlanChange) -> list[ft.Control]:
    """Build the switches in one folded line, so that the usual game needs no tap.

    The line says what differs from the usual game; inside, the switches are folded by group.
    """
    rulings, switches = dict(plan.rulings), [s for s in game.switches if not s.group.startswith(DEFERRED_GROUP_PREFIX)]
    groups = sorted(dict.fromkeys(switch.group for switch in switches), key=lambda group: group not in LEADING_GROUPS)
    if not groups:
        return []
    sections = [
        switch_section(
            *GROUP_TITLES.get(group, HOUSE_RULES),
            [switch for switch in switches if switch.group == group],
            rulings,
            lambda switch, choice: change(lambda now: now.with_ruling(switch, choice)),
        )
        for group in groups
    ]
    says = changed_summary(switches, rulings) or Text("As usual. All of it can change during the game.")
    return [page_frame.expandable_section(translate(Text("How do you play?")), sections, translate(says))]
