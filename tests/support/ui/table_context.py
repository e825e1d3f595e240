"""What a device would show of a table, as data: no screen is drawn."""

from __future__ import annotations

from typing import Any

from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import sentence, translate
from companion.ui.table.model.context import TableContext

PHONE, SMALL, TABLET = (390, 844), (320, 640), (1100, 800)
"""Sizes of devices, in points."""


def table_context(
    table: Table, role: DeviceRole = HOST_ROLE, size: tuple[int, int] = PHONE, **more: Any
) -> TableContext:
    """Return what a device in that role shows of the table; ``more`` are further fields of the context."""
    log = table.log(role)
    usual = {"claimed_seats": table.claimed_seats, "hand_lines": table.open_hand_lines(log)}
    return TableContext(table.table_state_for(role), log, *size, role=role, **{**usual, **more})


def usual_answers(context: TableContext) -> list[str]:
    """Return the usual answers, each with what it leads to."""
    return [
        ", ".join([translate(choice.label), *([sentence(choice.consequence)] if choice.consequence else [])])
        for choice in context.layout.primary
    ]
