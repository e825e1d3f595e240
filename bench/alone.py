"""The app in a browser without a server: load time, play and storage.

``python -m bench.alone``. Flet's own ``flet publish --no-cdn`` makes the page, with the Pyodide of flet-web and all its
packages from PyPI. NumPy and OpenCV for Pyodide are not on PyPI but on Pyodide's own host, so here **two empty modules
stand in their place**, and the camera is not measured. A page made where that host can be reached has them.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import flet_web
from packaging.requirements import Requirement
from playwright.sync_api import Page, sync_playwright

from tests.support.ui import browser as driving

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"numpy", "opencv-python"}
"""Wheels for Pyodide that PyPI does not have."""
WASM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary", ":all:")
STAND_IN = """
import sys
from unittest.mock import MagicMock
for name in ("numpy", "numpy.typing", "cv2"):
    sys.modules[name] = MagicMock()
"""
PATIENCE = 120_000


def packages() -> list[str]:
    """The app's requirements in a page, from pyproject.toml."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    asked = [Requirement(one) for one in told]
    here = [one for one in asked if one.marker is None or one.marker.evaluate({"sys_platform": "emscripten"})]
    return [f"{one.name}{one.specifier}" for one in here if one.name not in ELSEWHERE]


def page(folder: Path) -> Path:
    """Build the page as static files, with nothing fetched from elsewhere."""
    stage, cache = folder / "stage", folder / "cache"
    for name in ("rules", "vision", "companion"):
        shutil.copytree(ROOT / name, stage / name, ignore=shutil.ignore_patterns("__pycache__", "training"))
    (stage / "main.py").write_text(STAND_IN + (ROOT / "main.py").read_text())
    (stage / "pyproject.toml").write_text(
        '[project]\nname = "sobremesa"\nversion = "0"\n[tool.flet]\nproduct = "Sobremesa"\n'
    )
    pip = [sys.executable, "-m", "pip", "-qq", "install", "--no-compile", "--target", str(stage / "__pypackages__")]
    subprocess.run([*pip, *WASM, "-c", str(ROOT / "constraints.txt"), *packages()], check=True)
    env = {**os.environ, "FLET_CACHE_DIR": str(cache), "FLET_PYTHON_BUILD_MANIFEST": str(_pyodide(cache))}
    flet = Path(sys.executable).with_name("flet")
    publish = [str(flet), "publish", "--no-cdn", "-a", "companion/server/assets", "--distpath", str(folder / "page")]
    subprocess.run(publish, cwd=stage, env=env, check=True, stdout=subprocess.DEVNULL)
    return folder / "page"


def _pyodide(cache: Path) -> Path:
    """Copy flet-web's Pyodide to where Flet looks before it downloads; returns its package list."""
    shipped = Path(flet_web.get_package_web_dir()) / "pyodide"
    version = json.loads((shipped / "package.json").read_text())["version"]
    shutil.copytree(shipped, cache / "pyodide" / version)
    lock = cache / "pyodide" / version / "pyodide-lock.json"
    told = json.loads(lock.read_text())
    told["info"]["version"] = version
    lock.write_text(json.dumps(told))
    pythons = {"3.14": {"full_version": "3.14.2", "pyodide_version": version, "android_abis": []}}
    manifest = cache / "manifest.json"
    manifest.write_text(json.dumps({"default_python_version": "3.14", "pythons": pythons}))
    return manifest


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a plain file server."""
    handler = functools.partial(Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@dataclass(frozen=True)
class Files:
    """What the phone driver takes for a server."""

    url: str


def opened(tab: Page) -> driving.Phone:
    """Load the page from its address to the home page."""
    phone = driving.Phone(tab, Files(tab.url))
    tab.wait_for_selector("flt-semantics-placeholder", state="attached")
    with tab.expect_console_message(lambda said: "worker initialized" in said.text, timeout=PATIENCE):
        pass
    return phone.wake().sees("Darkmoor")


def plays(phone: driving.Phone) -> Iterator[float]:
    """Start a match of two players; seconds from each tap to the next question."""
    phone.tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar").sees("Lugar 1 de 3")
    for says in ("Lugar 2 de 3", "Lugar 3 de 3", "Se descubre el primer"):
        place = phone.find("PV 4")
        phone.page.wait_for_timeout(driving.HUMAN)
        begun = time.perf_counter()
        place.click()
        phone.sees(says)
        yield time.perf_counter() - begun


def main() -> None:
    """Run the measurement and print it."""
    driving.PATIENCE = PATIENCE
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = page(Path(name))
        files = [file for file in folder.rglob("*") if file.is_file()]
        told("the page, all of it", f"{sum(file.stat().st_size for file in files) / 2**20:.0f} MiB")
        told("of it the app and its packages", f"{(folder / 'app.tar.gz').stat().st_size / 2**20:.1f} MiB")
        with served(folder) as url, driving.chromium(playwright) as chromium:
            tab = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES").new_page()
            tab.on("pageerror", lambda error: told("an error of the page", str(error)))
            for what in ("from its address to the home page", "the same, once it is in the browser's cache"):
                begun = time.perf_counter()
                tab.goto(url, wait_until="commit")
                phone = opened(tab)
                told(what, f"{time.perf_counter() - begun:.1f} s")
                if "Seguir" in phone.text:
                    break
                told("from a tap to the next question (median of 3)", f"{1000 * median(plays(phone)):.0f} ms")
                tab.wait_for_timeout(2000)
            told("after a reload the game is on the home page", "yes" if "Seguir" in phone.text else "NO")
            phone.shot("alone")


def told(what: str, figure: str) -> None:
    print(f"{what:<58} {figure}", flush=True)


if __name__ == "__main__":
    main()
