"""Page on which the host teaches the dice reader custom dice from pictures."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.decoding.fair_queue import Busy, in_turn
from companion.storage.matches import StorageTrouble
from companion.ui.dice.teach_view import GOOD, Act, Look, Taught
from companion.ui.files.upload import Fetch, picking
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import use_sure
from rules.engine import DieKind, Refused, Text

if TYPE_CHECKING:
    from companion.ui.dice.teach_session import Shelf

MOST = 10
"""Pictures taken in one upload; five per face are kept."""
BROKEN = Text("That did not work: try it again.")
TAUGHT_BY_HOST = Text("Only the host can teach dice or forget them. Dice that were taught are read at this table too.")


@ft.component
def EnrolPage(phone: Phone, id: str, key: str = "") -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """Teaching page for the dice of the table's game; ``key`` selects the kind of dice.

    Taught dice belong to the house: a guest's page only says that the host teaches them.
    """
    head = page_frame.head(phone.words(Text("Our dice")), phone.words(Text("Back")), lambda: phone.go(f"/table/{id}"))
    if not phone.visitor.host:
        return page_frame.page(f"/table/{id}/dice", head, [page_frame.warning(phone.words(TAUGHT_BY_HOST))])
    return Lesson(phone, id, key, head)


@ft.component
def Lesson(phone: Phone, id: str, key: str, head: ft.Control) -> ft.View:  # noqa: N802
    """The teaching page as the host sees it."""
    words = phone.words
    now, show = ft.use_state(Look())
    kind = kind_of(phone, id, key)

    async def work(act: Act, **more: Any) -> None:
        show(replace(now, waiting=True, trouble=None))
        page = ft.context.page
        try:
            show(await in_turn(page, worked, phone, kind, act, replace(now, **more)))
        except Busy as busy:
            show(replace(now, waiting=False, trouble=busy.reason))

    async def taught(files: Sequence[Any]) -> None:
        await work(lambda lesson: lesson.show(kind, now.face, files, phone.access(id)), thrown=())

    async def tried(files: Sequence[Any]) -> None:
        await work(lambda lesson: lesson.tried(kind, files[-1], phone.library.storage))

    begin = lambda: ft.context.page.run_task(work, lambda lesson: None)  # noqa: E731
    ft.use_effect(begin, [key])
    teaching, trying = use_picker(taught), use_picker(tried)
    sheet = Taught(phone, phone.access(id), kind, now, show, work, teaching, trying, use_sure(words))
    return page_frame.page(f"/table/{id}/dice", head, sheet.body(), sheet.foot())


def use_picker(took: Callable[[Sequence[Any]], Awaitable[None]]) -> ft.FilePicker:
    """Return a file picker whose fetched files go to the callback of the latest draw."""
    latest: Any = ft.use_ref(page_frame.NOTHING)
    latest.current = took

    async def result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            fetch: Fetch = made[1]
            await latest.current([await fetch(file) for file in event.files[:MOST]])

    made = ft.use_memo(lambda: picking(result), [])
    return made[0]


def kind_of(phone: Phone, id: str, key: str) -> DieKind | None:
    """Return the dice kind with that key, or the first kind, of the table's game."""
    game = next((match.game for match in phone.library.matches() if match.id == id), "")
    kinds = phone.library.games[game].kinds if game in phone.library.games else (None,)
    return next((one for one in kinds if one is not None and one.key == key), kinds[0] if kinds else None)


def worked(phone: Phone, kind: DieKind | None, act: Act, look: Look) -> Look:
    """Run an action of the host and return the next state of the page.

    Errors become its error message; a guest's action is refused.
    """
    lesson: Any = importlib.import_module("companion.ui.dice.teach_session")  # imports OpenCV, so only on demand
    try:
        phone.host_only()
        found = act(lesson)
        shelf = lesson.shelf(kind, phone.library.storage)
    except (StorageTrouble, Refused) as error:
        return replace(look, waiting=False, trouble=error.reason)
    except Exception:  # no upload may break the page
        logging.getLogger(__name__).exception("dice could not be learned")
        return replace(look, waiting=False, trouble=BROKEN)
    thrown = found if isinstance(found, tuple) else look.thrown
    trouble = found if isinstance(found, Text) else None
    return replace(look, shelf=shelf, face=following(shelf, look.face), thrown=thrown, trouble=trouble, waiting=False)


def following(shelf: Shelf, face: int) -> int:
    """Return the next face to ask for.

    The same face until it has ``WANTED_PICTURES`` pictures, then the next one that has fewer.
    """
    if len(shelf.pictures[face]) < GOOD:
        return face
    wanted = [one for one, each in shelf.pictures.items() if len(each) < GOOD]
    return next((one for one in wanted if one > face), wanted[0] if wanted else face)
