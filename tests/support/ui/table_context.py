"""What a device would show of a table, as data: no screen is drawn."""

from __future__ import annotations

from typing import Any

from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.games.scenes import scene_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.question import QuestionModel
from companion.ui.table.model.screen_model import ScreenModel, screen_model

PHONE, SMALL, TABLET = (390, 844), (320, 640), (1100, 800)
"""Sizes of devices, in points."""


def table_context(
    table: Table, role: DeviceRole = HOST_ROLE, size: tuple[int, int] = PHONE, **more: Any
) -> TableContext:
    """Return the context of a device in that role at the table; ``more`` are further fields of the context."""
    log = table.log(role)
    usual = {"claimed_seats": table.claimed_seats, "hand_lines": table.open_hand_lines(log)}
    return TableContext(table.table_state_for(role), log, *size, role=role, **{**usual, **more})


def shown(table: Table, role: DeviceRole = HOST_ROLE, size: tuple[int, int] = PHONE, **more: Any) -> ScreenModel:
    """Return what a device in that role shows of the table, in the present look."""
    return screen_model(table_context(table, role, size, **more), scene_of(table.game.key).model)


def asked(table: Table, role: DeviceRole = HOST_ROLE, **more: Any) -> QuestionModel:
    """Return the question as a device in that role shows it. The match goes on."""
    question = shown(table, role, **more).question
    assert question is not None
    return question


def said(model: ScreenModel, *places: str) -> list[str]:
    """Return the answers in those places, the usual ones if none is named, each with what it leads to."""
    found = [one for one in model.answers if one.place in (places or ("primary",))]
    return [f"{one.label}, {one.consequence}" if one.consequence else one.label for one in found]
