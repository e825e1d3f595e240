"""Where games stand, found out beside the screen: what is asked in one that goes on, who won one that is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.aside import aside
from companion.shelf import ended, who_won
from companion.storage import Match, StorageTrouble
from rules.engine import Refused, Text

from .match import opening
from .phone import Phone


@dataclass(frozen=True)
class Standing:
    """Where a game stands and how long it was played, or why that cannot be said."""

    line: Text | None
    warning: Text | None
    turn: int = 0
    seconds: float = 0


def use_standings(phone: Phone, peeked: Sequence[Match]) -> dict[str, Standing]:
    """Where these games stand, by id, as soon as that is known."""
    standings, set_standings = ft.use_state(dict[str, Standing]())

    async def look() -> None:
        set_standings(await aside(standing, phone, tuple(peeked)))

    ft.use_effect(look, [[(match.id, match.entries, match.finished) for match in peeked]])
    return standings


def standing(phone: Phone, matches: tuple[Match, ...]) -> dict[str, Standing]:
    """Where each of these games stands, by id."""
    return {match.id: _standing(phone, match) for match in matches}


def _standing(phone: Phone, match: Match) -> Standing:
    if match.finished is not None:
        return _over(phone, match)
    table = opening(phone, match.id)
    if isinstance(table, Text):
        return Standing(None, table)
    now = table.now_for(phone.chair(match.id))
    return Standing(now.prompt.title if now.prompt else None, table.warning, now.state.turn)


def _over(phone: Phone, match: Match) -> Standing:
    """A finished game is not taken up for this, unless nothing else says who won."""
    try:
        end = ended(phone.library, match)
    except (Refused, StorageTrouble) as trouble:
        return Standing(None, trouble.reason)
    return Standing(who_won(match, end.outcome), None, seconds=end.seconds)
