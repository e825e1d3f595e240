"""README's pictures and its film, from the turns of ``tests/support/screen/turns.py``, to ``docs/pictures/``."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Playwright

from tests.support.paths import ROOT
from tests.support.screen.look import RENDERER
from tests.support.screen.turns import TURNS, Stage
from tests.support.screen.watch import SIZE, Watch, options
from tests.support.ui import browser as driving
from tests.support.ui.fake_camera import DOUBLE, film, film_flags
from tests.support.ui.four_souls_setup import laid

PICTURES = ROOT / "docs" / "pictures"
WIDTH = 830
"""Points that GitHub gives a picture of README."""
SHARP = 2
"""Pixels of a picture for each point."""
TABLET = {"width": 1024, "height": 768}
LIGHT, DARK, MARGIN = "#ebe4da", "#2a2420", 16
READ_MS, AIM_MS, LAST_MS = 1100, 400, 3000
"""How long the film shows what is to be read, where the finger taps, and its end."""
FILM_SCALE, FINGER = 1.5, 22
"""Pixels of the film for each point, and the radius in points of the ring that shows a tap."""
MOST_BYTES = 3_000_000
REST_MS = 2000
"""How long a screen that nobody taps needs to come to rest."""
START = "start"


@dataclass
class Shot:
    """The screen after a tap: its name as the turn has it, its picture, and where the next tap comes."""

    name: str
    picture: Image.Image
    aim: tuple[float, float] | None = None


def picture_of(phone: driving.Phone) -> Image.Image:
    """What the phone shows."""
    return Image.open(BytesIO(phone.page.screenshot())).convert("RGB")


class Recorder(Watch):
    """A phone that keeps a picture after each tap."""

    def __init__(self, phone: driving.Phone, studio: Studio, match: str, shots: list[Shot]) -> None:
        super().__init__(phone, studio.server, match, studio.lang)
        self.studio, self.shots, self.tapped = studio, shots, START

    def tap(self, *names: str, sees: str = "") -> Watch:
        """Tap one after the other, and keep what is seen."""
        for k, name in enumerate(names, 1):
            said = self._said(name)
            box = self.phone.box(re.compile(said) if name[0] == "^" or name[-1] == "$" else said)
            self.shots[-1].aim = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.tapped = name
            super().tap(name, sees=sees if k == len(names) else "")
        return self

    def check(self) -> Watch:
        """Keep the picture, once the screen is at rest."""
        self._settled(SIZE["width"])
        self.shots.append(Shot(self.tapped, picture_of(self.phone)))
        if self.tapped == self.studio.wish:
            self.studio.look_with_tablet(self.match)
        return self


@dataclass(frozen=True)
class Studio(Stage):
    """A stage whose first phone is recorded."""

    wish: str = ""
    """The tap after which a tablet looks at the table too."""
    shots: list[Shot] = field(default_factory=list)
    tablets: list[Image.Image] = field(default_factory=list)

    @contextmanager
    def watch(self, match: str, half: int) -> Iterator[Watch]:
        """A phone at that match; what the second player does is played, and not kept."""
        with self.phone(match, SIZE) as phone:
            yield Recorder(phone, self, match, self.shots if half == 0 else []).check()

    @contextmanager
    def phone(self, match: str, size: dict[str, int]) -> Iterator[driving.Phone]:
        """A device of that size in points at the match."""
        look = {"locale": f"{self.lang}-GB", "color_scheme": "dark" if self.is_dark else "light"}
        look |= {**options(100), "viewport": size, "device_scale_factor": SHARP}
        with driving.phone(self.chromium, self.server, f"/t/{match}", **look) as phone:
            yield phone

    def look_with_tablet(self, match: str) -> None:
        """Keep what a tablet shows of the match now."""
        with self.phone(match, TABLET) as tablet:
            tablet.page.wait_for_timeout(REST_MS)
            self.tablets.append(picture_of(tablet))


@contextmanager
def serving() -> Iterator[driving.Server]:
    """A server with an empty shelf."""
    with tempfile.TemporaryDirectory() as data:
        server = driving.Server(Path(data))
        server.environment = dict(RENDERER)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def played(chromium: Browser, game: str, **look: object) -> Studio:
    """The recorded turn of a game."""
    with serving() as server:
        studio = Studio(chromium, server, (100, 100), **look)  # type: ignore[arg-type]
        TURNS[game](studio)
    return studio


def after(studio: Studio, name: str) -> Image.Image:
    """What the phone showed after that tap."""
    return next(shot.picture for shot in studio.shots if shot.name == name)


def side_by_side(pictures: Sequence[Image.Image], grounds: Sequence[str]) -> Image.Image:
    """Pictures of one height, each on its ground, in README's width."""
    width, margin = WIDTH * SHARP, MARGIN * SHARP
    part = width // len(pictures)
    room = part - 2 * margin
    scale = min(1.0, room / max(one.width for one in pictures))
    sized = [one.resize((round(one.width * scale), round(one.height * scale)), Image.LANCZOS) for one in pictures]
    sheet = Image.new("RGB", (width, max(one.height for one in sized) + 2 * margin))
    for k, (one, ground) in enumerate(zip(sized, grounds, strict=True)):
        sheet.paste(Image.new("RGB", (part, sheet.height), ground), (k * part, 0))
        sheet.paste(one, (k * part + (part - one.width) // 2, margin))
    return sheet


def save(picture: Image.Image, name: str) -> None:
    """Write a picture of README and say how large it is."""
    path = PICTURES / name
    picture.save(path, quality=88, method=6)
    print(f"{path.relative_to(ROOT)}: {picture.width}x{picture.height}, {path.stat().st_size // 1000} kB", flush=True)


def save_film(shots: Sequence[Shot], name: str) -> None:
    """Write the film of a turn: what is read, then where the finger taps."""
    frames, times = [], []
    for shot in shots:
        size = round(SIZE["width"] * FILM_SCALE), round(SIZE["height"] * FILM_SCALE)
        frames.append(shot.picture.resize(size, Image.LANCZOS))
        times.append(READ_MS)
        if shot.aim is not None:
            frames.append(with_finger(frames[-1], shot.aim))
            times.append(AIM_MS)
    times[-1] = LAST_MS
    path = PICTURES / name
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=70, method=6, minimize_size=True
    )
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {len(frames)} frames, {sum(times) / 1000:.0f} s, {size // 1000} kB", flush=True)
    assert size < MOST_BYTES


def with_finger(picture: Image.Image, at: tuple[float, float]) -> Image.Image:
    """The picture with a ring where somebody taps."""
    shown = picture.copy()
    x, y, radius = (value * FILM_SCALE for value in (*at, FINGER))
    ring = ImageDraw.Draw(shown, "RGBA")
    box = (x - radius, y - radius, x + radius, y + radius)
    ring.ellipse(box, fill=(120, 120, 120, 90), outline=(255, 255, 255, 230), width=4)
    return shown


def finder(playwright: Playwright) -> list[Image.Image]:
    """The viewfinder over two dice on a table, and the table once one of them counts."""
    with tempfile.TemporaryDirectory() as folder, serving() as server:
        reel = Path(folder) / "film.mjpeg"
        film(reel, DOUBLE.still(30, (0, 1)))
        look = {"device_scale_factor": SHARP, "permissions": ["camera"]}
        with (
            driving.chromium(playwright, *film_flags(reel)) as chromium,
            driving.phone(chromium, server, laid(server), **look) as phone,
        ):
            phone.tap("Atacar Anillo de moscas").sees("Tira un dado contra")
            phone.tap("Cámara o tirar por mí").sees("Veo 2 dados: toca el que cuenta.")
            seen = picture_of(phone)
            phone.tap("Dado 1: 6").tap("Este no cuenta").tap("Es 6")
            phone.sees("Tirada de 6")
            phone.lift()
            phone.page.wait_for_timeout(REST_MS)
            return [seen, picture_of(phone)]


def make(playwright: Playwright) -> None:
    """Make every picture of README, and the film."""
    with driving.chromium(playwright) as chromium:
        souls = played(chromium, "four_souls", lang="en", wish="Dado: 5")
        save_film(souls.shots, "turn.webp")
        save(side_by_side(souls.tablets, [LIGHT]), "tablet.webp")
        tokyo = played(chromium, "king_of_tokyo", lang="es", is_dark=True)
        save(side_by_side([after(souls, "Dado: 5"), after(tokyo, "Dado: garra")], [LIGHT, DARK]), "phones.webp")
    save(side_by_side(finder(playwright), [LIGHT, LIGHT]), "finder.webp")
