"""Plays of BG Stats that are counted in the totals, each once, until they are removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.exchange.bg_stats_plays import Play, read_stored_plays, write_plays
from companion.stats.results import FinishedMatch, MatchResult
from companion.storage.matches import Match
from companion.storage.settings import Settings
from rules.engine import Outcome

PLAYS_SETTING = "plays"
"""First word of the settings that hold plays, before the game's key."""
MAX_PLAYS = 200
"""Maximum number of plays of a game; the latest ones are kept."""
SAME_SECONDS = 86_400
"""Seconds within which a play of the same people with the same result is that of a match here."""


@dataclass(frozen=True, slots=True)
class SortedPlays:
    """Plays of a file: new ones, and those that are counted already."""

    new: tuple[Play, ...]
    known: tuple[Play, ...]


def stored_plays(settings: Settings, games: Iterable[str]) -> tuple[Play, ...]:
    """Return the plays of these games, by their keys, that are counted."""
    return tuple(play for key in games for play in _stored(settings, key))


def _stored(settings: Settings, game: str) -> Iterator[Play]:
    return read_stored_plays(game, settings.get(f"{PLAYS_SETTING}.{game}", "[]"))


def sort_plays(settings: Settings, plays: Sequence[Play], matches: Sequence[FinishedMatch]) -> SortedPlays:
    """Sort plays into new ones and those that are here, as plays or as finished matches."""
    stored = {play.id for play in stored_plays(settings, {play.game for play in plays})}
    new, known = list[Play](), list[Play]()
    for play in plays:
        is_here = play.id in stored or any(_is_same(play, one) for one in matches)
        (known if is_here else new).append(play)
    return SortedPlays(tuple(new), tuple(known))


def _is_same(play: Play, one: FinishedMatch) -> bool:
    """Return whether a play is a match that was handed to BG Stats from here."""
    if one.match.game != play.game or abs(play.at - (one.match.finished or 0)) > SAME_SECONDS:
        return False
    here = {name.casefold(): one.result.has_won(seat) for seat, name in enumerate(one.match.seats)}
    return here == {seat.name.casefold(): seat.won for seat in play.players}


def add_plays(settings: Settings, plays: Iterable[Play]) -> None:
    """Count more plays. Raises ``StorageError``."""
    added = tuple(plays)
    for key in dict.fromkeys(play.game for play in added):
        by_id = {play.id: play for play in (*_stored(settings, key), *added) if play.game == key}
        latest = sorted(by_id.values(), key=lambda play: play.date, reverse=True)[:MAX_PLAYS]
        settings.save(f"{PLAYS_SETTING}.{key}", write_plays(latest))


def remove_plays(settings: Settings, games: Iterable[str]) -> None:
    """Count no play of these games any more, given by their keys. Raises ``StorageError``."""
    for key in games:
        if any(_stored(settings, key)):
            settings.save(f"{PLAYS_SETTING}.{key}", "[]")


def as_match(play: Play) -> Match:
    """Return a play as a match without a log."""
    seats = tuple(seat.name for seat in play.players)
    return Match(play.id, play.game, 0, seats, (), play.at, play.at, 0, play.at)


def as_result(play: Play) -> MatchResult:
    """Return the result of a play; points only where every player has some."""
    winners = tuple(number for number, seat in enumerate(play.players) if seat.won)
    scores = tuple(seat.score for seat in play.players if seat.score is not None)
    points = scores if len(scores) == len(play.players) else ()
    return MatchResult(Outcome(winners, "X-08"), 60.0 * play.minutes, 0, points)
