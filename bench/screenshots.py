"""A picture after each tap of one turn of each game, or of a set-up, a full table or a win.

They are those that ``bench.screens`` plays, in Chromium, in Spanish and English, light and dark (``--lang``,
``--theme`` and ``--text`` choose one); without a SCENE the turns, and those with only numbers kept. The pictures go to
``bench/out/screenshots/LOOK/SCENE/``, and joined in the order of the taps to sheets beside those folders. With
``--readme`` README's pictures and its film are made anew instead.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import click
from playwright.sync_api import Browser, sync_playwright

from bench import showcase
from bench.screens import PLAYED
from bench.sheets.paste import paste
from tests.support.screen.look import RENDERER, saved
from tests.support.screen.numbers import NUMBERS
from tests.support.screen.turns import TURNS, Stage
from tests.support.screen.watch import SIZE, Watch, options
from tests.support.ui import browser as driving

OUT = Path(__file__).parent / "out" / "screenshots"
Shots = list[tuple[str, bool, Path]]
"""Pictures with what was tapped before each, as sheets are pasted from."""
USUAL = (*TURNS, *NUMBERS)
"""What is photographed where nothing is chosen."""
LANGS, THEMES = ("es", "en"), ("light", "dark")


class Camera(Watch):
    """A phone that is photographed after each tap, instead of being looked at by the observers."""

    def __init__(self, phone: driving.Phone, server: driving.Server, match: str, stage: PhotoStage) -> None:
        super().__init__(phone, server, match, stage.lang, size=stage.size)
        self.folder, self.shots = stage.folder, stage.shots
        self.caption = "start"

    def tap(self, *names: str, sees: str = "") -> Watch:
        """Tap one after the other, with a picture after each."""
        for k, name in enumerate(names, 1):
            self.caption = self._said(name)
            super().tap(name, sees=sees if k == len(names) else "")
        return self

    def check(self) -> Watch:
        """Take the picture, once the screen is at rest."""
        self._settled(self.size["width"])
        number = len(list(self.folder.glob("*.png"))) + 1
        path = self.folder / f"{number:02}-{re.sub('[^a-z0-9]+', '-', self.caption.lower()).strip('-')}.png"
        self.phone.page.screenshot(path=path)
        self.shots.append((f"{number} {self.caption}", False, path))
        return self


@dataclass(frozen=True)
class PhotoStage(Stage):
    """A stage whose phones are photographed."""

    folder: Path = OUT
    size: dict[str, int] = field(default_factory=lambda: SIZE)
    shots: Shots = field(default_factory=list)

    def watch(self, match: str, half: int) -> AbstractContextManager[Watch]:
        """A phone at that match that takes pictures."""
        return self.watch_sheets(match, half)

    @contextmanager
    def watch_sheets(self, match: str, half: int) -> Iterator[Watch]:
        """The same."""
        look = {"locale": f"{self.lang}-GB", "color_scheme": "dark" if self.is_dark else "light"}
        path = f"/t/{match}"
        with driving.phone(
            self.chromium, self.server, path, **options(self.sizes[half], size=self.size), **look
        ) as phone:
            camera = Camera(phone, self.server, match, self)
            camera.seen |= set(range(len(saved(self.server.data, match).state.seats)))  # people look at the pictures
            yield camera.check()


def photograph(name: str, chromium: Browser, lang: str, is_dark: bool, text: int, size: dict[str, int]) -> int:
    """Play a scene on a server of its own and paste its pictures; return how many there are."""
    look = f"{lang}-{'dark' if is_dark else 'light'}-{text}-{size['width']}x{size['height']}"
    folder = OUT / look / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data:
        server = driving.Server(Path(data))
        server.environment = dict(RENDERER)
        stage = PhotoStage(chromium, server.start(), (text, text), lang, is_dark, folder=folder, size=size)
        try:
            PLAYED[name](stage)
        finally:
            server.kill()
            if stage.shots:
                paste(stage.shots, OUT, f"{name}-{look}")
    return len(stage.shots)


def for_readme(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    """Make README's pictures instead, if that is wanted."""
    if is_wanted:
        with sync_playwright() as playwright:
            showcase.make(playwright)
        ctx.exit()


@click.command(help=__doc__)
@click.argument("scenes", metavar="[SCENE]...", nargs=-1, type=click.Choice(tuple(PLAYED)))
@click.option("--lang", type=click.Choice(LANGS))
@click.option("--theme", type=click.Choice(THEMES))
@click.option("--text", default=100, show_default=True, help="size of the letters in per cent")
@click.option("--width", default=SIZE["width"], show_default=True, help="width of the page in points")
@click.option("--height", default=SIZE["height"], show_default=True, help="its height in points")
@click.option(
    "--readme",
    is_flag=True,
    expose_value=False,
    callback=for_readme,
    help="make README's pictures and its film anew, in docs/pictures/",
)
def main(scenes: tuple[str, ...], lang: str | None, theme: str | None, text: int, width: int, height: int) -> None:
    """Photograph the scenes in every look that is chosen."""
    langs, themes = (lang,) if lang else LANGS, (theme,) if theme else THEMES
    with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
        for name, language, colors in product(scenes or USUAL, langs, themes):
            began = time.monotonic()
            taken = photograph(name, chromium, language, colors == "dark", text, {"width": width, "height": height})
            look = f"{language} {colors} {text} %"
            print(f"{name}, {look}: {taken} pictures ({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
