"""Home page: unfinished matches, new games, finished matches, rules and language."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import flet as ft

from companion.base.dates import format_relative_time
from companion.i18n import LANGUAGES, Translate
from companion.stats.results import format_duration
from companion.storage.matches import Match
from companion.ui.design import text_fit
from companion.ui.design.preferences import current_preferences, scaled_height
from companion.ui.design.theme import FontSize, Radius, Space, accent_of
from companion.ui.files.match_files import Export, use_deletion, use_export, use_export_all, use_import
from companion.ui.games.covers import COVER_ICONS, PLAIN_COVER_ICON
from companion.ui.hooks import use_observable
from companion.ui.pages.host.invite import use_host_invitation
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.table.board.unsaved import UnsavedBar
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.controls import bind, button_grid, pressable
from rules.engine import Text

from .kept_data import erasure_warnings, use_kept_data
from .match_status import MatchStatus, use_match_statuses
from .recovery_notice import recovery_notice

COVERS_PER_ROW, COVER_GAP, COVER_HEIGHT, COVER_ICON_SIZE = 2, 12, 128, 92
"""Covers per row; their gap, height and icon size in points."""
WHITE = ft.Colors.WHITE


def game_covers(phone: Phone, matches: Sequence[Match]) -> ft.Control:
    """Build the grid of all games.

    ``matches`` are the matches of this house, the most recently played first.
    """
    order = _order(phone, matches)
    blank: list[ft.Control] = [ft.Container(expand=True)] if len(order) % COVERS_PER_ROW else []
    return button_grid([*(_cover(phone, game) for game in order), *blank], COVERS_PER_ROW, COVER_GAP)


def _order(phone: Phone, matches: Sequence[Match]) -> list[str]:
    played = list(dict.fromkeys(match.game for match in matches))
    return [*played, *(game for game in phone.library.games if game not in played)]


def _cover(phone: Phone, key: str) -> ft.Control:
    translate, game = phone.translate, phone.library.summary(key)
    fewest, most = game.player_counts[0], game.player_counts[-1]
    seats = translate(Text("{low}–{high} players", low=fewest, high=most))
    title = ft.Text(
        translate(game.title),
        size=FontSize.HEADING,
        weight=ft.FontWeight.W_700,
        style=ft.TextStyle(height=1.1),
        color=WHITE,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    caption = ft.Column(
        [title, ft.Text(seats, size=FontSize.SMALL, color=WHITE)],
        spacing=Space.HAIR,
        tight=True,
        left=14,
        bottom=12,
        right=10,
    )
    icon = ft.Icon(
        COVER_ICONS.get(key, PLAIN_COVER_ICON), size=COVER_ICON_SIZE, color=ft.Colors.with_opacity(0.28, WHITE)
    )
    face = ft.Stack([ft.Container(icon, right=-12, top=-14), caption], height=COVER_HEIGHT)
    cover = pressable(
        face,
        f"{translate(game.title)}, {seats}",
        bind(phone.go, f"/new/{key}"),
        fill=accent_of(key).light,
        radius=Radius.PILL,
        pad=0,
        height=COVER_HEIGHT,
        align=ft.Alignment.BOTTOM_LEFT,
    )
    return ft.Container(cover, border_radius=Radius.PILL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS, expand=True)


APP_NAME, LETTER_WIDTH = "Sobremesa", 0.6
"""The application's name in the header, and its average letter width as a share of the font size."""
BUTTON_WIDTH = 48
"""Width of a button in the header, in points."""
MAX_OPENED_MATCHES = 5
"""Unfinished matches that are opened to show their status; the others show only their players."""
INITIAL_MATCHES, MORE_MATCHES = 3, 20
"""Matches listed at first in each section, and how many more at each tap."""


@dataclass(frozen=True)
class MatchActions:
    """Actions on a whole match while the list is being edited."""

    export: Export
    delete: Callable[[Match], None]


@ft.component
def HomePage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The host's home page."""
    library = use_observable(phone.library)
    is_editing, set_editing = ft.use_state(False)
    message, set_message = use_optional(tuple[Text, bool])
    unfinished_shown, show_unfinished = ft.use_state(INITIAL_MATCHES)
    finished_shown, show_finished = ft.use_state(INITIAL_MATCHES)
    matches = library.matches()
    unfinished = [match for match in matches if match.finished is None]
    finished = sorted(
        (match for match in matches if match.finished), key=lambda match: match.finished or 0, reverse=True
    )
    statuses = use_match_statuses(
        phone, (*unfinished[: min(MAX_OPENED_MATCHES, unfinished_shown)], *finished[:finished_shown])
    )

    def show_error(trouble: Text | None) -> None:
        set_message((trouble, False) if trouble else None)

    open_invitation, import_buttons = (
        use_host_invitation(phone),
        use_import(phone, show_error, lambda good: set_message((good, True))),
    )
    export_all = use_export_all(phone, show_error)
    kept_data, warnings = use_kept_data(phone, show_error), erasure_warnings(phone)
    actions = MatchActions(use_export(phone, show_error), use_deletion(phone, show_error))
    cards = MatchCards(phone, statuses, actions if is_editing else None, lambda: set_editing(not is_editing), warnings)
    body = [
        *([_message_panel(phone, *message)] if message else []),
        *([page_frame.warning(phone.translate(library.problem))] if library.problem else []),
        *recovery_notice(phone),
        *(controls.keyed_component(UnsavedBar, table.match.id, phone, table, True) for table in library.unsaved_tables),
        *cards.section(
            Text("Continue"),
            unfinished,
            unfinished_shown,
            lambda: show_unfinished(unfinished_shown + MORE_MATCHES),
            True,
        ),
        *_new(phone, matches),
        *cards.section(
            Text("Finished games"),
            finished,
            finished_shown,
            lambda: show_finished(finished_shown + MORE_MATCHES),
            not unfinished,
        ),
        *([_statistics_button(phone)] if finished else []),
        *_rules_buttons(phone),
        *_unreadable_note(phone),
        import_buttons.row(),
        *([_export_all_button(phone, export_all)] if matches else []),
        *kept_data,
    ]
    invite_button = controls.icon_button(
        ft.Icons.QR_CODE_2, phone.translate(Text("Invite")), open_invitation, FontSize.NUMBER
    )
    return page_frame.page_view("/", home_header(phone, invite_button), body)


def _statistics_button(phone: Phone) -> ft.Control:
    """Build the button to the statistics of all finished matches."""
    translate, icon = phone.translate, ft.Icons.INSERT_CHART_OUTLINED
    return controls.secondary_button(translate(Text("Statistics")), lambda: phone.go("/statistics"), icon)


def _export_all_button(phone: Phone, export: page_frame.OnTap) -> ft.Control:
    """Build the button that saves all matches in one file, for import on another computer."""
    return ft.Row(
        [
            controls.secondary_button(
                phone.translate(Text("Save all games in one file")), export, ft.Icons.ARCHIVE_OUTLINED
            )
        ]
    )


def _message_panel(phone: Phone, text: Text, good: bool) -> ft.Control:
    """Build the outcome of an action on a whole match."""
    message = phone.translate(text)
    return page_frame.panel(ft.Text(message, size=FontSize.BODY)) if good else page_frame.warning(message)


def home_header(phone: Phone, *more: ft.Control) -> ft.Control:
    """Build the header of a home page."""
    tools = [*more, language_buttons(phone)]
    is_stacked = text_fit.has_large_text()
    beside = 0.0 if is_stacked else scaled_height(BUTTON_WIDTH) * (len(more) + len(LANGUAGES))
    free_width = text_fit.screen_width() - 2 * Space.PAGE - beside
    size = min(FontSize.HERO, free_width / (len(APP_NAME) * LETTER_WIDTH * current_preferences().scale))
    name = ft.Text(APP_NAME, size=size, weight=ft.FontWeight.W_700, color=ft.Colors.PRIMARY, no_wrap=True)
    subtitle = page_frame.hint_text(phone.translate(Text("Who decides now? We keep count, you play.")))
    head = [ft.Row([ft.Container(name, expand=True), *tools], spacing=0)]
    if is_stacked:
        head = [ft.Row([name]), ft.Row(tools, spacing=0, alignment=ft.MainAxisAlignment.END)]
    return ft.Container(
        ft.Column([*head, subtitle], spacing=Space.HAIR),
        padding=ft.Padding.only(left=Space.PAGE, right=Space.PAGE, top=Space.AIR, bottom=Space.GAP),
    )


def language_buttons(phone: Phone) -> ft.Control:
    """Build a button for each language."""
    return ft.Row([_language_button(phone, code, name) for code, name in LANGUAGES.items()], spacing=0)


def _language_button(phone: Phone, code: str, name: str) -> ft.Control:
    chosen = code == phone.language
    label = ft.Text(
        code.upper(),
        semantics_label=name,
        weight=ft.FontWeight.W_700 if chosen else ft.FontWeight.W_400,
        color=ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT,
    )
    style = ft.ButtonStyle(padding=ft.Padding.all(Space.GAP))
    button = ft.TextButton(
        label,
        on_click=lambda event: phone.set_language(code),
        style=style,
        width=scaled_height(BUTTON_WIDTH),
        height=scaled_height(BUTTON_WIDTH),
    )
    return ft.MergeSemantics(ft.Semantics(content=button, selected=chosen))


@dataclass(frozen=True)
class MatchCards:
    """Match cards, with the actions on each while the list is being edited."""

    phone: Phone
    statuses: dict[str, MatchStatus]
    actions: MatchActions | None = None
    on_edit: page_frame.OnTap = lambda: None
    warnings: Mapping[str, Text] = field(default_factory=dict)
    """What is said of matches besides their status."""

    def section(
        self, title: Text, matches: list[Match], shown: int, on_more: page_frame.OnTap, has_edit_button: bool = False
    ) -> list[ft.Control]:
        """Build a section: its heading, the first ``shown`` matches, and a button for more.

        ``has_edit_button`` adds the button that edits the list.
        """
        if not matches:
            return []
        translate, left = self.phone.translate, len(matches) - shown
        cards = [self._card(match, k == 0 and match.finished is None) for k, match in enumerate(matches[:shown])]
        says = translate(Text("Show {n} more", n=min(left, MORE_MATCHES)))
        rest = [controls.secondary_button(says, on_more, ft.Icons.EXPAND_MORE)] if left > 0 else []
        return [self._heading(title, has_edit_button), *cards, *rest]

    def _heading(self, text: Text, has_edit_button: bool) -> ft.Control:
        translate = self.phone.translate
        heading = ft.Container(page_frame.section_heading(translate(text)), expand=True)
        tap = controls.icon_button(
            ft.Icons.EDIT_OUTLINED, translate(Text("Export or delete games")), self.on_edit, FontSize.HEADING
        )
        return ft.Row([heading, tap]) if has_edit_button else page_frame.section_heading(translate(text))

    def _card(self, match: Match, is_large: bool) -> ft.Control:
        """Build the card of a match to continue or to view."""
        translate, status = self.phone.translate, self.statuses.get(match.id)
        is_finished = match.finished is not None
        sign = ft.Icon(
            ft.Icons.EMOJI_EVENTS if is_finished else ft.Icons.PLAY_CIRCLE,
            size=FontSize.ILLUSTRATION if is_large else FontSize.NUMBER,
            semantics_label=translate(Text("Look at this game") if is_finished else Text("Continue this game")),
        )
        face = ft.Row([ft.Column(_card_texts(self.phone, match, status), spacing=Space.HAIR, expand=True), sign])
        row = [
            ft.Container(page_frame.tappable_card(face, lambda: self._open(match), is_large), expand=True),
            *self._edit_buttons(match),
        ]
        told = [text for text in (status and status.warning, self.warnings.get(match.id)) if text]
        warning: list[ft.Control] = [page_frame.warning(translate(text)) for text in told]
        return ft.Column([ft.Row(row, spacing=0), *warning], spacing=Space.GAP)

    def _open(self, match: Match) -> None:
        """Open a match; a finished one is put away first on the host's phone."""
        if match.finished is not None and self.phone.visitor.is_host:
            self.phone.library.put_away(match.id)
        self.phone.go(f"/t/{match.id}")

    def _edit_buttons(self, match: Match) -> list[ft.Control]:
        """Build the buttons beside a card while the list is being edited."""
        if self.actions is None:
            return []
        translate, players, actions = self.phone.translate, ", ".join(match.seats), self.actions
        export = translate(Text("Export the game of {players}", players=players))
        delete = translate(Text("Delete the game of {players}", players=players))
        return [
            controls.icon_button(ft.Icons.FILE_DOWNLOAD_OUTLINED, export, partial(actions.export, match.id, "jsonl")),
            controls.icon_button(ft.Icons.DELETE_OUTLINE, delete, controls.bind(actions.delete, match)),
        ]


def _card_texts(phone: Phone, match: Match, status: MatchStatus | None) -> list[ft.Control]:
    translate = phone.translate
    texts: list[ft.Control] = [
        ft.Text(translate(phone.library.summary(match.game).title), size=FontSize.HEADING, weight=ft.FontWeight.W_600),
        ft.Text(" · ".join(match.seats), size=FontSize.BODY),
    ]
    if status and status.summary:
        line = translate(status.summary)
        line = line[:1].upper() + line[1:]
        texts.append(ft.Text(line, size=FontSize.SMALL, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, opacity=0.85))
    return [*texts, ft.Text(_last_played(translate, match, status), size=FontSize.SMALL, opacity=0.75)]


def _last_played(translate: Translate, match: Match, status: MatchStatus | None) -> str:
    """Return the turn, when the match was last played and, if it is over, how long it took."""
    ago = format_relative_time(translate, match.finished or match.last, time.time())
    if status and status.seconds:
        return f"{ago} · {translate(format_duration(status.seconds))}"
    return f"{translate(Text('Turn {n}', n=status.turn))} · {ago}" if status and status.turn else ago


def _new(phone: Phone, matches: Sequence[Match]) -> list[ft.Control]:
    first = [] if matches else [_welcome(phone)]
    return [*first, page_frame.section_heading(phone.translate(Text("New game"))), game_covers(phone, matches)]


def _rules_buttons(phone: Phone) -> list[ft.Control]:
    """Build the buttons to each game's rules, which open without a table."""
    translate = phone.translate
    buttons = [
        controls.secondary_button(
            translate(game.title),
            controls.bind(phone.go, f"/rules/{game.key}"),
            ft.Icons.MENU_BOOK,
            translate(Text("Rules: {game}", game=game.title)),
        )
        for game in map(phone.library.summary, phone.library.games)
    ]
    return [
        page_frame.section_heading(translate(Text("Rules"))),
        ft.Row(buttons, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP),
    ]


def _welcome(phone: Phone) -> ft.Control:
    translate = phone.translate
    dice = ft.Row(
        [
            ft.Icon(ft.Icons.CASINO, size=FontSize.ILLUSTRATION, color=ft.Colors.PRIMARY),
            ft.Icon(ft.Icons.STYLE, size=FontSize.ILLUSTRATION, color=ft.Colors.SECONDARY),
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=Space.PAGE,
    )
    return page_frame.panel(
        dice,
        ft.Text(
            translate(Text("Nothing on the table yet")),
            size=FontSize.HEADING,
            weight=ft.FontWeight.W_600,
            text_align=ft.TextAlign.CENTER,
        ),
        page_frame.hint_text(
            translate(Text("Choose a game, say who plays, and put the phone among the cards. Your games stay here.")),
            text_align=ft.TextAlign.CENTER,
        ),
        padding=Space.AIR,
    )


def _unreadable_note(phone: Phone) -> list[ft.Control]:
    """Build a note about saved matches that cannot be shown."""
    count = phone.library.unreadable_count()
    note = Text(
        "{n} saved game cannot be shown here: unknown to this Sobremesa, or damaged. It stays in the file.",
        "{n} saved games cannot be shown here: unknown to this Sobremesa, or damaged. They stay in the file.",
        n=count,
    )
    return [page_frame.hint_text(phone.translate(note))] if count else []
