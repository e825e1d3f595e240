"""Live viewfinder: outlines the dice, checks their number, reads them once at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from companion.dice.roll import Doubt, rolled
from companion.dice.stream import Watched
from companion.i18n import Translate
from companion.tray.tray import THESE
from companion.ui.design.stand_mode import stands, turn_stand
from companion.ui.design.theme import Round, Space, Type
from companion.ui.widgets import controls, page_frame
from rules.engine import Dice, Rolled, Text
from vision import Reading
from vision.stream.settle import Reader

from .browser_camera import Eye
from .live_reader import Sight, Watching
from .photo_overlay import outlines
from .review import WANTS, thrown

FIRST = (4, 3)
"""Aspect ratio of the window until the camera's own is known."""
LOW = 520
"""Page height in points below which the text stands beside the picture."""
BELOW = 250
"""Points of height that the text and buttons take."""


@ft.component
def Finder(dice: Dice, words: Translate, read: Reader, sight: Sight, wide: bool) -> ft.Control:  # noqa: N802
    """The viewfinder window; its camera runs as long as it is shown."""
    page = ft.context.page
    watching: Watching = ft.use_memo(lambda: Watching(page, dice, read), [])
    now, show = ft.use_state(watching.newest)
    _, redraw = ft.use_state(False)
    watching.sight, watching.show, eye = sight, show, watching.eye

    async def shine() -> None:
        if not await eye.shine(not eye.lit):
            eye.torchless = True
        redraw(lambda was: not was)

    def stand() -> None:
        turn_stand()
        redraw(lambda was: not was)

    ft.use_effect(watching.run, [], lambda: None)  # Flet cancels the effect only if it has a cleanup
    taps = Taps(watching.inspect, watching.shutter, watching.renewed, shine, eye.turn, stand)
    return _Window(dice, words, eye, now, sight, taps, wide).build()


@dataclass(frozen=True)
class Taps:
    """Actions of the viewfinder's buttons."""

    inspect: Callable[..., None]
    shutter: Callable[[], Any]
    renewed: Callable[[], None]
    shine: Callable[[], Any]
    turn: Callable[[], Any]
    stand: Callable[[], None]


@dataclass(frozen=True)
class _Window:
    """Layout of the viewfinder."""

    dice: Dice
    words: Translate
    eye: Eye
    now: Watched
    sight: Sight
    taps: Taps
    wide: bool

    def build(self) -> ft.Control:
        """Build the picture above its text, or beside it if the page is low."""
        words = ft.Column([self.count(), self.line(), *self.news()], spacing=Space.NEAR, tight=True)
        if (ft.context.page.height or 800) < LOW:
            side = ft.Column([words, ft.Container(expand=True), *self.foot()], spacing=Space.GAP, expand=True)
            return ft.Row([self.window(), side], spacing=Space.ROOM, expand=True)
        window = ft.Row([self.window()], alignment=ft.MainAxisAlignment.CENTER)
        return ft.Column([window, words, ft.Container(expand=True), *self.foot()], spacing=Space.GAP, expand=True)

    # --- picture -------------------------------------------------------------------------------------------------

    def window(self) -> ft.Control:
        """Build the camera picture in the aspect ratio of its frames, with the dice outlined."""
        wide, high = self.now.size if self.now.image is not None else FIRST
        scale = self.scale(wide, high)
        width, height = wide * scale, high * scale
        # browsers mirror every camera that does not face away
        mirror = ft.Scale(scale_x=-1) if self.eye.mirrored else None
        seen = ft.Stack([self.eye.camera], width=width, height=height, fit=ft.StackFit.EXPAND, scale=mirror)
        boxes = ft.Stack(self.boxes(scale), width=width, height=height)
        stack = ft.Stack([seen, boxes], width=width, height=height)
        return ft.Container(
            stack, width=width, height=height, border_radius=Round.TILE, clip_behavior=ft.ClipBehavior.ANTI_ALIAS
        )

    def scale(self, wide: int, high: int) -> float:
        """Return the points per pixel."""
        page = ft.context.page
        room = (page.width or 390) * (0.5 if (page.height or 800) < LOW else 1) - 32
        tall = (page.height or 800) - (110 if (page.height or 800) < LOW else 90 + BELOW)
        return min(min(room, 528) / wide, max(120, tall) / high)

    def boxes(self, scale: float) -> list[ft.Control]:
        """Build the outlines of the dice; dice that do not count are grey."""
        reading = self.now.settling.reading
        if reading is None or self.now.settling.says == "moving":
            return []
        counts = {die.box for die in (self.reading or reading).dice}
        idle = frozenset(die.box for die in reading.dice) - counts
        corner = (round(-self.now.shift[0]), round(-self.now.shift[1]))
        touch = lambda k: self.taps.inspect(k)  # noqa: E731
        return outlines(self.words, reading, corner, scale, None, touch, self.dice.kind, idle)

    # --- status --------------------------------------------------------------------------------------------------

    @property
    def reading(self) -> Reading | None:
        """The dice that count, or None."""
        settling = self.now.settling
        return self.now.throw or (settling.reading if settling.says == "still" else settling.new)

    def count(self) -> ft.Control:
        """Build the number of dice needed and seen, with their total."""
        faces = tuple(die.value for die in self.reading.dice) if self.reading else ()
        seen = self.words(Text("Needs {n} · sees {seen}", n=self.dice.count, seen=len(faces)))
        parts_: list[ft.Control] = [ft.Text(seen, size=Type.LEAD, weight=ft.FontWeight.W_600, expand=True)]
        if faces and self.dice.kind is None:
            parts_.append(ft.Text(f"= {sum(faces)}", size=Type.BIG, weight=ft.FontWeight.W_800))
        elif faces:
            parts_.append(ft.Text(thrown(self.words, faces, self.dice.kind), size=Type.BODY))
        return ft.Row(parts_, spacing=Space.GAP)

    def line(self) -> ft.Control:
        """Build the status line."""
        line = ft.Text(self.words(self.says()), size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT, max_lines=2)
        return ft.Container(ft.Semantics(content=line, live_region=True), height=44)

    def says(self) -> Text:
        """Return the status of the roll, or the one thing that would help."""
        settling = self.now.settling
        if self.now.image is None:
            return Text("The camera is opening…")
        if settling.says == "moving":
            return Text("I wait until everything lies still.")
        if settling.says == "still":
            return Text("Reading the dice…")
        if self.now.counted:
            return Text("I see the faces of the last throw. Is it a new one?")
        if settling.says == "same":
            return Text("These dice are counted: throw.") if self.lies else Text("Throw: I read it by myself.")
        if self.now.wants:
            return WANTS[self.now.wants]
        return self.answer.reason if isinstance(self.answer, Doubt) else THESE

    @property
    def answer(self) -> Rolled | Doubt:
        """The roll on the table, or why it is none."""
        return rolled(self.now.throw or Reading((), (), (0, 0)), self.dice)

    @property
    def lies(self) -> bool:
        """Whether any dice lie on the table."""
        reading = self.now.settling.reading
        return bool(reading and reading.dice)

    def news(self) -> list[ft.Control]:
        """Build the button for dice that look like those of the last roll."""
        if self.now.counted or (self.now.settling.says == "same" and self.lies):
            return [controls.quiet(self.words(Text("It is a new throw")), self.taps.renewed, ft.Icons.CASINO_OUTLINED)]
        return []

    # --- buttons -------------------------------------------------------------------------------------------------

    def foot(self) -> list[ft.Control]:
        """Build the buttons, the most likely one at the very bottom: accept, correct or read now."""
        others = ft.Row([*self.camera(), *self.sight.others()], wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)
        settled = self.now.throw is not None and not self.now.counted
        if settled and isinstance(self.answer, Rolled):
            main = page_frame.main_button(self.words(Text("They count")), self.taps.renewed, ft.Icons.CHECK)
        elif settled:
            main = page_frame.main_button(self.words(Text("Correct it here")), self.taps.inspect, ft.Icons.EDIT)
        else:
            main = page_frame.main_button(
                self.words(Text("Read now")), partial(run, self.taps.shutter), ft.Icons.CAMERA
            )
        return [others, ft.Row([main])]

    def camera(self) -> list[ft.Control]:
        """Build the buttons of torch (in the dark), stand, and camera switch (if there are several)."""
        shown: list[ft.Control] = []
        if (self.now.wants == "light" or self.eye.lit) and not self.eye.mirrored and not self.eye.torchless:
            icon = ft.Icons.FLASHLIGHT_OFF if self.eye.lit else ft.Icons.FLASHLIGHT_ON
            name = self.words(Text("Light off") if self.eye.lit else Text("Light on"))
            shown.append(controls.quiet(name, partial(run, self.taps.shine), icon))
        on = stands()
        name = self.words(Text("Hold it in the hand") if on else Text("It stands: read every throw"))
        pin = ft.Icons.PUSH_PIN if on else ft.Icons.PUSH_PIN_OUTLINED
        shown.append(controls.icon_press(pin, name, self.taps.stand))
        if len(self.eye.known) > 1:
            name = self.words(Text("Other camera"))
            shown.append(controls.icon_press(ft.Icons.CAMERASWITCH, name, partial(run, self.taps.turn)))
        return shown


def run(do: Callable[[], Any]) -> None:
    """Start a coroutine of the page in the background."""
    ft.context.page.run_task(do)
