"""Fallback fonts that Sobremesa serves itself: ``python -m page.fonts``, to be run again for another version of Flet.

Flutter's engine draws a letter that Roboto lacks with a Noto font, which it fetches below ``assets/fonts/``, in parts
of a hundred letters or so, as the text needs them. This lays those for Chinese, Japanese, Korean, Hebrew, Arabic,
symbols and emoji (in one color) where it looks for them, and lists the letters that can be drawn. It also cuts the
icons that the app uses out of the font of all of them. Needs npm and the extra ``fonts``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import flet_web

from .packages import ROOT

FONTS = ROOT / "companion" / "server" / "assets" / "assets" / "fonts"
GLYPHS = ROOT / "companion" / "ui" / "design" / "glyphs.txt"
"""Letters that a page can draw: ranges of code points in hexadecimal."""
SOURCES = {
    "notosanssc": ("noto-sans-sc@5.3.0", "*"),
    "notosanskr": ("noto-sans-kr@5.3.0", "*"),
    "notosanssymbols": ("noto-sans-symbols@5.3.0", "symbols"),
    "notosanssymbols2": ("noto-sans-symbols-2@5.3.0", "*"),
    "notosanshebrew": ("noto-sans-hebrew@5.3.0", "hebrew"),
    "notosansarabic": ("noto-sans-arabic@5.3.0", "arabic"),
    "notocoloremoji": ("noto-emoji@5.3.2", "emoji"),  # in one color, under the name that the engine asks for
}
"""Package of Fontsource for each family of the engine, and which of its files.

Simplified Chinese has kana and most traditional characters.
"""
ICON_FONT = FONTS / "MaterialIcons-Regular.otf"
ICON_NAMES = Path(__file__).with_name("icon_names.txt")
"""Names of the icons in our font, one a line."""
FLUTTERS_ICONS = """
    ACCESS_TIME ADD ARROW_BACK ARROW_BACK_IOS ARROW_DOWNWARD ARROW_DROP_DOWN ARROW_DROP_UP ARROW_FORWARD ARROW_LEFT
    ARROW_RIGHT ARROW_UPWARD CALENDAR_TODAY CANCEL CHECK CHECK_BOX CHEVRON_LEFT CHEVRON_RIGHT CLEAR CLOSE CONTENT_COPY
    CONTENT_CUT CONTENT_PASTE DATE_RANGE DONE DRAG_HANDLE EDIT ERROR ERROR_OUTLINE EXPAND_LESS EXPAND_MORE FIRST_PAGE
    INFO KEYBOARD KEYBOARD_ARROW_DOWN KEYBOARD_ARROW_LEFT KEYBOARD_ARROW_RIGHT KEYBOARD_ARROW_UP LAST_PAGE MENU
    MORE_HORIZ MORE_VERT REFRESH REMOVE SEARCH SELECT_ALL SHARE UNFOLD_MORE VISIBILITY VISIBILITY_OFF WARNING
"""
"""Icons that Flutter's own widgets draw."""
HANGUL = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3))
"""What is taken of the Korean font; the rest is in the Chinese one."""
LINE = 110
"""Most letters in a line of the list."""


@dataclass(frozen=True)
class Part:
    """A font file that the engine may ask for, and the code points for which it would."""

    path: str
    letters: frozenset[int]


@click.command(help=__doc__)
def main() -> None:
    """Lay the fonts and the list of letters anew."""
    web = Path(flet_web.get_package_web_dir())
    own = letters_of(web / "assets" / "fonts" / "roboto.woff2")
    laid: dict[Part, frozenset[int]] = {}
    shutil.rmtree(FONTS, ignore_errors=True)
    parts = engine_parts((web / "main.dart.js").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as name:
        for family, (package, chosen) in SOURCES.items():
            files = _download(package, Path(name, family), f"*-{chosen}-400-normal.woff2")
            for part in parts:
                if part.path.startswith(f"{family}/") and (family != "notosanskr" or _has_hangul(part)):
                    laid[part] = _lay(part, files)
        lay_icons(web / "assets" / "fonts" / ICON_FONT.name)
        license_file = next(Path(name, "notosanssc").rglob("LICENSE"))
        shutil.copyfile(license_file, FONTS / "OFL.txt")
    GLYPHS.write_text(_listed({*own, *drawn_letters(parts, laid)}), "ascii")


def used_icons() -> set[str]:
    """Return the names of all icons that the app's source and Flutter's widgets draw."""
    sources = (path.read_text("utf-8") for path in (ROOT / "companion").rglob("*.py"))
    return {*FLUTTERS_ICONS.split(), *(name for text in sources for name in re.findall(r"\bIcons\.([A-Z]\w+)", text))}


def lay_icons(whole: Path) -> None:
    """Cut the used icons out of Flutter's font and list them."""
    from fontTools import subset, ttLib

    names = sorted(used_icons())
    options = subset.Options(glyph_names=False, notdef_outline=True)
    with ttLib.TTFont(whole) as font:
        cut = subset.Subsetter(options)
        cut.populate(glyphs=[_glyph(name, font.getGlyphOrder()) for name in names])
        cut.subset(font)
        font.save(ICON_FONT)
    ICON_NAMES.write_text("\n".join(names) + "\n", "ascii")


def _glyph(name: str, glyphs: Sequence[str]) -> str:
    """Return the glyph of an icon, whose usual form the font calls its baseline."""
    low = name.lower()
    return next(one for form in (low, f"{low}_baseline") for one in (form, f"_{form}") if one in glyphs)


def engine_parts(client: str) -> list[Part]:
    """Return the fallback fonts that are written into Flutter's compiled client."""
    paths = re.findall(r'A\.\w+\("Noto [^"]+","(\w+/v\d+/[^"]+)"\)', client)
    sets, ranges = re.search(r'\("([0-9a-z,]{999,})"\)', client), re.search(r'\("([0-9a-zA-Z]{9999,})"', client)
    if sets is None or ranges is None:
        raise ValueError("Flet's client has another form than that of the version that this is written for")
    letters: list[set[int]] = [set() for _ in paths]
    for first, last, wanted in _ranges(ranges[1], [_fonts_of_set(one) for one in sets[1].split(",")]):
        for font in wanted:
            letters[font].update(range(first, last))
    return [Part(path, frozenset(found)) for path, found in zip(paths, letters, strict=True)]


def drawn_letters(parts: Sequence[Part], laid: Mapping[Part, frozenset[int]]) -> Iterator[int]:
    """Yield the letters that are in the font which the engine chooses for them, as ``fonts.js`` has it choose."""
    offered: dict[int, list[Part]] = {}
    for part in parts:
        for letter in part.letters:
            offered.setdefault(letter, []).append(part)
    for letter, candidates in offered.items():
        chosen = next((one for one in candidates if one.path.startswith(("notosanssc/", "notosanssymbols/"))), None)
        if letter in laid.get(chosen or candidates[0], ()):
            yield letter


def _fonts_of_set(written: str) -> list[int]:
    """Decode a set of fonts: the distance to each next one, digits of base 10 and a last one of base 26."""
    fonts, font, prefix = [], -1, 0
    for sign in written:
        if sign.isdecimal():
            prefix = prefix * 10 + int(sign)
        else:
            font += prefix * 26 + ord(sign) - ord("a") + 1
            prefix = 0
            fonts.append(font)
    return fonts


def _ranges(written: str, sets: list[list[int]]) -> Iterable[tuple[int, int, list[int]]]:
    """Decode the code points: for each range its first, the one after its last, and the fonts that have them."""
    first, length, prefix = 0, 1, 0
    for sign in written:
        if sign.isdecimal():
            prefix = prefix * 10 + int(sign)
            continue
        if sign.islower():
            length = prefix * 26 + ord(sign) - ord("a") + 2
        else:
            yield first, first + length, sets[prefix * 26 + ord(sign) - ord("A")]
            first, length = first + length, 1
        prefix = 0


def _has_hangul(part: Part) -> bool:
    return any(first <= letter <= last for letter in part.letters for first, last in HANGUL)


def _download(package: str, folder: Path, pattern: str) -> dict[Path, frozenset[int]]:
    folder.mkdir()
    command = ["npm", "pack", "--silent", "--pack-destination", str(folder), f"@fontsource/{package}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return {file: letters_of(file) for file in sorted(folder.rglob(pattern))}


def letters_of(file: Path) -> frozenset[int]:
    """Return the code points of a font."""
    from fontTools import ttLib

    with ttLib.TTFont(file, lazy=True) as font:
        return frozenset(font.getBestCmap())


def _lay(part: Part, files: dict[Path, frozenset[int]]) -> frozenset[int]:
    """Lay a part of a font where the engine asks for it; return its letters.

    The same part is copied; of a font that is published in other parts it is cut out.
    """
    from fontTools import subset, ttLib

    source = max(files, key=lambda file: (len(files[file] & part.letters), -len(files[file])))
    letters = files[source] & part.letters
    there = FONTS / part.path
    if not letters:
        return letters
    there.parent.mkdir(parents=True, exist_ok=True)
    if files[source] == part.letters or len(letters) > len(files[source]) / 2:
        shutil.copyfile(source, there)
        return files[source]
    options = subset.Options(flavor="woff2", layout_features=["*"], notdef_outline=True)
    with ttLib.TTFont(source) as font:
        cut = subset.Subsetter(options)
        cut.populate(unicodes=letters)
        cut.subset(font)
        font.flavor = "woff2"
        font.save(there)
    return letters


def _listed(letters: set[int]) -> str:
    words: list[str] = []
    first = last = -1
    for letter in [*sorted(letters), 0x110000]:
        if letter != last + 1:
            words += [f"{first:x}-{last:x}" if last > first else f"{first:x}"] if first >= 0 else []
            first = letter
        last = letter
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
