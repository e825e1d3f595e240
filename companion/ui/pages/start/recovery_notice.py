"""Notice on the home page about a damaged match file, until somebody dismisses it."""

from __future__ import annotations

from datetime import date

import flet as ft

from companion.storage import recovery
from companion.storage.recovery import Rescued
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from rules.engine import Text


def rescued(phone: Phone) -> list[ft.Control]:
    """Build the recovery notice: where the damaged file is, and what each match lacks.

    Empty if no file was damaged.
    """
    storage, words = phone.library.storage, phone.words
    found = recovery.told(storage)
    if found is None:
        return []

    def understood() -> None:
        phone.library.set(recovery.TOLD, "")

    button = ft.Row([controls.quiet(words(Text("Understood")), understood, ft.Icons.CHECK)])
    return [page_frame.warning("\n".join(words(line) for line in _says(phone, found))), button]


def _says(phone: Phone, found: Rescued) -> list[Text]:
    aside = Text(
        "The saved games were damaged. What can be read is here; the old file lies in {file}.", file=found.aside
    )
    copied = [
        Text("{game} · {players}: taken from the copy, up to step {n}.", game=_title(phone, game), players=who, n=n)
        for game, who, n in found.copied
    ]
    cut = [
        Text("{game} · {players}: read up to step {n}.", game=_title(phone, game), players=players, n=steps)
        for game, players, steps in found.damaged
    ]
    gone = Text(
        "Of {n} more game not even the name can be read.",
        "Of {n} more games not even the name can be read.",
        n=found.lost,
    )
    uninvited = Text("The phones that were here have to be invited again.")
    rest = [*([gone] if found.lost else []), *([uninvited] if found.uninvited else [])]
    return [aside, _source(found.day), *copied, *cut, *rest]


def _source(day: str) -> Text:
    """Return where the recovered data comes from."""
    if not day:
        return Text("All of it comes from the old file's own pages.")
    said = f"{date.fromisoformat(day):%d/%m/%Y}"
    return Text("What the old file no longer holds comes from the copy of {day}.", day=said)


def _title(phone: Phone, game: str) -> str:
    known = phone.library.games.get(game)
    return phone.words(known.title) if known else game
