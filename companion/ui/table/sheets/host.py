"""Sheet host: which sheet lies over the table, and the parts that all sheets share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft

from companion.access.permissions import Access
from companion.dice.provenance import RollSource
from companion.library.hands_free import HandsFree
from companion.match.latest import HandMark
from companion.storage.settings import Settings
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.stand_mode import is_standing
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import fit_font_size, line_count
from companion.ui.table.intents import CardPage, TableIntents
from companion.ui.table.model.choice_layout import item_id_of, sheet_kind
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import GameModel
from companion.ui.table.model.outcome import hand_tasks
from companion.ui.table.model.picture_answers import item_answers
from companion.ui.table.model.sheet import (
    ChoiceSheet,
    ClosedSheet,
    EntrySheet,
    FactSheet,
    HandsSheet,
    ItemSheet,
    LookaheadSheet,
    PlayerSheet,
    RemarkSheet,
    ResponsesSheet,
    SeatLookSheet,
    Sheet,
    SilenceSheet,
    TableSheet,
)
from companion.ui.table.scene import Scene
from companion.ui.table.sheets.lookahead import lookahead_sheet
from companion.ui.table.zones.hand_tasks import hand_task_rows
from companion.ui.table.zones.middle import pile_sections, remark_buttons
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH, bottom_sheet, sheet_body
from companion.ui.widgets.controls import Action, bind, seat_badge, secondary_button
from companion.ui.widgets.counter import TrackerPanel
from companion.ui.widgets.hole_controls import submit_button
from companion.ui.widgets.page_frame import ICON_BUTTON_SIZE
from rules.engine import Choice, Event, Fact, Text, Tracker

from .choice_sheets import choice_sheet, dice_sheet, remark_sheet
from .entry import entry_sheet
from .facts import fact_row, fact_sheet
from .look import look_button, look_sheet
from .responses import responses_sheet
from .silence import silence_sheet
from .tiles import tile_sheet, tiled_choice

LONG_HEADING_LINES = 3
"""Number of lines from which a heading is written smaller."""


@dataclass(frozen=True)
class SheetHost:
    """Sheet over the table with what it shows and may do."""

    sheet: Sheet
    scene: Scene
    context: TableContext
    intents: TableIntents
    access: Access
    """Rights of this device to read and change what is stored."""
    settings: Settings
    hands_free: HandsFree
    is_moment_shown: bool = False
    """Whether a moment is shown, which a sheet that opens automatically waits for."""

    @property
    def game_model(self) -> GameModel:
        """What the game adds to the models of the screen."""
        return self.scene.model

    def close(self) -> None:
        """Close the sheet; one that opens automatically stays closed until the next prompt."""
        self.intents.open(ClosedSheet(self._auto_open_key))

    @property
    def _auto_open_key(self) -> str:
        """Key of the prompt and the doubtful roll, for which a sheet opens automatically once."""
        doubted = self.context.doubtful_sighting
        return f"{self.context.table_state.prompt_id} {doubted.at if doubted else ''}"

    @property
    def is_obsolete(self) -> bool:
        """Whether the sheet must close: its choice is not offered any more, or all is done."""
        match self.sheet:
            case SilenceSheet(prompt_id):
                return prompt_id != self.context.table_state.prompt_id
            case ResponsesSheet(prompt_id):
                return prompt_id != self.context.table_state.prompt_id or not self.context.layout.responses_by_seat
            case ChoiceSheet(choice):
                return self._offered(choice) is None
            case HandsSheet():
                return not self.context.hand_lines
        return False

    def _offered(self, choice: Choice) -> Choice | None:
        """Return the choice as it is offered now; None if it is not."""
        return self.context.find_choice(choice)

    def build(self) -> ft.Control | None:
        """Build the sheet; None if none is open."""
        match self.sheet:
            case ItemSheet(item):
                return self.scene.item_sheets[type(self.sheet)](self, item)
            case ChoiceSheet(choice):
                offered = self._offered(choice)
                return self._choice(offered) if offered else None
            case RemarkSheet(remark):
                made = self.context.find_remark(remark)
                return remark_sheet(self, made) if made else None
            case PlayerSheet(seat):
                return self._player(seat)
            case SeatLookSheet(seat):
                return look_sheet(self, seat)
            case ResponsesSheet(prompt_id, seat):
                return None if self.is_obsolete else responses_sheet(self, prompt_id, seat)
            case TableSheet():
                return self._table()
            case LookaheadSheet():
                return lookahead_sheet(self)
            case HandsSheet():
                return self._hands()
            case FactSheet(key):
                return fact_sheet(self, key)
            case SilenceSheet():
                return silence_sheet(self)
            case EntrySheet(seq):
                return entry_sheet(self, seq)
        return self._auto_opened()

    def _choice(self, choice: Choice) -> ft.Control:
        kind = sheet_kind(choice)
        tiles = self.game_model.tiles.get(type(choice.event)) if kind == "pick" else None
        if tiles is not None:
            return tile_sheet(self, tiles, choice)
        return self.scene.choice_sheets.get(kind, choice_sheet)(self, choice)

    def _auto_opened(self) -> ft.Control | None:
        """Build the sheet that opens automatically once no moment is shown, until it is closed.

        It is the dice sheet for a doubtful roll, the dice sheet for every roll on a standing phone, the sheet of tiles,
        or the naming sheet of a card; all but the first never while a redo is possible.
        """
        if self.is_moment_shown or self.sheet == ClosedSheet(self._auto_open_key):
            return None
        context = self.context
        if context.doubtful_sighting and context.roll_choice:
            return dice_sheet(self, context.roll_choice)
        if context.table_state.can_redo:
            return None
        if is_standing() and context.roll_choice and not context.role.is_spectator:
            return dice_sheet(self, context.roll_choice)
        if tiled := tiled_choice(context.layout.primary, self):
            return replace(self, sheet=ChoiceSheet(tiled)).build()
        candidates = [choice for choice in context.layout.primary if self._opens_automatically(choice)]
        is_single = len(candidates) == 1  # among several the player chooses first
        return replace(self, sheet=ChoiceSheet(candidates[0])).build() if is_single else None

    def _opens_automatically(self, choice: Choice) -> bool:
        return sheet_kind(choice) == "name" or isinstance(choice.event, self.game_model.auto_opened_events)

    # --- answers -------------------------------------------------------------------------------------------------

    def answer(self, event: Event, source: RollSource = "typed", picture: bytes = b"") -> bool:
        """Answer the question that the sheet is about; see ``TableIntents.answer``."""
        return self.intents.answer(event, source=source, picture=picture)

    def choose(self, choice: Choice) -> None:
        """Answer with the choice at once, or open the sheet that fills its holes."""
        self.intents.choose(choice)

    def item_answers(self) -> list[ft.Control]:
        """Build the buttons of the answers about the item of this sheet, the usual one large."""
        answers = item_answers(self.context, self.game_model.picture_questions, self.sheet)
        return [submit_button(translate(choice.label), bind(self.choose, choice)) for choice, _ in answers]

    # --- each of them --------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> ft.Control | None:
        context = self.context
        area = self.scene.build_player_area(context, seat, self.intents.open)
        numbers = self.tracker_panels(
            [t for t in context.table_state.trackers if t.seat == seat and not self._is_on_separate_sheet(t)]
        )
        own = [remark for remark in context.remarks if remark.seat == seat and not item_id_of(remark)]
        remarks = [remark for remark in own if not isinstance(remark.event, self.game_model.separate_remarks)]
        parts = [
            *area,
            *numbers,
            *self.fact_rows(
                [f for f in context.table_state.facts if f.seat == seat and not self._is_on_separate_sheet(f)]
            ),
            *self.manual_adjustment_note(),
            *remark_buttons(remarks, self.intents.remark),
            *look_button(self, seat),
        ]
        return self.build_sheet(
            self.build_heading(seat, context.seats[seat], self.game_model.player_subtitle(context, seat)),
            sheet_body(parts),
        )

    def _table(self) -> ft.Control:
        remarks = [remark for remark in self.context.remarks if remark.seat is None and not item_id_of(remark)]
        piles = pile_sections(self.context.game_view, self.game_model.piles)
        parts = [
            *piles,
            *self.tracker_panels(self.table_trackers, across=1),
            *self.fact_rows(self.table_facts),
            *remark_buttons(remarks, self.intents.remark),
        ]
        head = self.build_heading(None, translate(Text("The table")))
        return self.build_sheet(head, sheet_body(parts))

    def _hands(self) -> ft.Control | None:
        """Build the sheet of all that hands must still do; None once it is done."""
        tasks = hand_tasks(self.context)
        if not tasks:
            return None
        tick = self.intents.tick if self.intents.may_set else None
        rows = hand_task_rows(tasks, tick)
        if tick is not None and tasks[1:]:
            every = frozenset[HandMark]().union(*(task.marks for task in tasks))
            rows.append(submit_button(translate(Text("All of it is done")), bind(tick, every)))
        head = self.build_heading(None, translate(Text("To do at the table")))
        return self.build_sheet(head, sheet_body(rows, spacing=Space.TIGHT))

    @property
    def table_trackers(self) -> list[Tracker]:
        """Trackers without a seat."""
        return [t for t in self.context.table_state.trackers if t.seat is None and not self._is_on_separate_sheet(t)]

    @property
    def table_facts(self) -> list[Fact]:
        """Facts without a seat."""
        return [
            fact
            for fact in self.context.table_state.facts
            if fact.seat is None and not self._is_on_separate_sheet(fact)
        ]

    def _is_on_separate_sheet(self, tracker: Tracker | Fact) -> bool:
        return (
            tracker.key.startswith(self.game_model.separate_tracker_prefixes)
            if self.game_model.separate_tracker_prefixes
            else False
        )

    # --- what sheets are made of ---------------------------------------------------------------------------------

    def questions_button(self, card: str) -> list[ft.Control]:
        """Build the button to the questions about the card of that id; none if none is known."""
        if not self.intents.table.game.card_questions(card):
            return []
        on_tap = bind(self.intents.go, CardPage(card))
        return [row_of([secondary_button(translate(Text("Why?")), on_tap, ft.Icons.HELP_OUTLINE, expand=True)])]

    def tracker_panels(self, trackers: Sequence[Tracker], across: int = 0) -> list[ft.Control]:
        """Build the counters, ``across`` in a row; by default two in landscape, else one."""
        if not trackers:
            return []
        adjust = self.intents.adjust if self.intents.may_set else None
        each = across or (2 if self.context.is_landscape else 1)
        return [TrackerPanel(trackers, self.context.open_adjustment, adjust, each, self.context.width / each)]

    def fact_rows(self, facts: Sequence[Fact]) -> list[ft.Control]:
        """Build a row for each fact with its value; none on a device that only watches."""
        if not (self.intents.may_set and facts):
            return []
        rows = [fact_row(fact, bind(self.intents.open, FactSheet(fact.key))) for fact in facts]
        return [column_of(rows, Space.TIGHT)]

    def manual_adjustment_note(self) -> list[ft.Control]:
        """Build the note that numbers can always be adjusted, if this device may."""
        if not self.intents.may_set:
            return []
        note = translate(Text("Set by hand; noted in the log"))
        return [label_text(note, color=MUTED)]

    # --- their frame ---------------------------------------------------------------------------------------------

    def build_sheet(self, head: ft.Control, body: ft.Control) -> ft.Control:
        """Build a sheet over this table, as high as its body."""
        close: Action = self.close
        return bottom_sheet(
            head,
            body,
            translate(Text("Close")),
            close,
            is_wide=self.context.has_two_columns and not self.context.is_landscape,
        )

    def build_heading(self, seat: int | None, title: str, subtitle: str = "") -> ft.Control:
        """Build the heading of a sheet, with the badge of its seat."""
        free = (
            min(screen_width(), SHEET_WIDTH)
            - Space.ROOM
            - 2 * Space.EDGE
            - (ICON_BUTTON_SIZE if seat is None else 2 * ICON_BUTTON_SIZE)
        )
        fitting_sizes = (
            size for size in (FontSize.TITLE, FontSize.SUBTITLE) if line_count(title, size, free) < LONG_HEADING_LINES
        )
        size = fit_font_size(title, next(fitting_sizes, FontSize.BODY), free)
        lines_of_text: list[ft.Control] = [ft.Text(title, size=size, weight=ft.FontWeight.W_700)]
        if subtitle:
            lines_of_text.append(label_text(subtitle, color=MUTED))
        badges = [] if seat is None else [seat_badge(seat, self.context.seats[seat], 36)]
        return row_of([*badges, column_of(lines_of_text, 0, expand=True)], Space.EDGE)
