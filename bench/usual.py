"""The usual answer of each game in the middle of a turn: what is tapped, and what is asked before and after it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.i18n import translator
from companion.library.library import Library
from companion.match.moments import SeenMatch, new_moments
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.table.model.choice_layout import sheet_kind
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Choice, Displayable
from rules.registry import GAMES
from tests.support.ui.table_device import MIDDLE, Device, entries_after_middle, opened

MAX_LATER = 60
"""Number of entries after the middle of a committed match within which the usual answer is looked for."""
ES = translator("es")


@dataclass(frozen=True)
class UsualAnswer:
    """One table in a server's folder, whose usual answer needs one tap.

    ``before`` and ``after`` are the questions that the host's screen shows; ``controls`` is how many controls that
    screen has; ``leads`` are tapped before the button, where the answer is filled in on a sheet. With a moment the
    screen shows one, such as a kill, over the board.
    """

    game: str
    path: str
    button: re.Pattern[str]
    before: str
    after: str
    controls: int
    leads: tuple[str, ...] = ()
    has_moment: bool = False


@dataclass(frozen=True)
class Screen:
    """What a screen shows: its text, the names of what can be tapped, and how many controls it has."""

    text: str
    names: tuple[str, ...]
    controls: int


SHEETS = {"darkmoor": (("Fen, ",), re.compile("^peligro 3"), "¿dónde?", "¿de qué tipo es?")}
"""Games whose usual answer is filled in on a sheet: leads, button, and parts of the questions before and after."""


def usual_answers(folder: Path, keys: Sequence[str] = tuple(MIDDLE)) -> list[UsualAnswer]:
    """Put tables of each game into the folder: without a moment, and with one where an answer brings one."""
    with closing(Storage(folder)) as storage:
        library = Library(storage, GAMES)
        return [one for key in keys for one in _answers_of(library, key)]


def _answers_of(library: Library, key: str) -> Iterator[UsualAnswer]:
    plain = _answer_on_sheet(library, key) if key in SHEETS else _usual_answer(library, key, with_moment=False)
    if plain is None:
        raise LookupError(f"no usual answer of {key} is a single tap")
    yield plain
    telling = _usual_answer(library, key, with_moment=True)
    if telling is not None:
        yield telling


def _answer_on_sheet(library: Library, key: str) -> UsualAnswer:
    table, (leads, button, before, after) = opened(library, key), SHEETS[key]
    controls = _screen(table, library).controls
    return UsualAnswer(table.game.title.en, _path(table), button, before, after, controls, leads)


def _usual_answer(library: Library, key: str, with_moment: bool) -> UsualAnswer | None:
    """Return the first usual answer of a single tap that brings a moment, or none; None if there is none."""
    for later in range(min(MAX_LATER, entries_after_middle(key))):
        table = opened(library, key, later)
        choice, before = _usual_choice(table), _title(table)
        if choice is not None and _brings_moment(table, choice) == with_moment:
            screen = _screen(table, library)
            table.answer(table.prompt_id, choice.event)
            after = _title(table)
            fits = after and _are_told_apart(before, screen, after, _screen(table, library))
            table.undo()
            if fits:
                button, title = re.compile(f"^{re.escape(_shown(choice.label))}"), table.game.title.en
                return UsualAnswer(title, _path(table), button, before, after, screen.controls, has_moment=with_moment)
        library.matches.delete(table.match.id)
    return None


def _are_told_apart(before: str, first: Screen, after: str, second: Screen) -> bool:
    """Return whether each question stands on its own screen only, and undo can be tapped on the second."""
    return (
        before in first.text
        and after not in first.text
        and after in second.text
        and before not in second.text
        and any(name.startswith("Deshacer") for name in second.names)
    )


def _brings_moment(table: Table, choice: Choice) -> bool:
    seen = SeenMatch(table.table_state.seq, is_over=False)
    table.answer(table.prompt_id, choice.event)
    moments = new_moments(table.log(), table.match.seats, table.state.outcome, seen, time.time())
    table.undo()
    return bool(moments)


def _usual_choice(table: Table) -> Choice | None:
    choices = table.prompt.choices if table.prompt else ()
    usual = (choice for choice in choices if choice.role == "default" and not sheet_kind(choice))
    return next((choice for choice in usual if choice.admits(choice.event)), None)


def _title(table: Table) -> str:
    return _shown(table.prompt.title) if table.prompt else ""


def _shown(text: Displayable) -> str:
    return capitalize_first(ES(text))


def _screen(table: Table, library: Library) -> Screen:
    return asyncio.run(_drawn(table, library))


async def _drawn(table: Table, library: Library) -> Screen:
    device = Device(table, library, HOST_ROLE)
    device.language = "es"
    await device.show()
    try:
        names, texts = device.phone.names(), device.phone.texts()
        return Screen("\n".join((*names, *texts)), tuple(names), sum(1 for _ in device.phone.controls()))
    finally:
        device.leave()


def _path(table: Table) -> str:
    return f"/t/{table.match.id}"
