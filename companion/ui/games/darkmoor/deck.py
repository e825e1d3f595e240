"""Custom card list: all may read it; the host edits, deletes, exports and imports cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.base.background import aside
from companion.decoding.fair_queue import Busy, in_turn
from companion.exchange.custom_cards import NoCards, OwnCards
from companion.i18n import Translate
from companion.storage.matches import StorageTrouble
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import abreast
from companion.ui.design.theme import Round, Space, Type
from companion.ui.files.upload import picking, straight
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bound, icon_press, keyed, press, quiet, rows, use_held
from rules.darkmoor.model.cards import TEMPLATES, called
from rules.engine import Refused, Text

from .choose import card_face, card_tap, known, own_cards, ready, try_keep
from .editor import Editor

KINDS = {"minions": Text("Minions"), "heroes": Text("Heroes"), "locations": Text("Locations")}
OF_THE_HOST = Text("Only the host changes this list. A card that you fill in while you play is known at this table.")
FILE = "darkmoor-cards.json"
QUIET = ft.Colors.ON_SURFACE_VARIANT
STRETCH = ft.CrossAxisAlignment.STRETCH
OnCard = Callable[[Any], Any]
Say = Callable[[Text | None], Any]


def cards(paper: Paper, _: Any) -> ft.Control:
    """Build the sheet of all custom cards, by kind."""
    head = paper.head(None, paper.words(Text("The cards of this table")))
    body = keyed(Deck, "cards", paper.words, own_cards(paper), paper.adjust is not None and paper.access.host)
    return paper.framed(head, body)


@ft.component
def Deck(words: Translate, own: OwnCards, may: bool) -> ft.Control:  # noqa: N802 - named like a class
    """The cards of one kind; a tap edits a card; below are a new card and the file buttons."""
    kind, choose = ft.use_state("minions")
    editing, edit = use_held(None)
    told, say = use_held(None)
    export, take = use_files(own, say)
    if editing is not None and may:

        def done(card: Any) -> None:
            say(try_keep(own, kind, card) if card.name else Text("Without a name a card cannot be found again."))
            edit(None)

        return Editor(words, kind, editing, Text("Keep the card"), done, lambda: edit(None))
    tabs = rows(
        [_tab(words, key, label, key == kind, choose) for key, label in KINDS.items()], abreast(len(KINDS)), Space.NEAR
    )
    mine = own.own(kind)

    def forget(name: str) -> None:
        try:
            own.forget(kind, name)
            say(Text("{name} is forgotten.", name=called(name) or name))
        except (StorageTrouble, Refused) as trouble:
            say(trouble.reason)

    gone = forget if may else None
    shown = [
        _card(words, own, kind, card, edit if may else None, gone if card.name in mine else None)
        for card in known(words, own, kind)
    ]
    listed = ft.Column(shown, spacing=Space.TIGHT, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)
    said = [ft.Text(words(told), size=Type.BODY, color=ft.Colors.PRIMARY)] if told else []
    foot = [_foot(words, bound(edit, TEMPLATES[kind].value), export, take)] if may else []
    if not own.access.host:
        foot = [page_frame.quiet(words(OF_THE_HOST))]
    return ft.Column([tabs, listed, *said, *foot], spacing=Space.GAP, expand=True, horizontal_alignment=STRETCH)


def _tab(words: Translate, key: str, label: Text, on: bool, choose: Callable[[str], Any]) -> ft.Control:
    text = ft.Text(words(label), size=Type.BODY, weight=ft.FontWeight.W_600)
    fill = ft.Colors.PRIMARY_CONTAINER if on else ft.Colors.TRANSPARENT
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return press(text, words(label), bound(choose, key), fill=fill, edge=edge, height=44, expand=True)


def _card(
    words: Translate, own: OwnCards, kind: str, card: Any, edit: OnCard | None, forget: Callable[[str], Any] | None
) -> ft.Control:
    """Build a card with edit and delete buttons.

    Printed cards cannot be deleted, what the host entered can; without ``edit`` the card is read-only.
    """
    name = words(called(card.name) or "")
    face = card_face(words, kind, card, name, ready(own, kind, card))
    if edit is None:
        pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.EDGE)
        ground = ft.Colors.SURFACE_CONTAINER_HIGH
        return ft.Row([ft.Container(face, bgcolor=ground, padding=pad, border_radius=Round.TILE, expand=True)])
    tap = card_tap(face, words(Text("Change the card: {name}", name=name)), bound(edit, card))
    if forget is None:
        return ft.Row([tap])
    label = words(Text("Forget the card: {name}", name=name))
    return ft.Row(
        [tap, icon_press(ft.Icons.DELETE_OUTLINE, label, bound(forget, card.name), Type.HEAD)], spacing=Space.HAIR
    )


def _foot(words: Translate, new: Callable[[], Any], export: Callable[[], Any], take: ft.PickFiles) -> ft.Control:
    out = quiet(words(Text("Write a file")), export, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True)
    look = ft.ButtonStyle(shape=ft.RoundedRectangleBorder(radius=Round.TILE))
    label = ft.Text(words(Text("Take in a file")), size=Type.BODY)
    into = ft.OutlinedButton(
        label, icon=ft.Icons.FILE_OPEN_OUTLINED, action=take, height=tall(48), expand=True, style=look
    )
    add = quiet(words(Text("A new card")), new, ft.Icons.ADD, expand=True)
    return ft.Column([rows([out, into], abreast(2)), ft.Row([add])], spacing=Space.GAP, tight=True)


# --- the file ----------------------------------------------------------------------------------------------------


def use_files(own: OwnCards, say: Say) -> tuple[Callable[[], Any], ft.PickFiles]:
    """Return the export action, and the picker action that imports a file of cards."""
    saver: Any = ft.use_memo(lambda: ft.FilePicker(), [])
    took: Any = ft.use_ref(lambda: None)

    async def export() -> None:
        try:
            data = await aside(own.written)
        except (StorageTrouble, Refused) as trouble:
            say(trouble.reason)
            return
        await saver.save_file(file_name=FILE, src_bytes=data)

    async def take(file: ft.FilePickerFile) -> None:
        data = await fetch(file)
        if not isinstance(data, Text):
            try:
                data = await in_turn(ft.context.page, brought, own, data or b"")
            except Busy as busy:
                data = busy.reason
        say(data)

    async def result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await took.current(event.files[0])

    picker, fetch = ft.use_memo(lambda: picking(result), [])
    took.current = take
    return export, ft.PickFiles(picker, with_data=straight())


def brought(own: OwnCards, data: bytes) -> Text:
    """Import that file of cards; return the result in one sentence."""
    try:
        n = own.bring(data)
    except (NoCards, Refused, StorageTrouble) as trouble:
        return trouble.reason
    return Text("{n} card remembered", "{n} cards remembered", n=n)
