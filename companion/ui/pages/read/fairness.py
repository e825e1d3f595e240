"""Dice fairness page: face counts as bars against an even distribution, with a verdict."""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.base.background import aside
from companion.i18n import Translate
from companion.stats.throws import throws
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.session.phone import Phone
from companion.ui.signs.dice_faces import die, face_name
from companion.ui.widgets import page_frame
from rules.engine import Refused, Shown, Text

if TYPE_CHECKING:
    from companion.stats.fairness import Pile

TALL = 96
"""Points of the longest bar."""
SHORT = 40
"""Points of the longest bar of a single player's dice."""
HOW: dict[str, Text] = {
    "camera": Text("seen by the camera"),
    "typed": Text("typed by hand"),
    "virtual": Text("thrown by the machine"),
}
NOT_YET = Text("No throws have been counted yet.")
BROKEN = Text("The throws cannot be counted: a game's log cannot be read.")
ABOUT = Text(
    "Every die thrown in your games is counted. Chance is uneven by itself: only what honest dice hardly ever do is"
    " called unusual. Dice that were thrown again at will are left out."
)


@ft.component
def FairnessPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """Fairness of the dice in all games; on a guest's phone those of its own table."""
    words = phone.words
    found, show = ft.use_state(page_frame.NOTHING)

    async def count() -> None:
        show(await aside(counted, phone, id))

    ft.use_effect(count, [id])
    head = page_frame.head(words(Text("Are the dice fair?")), words(Text("Back")), lambda: phone.go(f"/table/{id}"))
    body: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(found, Text):
        body = [page_frame.warning(words(found))]
    elif found is not None:
        body = [page_frame.quiet(words(ABOUT)), *(_pile(words, found, pile) for pile in found)]
    if found == ():
        body = [page_frame.quiet(words(ABOUT)), page_frame.warning(words(NOT_YET))]
    return page_frame.page(f"/table/{id}/fairness", head, body)


def counted(phone: Phone, id: str) -> tuple[Pile, ...] | Text:
    """Return the roll samples of all dice, or the error that prevents it.

    Blocks for a moment; run it off the screen's thread.
    """
    fairness: Any = importlib.import_module("companion.stats.fairness")  # imports numpy, so only on demand
    library = phone.library
    try:
        matches = [match for match in library.matches() if phone.visitor.host or match.id == id]
        every = [one for match in matches for one in throws(library.games[match.game], match, library.storage)]
        piles: tuple[Pile, ...] = fairness.piles(every)
        for pile in piles:
            fairness.verdict(pile, len(piles))  # fills the simulation cache before a screen is drawn
            fairness.limit(pile)
        return piles
    except (StorageTrouble, Refused) as trouble:
        return trouble.reason
    except Exception:
        logging.getLogger(__name__).exception("throws could not be counted")
        return BROKEN


def _pile(words: Translate, every: tuple[Pile, ...], pile: Pile) -> ft.Control:
    """Build the panel of one set of dice: title, bars and verdict."""
    fairness: Any = importlib.import_module("companion.stats.fairness")
    looked_at = sum(not one.lacks for one in every)
    said, rest = fairness.verdict(pile, max(1, looked_at)), fairness.limit(pile)
    title = ft.Text(words(title_of(pile)), size=Type.BODY if pile.who else Type.LEAD, weight=ft.FontWeight.W_600)
    told = [page_frame.quiet(words(rest))] if rest is not None and not pile.who else []
    return page_frame.panel(title, bars(words, pile), ft.Text(words(said), size=Type.BODY), *told)


def title_of(pile: Pile) -> Text:
    """Return which dice they are, the source of their rolls, and how many dice were rolled."""
    of: Shown = pile.kind.name if pile.kind else Text("Dice with pips")
    if pile.who:
        return Text("{who}: {n} die", "{who}: {n} dice", who=pile.who, n=pile.thrown)
    return Text("{dice}, {how}: {n} die", "{dice}, {how}: {n} dice", dice=of, how=HOW[pile.how], n=pile.thrown)


def bars(words: Translate, pile: Pile) -> ft.Control:
    """Build a bar for each face, with a line at the height of an even distribution."""
    tall = SHORT if pile.who else TALL
    even, most = pile.thrown / len(pile.counts), max(*pile.counts, 1)
    scale = tall / max(most, 1.3 * even)
    bars = [_bar(words, pile, face, count, scale, even, tall) for face, count in enumerate(pile.counts, 1)]
    said = ", ".join(f"{words(face_name(face, pile.kind))}: {count}" for face, count in enumerate(pile.counts, 1))
    return ft.Semantics(content=ft.Row(bars, spacing=Space.NEAR), label=said, exclude_semantics=True)


def _bar(words: Translate, pile: Pile, face: int, count: int, scale: float, even: float, tall: float) -> ft.Control:
    number = ft.Text(str(count), size=Type.SMALL, weight=ft.FontWeight.W_600, text_align=ft.TextAlign.CENTER)
    column = ft.Container(
        height=max(2, count * scale), bgcolor=ft.Colors.PRIMARY, border_radius=Round.NIB, left=4, right=4, bottom=0
    )
    line = ft.Container(height=2, bgcolor=ft.Colors.ON_SURFACE_VARIANT, left=0, right=0, bottom=even * scale - 1)
    name = die(face, 28, pile.kind) if pile.kind or len(pile.counts) == 6 else ft.Text(str(face), size=Type.BODY)
    return ft.Column(
        [number, ft.Stack([column, line], height=tall + 2), name],
        spacing=Space.TIGHT,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
