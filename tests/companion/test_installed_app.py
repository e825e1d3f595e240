"""The app on a home screen: its icons, its manifest and its colors, as the server gives them."""

from __future__ import annotations

import json
import re
import tomllib
import warnings
from collections.abc import Iterator
from typing import Annotated, Literal, NotRequired

import cv2
import numpy as np
import pytest
from pydantic import ConfigDict, StringConstraints, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from companion.server.app import ASSETS, create_app
from companion.server.html_pages import PAGE_TEMPLATE
from companion.ui.design.theme import DARK_SCHEME, DEFAULT_ACCENT, LIGHT_SCHEME
from page.icons import ICONS, Icon, drawn
from tests.support.installed_app import Head, check_pictures, check_scripts, leads_home
from tests.support.paths import ROOT
from tests.support.server.access import HOME

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # starlette warns that it prefers another client than httpx
    from starlette.testclient import TestClient

URL = "http://127.0.0.1:8550/"
MANIFEST = json.loads((ASSETS / "manifest.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """This computer's own browser at the server's whole app."""
    with TestClient(create_app(lambda page: None), URL, client=HOME) as client:
        yield client


def fetched(client: TestClient, path: str) -> bytes:
    answer = client.get(f"/{path}")
    assert answer.status_code == 200, path
    return answer.content


def test_the_server_names_our_icons_and_no_other(client: TestClient) -> None:
    """Every address in page and manifest is there and ours; the shortcuts lead to the page itself."""
    html = fetched(client, "").decode()
    head = Head(html)
    (manifest,) = (link for link in head.links if link["rel"] == "manifest")
    told = json.loads(fetched(client, manifest["href"]))
    assert told == MANIFEST
    assert check_pictures(head, told, lambda path: fetched(client, path)) == 10
    check_scripts(html, head, lambda path: fetched(client, path))
    assert set(leads_home(told, URL)) == {URL}
    assert manifest["crossorigin"] == "use-credentials", "without its cookie a guest is told nothing"


def test_the_page_is_as_wide_as_the_phone_and_named(client: TestClient) -> None:
    """The lines that phones look for before Flutter has started."""
    metas = Head(fetched(client, "").decode()).metas
    assert metas["viewport"] == "width=device-width, initial-scale=1"
    assert metas["theme-color"] == MANIFEST["theme_color"]
    assert metas["apple-mobile-web-app-title"] == MANIFEST["name"] == "Sobremesa"
    assert metas["apple-mobile-web-app-capable"] == metas["mobile-web-app-capable"] == "yes"


class Picture(TypedDict):
    """An image resource of the standard, with the members that screenshots have."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    src: str
    sizes: Annotated[str, StringConstraints(pattern=r"^(any|[1-9]\d*x[1-9]\d*)$")]
    type: Literal["image/png", "image/svg+xml", "image/webp"]
    purpose: NotRequired[Literal["any", "maskable", "monochrome"]]
    label: NotRequired[str]
    form_factor: NotRequired[Literal["narrow", "wide"]]


class Shortcut(TypedDict):
    """A shortcut of the standard."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    name: str
    short_name: NotRequired[str]
    description: NotRequired[str]
    url: str
    icons: NotRequired[list[Picture]]


Color = Annotated[str, StringConstraints(pattern="^#[0-9a-f]{6}$")]


class Manifest(TypedDict):
    """The members of W3C's Web Application Manifest and its Application Information, as browsers read them."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    id: str
    name: str
    short_name: str
    description: str
    lang: str
    dir: Literal["ltr", "rtl", "auto"]
    start_url: str
    scope: str
    display: Literal["fullscreen", "standalone", "minimal-ui", "browser"]
    orientation: Literal["any", "natural", "portrait", "landscape"]
    background_color: Color
    theme_color: Color
    user_preferences: dict[Literal["color_scheme"], dict[Literal["dark", "light"], dict[str, Color]]]
    categories: list[str]
    prefer_related_applications: bool
    shortcuts: list[Shortcut]
    icons: list[Picture]
    screenshots: list[Picture]


def test_the_manifest_has_the_members_of_the_standard() -> None:
    """No member is misspelled or has a value that browsers would pass over."""
    manifest = TypeAdapter(Manifest).validate_python(MANIFEST, strict=True)
    assert all(one["form_factor"] and one["label"] for one in manifest["screenshots"])
    for spoiled in ({"theme_colour": "#000000"}, {"display": "window"}, {"icons": [{"src": "a.png", "sizes": "big"}]}):
        with pytest.raises(ValidationError):
            TypeAdapter(Manifest).validate_python({**MANIFEST, **spoiled}, strict=True)


def test_the_manifest_says_what_a_store_asks_for() -> None:
    """Name, language, both kinds of icon in both sizes, pictures for narrow and wide, categories, shortcuts."""
    assert (MANIFEST["lang"], MANIFEST["display"]) == ("es", "standalone")
    kinds = {(icon["sizes"], icon.get("purpose", "any")) for icon in MANIFEST["icons"]}
    assert {(size, use) for size in ("192x192", "512x512") for use in ("any", "maskable")} <= kinds
    assert {one["form_factor"] for one in MANIFEST["screenshots"]} == {"narrow", "wide"}
    assert all(one["label"] for one in MANIFEST["screenshots"])
    assert "games" in MANIFEST["categories"]
    assert [one["url"] for one in MANIFEST["shortcuts"]] == ["./#/resume", "./#/new"]


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.path.name)
def test_every_icon_is_drawn_from_the_sign(icon: Icon) -> None:
    """``python -m page.icons`` draws what lies there; a full icon is opaque, the others have round corners."""
    kept = cv2.imread(str(icon.path), cv2.IMREAD_UNCHANGED)
    assert np.array_equal(kept, drawn(icon))
    assert kept.shape == (icon.side, icon.side, 3 if icon.is_full else 4)
    if not icon.is_full:
        assert kept[0, 0, 3] == 0


def test_a_mask_cuts_nothing_off_the_die() -> None:
    """All of the die lies within the circle of four fifths that every mask leaves."""
    for icon in (one for one in ICONS if "maskable" in one.path.name):
        picture = drawn(icon).astype(int)
        die = np.argwhere(np.abs(picture - picture[0, 0]).sum(axis=2) > 60)
        assert np.hypot(*(die - (icon.side - 1) / 2).T).max() < 0.4 * icon.side


def test_all_that_is_not_flets_has_the_apps_colors() -> None:
    """Start screen, manifest, builds for devices and the pages for strangers have the colors of the app's theme."""
    html = (ASSETS / "index.html").read_text("utf-8")
    accents = {"light": DEFAULT_ACCENT.light, "dark": DEFAULT_ACCENT.dark}
    blocks = dict(zip(("light", "dark"), re.findall(r":root\S* \{ color-scheme: \w+;(.*?)\}", html, re.S), strict=True))
    dark = MANIFEST["user_preferences"]["color_scheme"]["dark"]
    flet = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["flet"]
    told = {"light": (MANIFEST, flet["splash"]["color"]), "dark": (dark, flet["splash"]["dark_color"])}
    for name, scheme in (("light", LIGHT_SCHEME), ("dark", DARK_SCHEME)):
        colors = dict(re.findall(r"--([\w-]+): (#\w{6})", blocks[name]))
        names = {"ground": "surface", "ink": "on_surface", "muted": "on_surface_variant"}
        names |= {"line": "surface_container_highest"}
        assert {name: colors[name] for name in names} == {one: scheme[of].lower() for one, of in names.items()}
        assert colors["accent"] == accents[name].lower()
        manifest, splash = told[name]
        assert {manifest["theme_color"], manifest["background_color"], splash} == {colors["ground"]}
        assert f"background: {colors['ground']}; color: {colors['ink']}" in PAGE_TEMPLATE.replace("{{ ", "")
    assert flet["web"]["pwa_theme_color"] == flet["web"]["pwa_background_color"] == MANIFEST["theme_color"]
