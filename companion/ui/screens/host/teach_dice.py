"""Page on which the host teaches the dice reader custom dice from pictures."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import flet as ft

from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import TEACHING, run_task_in_turn
from companion.dice.teaching import TeachingProgress, TeachingSession
from companion.storage.matches import StorageError
from companion.ui.design.look import translate
from companion.ui.dice.input_buttons import input_method_of
from companion.ui.dice.teach_view import WANTED_PICTURES, TeachAction, TeachState, TeachView
from companion.ui.dice.teach_viewfinder import TeachCamera, dice_to_teach
from companion.ui.files.upload import make_file_picker
from companion.ui.page_life import use_shown_again
from companion.ui.session.phone import Phone
from companion.ui.state import use_latest
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import use_confirmation
from companion.ui.widgets.controls import bind, keyed_component
from rules.engine import DieKind, Refused, Text

Files = Sequence[bytes | Text | None]
MAX_PICTURES_PER_UPLOAD = 10
"""Pictures taken in one upload; five per face are kept."""
TEACHING_FAILED_TEXT = Text("That did not work: try it again.")
HOST_ONLY_TEXT = Text("Only the host can teach dice or forget them. Dice that were taught are read at this table too.")


@ft.component
def TeachDicePage(phone: Phone, match_id: str, key: str = "") -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """Teaching page for the dice of the table's game; ``key`` selects the kind of dice.

    Taught dice belong to the house: a guest's page only says that the host teaches them.
    """
    head = page_frame.page_header(Text("Our dice"), lambda: phone.go(f"/t/{match_id}"))
    if not phone.visitor.is_host:
        return page_frame.page_view(f"/t/{match_id}/dice", head, [page_frame.warning(translate(HOST_ONLY_TEXT))])
    return keyed_component(TeachDiceBody, f"{match_id} {key}", phone, match_id, key, head)


@ft.component
def TeachDiceBody(phone: Phone, match_id: str, key: str, head: ft.Control) -> ft.View:  # noqa: N802
    """The teaching page as the host sees it."""
    state, set_state = ft.use_state(TeachState())
    kind = die_kind_of(phone, match_id, key)

    async def run(action: TeachAction, after: TeachState) -> None:
        set_state(replace(state, is_working=True, problem=None))
        page = ft.context.page
        try:
            session = TeachingSession(kind, phone.access(match_id), partial(run_task_in_turn, TEACHING, page))
            set_state(await run_action(phone, session, action, after))
        except QueueFullError as busy:
            set_state(replace(state, is_working=False, problem=busy.reason))

    async def add_pictures(files: Files) -> None:
        await run(lambda session: session.add_pictures(state.face, files), replace(state, thrown=()))

    async def try_roll(files: Files) -> None:
        await run(lambda session: session.read_trial_roll(files[-1]), state)

    async def add_frame(jpeg: bytes) -> None:
        await add_pictures((jpeg,))

    async def try_frame(jpeg: bytes) -> None:
        await try_roll((jpeg,))

    load = lambda: ft.context.page.run_task(run, look, state)  # noqa: E731
    ft.use_effect(load, [match_id, key])
    teach_picker, trial_picker = use_picture_picker(add_pictures), use_picture_picker(try_roll)
    view = TeachView(
        phone,
        kind,
        state,
        set_state,
        run,
        teach_picker,
        trial_picker,
        use_teach_camera(kind),
        add_frame,
        try_frame,
        use_confirmation(),
    )
    return page_frame.page_view(f"/t/{match_id}/dice", head, view.body(), view.footer())


def use_teach_camera(kind: DieKind | None) -> TeachCamera:
    """Return the page's live camera; off at first, so that no browser asks unbidden."""
    (is_on, camera_error), set_camera = ft.use_state((False, ""))
    method, switch_on = (
        input_method_of(ft.context.page, dice_to_teach(kind), camera_error),
        bind(set_camera, (True, "")),
    )
    use_shown_again(switch_on if method.can_retry else None)
    return TeachCamera(
        method,
        is_on,
        switch_on,
        lambda: set_camera((False, "")),
        lambda error: set_camera((False, error)),
    )


def use_picture_picker(on_files: Callable[[Files], Awaitable[None]]) -> ft.FilePicker:
    """Return a file picker whose fetched files go to the callback of the latest draw."""
    latest = use_latest(on_files)

    async def on_result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await latest.current([await fetch(file) for file in event.files[:MAX_PICTURES_PER_UPLOAD]])

    picker, fetch = ft.use_memo(lambda: make_file_picker(on_result), [])
    return picker


def die_kind_of(phone: Phone, match_id: str, key: str) -> DieKind | None:
    """Return the dice kind with that key, or the first kind, of the table's game."""
    game = next((match.game for match in phone.library.matches.all() if match.id == match_id), "")
    kinds = phone.library.games[game].dice_kinds if game in phone.library.games else (None,)
    return next((kind for kind in kinds if kind is not None and kind.key == key), kinds[0] if kinds else None)


async def look(session: TeachingSession) -> None:
    """Teach nothing: the action of a page that only shows what has been taught."""


async def run_action(phone: Phone, session: TeachingSession, action: TeachAction, state: TeachState) -> TeachState:
    """Run an action of the host and return the next state of the page.

    Errors become its error message; a guest's action is refused. Raises ``QueueFullError``.
    """
    try:
        phone.require_host()
        result = await action(session)
        progress = await session.progress()
    except (StorageError, Refused) as error:
        return replace(state, is_working=False, problem=error.reason)
    except QueueFullError:
        raise
    except Exception:  # no upload may break the page
        logging.getLogger(__name__).exception("dice could not be learned")
        return replace(state, is_working=False, problem=TEACHING_FAILED_TEXT)
    trial_dice = result if isinstance(result, tuple) else state.thrown
    problem = result if isinstance(result, Text) else None
    return replace(
        state,
        progress=progress,
        face=next_face(progress, state.face),
        thrown=trial_dice,
        problem=problem,
        is_working=False,
    )


def next_face(progress: TeachingProgress, face: int) -> int:
    """Return the next face to ask for.

    The same face until it has ``WANTED_PICTURES`` pictures, then the next one that has fewer.
    """
    if len(progress.pictures[face]) < WANTED_PICTURES:
        return face
    lacking_faces = [one for one, each in progress.pictures.items() if len(each) < WANTED_PICTURES]
    return next((one for one in lacking_faces if one > face), lacking_faces[0] if lacking_faces else face)
