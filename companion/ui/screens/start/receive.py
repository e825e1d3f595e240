"""Page that takes in a match by the codes that another phone shows, in any order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.base.background import IS_PAGE
from companion.decoding.browser_worker import PAGE_READER, LoadProgress
from companion.dice.frames import FrameView
from companion.dice.input_method import choose_camera
from companion.exchange.pieces import PieceCollection, PieceRejected
from companion.exchange.rejection import ImportRejected
from companion.situation.compression import PREFIX_PATTERN
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import body_text, heading_text
from companion.ui.dice.browser_camera import BrowserCamera, camera_window
from companion.ui.dice.input_buttons import has_live_camera
from companion.ui.dice.reader_progress import ReaderProgress
from companion.ui.dice.review import TROUBLE_TEXTS
from companion.ui.dice.viewfinder import DEFAULT_FRAME_SIZE, run_task
from companion.ui.files.code_reader import CodeHandlers, CodeReader
from companion.ui.files.match_files import use_import
from companion.ui.hooks import use_subscription, use_wakelock
from companion.ui.page_life import use_shown_again
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional, use_ref
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, secondary_button
from rules.engine import Text

MEGABYTE = 1_000_000
SHARE_OF_HEIGHT = 0.5
"""Largest share of the page's height that the camera's picture takes."""
NO_CAMERA_TEXTS = {
    "refused": Text("The browser gives this page no camera. Allow it beside the address, or import the file."),
    "none": Text("I find no camera here: import the file."),
    "taken": Text("Another app has the camera. Close it and try again."),
    "plain": Text("Over plain http no browser gives a camera: open Sobremesa with https, or import the file."),
    "silent": Text("The camera does not answer. Try again, or import the file."),
    "native": Text("The camera reads codes in the browser: here, import the file."),
}
"""Why there is no camera, by key of the reasons in ``input_method``."""
POINT_TEXT = Text("On the other phone: “Share this game”, then “Show its codes”. Hold the camera to its screen.")


@ft.component
def ReceivePage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The camera until all codes are read, then what was taken in."""
    collection, set_collection = ft.use_state(PieceCollection())
    _, redraw = ft.use_state(0)
    problem, show_error = use_optional(Text)
    done, set_done = use_optional(Text)
    seen = use_ref("")
    page = ft.context.page
    imports = use_import(phone, show_error, set_done)
    use_wakelock(phone.preferences.awake)
    use_subscription(PAGE_READER.hold, [])

    def begin_again() -> None:
        seen.set("")
        show_error(None)
        set_collection(PieceCollection())

    def take(code: str) -> None:
        if code == seen.current or collection.is_whole or imports.progress is not None:
            return  # the camera sees a code many times
        seen.set(code)
        try:
            data = code.encode() if PREFIX_PATTERN.match(code) else _add(collection, code)
        except (PieceRejected, ImportRejected) as refused:
            show_error(refused.reason)
            return
        show_error(None)
        redraw(lambda count: count + 1)
        if data:
            page.run_task(imports.import_data, data)

    def body() -> list[ft.Control]:
        problems = [page_frame.warning(translate(problem))] if problem else []
        if done is not None:
            return [page_frame.panel(body_text(translate(done))), _home_button(phone)]
        if imports.progress is not None:
            return [imports.row()]
        again = secondary_button(translate(Text("Begin again")), begin_again, ft.Icons.REPLAY)
        progress = _progress(collection)
        if collection.is_whole:  # and it was refused
            return [*problems, row_of([again])]
        return [CodeCamera(take), *progress, *problems, *([row_of([again])] if problem and progress else [])]

    head = page_frame.page_header(Text("A game by its codes"), bind(phone.go, "/"))
    return page_frame.page_view("/receive", head, body())


def _add(collection: PieceCollection, code: str) -> bytes:
    """Add a piece; return the whole game once it is there, else nothing.

    Raises ``PieceRejected`` or ``ImportRejected``.
    """
    collection.add(code)
    return collection.join() if collection.is_whole else b""


def _progress(collection: PieceCollection) -> list[ft.Control]:
    """Build how many codes are read; nothing before the first one."""
    done, all = len(collection.pieces), collection.count
    if not all:
        return []
    label = translate(Text("{n} of {all} codes", n=done, all=all))
    line = ft.Semantics(content=heading_text(label, 600), live_region=True)
    return [line, ft.ProgressBar(value=done / all, semantics_label=label)]


def _home_button(phone: Phone) -> ft.Control:
    return row_of([page_frame.main_button(translate(Text("Back to home")), bind(phone.go, "/"), ft.Icons.HOME)])


@ft.component
def CodeCamera(on_code: Callable[[str], None]) -> ft.Control:  # noqa: N802
    """The live camera, or why there is none; it hands over each code that it sees."""
    page = ft.context.page
    error, set_error = ft.use_state("")
    method = choose_camera(page.url, has_live_camera(page), error)
    retry = bind(set_error, "")
    use_shown_again(retry if method.can_retry else None)
    progress = [ReaderProgress(progress_text)] if IS_PAGE else []
    if method.kind == "live":
        return column_of([CodeViewfinder(on_code, set_error), *progress], Space.GAP, STRETCH)
    button = secondary_button(translate(Text("Try again")), retry, ft.Icons.REFRESH)
    why = page_frame.warning(translate(NO_CAMERA_TEXTS[method.reason]))
    return column_of([why, *([row_of([button])] if method.can_retry else [])], Space.GAP, STRETCH)


@ft.component
def CodeViewfinder(on_code: Callable[[str], None], on_lost: Callable[[str], None]) -> ft.Control:  # noqa: N802
    """The camera's picture; the camera runs as long as it is shown."""
    page = ft.context.page
    camera = ft.use_memo(BrowserCamera, [])
    reader = ft.use_memo(lambda: CodeReader(page, camera), [])
    view, set_view = ft.use_state(reader.view)
    reader.handlers = CodeHandlers(on_code, on_lost, set_view)
    ft.use_effect(reader.run, [], lambda: None)  # Flet cancels the effect only if it has a cleanup
    line = ft.Semantics(content=page_frame.hint_text(translate(_status_text(view))), live_region=True)
    switch = secondary_button(
        translate(Text("Other camera")), partial(run_task, camera.switch_camera), ft.Icons.CAMERASWITCH
    )
    return column_of([_window(camera, view), line, *([switch] if len(camera.cameras) > 1 else [])], Space.GAP, CENTER)


def _window(camera: BrowserCamera, view: FrameView) -> ft.Control:
    wide, high = view.size if view.number else DEFAULT_FRAME_SIZE
    height = SHARE_OF_HEIGHT * (ft.context.page.height or 800)
    scale = min((page_frame.page_width() - 2 * Space.PAGE) / wide, height / high)
    return camera_window(camera, wide * scale, high * scale, [])


def _status_text(view: FrameView) -> Text:
    if view.trouble:
        return TROUBLE_TEXTS[view.trouble]
    return POINT_TEXT if view.number else Text("The camera is opening…")


def progress_text(progress: LoadProgress) -> Text:
    """Return how much of the page's reader is loaded, or why it is not there."""
    if progress.error:
        return Text("The reader of codes could not be loaded: import the file, or try again later.")
    done, total = (round(size / MEGABYTE) for size in (progress.done, progress.total))
    if done >= total:
        return Text("The reader of codes is starting.")
    return Text("The reader of codes is being loaded: {done} of {total} MB.", done=done, total=total)
