"""Reader statistics: how well dice or cards are read here, and the recent corrections."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.access.permissions import Access
from companion.dice import corrections
from companion.dice.corrections import Correction, ReaderAccuracy
from companion.storage.matches import StorageError
from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, title_text
from companion.ui.session.error_boundary import failure_of
from companion.ui.signs.dice_faces import die_face
from companion.ui.state import use_optional
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Confirmation, use_confirmation
from companion.ui.widgets.switches import on_off_switch
from rules.engine import CardKind, DieKind, Text

from .words import Words, words_of

LOCAL_DATA_TEXT = Text("It all stays on the host's computer.")
HOST_ONLY_TEXT = Text("You see what was read at this table. Only the host can switch corrections off or erase them.")


@ft.component
def ReaderStats(  # noqa: N802 - Flet's components are named like classes
    access: Access, kind: DieKind | CardKind | None, on_back: controls.Action
) -> ft.Control:
    """Reader statistics and corrections; on the host's phone also the switch and the eraser."""
    problem, set_problem = use_optional(Text)
    _, redraw = ft.use_state(0)
    ask_confirmation = use_confirmation()

    def apply_change(change: Callable[[], None]) -> None:
        set_problem(failure_of(change))
        redraw(lambda times: times + 1)

    key, words = kind.key if kind else "", words_of(kind)
    try:
        is_enabled = corrections.is_enabled(access.storage)
        score = next((one for one in corrections.accuracy_by_kind(access) if one.kind == key), None)
        recent = [
            one for one in corrections.latest_corrections(access, corrections.MAX_CORRECTIONS) if one.kind == key
        ][:24]
    except StorageError as error:
        return column_of([page_frame.warning(translate(error.reason)), _back(words, on_back)], tight=False, expand=True)
    erase = Confirmation(
        Text("Erase the corrections?"),
        (Text("The figures and the pictures of dice and cards go for good. No game changes."),),
        Text("Erase it"),
        lambda: apply_change(lambda: corrections.erase_all(access)),
    )
    name = translate(Text("Keep corrections"))
    error_notice = [page_frame.warning(translate(problem))] if problem else []
    shown = [*error_notice, *_score(score, words), *_recent_corrections(recent, kind)]
    if not access.is_host:
        shown += [page_frame.hint_text(translate(HOST_ONLY_TEXT)), page_frame.hint_text(translate(LOCAL_DATA_TEXT))]
        return _page(shown, words, on_back)
    shown += [
        on_off_switch(name, is_enabled, lambda keeps: apply_change(lambda: corrections.set_enabled(access, keeps))),
        page_frame.hint_text(translate(LOCAL_DATA_TEXT)),
    ]
    if score or recent:
        shown.append(
            controls.secondary_button(
                translate(Text("Erase it all")), lambda: ask_confirmation(erase), ft.Icons.DELETE_OUTLINE
            )
        )
    return _page(shown, words, on_back)


def _page(controls: list[ft.Control], words: Words, on_back: controls.Action) -> ft.Control:
    lines = column_of(controls, Space.EDGE, tight=False, scroll=ft.ScrollMode.AUTO, expand=True)
    return column_of([lines, _back(words, on_back)], Space.EDGE, tight=False, expand=True)


def _back(words: Words, on_back: controls.Action) -> ft.Control:
    return row_of([page_frame.main_button(translate(words.back), on_back)])


def _score(score: ReaderAccuracy | None, words: Words) -> list[ft.Control]:
    if score is None:
        return [page_frame.hint_text(translate(words.nothing_read))]
    right = score.dice_read - score.wrong_dice - score.false_dice
    lines = [
        words.number_read.with_args(n=score.dice_read),
        Text(
            "{right} of {all} right ({share} %)", right=right, all=score.dice_read, share=_share(right, score.dice_read)
        ),
        Text("Of {all} it was sure of, {wrong} wrong", all=score.sure_dice, wrong=score.wrong_sure_dice),
        words.number_missed.with_args(n=score.missed_dice),
    ]
    head, *rest = (translate(line) for line in lines)
    title = title_text(head, 700)
    return [page_frame.panel(title, *(body_text(line) for line in rest))]


def _share(part: int, whole: int) -> str:
    """Return ``part`` of ``whole`` in percent, never rounded up to all or down to none."""
    share = 100 * part / whole
    return f"{min(99.9, share):.1f}" if part < whole else "100"


def _recent_corrections(corrections: list[Correction], kind: DieKind | CardKind | None) -> list[ft.Control]:
    if not corrections:
        return []
    rows = wrapped_row([_correction_card(one, kind) for one in corrections], Space.GAP)
    return [page_frame.section_heading(translate(Text("Latest corrections"))), rows]


def _correction_card(correction: Correction, kind: DieKind | CardKind | None) -> ft.Control:
    crop: list[ft.Control] = []
    if correction.crop:
        crop = [ft.Image(src=correction.crop, width=52, height=52, fit=ft.BoxFit.COVER, border_radius=Radius.SOFT)]
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=FontSize.SUBTITLE, color=MUTED)
    row = row_of(
        [*crop, _face(correction.read_face, kind), arrow, _face(correction.true_face, kind)], Space.NEAR, tight=True
    )
    label = translate(
        Text("read as {seen}, is {is_}", seen=_face_text(correction.read_face), is_=_face_text(correction.true_face))
    )
    card = ft.Container(row, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=Radius.TILE, padding=Space.GAP)
    return ft.Semantics(content=card, label=label, exclude_semantics=True)


def _face(face: int | None, kind: DieKind | CardKind | None) -> ft.Control:
    if face is None or face > (len(kind.faces) if kind else 6):
        return ft.Icon(ft.Icons.CLOSE, size=FontSize.NUMBER, color=MUTED)
    return die_face(face, 28, kind)


def _face_text(face: int | None) -> Text | int:
    return Text("nothing") if face is None else face
