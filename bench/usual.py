"""The usual answer of each game in the middle of a turn: what is tapped, and what is asked before and after it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.table.context.choice_layout import sheet_kind
from companion.ui.table.screen import font_safe
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Choice, Displayable
from rules.registry import GAMES
from tests.support.ui.kept import MIDDLE, Device, opened

MAX_LATER = 60
"""Number of entries after the middle of a committed match within which the usual answer is looked for."""
ES = font_safe(translator("es"))


@dataclass(frozen=True)
class UsualAnswer:
    """One table in a server's folder, whose usual answer needs one tap.

    ``before`` and ``after`` are the questions that the host's screen shows; ``controls`` is how many controls that
    screen has; ``leads`` are tapped before the button, where the answer is filled in on a sheet.
    """

    game: str
    path: str
    button: re.Pattern[str]
    before: str
    after: str
    controls: int
    leads: tuple[str, ...] = ()


SHEETS = {"darkmoor": (("Fen, ",), re.compile("^peligro 3"), "¿dónde?", "haz lo que dice")}
"""Games whose usual answer is filled in on a sheet: leads, button, and parts of the questions before and after."""


def usual_answers(folder: Path, keys: Sequence[str] = tuple(MIDDLE)) -> list[UsualAnswer]:
    """Put a table of each game into the folder."""
    with closing(Storage(folder)) as storage:
        library = Library(storage, GAMES)
        return [_usual_answer(library, key) for key in keys]


def _usual_answer(library: Library, key: str) -> UsualAnswer:
    if key in SHEETS:
        table, (leads, button, before, after) = opened(library, key), SHEETS[key]
        controls = asyncio.run(_controls(table, library))
        return UsualAnswer(table.game.title.en, _path(table), button, before, after, controls, leads)
    for later in range(MAX_LATER):
        table = opened(library, key, later)
        choice, before = _usual_choice(table), _title(table)
        if choice is not None:
            controls = asyncio.run(_controls(table, library))
            table.answer(table.prompt_id, choice.event)
            after = _title(table)
            table.undo()
            if after and after not in before and before not in after:
                button = re.compile(f"^{re.escape(_shown(choice.label))}")
                return UsualAnswer(table.game.title.en, _path(table), button, before, after, controls)
        library.delete(table.match.id)
    raise LookupError(f"no usual answer of {key} is a single tap")


def _usual_choice(table: Table) -> Choice | None:
    """Return what most tables answer now, if that is one tap."""
    choices = table.prompt.choices if table.prompt else ()
    return next((choice for choice in choices if choice.role == "default" and not sheet_kind(choice)), None)


def _title(table: Table) -> str:
    return _shown(table.prompt.title) if table.prompt else ""


def _shown(text: Displayable) -> str:
    return capitalize_first(ES(text))


async def _controls(table: Table, library: Library) -> int:
    device = await Device(table, library, HOST_ROLE).show()
    try:
        return sum(1 for _ in device.phone.controls())
    finally:
        device.leave()


def _path(table: Table) -> str:
    return f"/table/{table.match.id}"
