"""Confirmation dialog before an action that affects others or cannot be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.design.look import translate
from companion.ui.state import use_optional
from rules.engine import Text

from .controls import Action

CANCEL = Text("Cancel")


@dataclass(frozen=True)
class Confirmation:
    """Confirmation of an action: title, text lines, label to confirm, label to cancel."""

    title: Text
    lines: tuple[Text, ...]
    confirm_label: Text
    action: Action
    cancel_label: Text = CANCEL


def use_confirmation() -> Callable[[Confirmation], None]:
    """Return a function that asks for a confirmation in a dialog."""
    confirmation, set_confirmation = use_optional(Confirmation)

    def confirm() -> None:
        set_confirmation(None)
        if confirmation is not None:
            confirmation.action()

    ft.use_dialog(
        None if confirmation is None else _confirmation_dialog(confirmation, confirm, lambda: set_confirmation(None))
    )
    return set_confirmation


def _confirmation_dialog(confirmation: Confirmation, on_confirm: Action, on_cancel: Action) -> ft.AlertDialog:
    return ft.AlertDialog(
        title=ft.Text(translate(confirmation.title)),
        content=ft.Text("\n".join(map(translate, confirmation.lines))),
        actions=[
            ft.TextButton(translate(confirmation.cancel_label), on_click=lambda event: on_cancel()),
            ft.FilledButton(translate(confirmation.confirm_label), on_click=lambda event: on_confirm()),
        ],
        on_dismiss=lambda event: on_cancel(),
    )
