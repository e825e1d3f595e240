"""Custom card list: all may read it; the host edits, deletes, exports and imports cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import flet as ft

from companion.base.background import run_in_background
from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import FILE_SECONDS, IMPORTING, PageWatch, run_in_turn
from companion.exchange.custom_cards import CardImportError, CustomCards
from companion.storage.matches import StorageError
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import body_text
from companion.ui.design.text_fit import columns_at_scale
from companion.ui.files.upload import make_file_picker, must_send_inline
from companion.ui.session.error_boundary import failure_of
from companion.ui.state import Ref, use_optional, use_ref
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets import page_frame
from companion.ui.widgets.card_picker.faces import card_row
from companion.ui.widgets.card_picker.picker import CardPicker, OpenForm, Picker, Query
from companion.ui.widgets.card_picker.search import CardMatch
from companion.ui.widgets.controls import Action, bind, button_grid, icon_button, keyed_component, secondary_button
from companion.ui.widgets.hole_controls import choice_chip
from rules.darkmoor.model.cards import CARD_TEMPLATES, AbilityCard, card_name
from rules.engine import Refused, Text

from .choose import SEARCH_THRESHOLD, custom_cards_of, face_of, known_cards
from .editor import CardEditor

KIND_NAMES = {"minions": Text("Minions"), "heroes": Text("Heroes"), "locations": Text("Locations")}
HOST_ONLY_TEXT = Text("Only the host changes this list. A card that you fill in while you play is known at this table.")
EXPORT_FILE_NAME = "darkmoor-cards.json"
ShowMessage = Callable[[Text | None], object]


def custom_cards_sheet(sheets: SheetHost, _: int) -> ft.Control:
    """Build the sheet of all custom cards, by kind."""
    head = sheets.build_heading(None, translate(Text("The cards of this table")))
    body = keyed_component(
        CustomCardList, "cards", custom_cards_of(sheets), sheets.intents.may_set and sheets.access.is_host
    )
    return sheets.build_sheet(head, body)


@ft.component
def CustomCardList(custom_cards: CustomCards, can_edit: bool) -> ft.Control:  # noqa: N802 - named like a class
    """The cards of one kind; a tap edits a card; below are a new card and the file buttons."""
    kind, set_kind = ft.use_state("minions")
    message, show_message = use_optional(Text)
    export_file, import_picker = use_card_files(custom_cards, show_message)

    def edit(record: AbilityCard, open_form: OpenForm) -> None:
        open_form(lambda back: CardEditor(kind, record, Text("Keep the card"), partial(keep, back), back))

    def keep(back: Action, record: AbilityCard) -> None:
        nameless = Text("Without a name a card cannot be found again.")
        show_message(failure_of(lambda: custom_cards.save_card(kind, record)) if record.name else nameless)
        back()

    def forget(name: str) -> None:
        problem = failure_of(lambda: custom_cards.delete_card(kind, name))
        show_message(problem or Text("{name} is forgotten.", name=card_name(name) or name))

    def row(card: CardMatch, on_tap: Action) -> ft.Control:
        own = can_edit and card.record.name in custom_cards.custom_cards(kind)
        return _card_row(kind, card, on_tap if can_edit else None, bind(forget, card.record.name) if own else None)

    def foot(query: Query) -> list[ft.Control]:
        says = [body_text(translate(message), color=ft.Colors.PRIMARY)] if message else []
        if not custom_cards.access.is_host:
            return [*says, page_frame.hint_text(translate(HOST_ONLY_TEXT))]
        new = bind(edit, CARD_TEMPLATES[kind].value, query.open_form)
        return [*says, *([_footer(new, export_file, import_picker)] if can_edit else [])]

    tabs = [
        choice_chip(translate(label), bind(set_kind, key), key == kind, expand=True)
        for key, label in KIND_NAMES.items()
    ]
    picker = Picker(
        lambda: known_cards(custom_cards, kind),
        lambda card, open_form: edit(card.record, open_form),
        row,
        search_above=SEARCH_THRESHOLD,
        head=[button_grid(tabs, columns_at_scale(len(KIND_NAMES)), Space.NEAR)],
        foot=foot,
    )
    return keyed_component(CardPicker, kind, picker)


def _card_row(kind: str, card: CardMatch, on_edit: Action | None, on_forget: Action | None) -> ft.Control:
    """Build a card with edit and delete buttons.

    Printed cards cannot be deleted, what the host entered can; without ``on_edit`` the card is read-only.
    """
    after = list[ft.Control]()
    if on_forget:
        label = translate(Text("Forget the card: {name}", name=card.name))
        after.append(icon_button(ft.Icons.DELETE_OUTLINE, label, on_forget, FontSize.HEADING))
    return card_row(face_of(kind, card), translate(Text("Change the card: {name}", name=card.name)), on_edit, after)


def _footer(on_new: Callable[[], object], on_export: Callable[[], object], import_picker: ft.PickFiles) -> ft.Control:
    export_button = secondary_button(
        translate(Text("Write a file")), on_export, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True
    )
    style = ft.ButtonStyle(shape=ft.RoundedRectangleBorder(radius=Radius.TILE))
    label = body_text(translate(Text("Load a file")))
    import_button = ft.OutlinedButton(
        label,
        icon=ft.Icons.FILE_OPEN_OUTLINED,
        action=import_picker,
        height=scaled_height(48),
        expand=True,
        style=style,
    )
    add = secondary_button(translate(Text("A new card")), on_new, ft.Icons.ADD, expand=True)
    return column_of([button_grid([export_button, import_button], columns_at_scale(2)), row_of([add])], Space.GAP)


# --- the file ----------------------------------------------------------------------------------------------------


def use_card_files(custom_cards: CustomCards, show_message: ShowMessage) -> tuple[Callable[[], object], ft.PickFiles]:
    """Return the export action, and the picker action that imports a file of cards."""
    saver = ft.use_memo(lambda: ft.FilePicker(), [])
    on_picked: Ref[Callable[[ft.FilePickerFile], Awaitable[None]] | None] = use_ref(None)

    async def export() -> None:
        try:
            data = await run_in_background(custom_cards.export_cards)
        except (StorageError, Refused) as trouble:
            show_message(trouble.reason)
            return
        await saver.save_file(file_name=EXPORT_FILE_NAME, src_bytes=data)

    async def import_file(file: ft.FilePickerFile) -> None:
        data = await fetch(file)
        if not isinstance(data, Text):
            try:
                watch = PageWatch(ft.context.page)
                data = await run_in_turn(IMPORTING, watch, FILE_SECONDS, import_cards, custom_cards, data or b"")
            except QueueFullError as busy:
                data = busy.reason
        show_message(data)

    async def on_result(event: ft.FilePickerResultEvent) -> None:
        if event.files and on_picked.current:
            await on_picked.current(event.files[0])

    picker, fetch = ft.use_memo(lambda: make_file_picker(on_result), [])
    on_picked.current = import_file
    return export, ft.PickFiles(picker, with_data=must_send_inline())


def import_cards(custom_cards: CustomCards, data: bytes) -> Text:
    """Import that file of cards; return the result in one sentence."""
    try:
        n = custom_cards.import_cards(data)
    except (CardImportError, Refused, StorageError) as trouble:
        return trouble.reason
    return Text("{n} card remembered", "{n} cards remembered", n=n)
