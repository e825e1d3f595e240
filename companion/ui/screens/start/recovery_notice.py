"""Notice on the home page about a damaged match file, until somebody dismisses it."""

from __future__ import annotations

from datetime import date

import flet as ft

from companion.storage import recovery
from companion.storage.recovery import RescueReport
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from rules.engine import Text


def recovery_notice(phone: Phone) -> list[ft.Control]:
    """Build the recovery notice: where the damaged file is, and what each match lacks.

    Empty if no file was damaged.
    """
    storage = phone.library.storage
    report = recovery.load_report(storage)
    if report is None:
        return []

    def dismiss() -> None:
        phone.library.settings.save(recovery.REPORT_SETTING, "")

    button = row_of([controls.secondary_button(translate(Text("Understood")), dismiss, ft.Icons.CHECK)])
    return [page_frame.warning("\n".join(translate(line) for line in _lines(phone, report))), button]


def _lines(phone: Phone, report: RescueReport) -> list[Text]:
    file_line = Text(
        "The saved games were damaged. What can be read is here; the old file lies in {file}.", file=report.aside
    )
    copied = [
        Text("{game} · {players}: taken from the copy, up to step {n}.", game=_title(phone, game), players=who, n=n)
        for game, who, n in report.copied
    ]
    cut = [
        Text("{game} · {players}: read up to step {n}.", game=_title(phone, game), players=players, n=steps)
        for game, players, steps in report.damaged
    ]
    lost_line = Text(
        "Of {n} more game not even the name can be read.",
        "Of {n} more games not even the name can be read.",
        n=report.lost,
    )
    uninvited_line = Text("The phones that were here have to be invited again.")
    rest = [*([lost_line] if report.lost else []), *([uninvited_line] if report.uninvited else [])]
    return [file_line, _source_line(report.day), *copied, *cut, *rest]


def _source_line(day: str) -> Text:
    if not day:
        return Text("All of it comes from the old file's own pages.")
    date_text = f"{date.fromisoformat(day):%d/%m/%Y}"
    return Text("What the old file no longer holds comes from the copy of {day}.", day=date_text)


def _title(phone: Phone, game: str) -> str:
    known = phone.library.games.get(game)
    return translate(known.title) if known else game
