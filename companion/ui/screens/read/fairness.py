"""Dice fairness page: face counts as bars against an even distribution, with a verdict."""

from __future__ import annotations

import logging
from functools import partial

import flet as ft

from companion.stats import fairness
from companion.stats.fairness import RollSample
from companion.stats.throws import recorded_rolls
from companion.storage.matches import StorageError
from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.session.phone import Phone
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.state import use_loaded
from companion.ui.widgets import page_frame
from rules.engine import Displayable, Refused, Text

BAR_HEIGHT = 96
"""Points of the longest bar."""
PLAYER_BAR_HEIGHT = 40
"""Points of the longest bar of a single player's dice."""
SOURCE_NAMES: dict[str, Text] = {
    "camera": Text("seen by the camera"),
    "typed": Text("typed by hand"),
    "virtual": Text("rolled by the app"),
}
NO_ROLLS_TEXT = Text("No rolls have been counted yet.")
COUNT_FAILED_TEXT = Text("The rolls cannot be counted: a game's log cannot be read.")
ABOUT_TEXT = Text(
    "Every die rolled in your games is counted. Chance is uneven by itself: only what honest "
    "dice hardly ever do is called unusual. Dice that may be rerolled at will are left out."
)


@ft.component
def FairnessPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """Fairness of the dice in all games; on a guest's phone those of its own table."""
    samples = use_loaded([match_id], load_roll_samples, phone, match_id)
    head = page_frame.page_header(Text("Are the dice fair?"), lambda: phone.go(f"/t/{match_id}"))
    body = page_frame.loaded_body(samples, partial(_sample_panels))
    return page_frame.page_view(f"/t/{match_id}/fairness", head, body)


def _sample_panels(samples: tuple[RollSample, ...]) -> list[ft.Control]:
    panels = [_sample_panel(samples, pile) for pile in samples]
    return [page_frame.hint_text(translate(ABOUT_TEXT)), *(panels or [page_frame.warning(translate(NO_ROLLS_TEXT))])]


def load_roll_samples(phone: Phone, match_id: str) -> tuple[RollSample, ...] | Text:
    """Return the roll samples of all dice, or the error that prevents it.

    Blocks for a moment; run it off the screen's thread.
    """
    library = phone.library
    try:
        matches = [match for match in library.matches.all() if phone.visitor.is_host or match.id == match_id]
        rolls = [one for match in matches for one in recorded_rolls(library.games[match.game], match, library.storage)]
        return fairness.roll_samples(rolls)
    except (StorageError, Refused) as trouble:
        return trouble.reason
    except Exception:
        logging.getLogger(__name__).exception("throws could not be counted")
        return COUNT_FAILED_TEXT


def _sample_panel(samples: tuple[RollSample, ...], sample: RollSample) -> ft.Control:
    testable_count = max(1, sum(not one.missing_dice for one in samples))
    verdict, limit = fairness.verdict(sample, testable_count), fairness.detection_limit(sample, testable_count)
    title = ft.Text(
        translate(sample_title(sample)),
        size=FontSize.BODY if sample.player else FontSize.SUBTITLE,
        weight=ft.FontWeight.W_600,
    )
    limit_note = [page_frame.hint_text(translate(limit))] if limit is not None and not sample.player else []
    return page_frame.panel(title, face_bars(sample), body_text(translate(verdict)), *limit_note)


def sample_title(sample: RollSample) -> Text:
    """Return which dice they are, the source of their rolls, and how many dice were rolled."""
    dice_name: Displayable = sample.kind.name if sample.kind else Text("Dice with pips")
    if sample.player:
        return Text("{who}: {n} die", "{who}: {n} dice", who=sample.player, n=sample.dice_count)
    return Text(
        "{dice}, {how}: {n} die",
        "{dice}, {how}: {n} dice",
        dice=dice_name,
        how=SOURCE_NAMES[sample.source],
        n=sample.dice_count,
    )


def face_bars(sample: RollSample) -> ft.Control:
    """Build a bar for each face, with a line at the height of an even distribution."""
    tall = PLAYER_BAR_HEIGHT if sample.player else BAR_HEIGHT
    expected, most = sample.dice_count / len(sample.counts), max(*sample.counts, 1)
    scale = tall / max(most, 1.3 * expected)
    bars = [_bar(sample, face, count, scale, expected, tall) for face, count in enumerate(sample.counts, 1)]
    spoken_counts = ", ".join(
        f"{translate(face_name(face, sample.kind))}: {count}" for face, count in enumerate(sample.counts, 1)
    )
    return ft.Semantics(content=row_of(bars, Space.NEAR), label=spoken_counts, exclude_semantics=True)


def _bar(sample: RollSample, face: int, count: int, scale: float, expected: float, height: float) -> ft.Control:
    number = label_text(str(count), 600, text_align=ft.TextAlign.CENTER)
    column = ft.Container(
        height=max(2, count * scale), bgcolor=ft.Colors.PRIMARY, border_radius=Radius.NIB, left=4, right=4, bottom=0
    )
    line = ft.Container(height=2, bgcolor=MUTED, left=0, right=0, bottom=expected * scale - 1)
    name = die_face(face, 28, sample.kind) if sample.kind or len(sample.counts) == 6 else body_text(str(face))
    return column_of(
        [number, ft.Stack([column, line], height=height + 2), name], Space.TIGHT, CENTER, tight=False, expand=True
    )
