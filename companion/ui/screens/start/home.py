"""Home page: unfinished matches, new games, finished matches, rules and language."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.base.background import IS_PAGE
from companion.i18n import LANGUAGES
from companion.storage.matches import Match
from companion.ui.design import text_fit
from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import current_preferences, scaled_height, screen_width, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, heading_text
from companion.ui.files.daily_copies import DailyCopies
from companion.ui.files.match_files import use_deletion, use_export, use_export_all, use_import
from companion.ui.hooks import use_observable
from companion.ui.screens.host.invite import use_host_invitation
from companion.ui.screens.start.game_covers import game_covers
from companion.ui.screens.start.kept_data import erasure_warnings, use_kept_data
from companion.ui.screens.start.match_cards import MatchActions, MatchCards, use_match_section
from companion.ui.screens.start.match_status import use_match_statuses
from companion.ui.screens.start.page_notices import page_notices
from companion.ui.screens.start.recovery_notice import recovery_notice
from companion.ui.screens.table.unsaved import UnsavedBar, storage_notice
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

APP_NAME, LETTER_WIDTH = "Sobremesa", 0.6
"""The application's name in the header, and its average letter width as a share of the font size."""
BUTTON_WIDTH = 48
"""Width of a button in the header, in points."""
MAX_OPENED_MATCHES = 5
"""Unfinished matches that are opened to show their status; the others show only their players."""


@ft.component
def HomePage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The host's home page."""
    library = use_observable(phone.library)
    is_editing, set_editing = ft.use_state(False)
    message, set_message = use_optional(tuple[Text, bool])

    def show_error(trouble: Text | None) -> None:
        set_message((trouble, False) if trouble else None)

    matches = library.matches.all()
    unfinished = use_match_section(Text("Continue"), [match for match in matches if match.finished is None])
    finished = use_match_section(Text("Finished games"), _latest_finished(matches))
    statuses = use_match_statuses(phone, (*unfinished.shown_matches[:MAX_OPENED_MATCHES], *finished.shown_matches))
    open_invitation, export_all = use_host_invitation(phone), use_export_all(phone, show_error)
    import_buttons = use_import(phone, show_error, lambda good: set_message((good, True)))
    actions = MatchActions(use_export(phone, show_error), use_deletion(phone, show_error))
    toggle_editing, warnings = controls.bind(set_editing, not is_editing), erasure_warnings(phone)
    cards = MatchCards(phone, statuses, actions if is_editing else None, toggle_editing, warnings)
    copies = [DailyCopies(phone, import_buttons.import_data, show_error)] if IS_PAGE else []
    body = [
        *_notices(phone, message),
        *cards.section(unfinished, has_edit_button=True),
        *_new_game(phone, matches),
        *cards.section(finished, has_edit_button=not unfinished.matches),
        *([_statistics_button(phone)] if finished.matches else []),
        *_rules_buttons(phone),
        *_unreadable_note(phone),
        import_buttons.row(),
        *(copies if is_editing or not matches else []),
        *([_export_all_button(phone, export_all)] if matches else []),
        *use_kept_data(phone, show_error),
    ]
    says = translate(Text("Invite"))
    invite_button = controls.icon_button(ft.Icons.QR_CODE_2, says, open_invitation, FontSize.NUMBER)
    return page_frame.page_view("/", home_header(phone, invite_button), body)


def _latest_finished(matches: Sequence[Match]) -> list[Match]:
    return sorted((match for match in matches if match.finished), key=lambda match: match.finished or 0, reverse=True)


def _notices(phone: Phone, message: tuple[Text, bool] | None) -> list[ft.Control]:
    library = phone.library
    unsaved = [
        controls.keyed_component(UnsavedBar, table.match.id, phone, table, True)
        for table in library.matches.unsaved_tables()
    ]
    return [
        *([_message_panel(phone, *message)] if message else []),
        *([page_frame.warning(translate(library.matches.problem))] if library.matches.problem else []),
        *storage_notice(phone, counts_games=True),
        *recovery_notice(phone),
        *unsaved,
        *page_notices(phone),
    ]


def _statistics_button(phone: Phone) -> ft.Control:
    icon = ft.Icons.INSERT_CHART_OUTLINED
    return controls.secondary_button(translate(Text("Statistics")), lambda: phone.go("/statistics"), icon)


def _export_all_button(phone: Phone, export: page_frame.OnTap) -> ft.Control:
    return row_of(
        [controls.secondary_button(translate(Text("Save all games in one file")), export, ft.Icons.ARCHIVE_OUTLINED)]
    )


def _message_panel(phone: Phone, text: Text, good: bool) -> ft.Control:
    message = translate(text)
    return page_frame.panel(body_text(message)) if good else page_frame.warning(message)


def home_header(phone: Phone, *more: ft.Control) -> ft.Control:
    """Build the header of a home page."""
    tools = [*more, language_buttons(phone)]
    is_stacked = text_fit.has_large_text()
    beside = 0.0 if is_stacked else scaled_height(BUTTON_WIDTH) * (len(more) + len(LANGUAGES))
    free_width = screen_width() - 2 * Space.PAGE - beside
    size = min(FontSize.HERO, free_width / (len(APP_NAME) * LETTER_WIDTH * current_preferences().scale))
    name = ft.Text(APP_NAME, size=size, weight=ft.FontWeight.W_700, color=ft.Colors.PRIMARY, no_wrap=True)
    subtitle = page_frame.hint_text(translate(Text("Who decides now? We keep count, you play.")))
    head = [row_of([ft.Container(name, expand=True), *tools], 0)]
    if is_stacked:
        head = [row_of([name]), row_of(tools, 0, alignment=ft.MainAxisAlignment.END)]
    return ft.Container(
        column_of([*head, subtitle], Space.HAIR, tight=False),
        padding=ft.Padding.only(left=Space.PAGE, right=Space.PAGE, top=Space.AIR, bottom=Space.GAP),
    )


def language_buttons(phone: Phone) -> ft.Control:
    """Build a button for each language."""
    buttons = [_language_button(phone, code, name) for code, name in LANGUAGES.items()]
    return row_of(list[ft.Control](buttons), 0, tight=True)


def _language_button(phone: Phone, code: str, name: str) -> ft.Control:
    chosen = code == phone.language
    label = ft.Text(
        code.upper(),
        semantics_label=name,
        weight=ft.FontWeight.W_700 if chosen else ft.FontWeight.W_400,
        color=ft.Colors.PRIMARY if chosen else MUTED,
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


def _new_game(phone: Phone, matches: Sequence[Match]) -> list[ft.Control]:
    first = [] if matches else [_welcome(phone)]
    return [*first, page_frame.section_heading(translate(Text("New game"))), game_covers(phone, matches)]


def _rules_buttons(phone: Phone) -> list[ft.Control]:
    buttons = [
        controls.secondary_button(
            translate(game.title),
            controls.bind(phone.go, f"/rules/{game.key}"),
            ft.Icons.MENU_BOOK,
            translate(Text("Rules: {game}", game=game.title)),
        )
        for game in map(phone.library.summary, phone.library.games)
    ]
    return [page_frame.section_heading(translate(Text("Rules"))), wrapped_row(buttons, Space.GAP)]


def _welcome(phone: Phone) -> ft.Control:
    dice = row_of(
        [
            ft.Icon(ft.Icons.CASINO, size=FontSize.ILLUSTRATION, color=ft.Colors.PRIMARY),
            ft.Icon(ft.Icons.STYLE, size=FontSize.ILLUSTRATION, color=ft.Colors.SECONDARY),
        ],
        Space.PAGE,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return page_frame.panel(
        dice,
        heading_text(translate(Text("Nothing on the table yet")), 600, text_align=ft.TextAlign.CENTER),
        page_frame.hint_text(
            translate(Text("Choose a game, say who plays, and put the phone among the cards. Your games stay here.")),
            text_align=ft.TextAlign.CENTER,
        ),
        padding=Space.AIR,
    )


def _unreadable_note(phone: Phone) -> list[ft.Control]:
    count = phone.library.matches.unreadable_count()
    note = Text(
        "{n} saved game cannot be shown here: unknown to this Sobremesa, or damaged. It stays in the file.",
        "{n} saved games cannot be shown here: unknown to this Sobremesa, or damaged. They stay in the file.",
        n=count,
    )
    return [page_frame.hint_text(translate(note))] if count else []
