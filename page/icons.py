"""Icons of the app, drawn from its sign: ``python -m page.icons``, to be run again after a change of ``sign.svg``."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from .packages import ROOT

ASSETS = ROOT / "companion" / "server" / "assets"
SIGN = ASSETS / "icons" / "sign.svg"
SIDE, UNIT = 512, 4
"""Side of the sign in its units, and pixels of each in the picture that is made smaller."""
SAMPLES, WHITE = SIDE * UNIT, 255


class Icon(NamedTuple):
    """One picture: where it lies, its side in pixels, and how the sign fills it."""

    path: Path
    side: int
    die: float = 1.0
    """Size of the die, as a share of the sign's."""
    is_full: bool = False
    """Whether the ground fills the square: systems cut such an icon in a form of their own."""


ICONS = (
    Icon(ROOT / "assets" / "icon.png", SIDE),
    Icon(ASSETS / "favicon.png", 64, 1.25),
    Icon(ASSETS / "icons" / "icon-192.png", 192),
    Icon(ASSETS / "icons" / "icon-512.png", 512),
    Icon(ASSETS / "icons" / "icon-maskable-192.png", 192, 0.9, is_full=True),
    Icon(ASSETS / "icons" / "icon-maskable-512.png", 512, 0.9, is_full=True),
    Icon(ASSETS / "icons" / "apple-touch-icon.png", 180, is_full=True),
)


@click.command(help=__doc__)
def main() -> None:
    """Draw every icon anew."""
    for icon in ICONS:
        cv2.imwrite(str(icon.path), drawn(icon), [cv2.IMWRITE_PNG_COMPRESSION, 9])


def drawn(icon: Icon) -> NDArray[np.uint8]:
    """Draw an icon; a full one is opaque, without an alpha channel."""
    ground, *die = ElementTree.parse(SIGN).getroot()
    mask = _mask({**ground.attrib, "rx": "0"} if icon.is_full else ground.attrib)
    color = np.full((SAMPLES, SAMPLES, 3), _bgr(ground), np.uint8)
    for part in die:
        for shape in list(part) or [part]:
            color[_mask(shape.attrib, icon.die) > 0] = _bgr(part)
    picture = color if icon.is_full else np.dstack((color, mask))
    return cv2.resize(picture, (icon.side, icon.side), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _mask(shape: Mapping[str, str], scale: float = 1.0) -> NDArray[np.uint8]:
    """Draw a circle or a rounded box, made larger or smaller around the middle of the sign, in white on black."""
    told = {name: float(value) for name, value in shape.items() if name != "fill"}
    if "r" in told:  # a circle is a box that is all corner
        told = {"x": told["cx"] - told["r"], "y": told["cy"] - told["r"], "rx": told["r"]}
        told |= dict.fromkeys(("width", "height"), 2 * told["rx"])
    radius, width, height = (round(UNIT * scale * told[name]) for name in ("rx", "width", "height"))
    x, y = (round(UNIT * (SIDE / 2 + scale * (told.get(name, 0) - SIDE / 2))) for name in ("x", "y"))
    right, bottom = x + width - 1, y + height - 1
    mask = np.zeros((SAMPLES, SAMPLES), np.uint8)
    cv2.rectangle(mask, (x + radius, y), (right - radius, bottom), WHITE, -1)
    cv2.rectangle(mask, (x, y + radius), (right, bottom - radius), WHITE, -1)
    for corner in product((x + radius, right - radius), (y + radius, bottom - radius)):
        cv2.circle(mask, corner, radius, WHITE, -1)
    return mask


def _bgr(part: ElementTree.Element) -> tuple[int, ...]:
    return tuple(bytes.fromhex(part.attrib["fill"].removeprefix("#")))[::-1]


if __name__ == "__main__":
    main()
