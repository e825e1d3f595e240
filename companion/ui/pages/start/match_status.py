"""Status of matches, loaded off the screen: the open question, or the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.base.background import aside
from companion.stats.results import ended, who_won
from companion.storage.matches import Match, StorageTrouble
from companion.ui.pages.match import opening
from companion.ui.session.phone import Phone
from rules.engine import Refused, Text


@dataclass(frozen=True)
class Standing:
    """A match's status and playing time in seconds, or why it cannot be told."""

    line: Text | None
    warning: Text | None
    turn: int = 0
    seconds: float = 0


def use_standings(phone: Phone, peeked: Sequence[Match]) -> dict[str, Standing]:
    """Return the status of these matches by id, once it is known."""
    standings, set_standings = ft.use_state(dict[str, Standing]())

    async def look() -> None:
        set_standings(await aside(standing, phone, tuple(peeked)))

    ft.use_effect(look, [[(match.id, match.entries, match.finished) for match in peeked]])
    return standings


def standing(phone: Phone, matches: tuple[Match, ...]) -> dict[str, Standing]:
    """Return the status of each of these matches by id."""
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
    """Return a finished match's status.

    The match is replayed only if nothing else names the winner.
    """
    try:
        end = ended(phone.library, match)
    except (Refused, StorageTrouble) as trouble:
        return Standing(None, trouble.reason)
    return Standing(who_won(match, end.outcome), None, seconds=end.seconds)
