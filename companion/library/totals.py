"""Statistics over all finished matches: players, games, and details from the latest logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.match.replay import resume
from companion.match.transaction import held, story_of
from companion.stats.match_stats import Play, play_of
from companion.stats.results import Ended, ended
from companion.storage.matches import Match, StorageTrouble
from rules.engine import Refused, Shown

from .library import Library

LATEST = 20
"""Number of latest matches that are replayed for what only their logs know."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match and its result."""

    match: Match
    end: Ended


@dataclass(frozen=True, slots=True)
class Share:
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
    all: Share
    by: tuple[tuple[str, Share], ...]


@dataclass(frozen=True, slots=True)
class GameTotal:
    """A game: number of plays, mean seconds and turns, the most points and who scored them."""

    key: str
    plays: int
    seconds: float
    turns: float
    best: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class Habit:
    """A player's decisions, deaths and kills in the replayed matches."""

    name: str
    decisions: int
    seconds: float
    deaths: int
    kills: int


@dataclass(frozen=True, slots=True)
class Looked:
    """Statistics that only the logs know: each player's part, and how often what killed players."""

    games: int
    habits: tuple[Habit, ...]
    killers: tuple[tuple[Shown, int], ...]


def finished(library: Library) -> tuple[Finished, ...]:
    """Return the finished matches whose result is readable, latest first.

    Raises ``StorageError``.
    """
    over = [match for match in library.matches() if match.finished is not None]
    return tuple(_known(library, sorted(over, key=lambda match: match.finished or 0, reverse=True)))


def _known(library: Library, matches: Iterable[Match]) -> Iterator[Finished]:
    for match in matches:
        try:
            yield Finished(match, ended(library, match))
        except (Refused, StorageTrouble):  # its card in the match list says so
            continue


def players(games: Sequence[Finished]) -> tuple[PlayerTotal, ...]:
    """Return every player's totals, by games played, then by games won."""
    names: dict[str, str] = {}
    played: dict[str, Counter[str]] = {}
    won: dict[str, Counter[str]] = {}
    for one in games:
        for seat, name in enumerate(one.match.seats):
            who = name.casefold()
            names.setdefault(who, name)
            played.setdefault(who, Counter())[one.match.game] += 1
            won.setdefault(who, Counter())[one.match.game] += one.end.won(seat)
    totals = (_player(names[who], played[who], won[who]) for who in names)
    return tuple(sorted(totals, key=lambda total: (-total.all.games, -total.all.wins, total.name)))


def _player(name: str, played: Counter[str], won: Counter[str]) -> PlayerTotal:
    by = tuple((key, Share(n, won[key])) for key, n in played.most_common())
    return PlayerTotal(name, Share(played.total(), won.total()), by)


def by_game(games: Sequence[Finished]) -> tuple[GameTotal, ...]:
    """Return every game's totals, the one played most first."""
    keys = Counter(one.match.game for one in games)
    return tuple(_game(key, [one for one in games if one.match.game == key]) for key, _ in keys.most_common())


def _game(key: str, games: Sequence[Finished]) -> GameTotal:
    scored = [(points, name) for one in games for points, name in zip(one.end.points, one.match.seats, strict=False)]
    return GameTotal(
        key,
        len(games),
        sum(one.end.seconds for one in games) / len(games),
        sum(one.end.turns for one in games) / len(games),
        max(scored, key=lambda pair: pair[0], default=None),
    )


# --- replayed statistics -----------------------------------------------------------------------------------------


def looked_into(library: Library, games: Sequence[Finished]) -> Looked:
    """Replay the latest matches and collect their statistics.

    Takes a while; a match whose log cannot be read is left out.
    """
    plays = tuple(_plays(library, games[:LATEST]))
    killers = Counter(
        one.death.by for play in plays for one in play.fell if one.death.player and one.death.by is not None
    )
    return Looked(len(plays), _habits(plays), tuple(killers.most_common()))


def _plays(library: Library, games: Iterable[Finished]) -> Iterator[Play]:
    for one in games:
        game = library.games[one.match.game]
        try:
            resumed = resume(library.storage, one.match, game)
        except (Refused, StorageTrouble):
            continue
        yield play_of(game, story_of(one.match, held(game, resumed)))


def _habits(plays: Iterable[Play]) -> tuple[Habit, ...]:
    found: dict[str, Habit] = {}
    for part in (part for play in plays for part in play.parts):
        old = found.get(part.name.casefold(), Habit(part.name, 0, 0.0, 0, 0))
        found[part.name.casefold()] = Habit(
            old.name,
            old.decisions + part.decisions,
            old.seconds + part.seconds,
            old.deaths + part.deaths,
            old.kills + part.kills,
        )
    return tuple(sorted(found.values(), key=lambda habit: -habit.decisions))
