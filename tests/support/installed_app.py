"""What a browser fetches to put the app on a home screen: every address that the page and its manifest name."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import cv2
import numpy as np

from companion.server.app import ASSETS

Fetch = Callable[[str], bytes]
"""Opens an address below the page's; raises for one that is not there."""
OF_A_BROWSER = {"apple-touch-icon": (180, 180), "icon": (64, 64)}
"""Links to pictures, and the side in pixels of each."""


class Head(HTMLParser):
    """The links, metas and scripts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[dict[str, str]] = []
        self.metas: dict[str, str] = {}
        self.scripts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "link":
            self.links.append(told)
        elif tag == "meta" and "name" in told:
            self.metas[told["name"]] = told["content"]
        elif tag == "script" and "src" in told:
            self.scripts.append(told["src"])


def pictures_of(manifest: dict[str, Any]) -> list[dict[str, str]]:
    """Every picture that a manifest names, those of its shortcuts too."""
    shortcuts = [icon for shortcut in manifest["shortcuts"] for icon in shortcut["icons"]]
    return [*manifest["icons"], *manifest["screenshots"], *shortcuts]


def check_pictures(head: Head, manifest: dict[str, Any], fetch: Fetch) -> int:
    """Compare every named picture with ours, byte for byte, and with the size that is said; returns their number."""
    named = {one["src"]: one["sizes"] for one in pictures_of(manifest)}
    named |= {link["href"]: link.get("sizes", "any") for link in head.links if link["rel"] in OF_A_BROWSER}
    for path, sizes in named.items():
        data = fetch(path)
        assert data == (ASSETS / path).read_bytes(), path
        if not path.endswith(".svg"):
            height, width = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED).shape[:2]
            assert f"{width}x{height}" == sizes, path
    return len(named)


def check_scripts(html: str, head: Head, fetch: Fetch) -> None:
    """Every script and style that the page names is there."""
    styles = [link["href"] for link in head.links if link["rel"] == "stylesheet"]
    assert all(fetch(path) for path in (*head.scripts, *styles))
    assert re.findall(r'<img src="([^"]+)"', html) == ["icons/sign.svg"]


def leads_home(manifest: dict[str, Any], url: str) -> list[str]:
    """The addresses, without their routes, to which the manifest leads from a page at that address."""
    led = [manifest["id"], manifest["scope"], manifest["start_url"], *(one["url"] for one in manifest["shortcuts"])]
    return [urljoin(url + "manifest.json", one).partition("#")[0] for one in led]
