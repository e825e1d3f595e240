"""The command sobremesa in a process of its own, with an empty screen."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request

SERVER = """
import sys, types
import flet as ft
screen = types.ModuleType("companion.ui.app")
screen.build = lambda library, **more: lambda page: page.add(ft.Text(library.settings.get("language")))
sys.modules["companion.ui.app"] = screen
from companion.cli.main import main
main(prog_name="sobremesa")
"""


def start(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "LANG": "en_GB.UTF-8", "LC_ALL": ""}
    command = [sys.executable, "-c", SERVER, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def get(url: str, **headers: str):
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10)
