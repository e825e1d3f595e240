"""Statistics over all finished matches: players, games, and details from the latest logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.match.replay import resume_match
from companion.stats.match_stats import MatchStats, match_stats_of
from companion.stats.results import FinishedMatch
from companion.storage.matches import Match, StorageError
from companion.storage.settings import Settings
from rules.engine import Displayable, Refused

from .matches import Matches
from .played_elsewhere import as_match, as_result, stored_plays

MAX_REPLAYED_MATCHES = 20
"""Number of latest matches that are replayed for what only their logs know."""


@dataclass(frozen=True, slots=True)
class WinRecord:
    """Games played and games won."""

    games: int
    wins: int

    @property
    def percent(self) -> int:
        """Percentage of games won."""
        return round(100 * self.wins / self.games)


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """A player, identified by name: all games, and by the game's key."""

    name: str
    total: WinRecord
    by_game: tuple[tuple[str, WinRecord], ...]


@dataclass(frozen=True, slots=True)
class GameTotal:
    """A game: number of plays, mean seconds and turns, the most points and who scored them."""

    key: str
    plays: int
    seconds: float
    turns: float
    best_score: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class PlayerHabits:
    """A player's decisions, deaths and kills in the replayed matches."""

    name: str
    decisions: int
    seconds: float
    deaths: int
    kills: int


@dataclass(frozen=True, slots=True)
class ReplayedTotals:
    """Statistics that only the logs know: each player's part, and how often what killed players."""

    match_count: int
    habits: tuple[PlayerHabits, ...]
    killers: tuple[tuple[Displayable, int], ...]


def finished_matches(matches: Matches) -> tuple[FinishedMatch, ...]:
    """Return the finished matches whose result is readable, latest first.

    Raises ``StorageError``.
    """
    over = [match for match in matches.all() if match.finished is not None]
    return tuple(_readable_results(matches, sorted(over, key=lambda match: match.finished or 0, reverse=True)))


def imported_matches(settings: Settings, games: Iterable[str]) -> tuple[FinishedMatch, ...]:
    """Return the plays of these games from BG Stats, as matches without a log."""
    return tuple(FinishedMatch(as_match(play), as_result(play)) for play in stored_plays(settings, games))


def _readable_results(matches: Matches, over: Iterable[Match]) -> Iterator[FinishedMatch]:
    for match in over:
        try:
            yield FinishedMatch(match, matches.result(match))
        except (Refused, StorageError):  # its card in the match list says so
            continue


def player_totals(games: Sequence[FinishedMatch]) -> tuple[PlayerTotal, ...]:
    """Return every player's totals, by games played, then by games won."""
    names: dict[str, str] = {}
    played: dict[str, Counter[str]] = {}
    won: dict[str, Counter[str]] = {}
    for one in games:
        for seat, name in enumerate(one.match.seats):
            who = name.casefold()
            names.setdefault(who, name)
            played.setdefault(who, Counter())[one.match.game] += 1
            won.setdefault(who, Counter())[one.match.game] += one.result.has_won(seat)
    totals = (_player(names[who], played[who], won[who]) for who in names)
    return tuple(sorted(totals, key=lambda total: (-total.total.games, -total.total.wins, total.name)))


def _player(name: str, played: Counter[str], won: Counter[str]) -> PlayerTotal:
    by = tuple((key, WinRecord(n, won[key])) for key, n in played.most_common())
    return PlayerTotal(name, WinRecord(played.total(), won.total()), by)


def game_totals(games: Sequence[FinishedMatch]) -> tuple[GameTotal, ...]:
    """Return every game's totals, the one played most first."""
    keys = Counter(one.match.game for one in games)
    return tuple(_game(key, [one for one in games if one.match.game == key]) for key, _ in keys.most_common())


def _game(key: str, games: Sequence[FinishedMatch]) -> GameTotal:
    scored = [(points, name) for one in games for points, name in zip(one.result.points, one.match.seats, strict=False)]
    return GameTotal(
        key,
        len(games),
        _mean([one.result.seconds for one in games]),
        _mean([one.result.turns for one in games]),
        max(scored, key=lambda pair: pair[0], default=None),
    )


def _mean(numbers: Iterable[float]) -> float:
    """Return the mean of the numbers that are known; 0 stands for one that is not."""
    known = [number for number in numbers if number]
    return sum(known) / len(known) if known else 0.0


# --- replayed statistics -----------------------------------------------------------------------------------------


def replay_totals(matches: Matches, games: Sequence[FinishedMatch]) -> ReplayedTotals:
    """Replay the latest matches and collect their statistics.

    Takes a while; a match whose log cannot be read is left out.
    """
    plays = tuple(_plays(matches, games[:MAX_REPLAYED_MATCHES]))
    killers = Counter(
        one.death.cause for play in plays for one in play.deaths if one.death.is_player and one.death.cause is not None
    )
    return ReplayedTotals(len(plays), _habits(plays), tuple(killers.most_common()))


def _plays(matches: Matches, games: Iterable[FinishedMatch]) -> Iterator[MatchStats]:
    for one in games:
        game = matches.games[one.match.game]
        try:
            match_state = resume_match(matches.storage, one.match, game)
        except (Refused, StorageError):
            continue
        yield match_stats_of(game, match_state.record(one.match))


def _habits(plays: Iterable[MatchStats]) -> tuple[PlayerHabits, ...]:
    found: dict[str, PlayerHabits] = {}
    for part in (part for play in plays for part in play.seats):
        old = found.get(part.name.casefold(), PlayerHabits(part.name, 0, 0.0, 0, 0))
        found[part.name.casefold()] = PlayerHabits(
            old.name,
            old.decisions + part.decisions,
            old.seconds + part.seconds,
            old.deaths + part.deaths,
            old.kills + part.kills,
        )
    return tuple(sorted(found.values(), key=lambda habit: -habit.decisions))
