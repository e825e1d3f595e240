"""Confirmation dialog before an action that affects others or cannot be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.i18n import Translate
from rules.engine import Text

from .controls import Do, use_held

CANCEL = Text("Cancel")


@dataclass(frozen=True)
class Sure:
    """Confirmation of an action: title, text lines, label to confirm, label to cancel."""

    title: Text
    says: tuple[Text, ...]
    yes: Text
    do: Do
    no: Text = CANCEL


def use_sure(words: Translate) -> Callable[[Sure], Any]:
    """Return a function that asks for a confirmation in a dialog."""
    asked, ask = use_held(None)

    def done() -> None:
        ask(None)
        asked.do()

    ft.use_dialog(None if asked is None else _question(words, asked, done, lambda: ask(None)))
    return ask


def _question(words: Translate, sure: Sure, yes: Do, no: Do) -> ft.AlertDialog:
    return ft.AlertDialog(
        title=ft.Text(words(sure.title)),
        content=ft.Text("\n".join(map(words, sure.says))),
        actions=[
            ft.TextButton(words(sure.no), on_click=lambda event: no()),
            ft.FilledButton(words(sure.yes), on_click=lambda event: yes()),
        ],
        on_dismiss=lambda event: no(),
    )
