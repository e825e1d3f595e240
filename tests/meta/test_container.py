"""The Containerfile's steps, run one by one without a container engine, and what they install."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.support import postgres
from tests.support.paths import ROOT
from tests.support.server.processes import free_port

CONTAINERFILE = ROOT / "deploy" / "Containerfile"
REQUIREMENTS = ROOT / "deploy" / "requirements.txt"
PATHS = ("/wheel", "/requirements.txt")
"""Paths in the image that lie in a folder here."""
STARTED = 40
"""Seconds for the process to answer."""


def instructions(name: str) -> list[str]:
    """The arguments of these instructions of the Containerfile, in their order."""
    lines = CONTAINERFILE.read_text("utf-8").splitlines()
    return [line.removeprefix(f"{name} ") for line in lines if line.startswith(f"{name} ")]


def pinned(text: str) -> dict[str, str]:
    """The versions of a requirements file, by name."""
    found = re.findall(r"^([\w.-]+)(?:\[\w+\])?==([^\s\\;]+)", text, re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def test_it_installs_the_versions_that_tests_run_with() -> None:
    """Each package has the version of constraints.txt and a hash; no direct dependency is missing."""
    text = REQUIREMENTS.read_text("utf-8")
    installed, tested = pinned(text), pinned((ROOT / "constraints.txt").read_text("utf-8"))
    tested["opencv-python-headless"] = tested["opencv-python"]
    assert {name: tested.get(name) for name in installed} == installed
    entries = re.split(r"\n(?=[\w.-]+(?:\[\w+\])?==)", text)[1:]
    assert all("--hash=sha256:" in entry for entry in entries)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    direct = [*project["dependencies"], *project["optional-dependencies"]["hosted"]]
    named = {re.split(r"[\[<>=;]", one)[0].lower().replace("opencv-python", "opencv-python-headless") for one in direct}
    assert named <= set(installed)


def test_the_process_is_no_root_and_the_last_stage_has_no_source() -> None:
    """The image runs as an ordinary user, and only requirements and wheel come into its last stage."""
    assert instructions("USER") == ["10001:10001"]
    last = CONTAINERFILE.read_text("utf-8").rpartition("\nFROM ")[2]
    copied = [line.split()[-2] for line in last.splitlines() if line.startswith("COPY ")]
    assert copied == ["deploy/requirements.txt", "/wheel"]


def test_no_service_takes_all_memory_or_fills_the_disk_with_its_log() -> None:
    """Each has a limit of memory and a log of bounded size; the database's own administrator is nobody's user."""
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))["services"]
    assert len(services) == 6
    for name, service in services.items():
        assert service["mem_limit"], name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name
        assert "administrator" not in service.get("secrets", ()) or name == "database"
    assert "POSTGRES_USER" not in services["database"]["environment"]
    assert "./create-database:/docker-entrypoint-initdb.d/create-database.sh:ro" in services["database"]["volumes"]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A folder with what the RUN steps leave: a Python with the packages and the wheel."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "python"], check=True)
    shutil.copy(REQUIREMENTS, tmp_path / "requirements.txt")
    for step in instructions("RUN"):
        for path in PATHS:
            step = step.replace(path, f"{tmp_path}{path}")
        command = step.replace("python -m", f"{tmp_path}/python/bin/python -m", 1)
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path


@pytest.fixture
def address() -> Iterator[str]:
    """An empty database."""
    with postgres.server("-c fsync=off") as server:
        server.sql("CREATE DATABASE fresh")
        yield server.address("fresh")


def test_its_steps_lead_to_a_process_that_is_ready(image: Path, address: str) -> None:
    """The entry point serves from an empty database whose address is in a file, and knows no screen's libraries."""
    secret = image / "database"
    secret.write_text(f"{address}\n")
    entry, port = json.loads(instructions("ENTRYPOINT")[0]), free_port()
    entry[0] = str(image / "python" / "bin" / entry[0])
    entry[entry.index("8550")] = str(port)
    entry[entry.index("0.0.0.0")] = "127.0.0.1"
    environment = {"PATH": os.environ["PATH"], "HOME": str(image), "SOBREMESA_DATABASE_FILE": str(secret)}
    with (image / "log").open("wb") as log:
        command = [*entry, "--public", "https://mesa.example.org"]
        process = subprocess.Popen(command, stderr=log, stdout=log, env=environment)
    try:
        assert any(postgres.becomes(lambda: answers(port)) for _ in range(STARTED // 10)), (image / "log").read_text(
            "utf-8"
        )
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(STARTED)
    assert "Traceback" not in (image / "log").read_text("utf-8")
    listed = subprocess.run([image / "python/bin/python", "-m", "pip", "list"], capture_output=True, text=True).stdout
    assert "opencv-python-headless" in listed
    assert not re.search(r"^opencv-python ", listed, re.MULTILINE)


def answers(port: int) -> bool:
    """Whether the process says that it is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=2) as answer:
            return int(answer.status) == 200
    except OSError:
        return False
