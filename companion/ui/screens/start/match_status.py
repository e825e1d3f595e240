"""Status of matches, loaded off the screen: the open question, or the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from companion.base.background import run_in_background
from companion.base.later_code import LATER_CODE
from companion.base.page_news import PAGE_NEWS
from companion.stats.results import winner_text
from companion.storage.matches import Match, StorageError
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_awaited
from rules.engine import Refused, Text


@dataclass(frozen=True)
class MatchStatus:
    """A match's status and playing time in seconds, or why it cannot be told."""

    summary: Text | None
    warning: Text | None
    turn: int = 0
    seconds: float = 0


def use_match_statuses(phone: Phone, matches: Sequence[Match]) -> dict[str, MatchStatus]:
    """Return the status of these matches by id, once it is known."""
    known = [(match.id, match.entries, match.finished) for match in matches]
    return use_awaited([known], partial(load_statuses, phone, tuple(matches))) or {}


async def load_statuses(phone: Phone, matches: tuple[Match, ...]) -> dict[str, MatchStatus]:
    """Return the status of each of these matches by id.

    In a page the games' code is fetched for it, after the home page is drawn; without it there is none.
    """
    if matches:
        await PAGE_NEWS.wait_until_drawn()
        try:
            await LATER_CODE.fetch()
        except OSError:
            return {}
    return await run_in_background(match_statuses, phone, matches)


def match_statuses(phone: Phone, matches: tuple[Match, ...]) -> dict[str, MatchStatus]:
    """Return the status of each of these matches by id."""
    return {match.id: _match_status(phone, match) for match in matches}


def _match_status(phone: Phone, match: Match) -> MatchStatus:
    if match.finished is not None:
        return _finished_status(phone, match)
    table = open_table(phone, match.id)
    if isinstance(table, Text):
        return MatchStatus(None, table)
    table_state = table.table_state_for(phone.role_at(match.id))
    return MatchStatus(table_state.prompt.title if table_state.prompt else None, table.warning, table_state.state.turn)


def _finished_status(phone: Phone, match: Match) -> MatchStatus:
    """Return a finished match's status.

    The match is replayed only if nothing else names the winner.
    """
    try:
        result = phone.library.matches.result(match)
    except (Refused, StorageError) as trouble:
        return MatchStatus(None, trouble.reason)
    return MatchStatus(winner_text(match, result.outcome), None, seconds=result.seconds)
