"""Compiled methods of dataclasses, of which Python otherwise compiles a text at each start.

That takes a quarter of the page's. ``page/build.py`` lays them beside the app, compiled by the Python that will run
them. Nowhere else are there any, and a class of another form is compiled as ever.
"""

from __future__ import annotations

import builtins
import dataclasses
import marshal
from hashlib import sha256
from pathlib import Path
from types import CodeType

FILE = Path("dataclasses.bin")
"""The compiled methods by the SHA-256 of their text, in the app's folder."""


class DataclassCode:
    """What ``dataclasses`` executes, compiled before."""

    def __init__(self, known: dict[bytes, CodeType]) -> None:
        self._known = known

    def execute(self, text: str, *scope: dict[str, object]) -> None:
        """Execute the methods of one class, in these namespaces."""
        builtins.exec(self._known.get(sha256(text.encode()).digest(), text), *scope)

    def install(self) -> None:
        """Have every dataclass made so from now on."""
        vars(dataclasses)["exec"] = self.execute


class Recorder(DataclassCode):
    """Notes what dataclasses execute, for the build."""

    def execute(self, text: str, *scope: dict[str, object]) -> None:
        """Compile, note and execute the methods of one class."""
        self._known[sha256(text.encode()).digest()] = compile(text, "<string>", "exec")
        super().execute(text, *scope)

    def write(self, file: Path) -> None:
        """Write everything that was noted."""
        file.write_bytes(marshal.dumps(dict(sorted(self._known.items()))))


def install() -> None:
    """Make dataclasses of what was compiled before, if there is any."""
    if FILE.exists():
        DataclassCode(marshal.loads(FILE.read_bytes())).install()
