"""The wheel, the README's first command, and builds for devices as far as no SDK is needed."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import cv2
import flet_web
import lark
import pytest
from flet_cli.commands.build import Command
from flet_cli.utils.pyproject_toml import load_pyproject_toml
from flet_cli.utils.python_versions import PythonRelease

from companion import VERSION
from tests.support.first_hour import first_hour
from tests.support.paths import FIXTURES, ROOT
from tests.support.readme import AGAIN, START
from tests.support.tracked_files import tracked_files

SCRIPTS = Path(sysconfig.get_path("scripts")).name
RELEASE = PythonRelease("3.14", "3.14.2", "314.0.7", ("arm64-v8a",), False)
"""What Flet bundles; its list is on a host that tests do not contact."""
TARGETS = {"apk": "android", "ipa": "ios", "macos": "macos", "linux": "linux", "windows": "windows", "web": "web"}


def ran(*command: str | Path, cwd: Path, **more: Any) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def python_of(folder: Path) -> Path:
    """The Python of a new environment without packages, even without pip."""
    venv.EnvBuilder(symlinks=os.name != "nt").create(folder)
    return folder / SCRIPTS / ("python.exe" if os.name == "nt" else "python")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.mark.landing
def test_the_wheel_holds_the_three_packages_and_their_data(wheel: Path) -> None:
    """The wheel holds each tracked file of the three packages, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    listed = tracked_files("rules", "vision", "companion")
    assert held == {name for name in listed if (ROOT / name).exists()} - {"vision/pyproject.toml"}


def project(folder: Path) -> Any:
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]


def test_both_distributions_ask_for_the_same() -> None:
    """The reader by itself has the version of the whole, and what it needs of others is asked for in the same words."""
    whole, reader = project(ROOT), project(ROOT / "vision")
    assert set(reader["dependencies"]) <= set(whole["dependencies"])
    for same in ("version", "license", "requires-python", "authors"):
        assert reader[same] == whole[same], same


@pytest.mark.skipif(os.name == "nt", reason="the command is a shell's")
def test_the_reader_by_itself_brings_no_flet(tmp_path: Path) -> None:
    """docs/reader.md's command installs OpenCV and NumPy alone in a new environment, and its example reads there."""
    document = (ROOT / "docs" / "reader.md").read_text("utf-8")
    command = re.findall(r"```sh\n(.*?)\n```", document, re.DOTALL)[0].replace("./vision", str(ROOT / "vision"))
    env = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    ran("sh", "-c", command, cwd=tmp_path, env=env)
    python = tmp_path / ".venv" / SCRIPTS / "python"
    listed = json.loads(ran(python, "-m", "pip", "list", "--format", "json", cwd=tmp_path))
    assert {one["name"] for one in listed} - {"pip", "setuptools"} == {"numpy", "opencv-python", "sobremesa-vision"}
    shutil.copyfile(FIXTURES / "scenes" / "2-3-4_black_cloth.jpg", tmp_path / "photo.jpg")
    example = document.partition("<!-- example -->\n```python\n")[2].partition("```")[0]
    assert ran(python, "-I", "-c", example, cwd=tmp_path).startswith("(2, 3, 4) sure\n")
    assert ran(python, "-I", "-c", "import vision; print(vision.__file__)", cwd=tmp_path).startswith(str(tmp_path))


def test_builds_for_devices_leave_out_the_developers_folders() -> None:
    """Of the tracked folders Flet packs the three packages and the pictures of the start screen."""
    folders = {name.split("/")[0] for name in tracked_files() if "/" in name}
    left_out = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["flet"]["app"]["exclude"]
    packed = {name for name in folders - set(left_out) if not name.startswith(".")}
    assert packed == {"assets", "companion", "rules", "vision"}


@pytest.mark.landing
def test_the_rules_need_only_the_parser(wheel: Path, tmp_path: Path) -> None:
    """The wheel and lark, which reads the card notation, are enough to import the rules and start a match of each."""
    python = python_of(tmp_path / "bare")
    ran(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-compile", wheel, cwd=ROOT)
    (site,) = (tmp_path / "bare").glob("[lL]ib/**/site-packages")
    shutil.copytree(Path(lark.__file__).parent, site / "lark")
    says = (
        "import sys; from rules.registry import GAMES; from rules.engine import prompt, start;"
        "print([prompt(start(game, ('Ana', 'Beto'))).rule for game in GAMES.values()]);"
        "print([m for m in ('flet', 'cv2', 'numpy', 'pydantic') if m in sys.modules])"
    )
    told = ran(python, "-I", "-c", says, cwd=tmp_path).splitlines()
    assert told[0].count("-") == 5
    assert told[1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="the commands are a shell's")
def test_readmes_commands_do_what_it_says(tmp_path: Path) -> None:
    """In a copy with an empty home the first line installs and serves, a second start opens it, and all others work.

    The first line serves again without a network.
    """
    ran = list(first_hour(tmp_path))
    for part in (START, AGAIN, "scan", "launcher", "games list", "export", "import", "--tls", "--camera", "--help"):
        assert any(part in command for command in ran), part


def built(target: str) -> dict[str, Any]:
    """The template data that Flet would pass to Flutter for that target."""
    parser = argparse.ArgumentParser()
    command = Command(parser)
    command.options = parser.parse_args([target, str(ROOT)])
    command.target_platform = target
    platform = command.platforms[target]
    command.package_platform, command.config_platform = platform["package_platform"], platform["config_platform"]
    command.python_app_path, command.build_dir = ROOT, ROOT / "build"
    command.get_pyproject, command.python_release = load_pyproject_toml(ROOT), RELEASE
    command.rel_out_dir, command.flutter_dir = "build", ROOT / "build" / "flutter"
    command.validate_entry_point()
    command.setup_template_data()
    found: dict[str, Any] = command.template_data
    return found


def test_exports_name_the_version_of_the_project() -> None:
    """A page has no metadata of packages; what its exports name is still the version that was built."""
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == VERSION


@pytest.mark.parametrize("target", TARGETS)
def test_flet_reads_what_a_build_needs(target: str) -> None:
    """Flet's build command reads our configuration for each platform.

    Names, and the permission for the camera.
    """
    said = built(target)
    assert (said["product_name"], said["bundle_id"]) == ("Sobremesa", "org.sobremesa.table")
    options = said["options"]
    camera = {
        "android": options["android_permissions"].get("android.permission.CAMERA"),
        "ios": "dados" in str(options["info_plist"]) and "dice" in str(options["info_plist"]),
        "macos": options["macos_entitlements"].get("com.apple.security.device.camera"),
    }
    assert camera.get(TARGETS[target], True)


def test_the_android_app_is_small_and_its_build_fits_a_public_runner() -> None:
    """One architecture, packed libraries, and a heap below the 16 GB of a runner."""
    said = built("apk")
    assert said["split_per_abi"] is True
    assert said["options"]["target_arch"] == ["arm64-v8a"]
    heap = re.search(r"-Xmx(\d+)G", str(said["options"]["android_gradle_properties"]))
    assert heap is not None
    assert int(heap[1]) <= 4


def test_the_release_builds_what_flet_can_build_and_what_is_here() -> None:
    """Each target of the workflow is one of Flet's, the page comes from this repository, and every file is summed."""
    steps = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    targets = set(re.findall(r"target: (\w+)", steps))
    assert {"apk", "linux"} <= targets <= set(Command(argparse.ArgumentParser()).platforms)
    assert ".venv/bin/python -m page build/page" in steps
    assert (ROOT / "page" / "__main__.py").is_file()
    assert "sha256sum *.tar.gz > SHA256SUMS" in steps


def test_the_icon_is_large_enough() -> None:
    """The icon is square and at least 512 pixels wide."""
    picture = cv2.imread(str(ROOT / "assets" / "icon.png"), cv2.IMREAD_UNCHANGED)
    assert picture.shape[0] == picture.shape[1] >= 512


def test_flet_publishes_the_page(tmp_path: Path) -> None:
    """``flet publish`` makes our page, with an archive that starts at main.py."""
    manifest = tmp_path / "manifest.json"
    pythons = {"3.14": {"full_version": "3.14.2", "pyodide_version": RELEASE.pyodide, "android_abis": []}}
    manifest.write_text(json.dumps({"default_python_version": "3.14", "pythons": pythons}))
    env = {**os.environ, "FLET_PYTHON_BUILD_MANIFEST": str(manifest)}
    flet = Path(sys.executable).with_name("flet")
    ran(flet, "publish", "-a", "companion/server/assets", "--distpath", tmp_path / "page", cwd=ROOT, env=env)
    page = (tmp_path / "page" / "index.html").read_text()
    assert "flet.pyodide = true" in page
    assert "outage.js" in page
    with tarfile.open(tmp_path / "page" / "app.tar.gz") as archive:
        assert {"main.py", "companion/standalone.py", "rules/registry.py", "vision/reader/pipeline.py"} <= set(
            archive.getnames()
        )
        asked = archive.extractfile("requirements.txt")
        assert asked is not None
        assert any(line.startswith(b"opencv-python") for line in asked)


def test_the_page_has_the_pyodide_that_flet_ships() -> None:
    """RELEASE names the Pyodide version of the installed flet-web."""
    package = json.loads((Path(flet_web.get_package_web_dir()) / "pyodide" / "package.json").read_text())
    assert package["version"] == RELEASE.pyodide
