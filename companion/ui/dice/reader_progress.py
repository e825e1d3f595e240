"""Line on the dice sheet of a page without a server: how much of the reader has been loaded."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.decoding.browser_worker import PAGE_READER, LoadProgress
from companion.ui.design.boxes import column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.hooks import use_observable
from rules.engine import Text

MEGABYTE = 1_000_000


@ft.component
def ReaderProgress(  # noqa: N802 - Flet's components are named like classes
    describe: Callable[[LoadProgress], Text],
) -> ft.Control:
    """A bar and a sentence while the reader loads; nothing once it reads."""
    use_observable(PAGE_READER)
    ft.use_effect(PAGE_READER.load, [])
    progress = PAGE_READER.progress
    if progress.is_ready:
        return ft.Container(height=0)
    line = body_text(translate(describe(progress)), color=MUTED)
    share = progress.done / progress.total if progress.total and progress.done < progress.total else None
    bar = [] if progress.error else [ft.ProgressBar(value=share, semantics_label=translate(Text("Dice reader")))]
    return column_of([ft.Semantics(content=line, live_region=True), *bar], Space.NEAR)


def progress_text(progress: LoadProgress) -> Text:
    """Return how far the reader is, or why it is not there."""
    if progress.error:
        return Text("The dice reader could not be loaded: the next photo tries again. Type the dice meanwhile.")
    if not progress.total:
        return Text("The dice reader is being loaded. Typing works already.")
    if progress.done >= progress.total:
        return Text("The dice reader is starting. Typing works already.")
    done, total = (round(size / MEGABYTE) for size in (progress.done, progress.total))
    return Text("The dice reader is being loaded: {done} of {total} MB. Typing works already.", done=done, total=total)
