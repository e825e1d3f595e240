"""Home page: unfinished matches, new games, finished matches, rules and language."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.base.dates import when
from companion.i18n import LANGUAGES, Translate
from companion.stats.results import lasting
from companion.storage.matches import Match
from companion.ui.design import text_fit
from companion.ui.design.preferences import here, tall
from companion.ui.design.theme import Round, Space, Type, accent_of
from companion.ui.files.match_files import use_deleting, use_export, use_export_all, use_import
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_table
from companion.ui.pages.host.invite import use_invite
from companion.ui.session.phone import Phone
from companion.ui.table.board.unsaved import UnsavedBar
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.controls import bound, press, rows
from rules.engine import Text

from .match_status import Standing, use_standings
from .recovery_notice import rescued

ACROSS, GAP, TALL, SIGN = 2, 12, 128, 92
"""Covers per row; their gap, height and icon size in points."""
WHITE = ft.Colors.WHITE


def covers(phone: Phone, matches: Sequence[Match]) -> ft.Control:
    """Build the grid of all games.

    ``matches`` are the matches of this house, the most recently played first.
    """
    order = _order(phone, matches)
    blank: list[ft.Control] = [ft.Container(expand=True)] if len(order) % ACROSS else []
    return rows([*(_cover(phone, game) for game in order), *blank], ACROSS, GAP)


def _order(phone: Phone, matches: Sequence[Match]) -> list[str]:
    played = list(dict.fromkeys(match.game for match in matches))
    return [*played, *(game for game in phone.library.games if game not in played)]


def _cover(phone: Phone, key: str) -> ft.Control:
    words, game = phone.words, phone.library.games[key]
    few, many = game.players[0], game.players[-1]
    seats = words(Text("{low} to {high} players", low=few, high=many))
    title = ft.Text(
        words(game.title),
        size=Type.HEAD,
        weight=ft.FontWeight.W_700,
        style=ft.TextStyle(height=1.1),
        color=WHITE,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    said = ft.Column(
        [title, ft.Text(seats, size=Type.SMALL, color=WHITE)],
        spacing=Space.HAIR,
        tight=True,
        left=14,
        bottom=12,
        right=10,
    )
    sign = ft.Icon(scene_of(key).sign, size=SIGN, color=ft.Colors.with_opacity(0.28, WHITE))
    face = ft.Stack([ft.Container(sign, right=-12, top=-14), said], height=TALL)
    cover = press(
        face,
        f"{words(game.title)}, {seats}",
        bound(phone.go, f"/new/{key}"),
        fill=accent_of(key).day,
        radius=Round.PILL,
        pad=0,
        height=TALL,
        align=ft.Alignment.BOTTOM_LEFT,
    )
    return ft.Container(cover, border_radius=Round.PILL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS, expand=True)


NAME, WIDTH = "Sobremesa", 0.6
"""The application's name in the header, and its average letter width as a share of the font size."""
PEEKED = 5
"""Unfinished matches that are opened to show their status; the others show only their players."""
AT_FIRST, MORE = 3, 20
"""Matches listed at first in each section, and how many more at each tap."""


@dataclass(frozen=True)
class Tidy:
    """Actions on a whole match while the list is being edited."""

    export: Callable[[str], Any]
    delete: Callable[[Match], Any]


@ft.component
def HomePage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The host's home page."""
    library = use_table(phone.library)
    tidying, tidy = ft.use_state(False)
    told, tell = ft.use_state(page_frame.NOTHING)
    open_shown, show_open = ft.use_state(AT_FIRST)
    done_shown, show_done = ft.use_state(AT_FIRST)
    matches = library.matches()
    open_ = [match for match in matches if match.finished is None]
    done = sorted((match for match in matches if match.finished), key=lambda match: match.finished or 0, reverse=True)
    standings = use_standings(phone, (*open_[: min(PEEKED, open_shown)], *done[:done_shown]))

    def say(trouble: Text | None) -> None:
        tell(trouble and (trouble, False))

    invite, taking = use_invite(phone), use_import(phone, say, lambda good: tell((good, True)))
    export_all = use_export_all(phone, say)
    tidying_up = Tidy(use_export(phone, say), use_deleting(phone, say))
    cards = Cards(phone, standings, tidying_up if tidying else None, lambda: tidy(not tidying))
    body = [
        *([_told(phone, *told)] if told else []),
        *([page_frame.warning(phone.words(library.trouble))] if library.trouble else []),
        *rescued(phone),
        *(controls.keyed(UnsavedBar, table.match.id, phone, table, True) for table in library.unsaved),
        *cards.listed(Text("Go on"), open_, open_shown, lambda: show_open(open_shown + MORE), True),
        *_new(phone, matches),
        *cards.listed(Text("Finished games"), done, done_shown, lambda: show_done(done_shown + MORE), not open_),
        *([_figures(phone)] if done else []),
        *_rules(phone),
        *_strange(phone),
        ft.Row([taking.button()]),
        *([_all(phone, export_all)] if matches else []),
    ]
    code = controls.icon_press(ft.Icons.QR_CODE_2, phone.words(Text("Invite")), invite, Type.BIG)
    return page_frame.page("/", title(phone, code), body)


def _figures(phone: Phone) -> ft.Control:
    """Build the button to the statistics of all finished matches."""
    words, icon = phone.words, ft.Icons.INSERT_CHART_OUTLINED
    return controls.quiet(words(Text("Statistics")), lambda: phone.go("/statistics"), icon)


def _all(phone: Phone, export: page_frame.Tap) -> ft.Control:
    """Build the button that saves all matches in one file, for import on another computer."""
    return ft.Row([controls.quiet(phone.words(Text("Save all games in one file")), export, ft.Icons.ARCHIVE_OUTLINED)])


def _told(phone: Phone, text: Text, good: bool) -> ft.Control:
    """Build the outcome of an action on a whole match."""
    said = phone.words(text)
    return page_frame.panel(ft.Text(said, size=Type.BODY)) if good else page_frame.warning(said)


def title(phone: Phone, *more: ft.Control) -> ft.Control:
    """Build the header of a home page."""
    free = text_fit.screen() - 2 * Space.PAGE
    size = min(Type.HERO, free / (len(NAME) * WIDTH * here().scale))
    name = ft.Text(NAME, size=size, weight=ft.FontWeight.W_700, color=ft.Colors.PRIMARY, no_wrap=True)
    says = page_frame.quiet(phone.words(Text("Who decides now? We keep count, you play.")))
    tools = [*more, tongues(phone)]
    head = [ft.Row([ft.Container(name, expand=True), *tools], spacing=0)]
    if text_fit.enlarged():
        head = [ft.Row([name]), ft.Row(tools, spacing=0, alignment=ft.MainAxisAlignment.END)]
    return ft.Container(
        ft.Column([*head, says], spacing=Space.HAIR),
        padding=ft.Padding.only(left=Space.PAGE, right=Space.PAGE, top=Space.AIR, bottom=Space.GAP),
    )


def tongues(phone: Phone) -> ft.Control:
    """Build a button for each language."""
    return ft.Row([_tongue(phone, code, name) for code, name in LANGUAGES.items()], spacing=0)


def _tongue(phone: Phone, code: str, name: str) -> ft.Control:
    chosen = code == phone.language
    label = ft.Text(
        code.upper(),
        semantics_label=name,
        weight=ft.FontWeight.W_700 if chosen else ft.FontWeight.W_400,
        color=ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT,
    )
    style = ft.ButtonStyle(padding=ft.Padding.all(Space.GAP))
    return ft.TextButton(label, on_click=lambda event: phone.speak(code), style=style, width=tall(48), height=tall(48))


@dataclass(frozen=True)
class Cards:
    """Match cards, with the actions on each while the list is being edited."""

    phone: Phone
    standings: dict[str, Standing]
    tidy: Tidy | None = None
    on_tidy: page_frame.Tap = lambda: None

    def listed(
        self, title: Text, matches: list[Match], shown: int, more: page_frame.Tap, pen: bool = False
    ) -> list[ft.Control]:
        """Build a section: its heading, the first ``shown`` matches, and a button for more.

        ``has_edit_button`` adds the button that edits the list.
        """
        if not matches:
            return []
        words, left = self.phone.words, len(matches) - shown
        cards = [self._card(match, k == 0 and match.finished is None) for k, match in enumerate(matches[:shown])]
        says = words(Text("Show {n} more", n=min(left, MORE)))
        rest = [controls.quiet(says, more, ft.Icons.EXPAND_MORE)] if left > 0 else []
        return [self._heading(title, pen), *cards, *rest]

    def _heading(self, text: Text, pen: bool) -> ft.Control:
        words = self.phone.words
        heading = ft.Container(page_frame.heading(words(text)), expand=True)
        tap = controls.icon_press(
            ft.Icons.EDIT_OUTLINED, words(Text("Export or delete games")), self.on_tidy, Type.HEAD
        )
        return ft.Row([heading, tap]) if pen else page_frame.heading(words(text))

    def _card(self, match: Match, strong: bool) -> ft.Control:
        """Build the card of a match to continue or to view."""
        words, standing = self.phone.words, self.standings.get(match.id)
        over = match.finished is not None
        sign = ft.Icon(
            ft.Icons.EMOJI_EVENTS if over else ft.Icons.PLAY_CIRCLE,
            size=Type.SCENE if strong else Type.BIG,
            semantics_label=words(Text("Look at this game") if over else Text("Go on with this game")),
        )
        face = ft.Row([ft.Column(_says(self.phone, match, standing), spacing=Space.HAIR, expand=True), sign])
        row = [
            ft.Container(page_frame.card(face, lambda: self._open(match), strong), expand=True),
            *self._tidied(match),
        ]
        told: list[ft.Control] = [page_frame.warning(words(standing.warning))] if standing and standing.warning else []
        return ft.Column([ft.Row(row, spacing=0), *told], spacing=Space.GAP)

    def _open(self, match: Match) -> None:
        """Open a match; a finished one is put away first on the host's phone."""
        if match.finished is not None and self.phone.visitor.host:
            self.phone.library.put_away(match.id)
        self.phone.go(f"/table/{match.id}")

    def _tidied(self, match: Match) -> list[ft.Control]:
        """Build the buttons beside a card while the list is being edited."""
        if self.tidy is None:
            return []
        words, who, tidy = self.phone.words, ", ".join(match.seats), self.tidy

        async def write() -> None:
            await tidy.export(match.id)

        export = words(Text("Export the game of {players}", players=who))
        delete = words(Text("Delete the game of {players}", players=who))
        return [
            controls.icon_press(ft.Icons.FILE_DOWNLOAD_OUTLINED, export, write),
            controls.icon_press(ft.Icons.DELETE_OUTLINE, delete, controls.bound(tidy.delete, match)),
        ]


def _says(phone: Phone, match: Match, standing: Standing | None) -> list[ft.Control]:
    words = phone.words
    texts: list[ft.Control] = [
        ft.Text(words(phone.library.games[match.game].title), size=Type.HEAD, weight=ft.FontWeight.W_600),
        ft.Text(" · ".join(match.seats), size=Type.BODY),
    ]
    if standing and standing.line:
        line = words(standing.line)
        line = line[:1].upper() + line[1:]
        texts.append(ft.Text(line, size=Type.SMALL, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, opacity=0.85))
    return [*texts, ft.Text(_last(words, match, standing), size=Type.SMALL, opacity=0.75)]


def _last(words: Translate, match: Match, standing: Standing | None) -> str:
    """Return the turn, when the match was last played and, if it is over, how long it took."""
    ago = when(words, match.finished or match.last, time.time())
    if standing and standing.seconds:
        return f"{ago} · {words(lasting(standing.seconds))}"
    return f"{words(Text('Turn {n}', n=standing.turn))} · {ago}" if standing and standing.turn else ago


def _new(phone: Phone, matches: Sequence[Match]) -> list[ft.Control]:
    first = [] if matches else [_welcome(phone)]
    return [*first, page_frame.heading(phone.words(Text("New game"))), covers(phone, matches)]


def _rules(phone: Phone) -> list[ft.Control]:
    """Build the buttons to each game's rules, which open without a table."""
    words = phone.words
    ways = [
        controls.quiet(
            words(game.title),
            controls.bound(phone.go, f"/rules/{key}"),
            ft.Icons.MENU_BOOK,
            words(Text("Rules: {game}", game=game.title)),
        )
        for key, game in phone.library.games.items()
    ]
    return [page_frame.heading(words(Text("Rules"))), ft.Row(ways, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)]


def _welcome(phone: Phone) -> ft.Control:
    words = phone.words
    dice = ft.Row(
        [
            ft.Icon(ft.Icons.CASINO, size=Type.SCENE, color=ft.Colors.PRIMARY),
            ft.Icon(ft.Icons.STYLE, size=Type.SCENE, color=ft.Colors.SECONDARY),
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=Space.PAGE,
    )
    return page_frame.panel(
        dice,
        ft.Text(
            words(Text("Nothing on the table yet")),
            size=Type.HEAD,
            weight=ft.FontWeight.W_600,
            text_align=ft.TextAlign.CENTER,
        ),
        page_frame.quiet(
            words(Text("Choose a game, say who plays, and put the phone among the cards. Your games stay here.")),
            text_align=ft.TextAlign.CENTER,
        ),
        padding=Space.AIR,
    )


def _strange(phone: Phone) -> list[ft.Control]:
    """Build a note about saved matches that cannot be shown."""
    n = phone.library.strange()
    says = Text(
        "{n} saved game cannot be shown here: unknown to this Sobremesa, or damaged. It stays in the file.",
        "{n} saved games cannot be shown here: unknown to this Sobremesa, or damaged. They stay in the file.",
        n=n,
    )
    return [page_frame.quiet(phone.words(says))] if n else []
