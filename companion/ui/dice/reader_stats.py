"""Reader statistics: how well dice are read here, and recent corrections with pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.dice import corrections
from companion.dice.corrections import Correction, Score
from companion.i18n import Translate
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.dice_faces import die
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Sure, use_sure
from companion.ui.widgets.switches import on_off
from rules.engine import DieKind, Refused, Text

NONE_YET = Text("Nothing has been scanned yet. From the first throw on it stands here how well I read your dice.")
LOCAL = Text("It all stays on the host's computer.")
OF_THE_HOST = Text("You see what was read at this table. Only the host can switch corrections off or erase them.")


@ft.component
def Figures(  # noqa: N802 - Flet's components are named like classes
    words: Translate, access: Access, kind: DieKind | None, on_back: Callable[[], Any]
) -> ft.Control:
    """Reader statistics and corrections; on the host's phone also the switch and the eraser."""
    trouble, tell = ft.use_state(page_frame.NOTHING)
    _, redraw = ft.use_state(0)
    ask = use_sure(words)

    def do(change: Callable[[], None]) -> None:
        tell(page_frame.NOTHING)
        try:
            change()
        except (StorageTrouble, Refused) as error:
            tell(error.reason)
        redraw(lambda times: times + 1)

    key = kind.key if kind else ""
    try:
        on = corrections.keeping(access.storage)
        score = next((one for one in corrections.scores(access) if one.kind == key), None)
        lately = [one for one in corrections.kept(access, corrections.MOST) if one.kind == key][:24]
    except StorageTrouble as error:
        return ft.Column([page_frame.warning(words(error.reason)), _back(words, on_back)], expand=True)
    erase = Sure(
        Text("Erase what was put right?"),
        (Text("The figures and the pictures of these dice go for good. No game changes."),),
        Text("Erase it"),
        lambda: do(lambda: corrections.erase(access)),
    )
    name = words(Text("Keep what is put right"))
    told = [page_frame.warning(words(trouble))] if trouble else []
    shown = [*told, *_score(words, score), *_lately(words, lately, kind)]
    if not access.host:
        shown += [page_frame.quiet(words(OF_THE_HOST)), page_frame.quiet(words(LOCAL))]
        return _page(words, shown, on_back)
    shown += [
        on_off(name, on, lambda keeps: do(lambda: corrections.keep(access, keeps))),
        page_frame.quiet(words(LOCAL)),
    ]
    if score or lately:
        shown.append(controls.quiet(words(Text("Erase it all")), lambda: ask(erase), ft.Icons.DELETE_OUTLINE))
    return _page(words, shown, on_back)


def _page(words: Translate, shown: list[ft.Control], on_back: Callable[[], Any]) -> ft.Control:
    lines = ft.Column(shown, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True)
    return ft.Column([lines, _back(words, on_back)], spacing=Space.EDGE, expand=True)


def _back(words: Translate, on_back: Callable[[], Any]) -> ft.Control:
    return ft.Row([page_frame.main_button(words(Text("Back to the dice")), on_back)])


def _score(words: Translate, score: Score | None) -> list[ft.Control]:
    """Build the sentences that say how many dice were read, and how many correctly."""
    if score is None:
        return [page_frame.quiet(words(NONE_YET))]
    right = score.dice - score.wrong - score.none
    lines = [
        Text("{n} die read", "{n} dice read", n=score.dice),
        Text("{right} of {all} right ({share} %)", right=right, all=score.dice, share=_share(right, score.dice)),
        Text("Of {all} it was sure of, {wrong} wrong", all=score.sure, wrong=score.wrong_sure),
        Text("{n} die was not seen", "{n} dice were not seen", n=score.missed),
    ]
    head, *rest = (words(line) for line in lines)
    title = ft.Text(head, size=Type.TITLE, weight=ft.FontWeight.W_700)
    return [page_frame.panel(title, *(ft.Text(line, size=Type.BODY) for line in rest))]


def _share(part: int, whole: int) -> str:
    """Return ``part`` of ``whole`` in percent, never rounded up to all or down to none."""
    share = 100 * part / whole
    return f"{min(99.9, share):.1f}" if part < whole else "100"


def _lately(words: Translate, lately: list[Correction], kind: DieKind | None) -> list[ft.Control]:
    """Build the recent corrections, newest first."""
    if not lately:
        return []
    rows = ft.Row([_one(words, one, kind) for one in lately], wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)
    return [page_frame.heading(words(Text("Put right lately"))), rows]


def _one(words: Translate, one: Correction, kind: DieKind | None) -> ft.Control:
    """Build one correction: the die's picture, the value read and the corrected value."""
    crop: list[ft.Control] = []
    if one.crop:
        crop = [ft.Image(src=one.crop, width=52, height=52, fit=ft.BoxFit.COVER, border_radius=Round.SOFT)]
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=Type.LEAD, color=ft.Colors.ON_SURFACE_VARIANT)
    row = ft.Row([*crop, _face(one.seen, kind), arrow, _face(one.is_, kind)], tight=True, spacing=Space.NEAR)
    says = words(Text("read as {seen}, is {is_}", seen=_said(one.seen), is_=_said(one.is_)))
    card = ft.Container(row, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=Round.TILE, padding=Space.GAP)
    return ft.Semantics(content=card, label=says, exclude_semantics=True)


def _face(face: int | None, kind: DieKind | None) -> ft.Control:
    if face is None or face > (len(kind.faces) if kind else 6):
        return ft.Icon(ft.Icons.CLOSE, size=Type.BIG, color=ft.Colors.ON_SURFACE_VARIANT)
    return die(face, 28, kind)


def _said(face: int | None) -> Text | int:
    return Text("nothing") if face is None else face
