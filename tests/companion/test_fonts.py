"""Letters that a page can draw, and what stands for a player whose first letter it cannot."""

from __future__ import annotations

import json
import re
from pathlib import Path

import flet_web
import pytest

from companion.server.app import ASSETS
from companion.ui.design.font import FONT_FAMILY, first_sign, has_glyphs
from companion.ui.design.theme import TEXT_STYLES, build_theme, seat_initial
from tests.support.paths import ROOT

FONTS = ASSETS / "assets" / "fonts"
FONT_LIST = ASSETS / "assets" / "FontManifest.json"


def test_every_font_lies_where_the_engine_asks_for_it() -> None:
    """After an upgrade of Flet its engine asks for other addresses: ``python -m page.fonts`` lays the fonts anew."""
    client = (Path(flet_web.get_package_web_dir()) / "main.dart.js").read_text("utf-8")
    laid = [path.relative_to(FONTS).as_posix() for path in FONTS.rglob("*.woff2")]
    assert len(laid) > 100
    assert [path for path in laid if f'"{path}"' not in client] == []


def test_every_icon_of_the_app_is_in_the_font() -> None:
    """Our font has those icons only that are used: after a new one ``python -m page.fonts`` cuts it anew."""
    kept = set((ROOT / "page" / "icon_names.txt").read_text("ascii").split())
    sources = (path.read_text("utf-8") for path in (ROOT / "companion").rglob("*.py"))
    used = {name for text in sources for name in re.findall(r"\bIcons\.([A-Z]\w+)", text)}
    assert len(used) > 100
    assert used <= kept
    assert (FONTS / "MaterialIcons-Regular.otf").stat().st_size < 100_000
    asked = [font["asset"] for family in json.loads(FONT_LIST.read_text("utf-8")) for font in family["fonts"]]
    assert asked == ["fonts/MaterialIcons-Regular.otf"], "Flet adds Roboto; every font in the list is fetched"


@pytest.mark.parametrize(
    ("name", "initial"),
    [
        ("Ana", "A"),
        ("élia", "É"),
        ("Jugador 4", "4"),
        ("王小明", "王"),
        ("שרה", "ש"),
        ("مريم", "م"),
        ("🐙 Olga", "🐙"),
        ("👩‍🚀 Eva", "👩‍🚀"),
        ("🇪🇸", "🇪🇸"),
        ("กานดา", "3"),
        ("ธีระ", "3"),
        ("", "3"),
    ],
)
def test_an_initial_is_a_letter_that_can_be_drawn_or_the_number_of_the_seat(name: str, initial: str) -> None:
    assert seat_initial(name, 2) == initial


def test_letters_of_scripts() -> None:
    """What is served is told apart from what would be boxes."""
    assert has_glyphs("Ñandú Ωмега 龍 さ 김 ש م 🐙★❤️")
    assert [letter for letter in "กአ𐎀ཀ" if has_glyphs(letter)] == []
    assert first_sign("  👍🏽 ok") == "👍🏽"


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_style_names_the_font(dark: bool) -> None:
    """For a text without a family the engine has ASCII only, and fetches fallback fonts for an accent."""
    styles = build_theme("", dark).text_theme
    assert styles is not None
    assert {name: getattr(styles, name).font_family for name in TEXT_STYLES} == dict.fromkeys(TEXT_STYLES, FONT_FAMILY)
