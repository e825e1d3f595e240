"""Cards of the saved matches on a home page, in sections that show more on request."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import flet as ft

from companion.base.dates import format_relative_time
from companion.stats.results import format_duration
from companion.storage.matches import Match
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import body_text, heading_text, label_text
from companion.ui.files.match_files import Export
from companion.ui.screens.start.match_status import MatchStatus
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

INITIAL_MATCHES, MORE_MATCHES = 3, 20
"""Matches listed at first in each section, and how many more at each tap."""


@dataclass(frozen=True)
class MatchActions:
    """Actions on a whole match while the list is being edited."""

    export: Export
    delete: Callable[[Match], None]


@dataclass(frozen=True)
class MatchSection:
    """A section of the list of matches, of which it shows the first ones."""

    title: Text
    matches: Sequence[Match]
    shown: int
    """Largest number of matches that are shown."""
    on_more: page_frame.OnTap
    """Shows MORE_MATCHES more."""

    @property
    def shown_matches(self) -> Sequence[Match]:
        """The matches that are shown."""
        return self.matches[: self.shown]


def use_match_section(title: Text, matches: Sequence[Match]) -> MatchSection:
    """Return a section of these matches, which begins with INITIAL_MATCHES of them."""
    shown, show = ft.use_state(INITIAL_MATCHES)
    return MatchSection(title, matches, shown, lambda: show(shown + MORE_MATCHES))


@dataclass(frozen=True)
class MatchCards:
    """Match cards, with the actions on each while the list is being edited."""

    phone: Phone
    statuses: dict[str, MatchStatus]
    actions: MatchActions | None = None
    on_edit: page_frame.OnTap = lambda: None
    warnings: Mapping[str, Text] = field(default_factory=dict)
    """What is said of matches besides their status."""

    def section(self, section: MatchSection, has_edit_button: bool = False) -> list[ft.Control]:
        """Build a section: its heading, the matches that it shows, and a button for more.

        ``has_edit_button`` adds the button that edits the list.
        """
        if not section.matches:
            return []
        left = len(section.matches) - section.shown
        shown = [self._card(match, k == 0 and match.finished is None) for k, match in enumerate(section.shown_matches)]
        says = translate(Text("Show {n} more", n=min(left, MORE_MATCHES)))
        rest = [controls.secondary_button(says, section.on_more, ft.Icons.EXPAND_MORE)] if left > 0 else []
        return [self._heading(section.title, has_edit_button), *shown, *rest]

    def _heading(self, text: Text, has_edit_button: bool) -> ft.Control:
        heading = ft.Container(page_frame.section_heading(translate(text)), expand=True)
        tap = controls.icon_button(
            ft.Icons.EDIT_OUTLINED, translate(Text("Export or delete games")), self.on_edit, FontSize.HEADING
        )
        return row_of([heading, tap]) if has_edit_button else page_frame.section_heading(translate(text))

    def _card(self, match: Match, is_large: bool) -> ft.Control:
        status = self.statuses.get(match.id)
        is_finished = match.finished is not None
        sign = ft.Icon(
            ft.Icons.EMOJI_EVENTS if is_finished else ft.Icons.PLAY_CIRCLE,
            size=FontSize.ILLUSTRATION if is_large else FontSize.NUMBER,
            semantics_label=translate(Text("Look at this game") if is_finished else Text("Continue this game")),
        )
        face = row_of([column_of(_card_texts(self.phone, match, status), Space.HAIR, tight=False, expand=True), sign])
        row = [
            ft.Container(page_frame.tappable_card(face, lambda: self._open(match), is_large), expand=True),
            *self._edit_buttons(match),
        ]
        told = [text for text in (status and status.warning, self.warnings.get(match.id)) if text]
        warning: list[ft.Control] = [page_frame.warning(translate(text)) for text in told]
        return column_of([row_of(row, 0), *warning], Space.GAP, tight=False)

    def _open(self, match: Match) -> None:
        """Open a match; a finished one is put away first on the host's phone."""
        if match.finished is not None and self.phone.visitor.is_host:
            self.phone.library.matches.put_away(match.id)
        self.phone.go(f"/t/{match.id}")

    def _edit_buttons(self, match: Match) -> list[ft.Control]:
        if self.actions is None:
            return []
        players, actions = ", ".join(match.seats), self.actions
        export = translate(Text("Export the game of {players}", players=players))
        delete = translate(Text("Delete the game of {players}", players=players))
        return [
            controls.icon_button(ft.Icons.FILE_DOWNLOAD_OUTLINED, export, partial(actions.export, match.id, "jsonl")),
            controls.icon_button(ft.Icons.DELETE_OUTLINE, delete, controls.bind(actions.delete, match)),
        ]


def _card_texts(phone: Phone, match: Match, status: MatchStatus | None) -> list[ft.Control]:
    texts: list[ft.Control] = [
        heading_text(translate(phone.library.summary(match.game).title), 600),
        body_text(" · ".join(match.seats)),
    ]
    if status and status.summary:
        line = translate(status.summary)
        line = line[:1].upper() + line[1:]
        texts.append(label_text(line, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, opacity=0.85))
    return [*texts, label_text(_last_played(match, status), opacity=0.75)]


def _last_played(match: Match, status: MatchStatus | None) -> str:
    ago = format_relative_time(translate, match.finished or match.last, time.time())
    if status and status.seconds:
        return f"{ago} · {translate(format_duration(status.seconds))}"
    return f"{translate(Text('Turn {n}', n=status.turn))} · {ago}" if status and status.turn else ago
