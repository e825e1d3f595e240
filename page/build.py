"""Build of the page: Flet's own ``flet publish`` on a folder of the app alone, then what Flet does not do.

Python is compiled and packed without its sources, files that no browser asks for are left out, and the offline worker
gets the list of all files with their SHA-256.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

import flet_web

from companion import dataclass_code
from companion.base.later_code import ARCHIVE, NAMES, PACKAGES, PACKED, TO_UNPACK
from companion.i18n import COMPILED, compile_catalogue

from .archive import gzip_file, pack, pack_into_zip, thin_zip, zstandard_file
from .docstrings import strip_docstrings
from .packages import PYTHON_VERSION, ROOT, UNUSED_LIBRARY, install_packages
from .reader import WheelSource, lay_reader

WEB = Path(__file__).parent / "web"
"""What the browser runs beside Flet's client, laid over its files."""
ASSETS = ROOT / "companion" / "server" / "assets"
"""What the server lays over Flet's client, and the page as well: start screen, manifest, icons, fonts."""
SOURCES = ("rules", "vision", "companion")
NOT_IN_THE_APP = (
    "__pycache__",
    "models",
    "assets",
    "cli",
    "hosted",
    "tray",
    "__main__.py",
    "extract.py",
    "photo_formats.py",
    "py.typed",
    "pyproject.toml",
)
"""Parts of the packages that no page runs: commands, a server's database and camera; the nets lie beside the app."""
OF_THE_SERVER = ("__init__.py", "preload.py")
"""Modules of ``companion.server`` that a page runs, too."""
UNASKED = (
    "canvaskit/chromium/*", "canvaskit/skwasm*", "canvaskit/wimp*", "canvaskit/experimental*/*",
    "canvaskit/**/*.symbols", "main.dart.wasm", "main.dart.mjs", "*.map", "pyodide/*.d.ts", "pyodide/python*.exe",
    "pyodide/python", "pyodide/python.bat", "pyodide/python_cli*", "pyodide/package.json", "pyodide/pyodide.js",
    "pyodide/*.whl", "outage.js", "python.js", "assets/packages/cupertino_icons/**/*",
    "assets/packages/flutter_m*/**/*", "assets/packages/media_kit/**/*", "assets/packages/record_web/**/*",
)  # fmt: skip
"""Files of Flet's client that the page never asks for.

They are other renderers, maps, command lines, the server's outage, and what controls need that the app has none of.
"""
CODE_ARCHIVE = "code.zip"
"""Archive of the app's modules within that of its files; ``main.py`` names it."""
LATER_NAMES = str(NAMES)
LIBRARY = "python_stdlib.zip"
"""Python's own modules, as Pyodide asks for them."""
ENCODINGS = ("encodings.ascii", "encodings.latin_1", "encodings.cp437")
"""What Python looks for once only, and may before later code is found."""
HOME_MODULES = Path(__file__).with_name("home_modules.txt")
"""Names of all modules that the home page imports; ``python -m bench.alone --note`` notes them anew."""
NOTE_DATACLASSES = """
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

sys.path[:0] = ["{archive}", "{packages}"]
from companion.dataclass_code import Recorder

recorder = Recorder({{}})
recorder.install()
for name in Path("{modules}").read_text("ascii").split():
    with suppress(ImportError):  # the browser's own, and what this Python has imported already
        import_module(name)
recorder.write(Path("{file}"))
"""
"""Program that imports what the home page does, and writes down what its dataclasses are made of."""
WORKER = "flutter_service_worker.js"
"""Name under which Flutter's loader registers the offline worker."""
SERVER_SCRIPT = '<script src="outage.js"></script>'
STARTING_SCRIPTS = '<script src="python.js"></script>', '<script src="flutter_bootstrap.js" async></script>'
"""Where Flet's page starts Python and Flutter; ``offline.js`` does it in the page."""
OWN_SCRIPTS = """<script>
    Object.assign(flet, { entrypointBaseUrl: "./", assetBase: "./", canvasKitBaseUrl: "canvaskit/", worker: "%s" });
  </script>
  <script src="offline.js"></script>
  <link rel="stylesheet" href="offline.css">"""
"""The page lies in any folder of a host, so its addresses are relative."""
CONFIGURED, ONE_RENDERER = "assetBase: flet.assetBase", 'assetBase: flet.assetBase, canvasKitVariant: "full"'
"""What Flutter's loader is told: one renderer for all browsers. Chromium's own needs ``Intl.v8BreakIterator``, which
browsers are about to drop."""
HOST_LEVEL = 6
"""Level of gzip with which hosts pack what they send."""
WORKER_VERSION = re.compile(r'serviceWorkerVersion: "(\d+)"')
"""Where Flutter's loader names the worker's version, which is part of the address that it registers."""


def build_page(folder: Path, wheels: WheelSource = "distribution") -> None:
    """Build the page into the folder; what was in it is deleted.

    Needs npm, and node, which runs Pyodide to compile the app. Raises ``subprocess.CalledProcessError`` where a step
    fails, and what ``lay_reader`` raises.
    """
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as name:
        stage, app = Path(name, "stage"), Path(name, "app")
        runtime = Path(flet_web.get_package_web_dir()) / "pyodide"
        _publish(stage, folder, runtime)
        _lay_out_app(app)
        _compile(app, runtime)
        library = Path(name, "library")
        thin_zip(folder / "pyodide" / LIBRARY, UNUSED_LIBRARY)
        shutil.unpack_archive(folder / "pyodide" / LIBRARY, library)
        _compile(library, runtime, "-o", "2")  # without docstrings, a quarter of it
        _pack_code(app, library, folder)
        _note_dataclasses(app, runtime)
        pack(app, folder / "app.tar.gz")
    for pattern in UNASKED:
        for file in folder.glob(pattern):
            if file.is_file():
                file.unlink()
    lay_reader(folder / "reader", wheels)
    _lay_own_files(folder)
    write_worker(folder)


def _publish(stage: Path, folder: Path, runtime: Path) -> None:
    """Run ``flet publish`` on an entry point alone, with flet-web's own Pyodide instead of a download."""
    stage.mkdir()
    shutil.copyfile(ROOT / "main.py", stage / "main.py")
    shutil.copyfile(ROOT / "pyproject.toml", stage / "pyproject.toml")
    shutil.copytree(ASSETS, stage / "assets")
    version = json.loads((runtime / "package.json").read_text())["version"]
    cache = stage / ".cache"
    shutil.copytree(runtime, cache / "pyodide" / version)
    lock = cache / "pyodide" / version / "pyodide-lock.json"
    content = json.loads(lock.read_text())
    content["info"]["version"] = version  # Flet compares it with the version that it asked for
    lock.write_text(json.dumps(content))
    python = {"full_version": f"{PYTHON_VERSION}.0", "pyodide_version": version, "android_abis": []}
    manifest = cache / "manifest.json"
    manifest.write_text(json.dumps({"default_python_version": PYTHON_VERSION, "pythons": {PYTHON_VERSION: python}}))
    flet = [str(Path(sys.executable).with_name("flet")), "publish", "--no-cdn"]
    flet += ["--distpath", str(folder)]
    told = {"FLET_CACHE_DIR": str(cache), "FLET_PYTHON_BUILD_MANIFEST": str(manifest)}
    subprocess.run(flet, cwd=stage, env={**os.environ, **told}, check=True, stdout=subprocess.DEVNULL)


def lay_sources(app: Path) -> None:
    """Lay the modules of the project that a page runs into the folder."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, app / name, ignore=shutil.ignore_patterns(*NOT_IN_THE_APP))
    for part in (app / "companion" / "server").iterdir():
        if part.is_dir():
            shutil.rmtree(part)
        elif part.name not in OF_THE_SERVER:
            part.unlink()
    shutil.copyfile(ROOT / "main.py", app / "main.py")


def _lay_out_app(app: Path) -> None:
    install_packages(app / PACKAGES)
    lay_sources(app)
    strip_docstrings(app)
    catalogue = app / "companion" / "i18n"
    (catalogue / COMPILED).write_bytes(compile_catalogue())
    (catalogue / "es.po").unlink()


def _compile(app: Path, runtime: Path, *more: str) -> None:
    """Compile every module with the Python that will run it, and delete the sources."""
    command = ["bash", str(runtime / "python"), "-m", "compileall", "-q", "-b", *more, "."]
    subprocess.run(command, cwd=app, check=True)
    for source in app.rglob("*.py"):
        if source.with_suffix(".pyc").exists():
            source.unlink()


def _pack_code(app: Path, library: Path, folder: Path) -> None:
    """Move what can be imported into three ZIPs: the app's and Python's for the home page, and what comes later.

    A file for each module would take longer to unpack. Flet stays files, and so does what is compiled for the machine;
    if that comes later, it lies in a folder of the archive, from which it is unpacked.
    """
    first = {*HOME_MODULES.read_text("ascii").split(), *_imported_at_once(), *ENCODINGS}
    packages = app / PACKAGES
    own = {path.relative_to(app).as_posix(): path for name in SOURCES for path in _files(app / name)}
    own |= {path.relative_to(packages).as_posix(): path for path in _files(packages)}
    pythons = {path.relative_to(library).as_posix(): path for path in _files(library)}
    compiled = {name.split("/")[0] for name in own if name.endswith(".so")}
    stay = {"flet", *compiled}

    def is_later(name: str) -> bool:
        if name.endswith(".pyc"):
            return _module(name) not in first
        package = next((str(one) for one in PurePosixPath(name).parents if f"{one}/__init__.pyc" in own), "")
        return bool(package) and _module(package) not in first

    every = {**pythons, **own}
    later = {name: path for name, path in every.items() if is_later(name)}
    to_unpack = {name: own[name] for name in own if name.split("/")[0] in compiled - first}
    names = sorted(_module(name) for name in later if name.endswith(".pyc"))
    (app / LATER_NAMES).write_text("\n".join(names), "ascii")
    code = {  # what is read lies in both, as some ask their own package for it and some the one above
        name: path
        for name, path in own.items()
        if name.split("/")[0] not in stay and not (name.endswith(".pyc") and name in later)
    }
    laid = {f"{TO_UNPACK}/{name}": path for name, path in to_unpack.items()}
    later_archive, late = folder / ARCHIVE, {k: v for k, v in later.items() if k not in to_unpack}
    pack_into_zip(late | laid, later_archive, zipfile.ZIP_STORED)
    zstandard_file(later_archive, folder / PACKED)
    pack_into_zip({name: path for name, path in pythons.items() if name not in later}, folder / "pyodide" / LIBRARY)
    pack_into_zip(code, app / CODE_ARCHIVE, zipfile.ZIP_STORED)  # packed as a whole, as what comes later
    for path in {*later.values(), *to_unpack.values(), *code.values()}:
        path.unlink()


def _note_dataclasses(app: Path, runtime: Path) -> None:
    """Compile the dataclasses of the home page with the Python that will make them."""
    script = NOTE_DATACLASSES.format(
        archive=CODE_ARCHIVE, packages=PACKAGES, modules=HOME_MODULES, file=dataclass_code.FILE
    )
    subprocess.run(["bash", str(runtime / "python"), "-c", script], cwd=app, check=True)


def _imported_at_once() -> list[str]:
    """Return what ``main.py`` imports before anything is drawn; a new module is among it from its first day."""
    ours = "companion.dataclass_code, companion.base.later_code, companion.standalone"
    script = f"import sys, {ours}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    return ran.stdout.split()


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _module(name: str) -> str:
    """Return the module of a compiled file."""
    return name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def _lay_own_files(folder: Path) -> None:
    """Lay the project's own files over Flet's, and load the page's script instead of the server's."""
    shutil.copytree(WEB, folder, dirs_exist_ok=True)
    notices = folder / "assets" / "NOTICES"
    gzip_file(notices, notices.with_suffix(".gz"))
    shutil.rmtree(folder / "icons")  # Flet's are among them
    shutil.copytree(ASSETS / "icons", folder / "icons")
    shutil.copyfile(ASSETS / "manifest.json", folder / "manifest.json")  # Flet writes its own description into it
    loader = folder / "flutter_bootstrap.js"
    script = loader.read_text("utf-8")
    version = WORKER_VERSION.search(script)
    index = folder / "index.html"
    html = index.read_text("utf-8")
    if (
        version is None
        or CONFIGURED not in script
        or any(one not in html for one in (SERVER_SCRIPT, *STARTING_SCRIPTS))
    ):
        raise ValueError("Flet's page has another form than that of the version that the page is written for")
    loader.write_text(script.replace(CONFIGURED, ONE_RENDERER), "utf-8")
    own = OWN_SCRIPTS % f"{WORKER}?v={version[1]}"
    html = html.replace(SERVER_SCRIPT, own)
    for started in STARTING_SCRIPTS:
        html = html.replace(started, "")
    index.write_text(html.replace('<base href="/">', '<base href="./">'), "utf-8")


def write_worker(folder: Path) -> None:
    """Write the list of the page's files, with SHA-256, size and packed size, into the offline worker.

    The worker changes with every file, so that a browser sees a new version by the worker alone.
    """
    files = {
        path.relative_to(folder).as_posix(): _listed(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != WORKER
    }
    worker = (WEB / WORKER).read_text("utf-8")
    listed = json.dumps(files, indent=0, sort_keys=True)
    (folder / WORKER).write_text(worker.replace("const FILES = {};", f"const FILES = {listed};"), "utf-8")


def _listed(data: bytes) -> tuple[str, int, int]:
    """Return what the worker knows of a file; hosts pack it about as well as the fastest gzip that is worth it."""
    return hashlib.sha256(data).hexdigest(), len(data), min(len(data), len(gzip.compress(data, HOST_LEVEL)))


__all__ = ["build_page", "lay_sources", "write_worker"]
