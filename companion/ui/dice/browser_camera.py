"""Browser camera: open, switch, torch, frames."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import flet as ft
import flet_camera as fc

from companion.dice.live_reader import FRAME_TIMEOUT_SECONDS
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius
from companion.ui.widgets import controls
from rules.engine import Text

OPEN_TIMEOUT_SECONDS = 12.0
"""Seconds after which a camera that does not open counts as silent; five times that while a person is asked."""
TORCH_TIMEOUT_SECONDS = 5.0
"""Seconds after which a camera whose torch does not answer counts as one without."""


class BrowserCamera:
    """The live camera of this page.

    Its methods raise ``RuntimeError`` and ``TimeoutError`` as flet-camera does.
    """

    def __init__(self) -> None:
        self.camera = fc.Camera()
        self.cameras: list[fc.CameraDescription] = []
        self.camera_index = 0
        self.is_torch_on = False
        self.lacks_torch = False

    @property
    def is_mirrored(self) -> bool:
        """Whether frames are mirrored: browsers mirror every camera that does not face away."""
        return bool(self.cameras) and self.cameras[self.camera_index].lens_direction != fc.CameraLensDirection.BACK

    @property
    def is_shown(self) -> bool:
        """Whether the camera is part of the page."""
        with suppress(RuntimeError):
            return bool(self.camera.page)
        return False

    async def open(self) -> None:
        """Open the selected camera, at first the one that faces away from the screen."""
        if not self.cameras:
            cameras = await asyncio.wait_for(self.camera.get_available_cameras(), OPEN_TIMEOUT_SECONDS * 5)
            if not cameras:
                raise RuntimeError("cameraNotFound")
            self.cameras = sorted(cameras, key=lambda one: one.lens_direction != fc.CameraLensDirection.BACK)
        self.is_torch_on = False
        opening = self.camera.initialize(self.cameras[self.camera_index], fc.ResolutionPreset.HIGH, enable_audio=False)
        await asyncio.wait_for(opening, OPEN_TIMEOUT_SECONDS)

    async def switch_camera(self) -> None:
        """Switch to the next camera of this device."""
        self.camera_index = (self.camera_index + 1) % len(self.cameras)
        await self.open()

    async def set_torch(self, on: bool) -> bool:
        """Switch the torch; return whether there is one."""
        with suppress(RuntimeError, TimeoutError):
            mode = fc.FlashMode.TORCH if on else fc.FlashMode.OFF
            await asyncio.wait_for(self.camera.set_flash_mode(mode), TORCH_TIMEOUT_SECONDS)
            self.is_torch_on = on
            return True
        return False

    async def take_frame(self) -> bytes:
        """Return the next frame, a JPEG as the browser encodes it."""
        return await asyncio.wait_for(self.camera.take_picture(), FRAME_TIMEOUT_SECONDS)


def camera_window(
    camera: BrowserCamera, width: float, height: float, frames: list[ft.Control], radius: float = Radius.TILE
) -> ft.Control:
    """Build the camera's picture, with those frames of dice on it."""
    # browsers mirror every camera that does not face away; the page would begin a picture anew that gets a scale later
    mirror = ft.Scale(scale_x=-1 if camera.is_mirrored else 1, scale_y=1)
    picture = ft.Stack([camera.camera], width=width, height=height, fit=ft.StackFit.EXPAND, scale=mirror)
    stack = ft.Stack([picture, ft.Stack(frames, width=width, height=height)], width=width, height=height)
    return ft.Container(
        stack, width=width, height=height, border_radius=radius, clip_behavior=ft.ClipBehavior.ANTI_ALIAS
    )


def torch_buttons(camera: BrowserCamera, advice: str | None) -> list[ft.Control]:
    """Build the button of the torch: in the dark, unless the camera has none."""
    is_useful = (advice == "light" or camera.is_torch_on) and not camera.is_mirrored and not camera.lacks_torch
    return [TorchButton(camera)] if is_useful else []


@ft.component
def TorchButton(camera: BrowserCamera) -> ft.Control:  # noqa: N802
    """Build the button that switches the torch; it goes where the device turns out to have none."""
    _, redraw = ft.use_state(False)

    async def toggle() -> None:
        if not await camera.set_torch(not camera.is_torch_on):
            camera.lacks_torch = True
        redraw(lambda was: not was)

    icon = ft.Icons.FLASHLIGHT_OFF if camera.is_torch_on else ft.Icons.FLASHLIGHT_ON
    name = translate(Text("Light off") if camera.is_torch_on else Text("Light on"))
    button = controls.secondary_button(name, lambda: ft.context.page.run_task(toggle), icon)
    button.visible = not camera.lacks_torch
    return button
